PAGES = {
    "intro.txt": """\
Version {{ version }} is out. {% aside "thanks" %}Thanks to all who have tried it.{% endaside %}
""",
    "changes.txt": """\
{% for change in changes -%}
- {{ change }}
{% endfor %}
{% aside "older" %}
What came before {{ version }} is in the archive.
{% endaside %}
""",
    "upgrade.txt": """\
How to upgrade from {{ previous }}:
1. {% aside "backup" %}A copy of the folder will do.{% endside %}Make a backup.
2. Run the new program once.
""",
}
