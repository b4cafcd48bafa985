"""A table controller. In: events {"type", "data"} by lines. Out: what the dealer sees.
TABLES_URL=http://… TABLE_TOKEN=… python3 controller.py JACKPOT TABLE FILE"""
import json, os, sys, threading, time, urllib.error, urllib.request
from datetime import datetime

jackpot, table, file = sys.argv[1:]
path = f"/v1/tables/{jackpot}/{table}"
stops, fault, heard_at, since = set(), None, -99, None

def say(**what):
    print(json.dumps(what), flush=True)

def ask(path, body=None, headers={}):
    headers = headers | {"Authorization": "Bearer " + os.environ["TABLE_TOKEN"]}
    request = urllib.request.Request(os.environ["TABLES_URL"] + path, body, headers)
    return urllib.request.urlopen(request, timeout=45)

def keep(next, waiting):
    """On the disk before anything is sent, whole or not at all."""
    with open(file + ".new", "w") as new:
        json.dump([next, waiting], new)
        os.fsync(new.flush() or new.fileno())
    os.replace(file + ".new", file)

def why_closed():
    now = time.monotonic()
    if now - heard_at > 3 or fault or (since and now - since > 10): return "not-heard"
    return next(iter(stops), None)

def listen():
    global stops, fault, heard_at
    while True:
        try:
            for line in ask(path + "/stream"):
                if line.startswith(b"event: "): event = line[7:].decode().strip()
                if not line.startswith(b"data: "): continue
                data = json.loads(line[6:])
                if event == "state": stops = {why for why in ("suspended", "blocked") if data[why]}
                if event in ("state", "pulse"): heard_at, fault = time.monotonic(), data["fault"]
                if event in ("suspended", "blocked"): stops.add(event)
                if event in ("resumed", "unblocked"): stops.discard({"resumed": "suspended"}.get(event, "blocked"))
                if event == "claim": say(claim=data["id"], states=data["states"])
        except OSError: pass
        time.sleep(1)

def send():
    """One after the other, and the same bytes again until it is known what became of them."""
    global since
    headers = {"Content-Type": "application/cloudevents+json", "Prefer": "wait=30"}
    while True:
        time.sleep(0.02)
        if not waiting: continue
        since = since or time.monotonic()
        try: answer = json.load(ask("/v1/events", waiting[0].encode(), headers))["events"][0]
        except urllib.error.HTTPError as error:
            is_wrong = error.code in (400, 413)
            answer = {"outcome": "refused", "refused": json.load(error)} if is_wrong else {"outcome": None}
        except OSError: answer = {"outcome": None}
        if answer["outcome"] is None: time.sleep(1); continue
        with lock: event, since = json.loads(waiting.pop(0)), None; keep(number, waiting)
        say(id=event["id"], outcome=answer["outcome"], refused=answer["refused"])

def first():
    """Above all that the table has used, whatever the clock here says."""
    state = json.load(ask(path))
    ledger_time = datetime.fromisoformat((state["asOf"] or "1970-01-01").replace("Z", "+00:00"))
    return max(int(ledger_time.timestamp() * 1e6), int(state["sequence"] or 0) + 1000)

lock = threading.Lock()
number, waiting = json.load(open(file)) if os.path.exists(file) else (first(), [])
for work in (listen, send): threading.Thread(target=work, daemon=True).start()
for line in sys.stdin:
    event = json.loads(line)
    why = why_closed() if event["type"] == "bet.placed" else None
    if why: say(outcome="refused", seat=event["data"]["seat"], refused={"reason": why, "chip": "give-back"}); continue
    own = {"specversion": "1.0", "id": f"{table}/{number}", "source": table, "subject": jackpot, "sequence": str(number)}
    with lock: waiting.append(json.dumps({**own, **event})); number += 1; keep(number, waiting)
