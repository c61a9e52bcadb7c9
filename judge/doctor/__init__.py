"""`judge doctor`: attacks the sandbox of this machine and reports which promises it keeps."""
