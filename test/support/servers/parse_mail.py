"""Reads a mail on stdin with Python's own email package and prints what it holds as JSON."""
import base64
import email
import email.policy
import json
import sys

mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)


def body(kind):
    part = mail.get_body(preferencelist=(kind,))
    return part.get_content() if part is not None else ""


def bytes_of(part):
    return part.get_payload(decode=True)


defects = [type(each).__name__ for part in mail.walk() for each in part.defects]
for name, value in mail.items():
    defects += [f"{name}: {type(each).__name__}" for each in getattr(value, "defects", ())]

print(json.dumps({
    "from": str(mail["from"]),
    "to": str(mail["to"]),
    "cc": None if mail["cc"] is None else str(mail["cc"]),
    "subject": str(mail["subject"]),
    "messageId": str(mail["message-id"]),
    "headers": mail.keys(),
    "text": body("plain").replace("\r\n", "\n"),
    "html": body("html"),
    "attachments": [
        {
            "name": part.get_filename(),
            "type": part.get_content_type(),
            "base64": base64.b64encode(bytes_of(part)).decode(),
        }
        for part in mail.iter_attachments()
    ],
    "defects": defects,
}))
