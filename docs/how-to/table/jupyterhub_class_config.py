"""A part of jupyterhub_config.py: a class of hexwidget as a service of the hub."""

c = get_config()  # noqa: F821  (JupyterHub has it)

c.JupyterHub.services = [
    {
        "name": "class",
        "url": "http://127.0.0.1:10102",  # the service listens there; the hub's proxy passes requests on
        "command": [
            "hexwidget", "class", "/srv/class", "--course", "/srv/course.json", "--hub", "--owner-group", "teachers",
        ],
        "oauth_no_confirm": True,  # nobody is asked if the class may know their name
        "display": True,  # the hub's pages link to it
    }
]  # fmt: skip
c.JupyterHub.load_roles = [
    {
        "name": "learners",
        "scopes": ["access:services!service=class", "self"],
        "groups": ["class-7b", "teachers"],  # only their members get in
    }
]
c.JupyterHub.load_groups = {
    "class-7b": {"users": ["ada", "grace"]},
    "teachers": {"users": ["marie"]},
}
