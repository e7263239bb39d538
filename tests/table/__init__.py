"""Tables: their files, their server over real web sockets, twin worlds on the wire, and servers that are killed."""
