# A development server without clients.
import flask

app = flask.Flask("idle")
print("READY", flush=True)
app.run(port=0)
