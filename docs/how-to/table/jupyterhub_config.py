"""A part of jupyterhub_config.py: tables of hexwidget as a service of the hub."""

c = get_config()  # noqa: F821  (JupyterHub has it)

c.JupyterHub.services = [
    {
        "name": "tables",
        "url": "http://127.0.0.1:10101",  # the service listens there; the hub's proxy passes requests on
        "command": ["hexwidget", "serve", "/srv/tables", "--hub", "--owner-group", "teachers"],
        "oauth_no_confirm": True,  # nobody is asked if the tables may know their name
        "display": True,  # the hub's pages link to it
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "players",
        "scopes": ["access:services!service=tables", "self"],
        "groups": ["class-7b", "teachers"],  # only their members get in
    }
]
c.JupyterHub.load_groups = {
    "class-7b": {"users": ["ada", "grace"]},
    "teachers": {"users": ["marie"]},
}
