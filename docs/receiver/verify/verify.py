import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_S = 300
SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_signed(headers, body: bytes) -> bool:
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not event_id or not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        self.send_response(204 if signed else 401)
        self.end_headers()
        if signed:
            event = json.loads(body)
            print(self.headers["webhook-id"], event["type"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
