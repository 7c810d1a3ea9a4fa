import threading
import time

import click
from tqdm import tqdm

from runner import Encoder, EncoderError


@click.group()
@click.option("--quiet", is_flag=True)
@click.pass_context
def cli(context, quiet):
    context.obj = {"quiet": quiet}


@cli.command()
@click.option("--count", default=12, show_default=True)
@click.pass_context
def render(context, count):
    """Renders all films of the season."""
    films = [f"film-{number:02d}" for number in range(1, count + 1)]
    done = []

    def remind():
        while len(done) < count:
            time.sleep(3)
            click.echo(f"{len(done)} of {count}", err=True)

    threading.Thread(target=remind, name="remind", daemon=True).start()
    bar = tqdm(total=count, disable=context.obj["quiet"], unit="film")
    try:
        for film, _ in Encoder().run(films):
            done.append(film)
            bar.update()
    except EncoderError as error:
        raise click.ClickException(str(error)) from None
    finally:
        bar.close()
    click.echo(f"rendered {len(done)}")


@cli.command("list")
def list_films():
    click.echo("none yet")


if __name__ == "__main__":
    cli()
