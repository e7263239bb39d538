"""The end of jupyterhub_config.py: tables and a class of hexwidget as services of the hub. Delete the one that you do not need.

It adds to the services, roles and groups that the file has already.
"""

c = get_config()  # noqa: F821  (JupyterHub has it)

c.JupyterHub.services.extend(
    [
        {
            "name": "tables",
            "url": "http://127.0.0.1:10101",  # the service listens there; the hub's proxy passes requests on
            "command": ["hexwidget", "serve", "/srv/tables", "--hub", "--owner-group", "teachers"],
            "oauth_no_confirm": True,  # nobody is asked if the tables may know their name
            "display": True,  # the hub's pages link to it
        },
        {
            "name": "class",
            "url": "http://127.0.0.1:10102",
            "command": [
                "hexwidget", "class", "/srv/class", "--course", "/srv/course.json", "--hub", "--owner-group", "teachers",
            ],
            "oauth_no_confirm": True,
            "display": True,
        },
    ]
)  # fmt: skip
c.JupyterHub.load_roles.append(
    {
        "name": "players",
        "scopes": ["access:services!service=tables", "access:services!service=class", "self"],
        "groups": ["class-7b", "teachers"],  # only their members get in
    }
)
c.JupyterHub.load_groups.update(
    {
        "class-7b": {"users": ["ada", "grace"]},
        "teachers": {"users": ["marie"]},
    }
)
