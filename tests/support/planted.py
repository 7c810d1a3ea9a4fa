"""A program full of secrets, whose bodies are made anew for each test.

It was written from what real programs hold, not from what is masked: `telling` says whether a
secret has a name or a form that gives it away. One that has neither (a passphrase in a variable
called `line`) cannot be told from other text.
"""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterable
from typing import NamedTuple

WORD = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
PEM = WORD + "+/"


class Form(NamedTuple):
    """A secret's text: `text` with {} where the body goes."""

    name: str
    text: str = "{}"
    size: int = 24
    alphabet: str = WORD
    telling: bool = True


class Planted(NamedTuple):
    """name: as in the form. body: what nobody may see. text: with what stands around it."""

    name: str
    body: str
    text: str
    telling: bool

    def pieces(self) -> list[str]:
        """Parts of the body, each long enough to give it away."""
        size = 8
        return [self.body[at : at + size] for at in range(0, len(self.body) - size + 1, size)]


VALUES = (
    # Values that the program reads when it runs; their names are in PROGRAM.
    Form("plain_password"),
    Form("plain_passphrase"),
    Form("plain_pwd"),
    Form("plain_api_key"),
    Form("plain_token"),
    Form("bytes_token"),
    Form("bytearray_secret"),
    Form("memoryview_secret", telling=False),
    Form("attribute_password"),
    Form("dataclass_private_key"),
    Form("slots_client_secret"),
    Form("namedtuple_access_token"),
    Form("dict_key"),
    Form("dict_private"),
    Form("dict_signing"),
    Form("dict_session"),
    Form("dict_webhook"),
    Form("dict_password"),
    Form("dict_bytes_key"),
    Form("nested_refresh_token"),
    Form("nested_db_password"),
    Form("list_after_password_option"),
    Form("list_after_minus_p"),
    Form("kwargs_auth_token"),
    Form("default_argument_secret"),
    Form("closure_encryption_key"),
    Form("global_signing_key"),
    Form("environ_pgpassword"),
    Form("dict_github_pat", size=36),
    Form("exception_password", "login failed: password={}"),
    Form("exception_token", "401 for token '{}'"),
    Form("ctypes_password"),
    Form("array_password"),
    Form("numpy_bytes", telling=False),
    Form("mmap_text", telling=False),
    Form("stringio_line", "password={}\n"),
    Form("deque_item", telling=False),
    Form("set_item", telling=False),
    Form("frozen_line", telling=False),
    Form("long_text", "x" * 3000 + "{}", telling=False),
    Form("wide_text", "密码{}", telling=False),
    Form("emoji_text", "🔑{}", telling=False),
    Form("freed_text", telling=False),
    Form("freed_bytes", telling=False),
    Form("freed_large", "{}" + "y" * 300_000, telling=False),
    Form("stack_text", telling=False),
    Form("generator_local", telling=False),
    Form("coroutine_token"),
    Form("thread_local", telling=False),
    Form("partial_password"),
    Form("chained_exception", "Bearer {}"),
    Form("tuple_header"),
    Form("tuple_bytes_header"),
    # Forms, in variables whose names say nothing.
    Form("github_classic", "ghp_{}", 36),
    Form("github_oauth", "gho_{}", 36),
    Form("github_app", "ghs_{}", 36),
    Form("github_fine", "github_pat_11AAAAAAA0{}", 59),
    Form("gitlab", "glpat-{}", 20),
    Form("openai", "sk-{}", 48),
    Form("openai_project", "sk-proj-{}", 48),
    Form("anthropic", "sk-ant-api03-{}", 80),
    Form("stripe_live", "sk_live_{}", 24),
    Form("stripe_restricted", "rk_live_{}", 24),
    Form("slack_bot", "xoxb-123456789012-1234567890123-{}", 24),
    Form("slack_user", "xoxp-123456789012-{}", 32),
    Form("slack_app", "xapp-1-A0123-{}", 40),
    Form("aws_key", "AKIA{}", 16, UPPER),
    Form("aws_session_key", "ASIA{}", 16, UPPER),
    Form("google_api", "AIza{}", 35),
    Form("google_oauth", "ya29.{}", 60),
    Form("google_client", "GOCSPX-{}", 28),
    Form("npm", "npm_{}", 36),
    Form("pypi", "pypi-AgEIcHlwaS5vcmc{}", 60),
    Form("huggingface", "hf_{}", 34),
    Form("sendgrid", "SG.{}.abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG", 22),
    Form("twilio", "SK{}", 32, HEX),
    Form("telegram", "123456789:AA{}", 33),
    Form("discord_bot", "MTA1234567890123456789012.GabcDE.{}", 38),
    Form("docker_pat", "dckr_pat_{}", 27),
    Form("digitalocean", "dop_v1_{}", 64, HEX),
    Form("shopify", "shpat_{}", 32, HEX),
    Form("databricks", "dapi{}", 32, HEX),
    Form("vault", "hvs.{}", 90),
    Form("linear", "lin_api_{}", 40),
    Form("age_key", "AGE-SECRET-KEY-1{}", 58, UPPER),
    Form("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{}", 43),
    Form("pem", "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", 200, PEM),
    Form("pem_openssh", "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n", 120, PEM),
    Form("url_password", "https://ada:{}@example.org/x"),
    Form("url_token_user", "https://{}@github.com/x/y.git", 40),
    Form("dsn_postgres", "postgresql+psycopg2://app:{}@db:5432/x"),
    Form("dsn_redis", "redis://:{}@cache:6379/0"),
    Form("dsn_keywords", "host=db user=app password={} dbname=x"),
    Form("dsn_odbc", "Driver={{ODBC}};Server=db;Uid=sa;Pwd={};"),
    Form("azure_account", "AccountName=x;AccountKey={}==;EndpointSuffix=core.windows.net", 86, PEM),
    Form("azure_shared", "Endpoint=sb://x/;SharedAccessKeyName=R;SharedAccessKey={}=", 43, PEM),
    Form("azure_sas", "https://x.blob.core.windows.net/c?sv=2022-11-02&sig={}%3D&se=2026", 43),
    Form("aws_signed", "https://b.s3.amazonaws.com/k?X-Amz-Date=2026&X-Amz-Signature={}", 64, HEX),
    Form("aws_credential", "https://b.s3.amazonaws.com/k?X-Amz-Credential={}%2F2026%2Feu&x=1"),
    Form("aws_security", "https://b.s3.amazonaws.com/k?X-Amz-Security-Token={}&x=1", 200),
    Form("gcs_signed", "https://storage.googleapis.com/b/k?X-Goog-Signature={}", 128, HEX),
    Form("cloudfront", "https://d1.cloudfront.net/k?Expires=1&Signature={}&Key-Pair-Id=K", 128),
    Form("url_access_token", "GET /v1/me?access_token={}&limit=5 HTTP/1.1"),
    Form("url_api_key", "https://api.example.org/v1?api_key={}&q=1"),
    Form("url_key", "https://maps.example.org/v1?q=1&key={}"),
    Form("slack_hook", "https://hooks.slack.com/services/T000/B000/{}"),
    Form("discord_hook", "https://discord.com/api/webhooks/1234567890/{}", 68),
    Form("teams_hook", "https://x.webhook.office.com/webhookb2/{}@1/IncomingWebhook/2", 36),
    Form("header_bearer", "Authorization: Bearer {}", 40),
    Form("header_basic", "Authorization: Basic {}==", 40),
    Form("header_token", "Authorization: token {}", 40),
    Form("header_digest", 'Authorization: Digest username="a", response="{}"', 32, HEX),
    Form("header_proxy", "Proxy-Authorization: Basic {}", 40),
    Form("header_api_key", "X-Api-Key: {}"),
    Form("header_auth_token", "X-Auth-Token: {}"),
    Form("cookie", "Cookie: theme=dark; sessionid={}; lang=de"),
    Form("set_cookie", "Set-Cookie: sid={}; Path=/; HttpOnly"),
    Form("csrf", "X-CSRFToken: {}", 32),
    Form("bytes_set_cookie", "Set-Cookie: sid={}; Path=/"),
    Form(
        "bytes_authorization", "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", 40
    ),
    Form("sql_password", "ALTER USER app WITH PASSWORD '{}' VALID UNTIL 'infinity'"),
    Form("sql_identified", "CREATE USER app IDENTIFIED BY '{}'"),
    Form("sql_set", "SET PASSWORD FOR 'app' = '{}'"),
    Form("json_text", '{{"user": "ada", "password": "{}"}}'),
    Form("yaml_text", "user: ada\npassword: {}\n"),
    Form("ini_text", "[db]\nuser = ada\npassword = {}\n"),
    Form("env_text", "export DB_PASSWORD={}\n"),
    Form("xml_text", "<user>ada</user><password>{}</password>"),
    Form("netrc", "machine x login ada password {}"),
    Form("npmrc", "//registry.example.org/:_authToken={}"),
    Form("docker_auth", '{{"auths": {{"x": {{"auth": "{}="}}}}}}', 40),
    Form("kubeconfig", "    client-key-data: {}=", 80),
    Form("kube_token", "  token: {}", 60),
    Form("log_line", "2026-01-01 INFO connecting, password='{}' retries=3"),
    Form("curl_line", "curl -u ada:{} https://x"),
    Form("mysql_line", "mysql -uroot -p{} shop"),
    Form("sshpass_line", "sshpass -p {} ssh x"),
    Form("form_body", "grant_type=password&client_secret={}&scope=x"),
    Form("bytes_form_body", "user=ada&password={}&x=1"),
)
ARGUMENTS = (
    Form("argv_password", "--password {}"),
    Form("argv_password_joined", "--password={}"),
    Form("argv_db_pass", "--db-pass {}"),
    Form("argv_token", "--token={}"),
    Form("argv_secret_key", "--secret-key {}"),
    Form("argv_curl", "-u ada:{}"),
    Form("argv_header", "-H|Authorization: Bearer {}"),
    Form("argv_url", "https://ada:{}@example.org/"),
    Form("argv_variable", "DB_PASSWORD={}"),
    Form("argv_sas", "https://x.blob.core.windows.net/c?sig={}"),
    Form("argv_positional", "{}", telling=False),
)
ENVIRONMENT = (
    Form("env_pgpassword"),
    Form("env_aws_secret_access_key", size=40),
    Form("env_github_pat", size=36),
    Form("env_database_url", "postgres://app:{}@db/x"),
    Form("env_plain", telling=False),
)
SOURCE = (
    Form("line_password"),
    Form("line_url", "https://ada:{}@example.org/"),
    Form("line_header", "Bearer {}", 40),
    Form("line_sql", "CREATE USER app IDENTIFIED BY '{}'"),
    Form("line_plain", telling=False),
    Form("line_form", "ghp_{}", 36),
)
FORMS = (*VALUES, *ARGUMENTS, *ENVIRONMENT, *SOURCE)

