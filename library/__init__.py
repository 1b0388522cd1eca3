"""What the games have besides themselves where they are a library, `parlour-rules`."""
