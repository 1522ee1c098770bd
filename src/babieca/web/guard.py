"""The guard checks the host, the origin, the token and the size of every request first.

Pages of other sites must not send requests through a visitor's browser. The guard refuses other
origins, and host names that are not this server's: any site can point a name at 127.0.0.1 (DNS
rebinding). A numeric address cannot be pointed elsewhere.
"""

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from babieca.errors import BAD_INPUT
from babieca.reasons import Reason
from babieca.web.refusals import refusal
from babieca.web.settings import MOST_BODY_BYTES, Settings, is_loopback

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
BROWSER = re.compile("[0-9a-f]{32}")


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._names = {"localhost", settings.host.lower(), *own_names(settings.host)}
        self._cookie = f"babieca-{settings.port}"
        self._browser = f"babieca-browser-{settings.port}"
        # A cookie that can be checked against the token, but is not the token.
        self._proof = hashlib.sha256(f"cookie {settings.token}".encode()).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on; bound its body, and add headers to the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = cookie_parser(headers.get("cookie", ""))
        browser = cookies.get(self._browser, "")
        scope["state"]["browser"] = browser_name(browser)
        refused = self._refusal(scope, headers, cookies)
        is_new = scope["path"] == "/" and refused is None and not BROWSER.fullmatch(browser)
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MOST_BODY_BYTES:
                raise HTTPException(413, _too_large())
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                added.update(HEADERS)
                added.setdefault("cache-control", "no-cache")
                if is_new:
                    cookie = f"{self._browser}={secrets.token_hex(16)}; Max-Age=31536000; Path=/"
                    added.append("set-cookie", f"{cookie}; HttpOnly; SameSite=lax")
            await send(message)

        await (refused or self._app)(scope, limited, with_headers)

    def _refusal(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> Response | None:
        host = headers.get("host", "").lower()
        if not self._is_mine(host):
            return refusal(Reason("other_host"), BAD_INPUT, 403)
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return refusal(Reason("other_site"), BAD_INPUT, 403)
        is_api = scope["path"].startswith("/api")
        if is_api and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return refusal(Reason("other_site"), BAD_INPUT, 403)
        length = headers.get("content-length", "0")
        has_body = length != "0" or "transfer-encoding" in headers
        media = headers.get("content-type", "").partition(";")[0].strip().lower()
        if is_api and has_body and media != "application/json":
            return refusal(Reason("body_not_json"), BAD_INPUT, 415)
        if not length.isdecimal() or int(length) > MOST_BODY_BYTES:
            return refusal(_too_large(), BAD_INPUT, 413)
        return (
            None if self._settings.token is None else self._without_token(scope, headers, cookies)
        )

    def _is_mine(self, host: str) -> bool:
        """Whether a host is a numeric address or a name of this server.

        >>> guard = Guard(None, Settings(None))
        >>> [guard._is_mine(host) for host in ("127.0.0.1:8000", "[::1]", "rebound.example")]
        [True, True, False]
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    def _without_token(
        self, scope: Scope, headers: Headers, cookies: dict[str, str]
    ) -> Response | None:
        token = self._settings.token or ""
        given = headers.get("authorization", "").removeprefix("Bearer ")
        kept = cookies.get(self._cookie, "")
        if _are_equal(given, token) or _are_equal(kept, self._proof):
            return None
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if _are_equal(query.pop("token", ""), token) and scope["path"] == "/":
            # The token leaves the address at once, so that it is not shared with a link.
            response = RedirectResponse(f"/?{urlencode(query)}" if query else "/", 303)
            response.set_cookie(self._cookie, self._proof, httponly=True, samesite="lax")
            return response
        if scope["path"].startswith("/api"):
            return refusal(Reason("wrong_token"), BAD_INPUT, 401)
        return PlainTextResponse("Open the address that babieca serve has printed.\n", 401)


def _too_large() -> Reason:
    return Reason("request_too_large", most=MOST_BODY_BYTES // 1024)


def browser_name(secret: str) -> str | None:
    """Return the name of a browser, which its jobs carry; None if it has no cookie.

    >>> browser_name("0123456789abcdef0123456789abcdef"), browser_name("me")
    ('3eb1bd439947', None)
    """
    return hashlib.sha256(secret.encode()).hexdigest()[:12] if BROWSER.fullmatch(secret) else None


def own_names(host: str) -> set[str]:
    """Return the names of this machine; its name in a domain if other machines can reach it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    domain = set() if is_loopback(host) else {socket.getfqdn().lower()}  # it may ask a name server
    return {name, short, f"{short}.local"} | domain


def _are_equal(given: str, wanted: str) -> bool:
    """Compare in constant time, so that the time tells nothing about the token."""
    return hmac.compare_digest(given.encode(), wanted.encode())
