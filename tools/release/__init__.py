"""The parts of a release: the library's distribution, the checks, the list of parts, the audit."""