PROGRAM = '''
import array, collections, contextlib, ctypes, dataclasses, functools, io, json, mmap, os, sys
import threading

try:
    import numpy
except ImportError:
    numpy = None

given = json.load(sys.stdin)
GLOBAL_SIGNING_KEY = given["global_signing_key"]
SOURCE_PASSWORD = "{line_password}"


class Service:
    def __init__(self):
        self.name = "orders"
        self.retries = 3
        self.password = given["attribute_password"]


class Slotted:
    __slots__ = ("client_secret", "size")

    def __init__(self):
        self.client_secret = given["slots_client_secret"]
        self.size = 12345


@dataclasses.dataclass
class Login:
    user: str
    private_key: str


Grant = collections.namedtuple("Grant", "scope access_token")


def sealed():
    encryption_key = given["closure_encryption_key"]

    def show():
        return encryption_key

    return show


def stream(line):
    yield line
    yield line


async def fetch(token):
    await asyncio.sleep(9)


def failing():
    try:
        try:
            raise ValueError(given["chained_exception"])
        except ValueError as error:
            raise RuntimeError(given["exception_password"]) from error
    except RuntimeError as error:
        return error


def on_stack():
    """A buffer of C on this thread's stack, in dead frames and in live ones."""
    text = given["stack_text"].encode()
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda a, b: 0)
    buffer = (ctypes.c_char * 64)(*text[:64])
    ctypes.CDLL(None).qsort(buffer, 1, 64, compare)
    ctypes.CDLL(None).getenv(text)


def freed():
    parts = [given.pop(name) + "" for name in ("freed_text", "freed_bytes", "freed_large")]
    copies = [part.encode() for part in parts * 3]
    return len(copies)


def call(url_name, *, auth_token, password="none", **options):
    forms = [given[name] for name in sorted(given) if name in FORMS]
    first_forms = [given[name] for name in BYTES]
{forms}
    rows = numpy.array([given["numpy_bytes"].encode()]) if numpy else None
    numbers = numpy.arange(12.0).reshape(3, 4) if numpy else [1.5, 2.5]
    work(options, forms, rows, numbers)


def work(options, forms, rows, numbers, secret=given["default_argument_secret"]):
    pw = given["plain_password"]
    passphrase = given["plain_passphrase"]
    pwd = given["plain_pwd"]
    api_key = given["plain_api_key"]
    token = given["plain_token"]
    session_token = given["bytes_token"].encode()
    client_secret = bytearray(given["bytearray_secret"].encode())
    view = memoryview(given["memoryview_secret"].encode())
    service, slotted, login = Service(), Slotted(), Login("ada", given["dataclass_private_key"])
    grant = Grant("all", given["namedtuple_access_token"])
    config = {{"host": "db.example.org", "port": 5432, "key": given["dict_key"],
               "private": given["dict_private"], "signing": given["dict_signing"]}}
    more = {{"session": given["dict_session"], "webhook": given["dict_webhook"],
             "GITHUB_PAT": given["dict_github_pat"], "PGPASSWORD": given["environ_pgpassword"]}}
    raw = {{b"key": given["dict_bytes_key"].encode(), "password": given["dict_password"]}}
    nested = {{"auth": [{{"refresh_token": given["nested_refresh_token"]}}],
              "db": {{"password": given["nested_db_password"], "pool": 7}}}}
    command = ["tool", "--password", given["list_after_password_option"], "-v"]
    dump = ["mysql", "-uroot", "-p" + given["list_after_minus_p"], "shop"]
    headers = [("Authorization", given["tuple_header"]), ("Accept", "text/html")]
    raw_headers = [(b"cookie", given["tuple_bytes_header"].encode()), (b"accept", b"text/html")]
    show, error = sealed(), failing()
    other = PermissionError(given["exception_token"])
    buffer_password = ctypes.create_string_buffer(given["ctypes_password"].encode())
    array_password = array.array("b", given["array_password"].encode())
    pages = mmap.mmap(-1, 4096)
    pages.write(given["mmap_text"].encode())
    file = io.StringIO(given["stringio_line"])
    items = collections.deque([given["deque_item"]])
    unique, frozen = {{given["set_item"]}}, frozenset([given["frozen_line"]])
    long_text, wide_text, emoji_text = given["long_text"], given["wide_text"], given["emoji_text"]
    lines = stream(given["generator_local"])
    next(lines)
    job = functools.partial(print, password=given["partial_password"])
    waiting = fetch(given["coroutine_token"])
    local = threading.local()
    local.value = given["thread_local"]
    on_stack()
    freed()
    use("{line_plain}", "{line_url}"); use("{line_header}", "{line_form}", "{line_sql}"); end(lock)


def use(*_):
    pass


def end(lock):
    print("ready", flush=True)
    {end}


FORMS = {names}
BYTES = {bytes}
lock = threading.Lock()
lock.acquire()
password = "{line_password}"; call("shop", auth_token=given["kwargs_auth_token"], count=42)
'''
IN_BYTES = ("bytes_set_cookie", "bytes_authorization", "bytes_form_body")
HANG = "lock.acquire()"
CRASH = "ctypes.string_at(1)"


