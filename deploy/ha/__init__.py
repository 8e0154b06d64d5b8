"""Three database nodes on one machine: deploy/README.md."""
