#!/usr/bin/env python3
"""Kills `bezant entail annotate` at random moments while people answer, and counts what is lost.

    python3 scripts/annotate_kill.py target/release/bezant [--kills 50] [--people 8] [--seed 1]

Each time: the process is killed (SIGKILL) while all answer as fast as they can, the store is checked by SQLite, the process
is started again, and every answer that the application had acknowledged must be in its export, once, as it was given last.
An answer on its way when the process ended may be there or not. Prints a line a kill; ends with status 1 if anything is
missing, double or broken.
"""

import argparse
import collections
import csv
import http.client
import io
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ANSWERS = ["yes", "no", "not-sure"]


class Server:
    def __init__(self, program, folder, people):
        self.command = [program, "entail", "annotate", "pairs.tsv", "--store", "store.db", "-q", "--checks", "0"]
        self.command += ["--annotators", str(people), "--per-pair", str(people), "--rate", "10000"]
        self.folder, self.people, self.address = folder, people, "127.0.0.1:0"

    def start(self):
        command = [*self.command, "--address", self.address]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True)
        links = [self.process.stdout.readline().split()[-1] for _ in range(1 + self.people)]
        self.organiser, *self.annotators = [urllib.parse.urlsplit(link).path for link in links]
        self.address = urllib.parse.urlsplit(links[0]).netloc

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def ask(connection, method, path, fields=None):
    """One request; the status, where it leads, and the page."""
    body = urllib.parse.urlencode(fields) if fields is not None else None
    headers = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.headers.get("Location"), answer.read().decode()


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def answer(server, path, number, acknowledged, on_their_way, random):
    """Answers question after question until the process is gone."""
    connection = http.client.HTTPConnection(server.address, timeout=10)
    try:
        _, _, page = ask(connection, "GET", path)
        _, where, _ = ask(connection, "POST", f"{path}/begin", {"form": hidden(page)["form"]})
        while True:
            while where is not None and not where.endswith("/done"):
                _, where, page = ask(connection, "GET", where)
                if where is not None:
                    continue
                fields = hidden(page)
                fields["answer"] = random.choice(ANSWERS)
                on_their_way[number] = (fields["pair"], fields["answer"])
                status, where, _ = ask(connection, "POST", f"{path}/answers", fields)
                if status == 303:
                    acknowledged[number, fields["pair"]] = fields["answer"]
                    on_their_way.pop(number)
            _, _, page = ask(connection, "GET", f"{path}/done")
            if "/begin" not in page:
                return
            _, where, _ = ask(connection, "POST", f"{path}/begin", {"form": hidden(page)["form"]})
    except (OSError, http.client.HTTPException):
        pass


def exported(server):
    connection = http.client.HTTPConnection(server.address, timeout=10)
    _, _, text = ask(connection, "GET", f"{server.organiser}/judgements.csv")
    return [(int(row["annotator"]), row["id"], row["answer"]) for row in csv.DictReader(io.StringIO(text))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    n_pairs = 400 * given.kills
    totals = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        rows = [f"p{n}\tThe baker who knew cook {n} slept.\tThe baker slept.\tYES" for n in range(1, n_pairs + 1)]
        (pathlib.Path(folder) / "pairs.tsv").write_text("id\ttext\thypothesis\tentailment\n" + "\n".join(rows) + "\n")
        server = Server(str(given.program.resolve()), folder, given.people)
        acknowledged = {}
        for kill in range(1, given.kills + 1):
            server.start()
            on_their_way = {}
            people = [
                threading.Thread(
                    target=answer,
                    args=(server, path, n, acknowledged, on_their_way, random.Random(f"{given.seed} {kill} {n}")),
                )
                for n, path in enumerate(server.annotators, 1)
            ]
            for thread in people:
                thread.start()
            moment = chance.uniform(0.05, 1.5)
            time.sleep(moment)
            server.kill()
            for thread in people:
                thread.join()
            store = sqlite3.connect(f"file:{folder}/store.db?mode=ro", uri=True)
            state = store.execute("PRAGMA integrity_check").fetchone()[0]
            store.close()
            server.start()
            there = exported(server)
            server.kill()
            found = {(number, pair): kept for number, pair, kept in there}
            doubles = len(there) - len(found)
            in_flight = {(number, f"p{pair}"): sent for number, (pair, sent) in on_their_way.items()}
            lost = 0
            for (number, pair), sent in acknowledged.items():
                kept = found.get((number, f"p{pair}"), "").replace(" ", "-")
                lost += kept != sent and kept != in_flight.get((number, f"p{pair}"))
            strange = sum(
                (number, pair.removeprefix("p")) not in acknowledged and (number, pair) not in in_flight
                for number, pair in found
            )
            # What arrived without an acknowledgement counts from now on.
            for number, pair, kept in there:
                acknowledged[number, pair.removeprefix("p")] = kept.replace(" ", "-")
            print(
                f"{kill:3}  after {moment:.2f} s  {len(acknowledged):7} answers  {len(in_flight)} on their way"
                f"  lost {lost}  double {doubles}  unexpected {strange}  store {state}",
                flush=True,
            )
            totals += collections.Counter(lost=lost, double=doubles, unexpected=strange, broken=state != "ok")
    print(f"{given.kills} kills, {len(acknowledged)} answers:", ", ".join(f"{totals[name]} {name}" for name in ["lost", "double", "unexpected", "broken"]))
    return 1 if totals.total() else 0


if __name__ == "__main__":
    sys.exit(main())
