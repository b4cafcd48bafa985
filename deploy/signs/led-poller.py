"""Shows a pool on an LED controller: 16 ASCII characters by UDP, twice a second. Python 3.9.

python3 led-poller.py http://gateway:3001 fortune-main 10.0.7.41:5000 [file of a token]

Let the controller go dark after 5 s of silence: no amount stays where this program has died.
"""
import json, socket, sys, threading
from datetime import datetime
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

WIDTH, LATE_AFTER, FAULT_AFTER = 16, 3, 10  # characters, seconds, seconds

REFUSALS = {401: "NOT ALLOWED", 404: "NO SUCH POOL"}


class Pool:
    def __init__(self, url, token_file=None):
        self.url, self.token_file = url, token_file
        self.shown = self.tag = self.as_of = self.refusal = None
        self.heard = self.proven = monotonic()  # proven: when the value was certainly the newest

    def ask(self):
        request = Request(self.url)
        if self.token_file:
            request.add_header("Authorization", f"Bearer {open(self.token_file).read().strip()}")
        # A whole answer has the age, so what 304 would leave late is asked for whole.
        if self.tag and monotonic() - self.proven < LATE_AFTER - 1:
            request.add_header("If-None-Match", self.tag)
        try:
            with urlopen(request, timeout=2) as answer:
                self.take(json.load(answer)["pools"][0], answer.headers["ETag"])
        except HTTPError as error:
            if error.code != 304:
                raise
            # Both times are the ledger's: only how far apart they are counts.
            before, self.as_of = self.as_of, time_of(error.headers["As-Of"])
            self.proven = min(monotonic(), self.proven + self.as_of - before)
        self.heard = monotonic()

    def take(self, pool, tag):
        if self.shown and pool["version"] < self.shown["version"]:
            return  # Another gateway, which is behind: it proves nothing about what is shown.
        self.shown, self.tag = pool, tag if pool["asOf"] else None
        if self.tag:
            self.as_of, self.proven = time_of(pool["asOf"]), monotonic() - pool["ageMs"] / 1000

    def text(self):
        now, pool = monotonic(), self.shown
        if pool is None:
            waits = now - self.heard < FAULT_AFTER
            return self.refusal or ("CONNECTING" if waits else "NO CONNECTION")
        if pool["state"] == "fault" or now - self.proven >= FAULT_AFTER:
            text = "BEING CHECKED" if pool["fault"] == "halted" else "NOT CONFIRMED"
            return text if now - self.heard < LATE_AFTER else self.refusal or "NO CONNECTION"
        if pool["state"] == "retired":
            return "JACKPOT HAS ENDED"
        if pool["state"] == "suspended" and now % 4 < 2:
            return "NO JACKPOT BETS"
        mark = "*" if now - self.proven >= LATE_AFTER else ""
        whole = pool["text"].split(".")[0]  # Cut, so rounded down.
        forms = [mark + form for form in (pool["text"], whole, whole.split(" ")[-1])]
        return next((form for form in forms if len(form) <= WIDTH), "AMOUNT TOO LONG")

    def keep_asking(self):
        while not sleep(1):
            try:
                self.ask()
            except Exception as error:  # Until the next right answer the amount grows older.
                self.refusal = REFUSALS.get(getattr(error, "code", None))
                print(f"{self.url}: {error}", file=sys.stderr, flush=True)


def time_of(iso):
    return datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp()


def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(64)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        refuse("usage: led-poller.py http://GATEWAY:3001 JACKPOT CONTROLLER:PORT [file of a token]")
    gateway, jackpot, controller, *token_file = sys.argv[1:]
    if not gateway.startswith(("http://", "https://")):
        refuse(f"{gateway}: the address of the gateway begins with http:// or https://")
    if not controller.rpartition(":")[2].isdecimal():
        refuse(f"{controller}: the address of the controller ends with its port, such as :5000")
    pool = Pool(f"{gateway}/v1/pools?jackpot={jackpot}", *token_file)
    threading.Thread(target=pool.keep_asking, daemon=True).start()
    (host, port), out = controller.rsplit(":", 1), socket.socket(type=socket.SOCK_DGRAM)
    while True:
        out.sendto(pool.text().ljust(WIDTH).encode("ascii"), (host, int(port)))
        sleep(0.5)
