"""What makes a server of a bare Debian machine: docs/deployment.md."""
