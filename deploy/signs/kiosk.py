#!/usr/bin/python3
"""Shows the address SIGN_URL in a Chromium that fills the screen, and watches over it.

Every five seconds it asks the page whether it is the sign. What is none (an error of the browser, a
crashed tab) is loaded again. While all is well it tells systemd so, which starts everything anew
after a minute without. Chromium is asked through a pipe: no port is open. Python 3.9, no package.
"""
import json
import os
import select
import shlex
import socket
import subprocess
import sys
import time

ASK_EVERY, LOAD_AGAIN_AFTER = 5, 15  # seconds
IS_SIGN = "document.documentElement.dataset.known !== undefined"  # Its script has painted.
FLAGS = """
    --kiosk --remote-debugging-pipe --no-first-run --no-default-browser-check --noerrdialogs
    --hide-crash-restore-bubble --disable-session-crashed-bubble --disable-pinch --disable-sync
    --overscroll-history-navigation=0 --password-store=basic --disable-component-update
    --disable-background-networking --disk-cache-size=52428800 --disable-features=Translate
"""


class Chromium:
    def __init__(self, url):
        program = os.environ.get("CHROMIUM", "chromium")
        flags = shlex.split(FLAGS + os.environ.get("CHROMIUM_FLAGS", ""))
        flags.append(f"--user-data-dir={os.environ['STATE_DIRECTORY']}")
        scheme, _, host, *_ = url.split("/")
        if scheme == "http:":
            # Without https there is a service worker, and a start without the gateway, only so.
            flags += [f"--unsafely-treat-insecure-origin-as-secure=http://{host}", "--test-type"]
        theirs, self.out = os.pipe()
        self.into, their_out = os.pipe()
        # Chromium reads 3 and writes 4.
        shell = ["sh", "-c", f'exec "$@" 3<&{theirs} 4>&{their_out}', "sh"]
        subprocess.Popen([*shell, program, *flags, url], pass_fds=[theirs, their_out])
        os.close(theirs)
        os.close(their_out)
        self.rest, self.count = b"", 0

    def call(self, method, session=None, **params):
        """What a method of the DevTools protocol answers; {} where it fails or is silent."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + ASK_EVERY
        while select.select([self.into], [], [], max(0, end - time.monotonic()))[0]:
            if not (got := os.read(self.into, 65536)):
                sys.exit("Chromium has ended.")
            *whole, self.rest = (self.rest + got).split(b"\0")
            for answer in map(json.loads, whole):
                if answer.get("id") == self.count:
                    return answer.get("result", {})
        return {}

    def is_sign(self, url, loads):
        """Asks the page, and loads it again if it should; each time anew, as tabs crash."""
        targets = self.call("Target.getTargets").get("targetInfos", [])
        page = next((each["targetId"] for each in targets if each["type"] == "page"), None)
        session = self.call("Target.attachToTarget", targetId=page, flatten=True).get("sessionId")
        if session is None:
            return False
        answer = self.call("Runtime.evaluate", session, expression=IS_SIGN)
        is_sign = answer.get("result", {}).get("value") is True
        if loads and not is_sign:
            self.call("Page.navigate", session, url=url)
        self.call("Target.detachFromTarget", sessionId=session)
        return is_sign


def tell_systemd(word):
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.sendto(word, "\0" + address[1:] if address[0] == "@" else address)


def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(64)


if __name__ == "__main__":
    url = os.environ.get("SIGN_URL", "")
    if not url:
        refuse("usage: SIGN_URL=http://GATEWAY:3001/signs/JACKPOT STATE_DIRECTORY=FOLDER kiosk.py")
    if not url.startswith(("http://", "https://")):
        refuse(f"SIGN_URL: {url}: the address of a sign begins with http:// or https://")
    if not os.environ.get("STATE_DIRECTORY"):
        refuse("STATE_DIRECTORY is missing: set it to the folder where Chromium keeps the page.")
    chromium = Chromium(url)
    tell_systemd(b"READY=1")
    loaded_at = time.monotonic()
    while True:
        time.sleep(ASK_EVERY)
        loads = time.monotonic() - loaded_at > LOAD_AGAIN_AFTER
        if chromium.is_sign(url, loads):
            tell_systemd(b"WATCHDOG=1")
        elif loads:
            print(f"{url} was no sign and is loaded again", file=sys.stderr, flush=True)
            loaded_at = time.monotonic()
