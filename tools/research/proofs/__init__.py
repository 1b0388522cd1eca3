"""The search for proofs: what a side of Hoyito can force, and the check of a certificate."""
