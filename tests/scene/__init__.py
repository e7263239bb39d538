"""Pictures, their code and their colours."""
