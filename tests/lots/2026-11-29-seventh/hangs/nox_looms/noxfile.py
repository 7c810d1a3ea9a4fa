import nox


@nox.session(venv_backend="none")
def weave(session):
    """Weave what stands in the order."""
    session.run("python3", *session.posargs, external=True)
