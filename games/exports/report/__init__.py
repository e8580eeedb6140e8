"""The report of one game: who played, what happened and by which rules, how the dice fell, when it turned.

`evening` reads a history once, `contents` puts what it found into words and tables, `html` and `pdf`
lay these out. Heavy libraries are loaded only while a file is written.
"""
