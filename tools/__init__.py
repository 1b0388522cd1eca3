"""Programs for developers: benchmarks, releases, the site, pinned requirements."""
