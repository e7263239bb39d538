"""A store in a PostgreSQL: texts and lines are rows.

A process holds a key as long as its *lease*, a connection, has the advisory lock of that key. Each holder has a number, its *term*, which each
statement that writes for it names: what an earlier holder still writes is refused. The processes of a class share the term of its server.
"""
