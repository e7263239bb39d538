"""Answers for assistants: `tools` gives them as plain data, `server` offers them over MCP, the Model Context Protocol.

May import lessons, for reviews, and all that they import. Only `server` imports the SDK of the protocol.
"""
