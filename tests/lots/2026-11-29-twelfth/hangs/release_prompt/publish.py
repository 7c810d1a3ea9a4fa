"""Publish a release:  publish.py VERSION"""

import click


@click.command()
@click.argument("version")
@click.option("--known", multiple=True, help="versions that are out already")
def publish(version, known):
    if version in known:
        click.confirm(f"{version} is out already. Overwrite it?", abort=True)
    click.echo(f"{version} is published")


if __name__ == "__main__":
    publish()
