"""What a release takes: the library's distribution, the checks, the list of parts, the audit."""
