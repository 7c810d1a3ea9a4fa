"""What the rules about given text share: the lines to read, the packages to install."""
