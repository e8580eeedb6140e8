"""What a pack may say: frozen pydantic models of everything that is printed.

Nothing here knows Django, a game or an edition; `content.loader` reads YAML into these models and
`games.rules` reads them at the table.
"""
