"""What the rules about crashes share: questions about the failed access, and their words."""
