"""Prints a pool's amount and hits as MQTT 5 brings them: a sign in another technology. Python 3.9.

python3 mqtt-sign.py broker:1883 jackpot/fortune-main sign-12

The broker keeps the hits of 15 minutes for sign-12, a name that no other client has. The topics
are those of contract 9.6.
"""
import json, socket, sys, threading
from time import monotonic, sleep

LATE_AFTER, FAULT_AFTER, EXPIRY = 3, 10, 15  # seconds; the last is what a published value has

# What is locked waits for its verification, and is in `pending`.
SAID = {"awarded": "WON", "verified": "WON", "reversed": "REVERSED"}


class Sign:
    shown, proven, hits, won = None, monotonic(), set(), []

    def take(self, topic, message, waited):
        hit = message["hit"]
        if topic.endswith("/hit") and hit["offset"] not in self.hits:
            self.hits.add(hit["offset"])
            if what := SAID.get(hit["state"]):
                self.won.append(f"{what} at table {hit['table']}: {seats(hit['winners'])}")
        if topic.endswith("/value") and message["version"] >= (self.shown or message)["version"]:
            self.shown = message
            if message["ageMs"] is not None:
                self.proven = monotonic() - waited - message["ageMs"] / 1000

    def text(self):
        age = monotonic() - self.proven
        if age >= FAULT_AFTER or (self.shown and self.shown["state"] == "fault"):
            return "NOT CONFIRMED"
        return self.shown and self.shown["text"] + self.waiting() + late(age)

    def waiting(self):
        rows = [(p["table"], w) for p in self.shown["pending"] for w in p["winners"]]
        locked = [f" PENDING at table {t}: {seats([w])}" for t, w in rows if w["state"] == "locked"]
        return "".join(locked)


def seats(winners):
    return ", ".join(f"seat {w['seat']} {w['hand']} {w['amount']}" for w in winners)


def late(age):
    return " (delayed)" if age >= LATE_AFTER else ""


def follow(address, prefix, name, take):
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=FAULT_AFTER) as link:
        word = lambda text: len(text).to_bytes(2, "big") + text.encode()
        send = lambda kind, body: link.sendall(bytes([kind, len(body)]) + body)  # below 128 bytes
        read = link.makefile("rb").read
        # The session stays for 900 s. No keep-alive: a value comes every two seconds.
        session = bytes([5, 0, 0, 0, 5, 0x11, 0, 0, 900 >> 8, 900 & 255])
        send(0x10, word("MQTT") + session + word(name))
        topics = word(f"{prefix}/value") + b"\0" + word(f"{prefix}/hit") + b"\1"
        send(0x82, bytes([0, 1, 0]) + topics)
        while first := read(1):
            size = shift = 0
            while (byte := read(1)[0]) & 128:
                size, shift = size | (byte & 127) << shift, shift + 7
            body = read(size | byte << shift)
            if first[0] >> 4 != 3:
                continue  # Only PUBLISH is of interest.
            end = 2 + int.from_bytes(body[:2], "big")
            topic, rest = body[2:end].decode(), body[end:]
            if first[0] & 2:  # QoS 1
                send(0x40, rest[:2])
                rest = rest[2:]
            properties, payload = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
            left = int.from_bytes(properties[1:5], "big") if properties[:1] == b"\2" else EXPIRY
            take(topic, json.loads(payload), EXPIRY - left)


def keep_following(take):
    while not sleep(1):
        try:
            follow(*sys.argv[1:], take)
        except Exception as error:
            print(f"{sys.argv[1]}: {error!r}", file=sys.stderr, flush=True)


def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(64)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        refuse("usage: mqtt-sign.py BROKER:1883 jackpot/JACKPOT NAME-OF-THE-SIGN")
    if not sys.argv[1].rpartition(":")[2].isdecimal():
        refuse(f"{sys.argv[1]}: the address of the broker ends with its port, such as :1883")
    sign, printed = Sign(), None
    threading.Thread(target=keep_following, args=[sign.take], daemon=True).start()
    while True:
        while sign.won:  # Printed here, because lines of two threads can run into each other.
            print(sign.won.pop(0), flush=True)
        if (text := sign.text()) != printed:
            print(printed := text, flush=True)
        sleep(0.1)
