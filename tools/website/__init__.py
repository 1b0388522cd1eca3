"""The site: static pages made of what the project has already, checked link by link."""
