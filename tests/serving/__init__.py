"""What servers send to pages."""
