"""What the rules about exceptions share: whose lines, which call, which argument."""