def plant(seed: int) -> dict[str, Planted]:
    """name → secret, each with a body of its own."""
    rng = random.Random(seed)
    planted = {}
    for form in FORMS:
        body = "".join(rng.choices(form.alphabet, k=form.size))
        if not any(map(str.isdigit, body)) and "7" in form.alphabet:
            body = f"7{body[1:]}"  # one of 60 has none, and then looks like a name
        planted[form.name] = Planted(form.name, body, form.text.format(body), form.telling)
    return planted


def program(planted: dict[str, Planted], end: str) -> str:
    """The program's source text. It reads `given` from standard input, prints "ready", and ends
    with the statement `end`."""
    forms = [form.name for form in VALUES]
    shaped = forms[forms.index("github_classic") :]
    lines = [f"    v{at} = given[{name!r}]" for at, name in enumerate(shaped)]
    lines = [
        line + (".encode()" if shaped[at] in IN_BYTES else "") for at, line in enumerate(lines)
    ]
    literals = {form.name: planted[form.name].text for form in SOURCE}
    return PROGRAM.format(
        **literals, end=end, forms="\n".join(lines), names=shaped[:3], bytes=IN_BYTES[:1]
    )


def given(planted: dict[str, Planted]) -> str:
    """What the program reads from standard input."""
    return json.dumps({form.name: planted[form.name].text for form in VALUES})


def arguments(planted: dict[str, Planted]) -> list[str]:
    parts = []
    for form in ARGUMENTS:
        text = planted[form.name].text
        parts += text.split("|") if "|" in text else text.split(" ")
    return parts


def variables(planted: dict[str, Planted]) -> dict[str, str]:
    return {form.name[4:].upper(): planted[form.name].text for form in ENVIRONMENT}


def kept(planted: dict[str, Planted], content: bytes) -> list[str]:
    """Names of the secrets of which a part is in `content`, in any of the encodings that memory
    and files have."""
    return [one.name for one in planted.values() if _shows(one.pieces(), content)]


def _shows(pieces: Iterable[str], content: bytes) -> bool:
    for piece in pieces:
        if piece.encode() in content or piece.encode("utf-16-le") in content:
            return True
        if piece.encode("utf-32-le") in content:
            return True
    return False
