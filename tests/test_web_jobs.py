"""Jobs continue after kill -9 of their process or of the server; memory and time are limited."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from babieca import Board, Tours, count
from babieca.store import Store
from babieca.web.history import PURPOSE, History
from babieca.web.settings import STACK_BYTES, allowed_bytes
from tests.serving import Served, serving

LONG = {"question": {"board": "8x8"}, "method": "search", "threads": 1}
PATHS = {"question": {"board": "7x7", "kind": "path"}}
JOB_NICENESS = 10

NUMBER_OF_PATHS = str(165575218320 // 2)  # OEIS A165134 has both directions


def share(job: dict[str, Any]) -> float:
    return (job["progress"] or {}).get("share") or 0.0


def events(served: Served, number: int) -> list[dict[str, Any]]:
    """Return the events of a job until it ends."""
    with served.client.stream("GET", f"/api/jobs/{number}/events") as stream:
        lines = list(stream.iter_lines())
    assert [line for line in lines if line.startswith("event: ")] == ["event: job"] * (
        len(lines) // 3
    )
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


def test_a_job_is_followed_to_its_result_and_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        job = served.ask("jobs/count", question={"board": "6x8", "kind": "path"})
        assert (job["id"], job["verb"], job["text"]) == (1, "count", "paths of 6x8")
        told = events(served, 1)
        assert told[-1]["state"] == "done"
        shares = [each["progress"]["share"] for each in told if each["progress"]]
        assert shares == sorted(shares)
        counted = served.result(1)["value"]
        assert counted == str(count(Board(6, 8), "path"))
        assert events(served, 1) == told[-1:]
        with served.client.stream("GET", "/api/jobs/events") as stream:
            started = served.ask("jobs/find", question={"board": "6x6"})["id"]
            data = (json.loads(line[6:]) for line in stream.iter_lines() if line[:5] == "data:")
            seen = list(itertools.takewhile(lambda job: job["state"] != "done", data))
            assert {job["id"] for job in seen} == {started}
        assert served.ask("jobs/find", question={"board": "4x8"})["state"] == "queued"
        failed = served.until(3, lambda job: job["state"] == "failed")
        assert failed["fault"]["code"] == 1
        assert served.client.get("/api/jobs/3/result").status_code == 409
        listed = served.client.get("/api/jobs").json()["jobs"]
        assert [job["id"] for job in listed] == [3, 2, 1]
        assert served.client.get("/api/jobs?before=2").json()["jobs"][0]["id"] == 1
        assert served.client.delete("/api/jobs/3").status_code == 204
        assert served.client.get("/api/jobs/3").status_code == 404
    assert list((tmp_path / "jobs").iterdir()) == []
    left = tmp_path / "jobs" / f"1-{round(told[-1]['created'] * 1000)}"
    left.mkdir()  # as if the server was killed before it deleted the directory
    (left / ".lock").touch()
    with serving(tmp_path) as served:
        assert served.result(1)["value"] == counted
        assert list((tmp_path / "jobs").iterdir()) == []


def test_jobs_are_cancelled_wherever_they_are(tmp_path: Path) -> None:
    with serving(tmp_path, jobs_at_once=1, waiting_jobs=1) as served:
        running, waiting = (served.ask("jobs/count", **LONG)["id"] for _ in range(2))
        served.until(running, lambda job: job["progress"])
        assert served.refused("jobs/count", **LONG) == (429, 3)
        assert served.client.delete(f"/api/jobs/{running}").status_code == 409
        for number in (waiting, running):
            cancelled = served.client.post(f"/api/jobs/{number}/cancel").json()
            assert cancelled["state"] == "cancelled"
            assert served.client.post(f"/api/jobs/{number}/cancel").status_code == 409
        assert served.children(niceness=JOB_NICENESS) == []
        assert served.client.post("/api/jobs/99/cancel").status_code == 404
        status = served.client.get("/api/status").json()
        assert (status["jobs"]["running"], status["memory"]["promised"]) == (0, 0)


def test_memory_bounds_how_many_run(tmp_path: Path) -> None:
    with serving(tmp_path, memory=2**30, jobs_at_once=4) as served:
        large = {"question": {"board": "6x6", "kind": "path"}, "memory": "600M"}
        first, second = (served.ask("jobs/count", **large)["id"] for _ in range(2))
        assert served.result(second) is not None
        assert served.job(first)["ended"] <= served.job(second)["started"]
        assert served.refused("jobs/count", **PATHS, memory="2G") == (422, 2)
        # The library refuses a count that needs more than its budget before it allocates.
        small = served.ask("jobs/count", question={"board": "8x8"}, memory="100M")["id"]
        served.until(small, lambda job: job["state"] == "failed")
        assert served.job(small)["fault"]["code"] == 2


def test_the_budget_holds_for_jobs_of_an_earlier_server(tmp_path: Path) -> None:
    with serving(tmp_path, memory=2**32, checkpoint_seconds=0.01) as served:
        large = served.ask("jobs/count", **PATHS, memory="3G")["id"]
        served.until(large, lambda job: share(job) > 0.3)
        queued = served.ask("jobs/count", **PATHS, memory="3G")["id"]
        served.process.send_signal(signal.SIGINT)
        served.process.communicate()
    with serving(tmp_path, memory=2**31) as served:
        small = served.ask("jobs/count", question={"board": "5x6"})["id"]
        assert served.result(small)["value"] == "8"
        for number in (large, queued):
            waiting = served.job(number)
            assert waiting["state"] == "queued"
            assert waiting["fault"]["code"] == 2
            assert "its budget is 3.0 GiB of memory" in waiting["fault"]["error"]
            assert "2.0 GiB for all jobs" in waiting["fault"]["error"]
        status = served.client.get("/api/status").json()
        assert (status["jobs"]["waiting"], status["memory"]["promised"]) == (2, 0)
        refused = served.client.delete(f"/api/jobs/{queued}")
        assert (refused.status_code, refused.json()["reason"]["code"]) == (409, "job_not_ended")
        cancelled = served.client.post(f"/api/jobs/{queued}/cancel").json()
        assert (cancelled["state"], cancelled["fault"]) == ("cancelled", None)
        served.process.send_signal(signal.SIGINT)
        served.process.communicate()
    with serving(tmp_path, memory=2**32) as served:
        again = served.until(large, lambda job: job["progress"])
        assert (again["fault"], share(again) > 0.2) == (None, True)
        assert served.result(large)["value"] == NUMBER_OF_PATHS


def test_the_memory_limit_of_a_worker_is_its_budget_and_the_margin(served: Served) -> None:
    budget = 2**29
    number = served.ask("jobs/count", **LONG, memory=budget)["id"]
    served.until(number, lambda job: job["progress"])
    (pid,) = served.children(niceness=JOB_NICENESS)
    limits = Path(f"/proc/{pid}/limits").read_text()
    limit = int(re.findall(r"Max data size +(\d+)", limits)[0])
    # The limit is relative to the memory of the worker at its start.
    assert 0 < limit - allowed_bytes(budget) < 2**28
    served.client.post(f"/api/jobs/{number}/cancel")


def test_a_count_reserves_little_more_than_its_plan() -> None:
    """Without the margin for libraries: the limit is the plan and the stacks of two threads."""
    planned = Tours(Board(7, 8)).plan(threads=2).bytes_needed()
    assert planned is not None
    limit = planned + 2 * STACK_BYTES
    command = [sys.executable, "-c", COUNTING, str(limit), str(planned)]
    counted = subprocess.run(command, capture_output=True, text=True)
    assert counted.stdout == "34524432316\n", counted.stderr


COUNTING = """
import sys
from babieca import Board, count
from babieca.web.worker import limit_memory
limit, budget = map(int, sys.argv[1:])
limit_memory(limit)
print(count(Board(7, 8), memory=budget, threads=2))
"""


def test_time_bounds_how_long_one_runs(served: Served) -> None:
    number = served.ask("jobs/count", **LONG, timeout=0.5)["id"]
    late = served.until(number, lambda job: job["state"] == "failed")
    assert late["fault"]["code"] == 3
    assert "not decided within 0.5 s" in late["fault"]["error"]


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, checkpoint_seconds=0.01) as served:
        number = served.ask("jobs/count", **PATHS)["id"]
        served.until(number, lambda job: share(job) > 0.3)
        os.kill(served.children(niceness=JOB_NICENESS)[0], signal.SIGKILL)
        again = served.until(number, lambda job: job["tries"] == 2 and job["progress"])
        assert share(again) > 0.2  # it continues from its checkpoint
        assert served.result(number)["value"] == NUMBER_OF_PATHS
        for pid in served.children():
            os.kill(pid, signal.SIGKILL)
        assert served.ask("find", question={"board": "6x6"})["board"] == "6x6"


def test_a_job_whose_worker_always_dies_fails(served: Served) -> None:
    number = served.ask("jobs/count", **LONG)["id"]
    for tries in (1, 2, 3):
        served.until(number, lambda job, tries=tries: job["tries"] == tries and job["progress"])
        (pid,) = served.children(niceness=JOB_NICENESS)
        os.kill(pid, signal.SIGKILL)
    failed = served.until(number, lambda job: job["state"] == "failed")
    fault = failed["fault"]
    assert (fault["error"], fault["code"]) == ("its process died 3 times", 70)
    assert (fault["reason"]["code"], fault["reason"]["arguments"]) == (
        "job_process_died",
        {"count": 3},
    )


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    with serving(tmp_path, checkpoint_seconds=0.01, jobs_at_once=1) as served:
        done = served.ask("jobs/find", question={"board": "6x6"})["id"]
        found = served.result(done)
        number = served.ask("jobs/count", **PATHS)["id"]
        next_one = served.ask("jobs/count", question={"board": "5x6"})["id"]
        served.until(number, lambda job: share(job) > 0.3)
        workers = served.children()
        served.process.kill()
        served.process.wait()
    with serving(tmp_path) as served:
        assert served.result(done) == found
        again = served.until(number, lambda job: job["progress"])
        assert share(again) > 0.2
        assert served.result(number)["value"] == NUMBER_OF_PATHS
        assert served.result(next_one)["value"] == "8"
        # The workers of a server end with it.
        assert not any(is_worker(pid) for pid in workers)


def test_files_that_the_server_did_not_make_stay(tmp_path: Path) -> None:
    data = tmp_path / "data"
    strangers = [data / "jobs" / name / "f" for name in ("mine", "1", "2", "1-0", "x-y")]
    for file in strangers:
        file.parent.mkdir(parents=True)
        file.write_text("x")
    data.chmod(0o750)
    for _ in range(2):
        with serving(data) as served:
            number = served.ask("jobs/count", question={"board": "5x6"})["id"]
            assert served.result(number)["value"] == "8"
    assert [file.read_text() for file in strangers] == ["x"] * len(strangers)
    assert {path.name for path in (data / "jobs").iterdir()} == {
        file.parent.name for file in strangers
    }
    assert data.stat().st_mode & 0o777 == 0o750
    assert (data / "history.jsonl").stat().st_mode & 0o777 == 0o600
    with serving(tmp_path / "new"):
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_file_in_the_directory_of_a_job_outlives_the_job(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        number = served.ask("jobs/count", **LONG)["id"]
        served.until(number, lambda job: job["progress"])
        (directory,) = (tmp_path / "jobs").iterdir()
        (directory / "notes.txt").write_text("x")
        served.client.post(f"/api/jobs/{number}/cancel")
        assert [path.name for path in directory.iterdir()] == ["notes.txt"]


def test_checkpoints_outlive_a_history_that_was_moved_away(tmp_path: Path) -> None:
    """The next history has jobs with the same numbers; the checkpoints of both stay apart."""
    away = tmp_path / "away.jsonl"
    history = tmp_path / "history.jsonl"
    with serving(tmp_path, checkpoint_seconds=0.01) as served:
        number = served.ask("jobs/count", **PATHS)["id"]
        served.until(number, lambda job: share(job) > 0.3)
        served.process.send_signal(signal.SIGINT)
        served.process.communicate()
    history.rename(away)
    with serving(tmp_path) as served:
        other = served.ask("jobs/count", question={"board": "5x6"})["id"]
        assert (other, served.result(other)["value"]) == (number, "8")
        served.process.send_signal(signal.SIGINT)
        served.process.communicate()
    away.rename(history)
    with serving(tmp_path) as served:
        assert share(served.until(number, lambda job: job["progress"])) > 0.2
        assert served.result(number)["value"] == NUMBER_OF_PATHS


def is_worker(pid: int) -> bool:
    try:
        return b"babieca.web.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_an_interrupted_server_ends_cleanly_and_its_jobs_go_on(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        number = served.ask("jobs/count", **LONG)["id"]
        served.until(number, lambda job: job["progress"])
        workers = served.children()
        watching = subprocess.Popen(
            [sys.executable, "-c", WATCHING, served.address], stdout=subprocess.PIPE, text=True
        )
        assert watching.stdout is not None
        assert watching.stdout.readline() == "event: job\n"
        served.process.send_signal(signal.SIGINT)
        said, errors = served.process.communicate()
        assert (served.process.returncode, said, errors) == (0, "ended\n", "")
        watching.communicate()
        assert not any(is_worker(pid) for pid in workers)
    with serving(tmp_path) as served:
        served.until(number, lambda job: job["state"] == "running" and job["progress"])


WATCHING = """
import httpx, sys
try:
    with httpx.stream("GET", sys.argv[1] + "/api/jobs/1/events") as stream:
        for line in stream.iter_lines():
            print(line, flush=True)
except httpx.HTTPError:
    pass
"""


def test_a_directory_and_a_port_belong_to_one_server(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as served:
        port = served.address.rpartition(":")[2]
        for directory, number, message in (
            (tmp_path / "one", "0", f"another process is at work in {tmp_path / 'one'}"),
            (tmp_path / "two", port, f"port {port} is in use: give another with --port"),
        ):
            second = subprocess.run(
                [
                    *(sys.executable, "-m", "babieca", "serve", "--no-open", "--port", number),
                    *("--data-dir", str(directory)),
                ],
                capture_output=True,
                text=True,
            )
            assert (second.returncode, second.stdout) == (2, "")
            assert second.stderr == f"babieca: {message}\n"
        assert (tmp_path / "two").stat().st_mode & 0o777 == 0o700
        assert served.ask("find", question={"board": "6x6"})["kind"] == "closed"


def test_an_atlas_gives_numbers_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        number = served.ask("jobs/atlas", question={"board": "6x6"})["id"]
        assert served.result(number)["tours"] == "9862"
        tour = served.ask("unrank", question={"board": "6x6"}, number="4321")
        ranked = served.ask("rank", question={"board": "6x6"}, text=json.dumps(tour))
        assert (ranked[0]["rank"], ranked[0]["of"]) == ("4321", "9862")


def ended_server(served: Served) -> str:
    """End a server; return everything that it said after its address."""
    served.process.send_signal(signal.SIGINT)
    said, errors = served.process.communicate()
    assert (served.process.returncode, errors) == (0, "")
    return said


def change(directory: Path, key: str, old: str, new: str) -> None:
    """Change bytes of the newest record of a key in a history."""
    path = directory / "history.jsonl"
    content = path.read_text()
    at = content.rindex(f'"key": "{key}"')
    assert old in content[at:].partition("\n")[0]
    path.write_text(content[:at] + content[at:].replace(old, new, 1))


def listed(history: History) -> list[tuple[int, str]]:
    return [(job.id, job.state) for job in history.jobs(10, None, None)]


SMALL = {"question": {"board": "5x6"}}


def add_job(history: History, *, ended: bool) -> int:
    job = history.add("count", SMALL, "closed tours of 5x6", 2**20, None)
    if ended:
        history.change(job, state="done", ended=job.created + 1, result='{"value": "8"}')
    return job.id


def test_a_file_that_is_no_history_is_set_aside_and_named(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    for number, content in enumerate((b"no history\n" * 100, bytes(5000)), 1):
        path.write_bytes(content)
        said: list[str] = []
        assert add_job(History(path, said.append), ended=True) == 1
        aside = tmp_path / f"history-damaged-{number}.jsonl"
        assert said == [f"the history is damaged: it is now {aside}; a new history begins"]
        assert aside.read_bytes() == content


def test_a_damaged_job_is_named_and_the_state_before_counts(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    history = History(path)
    for ended in (True, True, True, False):
        add_job(history, ended=ended)
    change(tmp_path, "job 1", "done", "dine")
    change(tmp_path, "result 2", "8", "9")
    change(tmp_path, "job 4", "5x6", "6x6")
    said: list[str] = []
    for _ in range(2):
        history = History(path, said.append)
        assert listed(history) == [(3, "done"), (2, "queued"), (1, "queued")]
        assert [history.is_damaged(number) for number in range(6)] == [False] * 4 + [True, False]
    assert said == [f"left out 3 damaged records of {path}: 'job 1', 'result 2', 'job 4'"]
    assert add_job(history, ended=False) == 5


NO_JOBS: list[Any] = [
    5,
    [],
    {},
    {"memory": "much"},
    {"state": "asleep"},
    {"words": []},
    {"id": None},
]


@pytest.mark.parametrize("damage", NO_JOBS, ids=str)
def test_a_record_that_is_no_job_is_left_out(damage: Any, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    bad, good = (add_job(History(path), ended=False) for _ in range(2))
    store = Store(path, PURPOSE)
    job = store.find({"job 1": dict})["job 1"]
    store.write({"job 1": None})
    store.write({"job 1": job | damage if isinstance(damage, dict) and damage else damage})
    said: list[str] = []
    history = History(path, said.append)
    assert (listed(history), len(said)) == ([(good, "queued")], 1)
    assert history.is_damaged(bad)


def test_old_jobs_are_forgotten_and_no_number_is_used_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babieca.web.history.MOST_KEPT", 2)
    path = tmp_path / "history.jsonl"
    for number in range(1, 6):
        assert add_job(History(path), ended=number != 1) == number
    History(path).forget(5)
    history = History(path)
    assert listed(history) == [(4, "done"), (3, "done"), (1, "queued")]
    assert (history.result(4), history.result(2)) == ('{"value": "8"}', None)
    assert add_job(history, ended=False) == 6


def test_a_changed_record_is_not_believed_and_is_computed_again(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        numbers = [served.ask("jobs/count", **SMALL)["id"] for _ in range(3)]
        for number in numbers:
            assert served.result(number)["value"] == "8"
        change(tmp_path, "result 1", "8", "9")
        change(tmp_path, "job 2", "5x6", "6x6")
        for number in numbers[:2]:
            for address in (f"/api/jobs/{number}/result", f"/api/jobs/{number}"):
                refused = served.client.get(address)
                assert refused.status_code == 404
                assert "is damaged in the history: start it again" in refused.json()["error"]
        assert [job["id"] for job in served.client.get("/api/jobs").json()["jobs"]] == [3]
        assert served.client.get(f"/api/jobs/{2**70}").status_code == 404
        assert ended_server(served).count("left out 1 damaged record of") == 2
    with serving(tmp_path) as served:
        for number in numbers:
            assert served.result(number)["value"] == "8"


def test_a_job_whose_directory_cannot_be_made_fails(tmp_path: Path) -> None:
    (tmp_path / "jobs").write_text("a file")
    with serving(tmp_path) as served:
        number = served.ask("jobs/count", question={"board": "5x6"})["id"]
        failed = served.until(number, lambda job: job["state"] == "failed")
        assert failed["fault"]["code"] == 2
        assert "cannot use" in failed["fault"]["error"]


def test_each_browser_has_its_own_list_of_jobs(tmp_path: Path) -> None:
    with serving(tmp_path, jobs_at_once=1, waiting_jobs=3) as served:
        address = served.address
        with httpx.Client(base_url=address) as one, httpx.Client(base_url=address) as two:
            started = []
            for browser in (one, two, one):
                opened = browser.get("/")
                assert ("set-cookie" in opened.headers) == (browser not in started[::2])
                job = browser.post("/api/jobs/count", json=LONG)
                assert job.headers["location"] == f"/api/jobs/{job.json()['id']}"
                started += [browser, job.json()]
            program = served.ask("jobs/count", **LONG)
            jobs = started[1::2]

            def listed(browser: httpx.Client, **which: Any) -> list[int]:
                told = browser.get("/api/jobs", params=which).json()["jobs"]
                return [job["id"] for job in told]

            assert listed(one, mine=True) == [jobs[2]["id"], jobs[0]["id"]]
            assert listed(one, mine=True, before=jobs[2]["id"]) == [jobs[0]["id"]]
            assert listed(two, mine=True) == [jobs[1]["id"]]
            assert listed(served.client, mine=True) == []
            everything = [program["id"], *(job["id"] for job in reversed(jobs))]
            assert listed(one) == listed(two) == listed(served.client) == everything
            secrets = {*one.cookies.values(), *two.cookies.values()}
            assert not secrets & {job["browser"] for job in jobs}
            with two.stream("GET", "/api/jobs/events", params={"mine": True}) as stream:
                data = next(line for line in stream.iter_lines() if line.startswith("data: "))
            assert json.loads(data[6:])["id"] == jobs[1]["id"]
            refused = one.post("/api/jobs/count", json=LONG)
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) > 0


def test_slow_questions_do_not_stop_quick_ones(tmp_path: Path) -> None:
    """Quick and steady verbs have their own workers; a busy pool grows; all time is limited."""
    endless = {"method": "backtrack", "warnsdorff": False, "nodes": 2**60}
    asked = {"count": LONG, "find": {"question": {"board": "12x12"}, **endless}}
    with serving(tmp_path, answer_seconds=3.0, quick_workers=1) as served:
        others = [
            subprocess.Popen(
                [sys.executable, "-c", ASKING, f"{served.address}/api/{verb}", json.dumps(words)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for verb, words in asked.items()
        ]
        for _ in range(5):
            assert served.ask("find", question={"board": "6x6"})["kind"] == "closed"
        for other in others:
            said, _ = other.communicate()
            assert json.loads(said)["code"] == 3, said
        assert served.ask("count", question={"board": "5x6"})["value"] == "8"


def post(verb: str, words: dict[str, Any], address: str) -> bytes:
    body = json.dumps(words).encode()
    head = f"POST /api/{verb} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_the_work_of_clients_that_have_left_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path, answer_seconds=600.0) as served:
        host, _, port = served.address.removeprefix("http://").partition(":")
        for words in (LONG, LONG | {"threads": 2}, *[PATHS | {"method": "search"}] * 14):
            with socket.create_connection((host, int(port))) as leaving:
                leaving.sendall(post("count", words, host))
        assert served.ask("count", question={"board": "5x6"})["value"] == "8"


def get_recording(words: dict[str, Any], address: str) -> bytes:
    query = urlencode({"words": json.dumps(words)})
    return f"GET /api/recordings?{query} HTTP/1.1\r\nHost: {address}\r\n\r\n".encode()


def test_a_recording_ends_with_its_last_client(tmp_path: Path) -> None:
    def trace(board: str, limit: int) -> dict[str, Any]:
        return {"question": {"board": board}, "method": "sweep", "limit": limit}

    with serving(tmp_path, answer_seconds=600.0) as served:
        host, _, port = served.address.removeprefix("http://").partition(":")
        asked = [trace("5x6", 1000), *(trace("8x8", 1000 + at) for at in range(16))]
        with socket.create_connection((host, int(port))) as staying:
            staying.sendall(get_recording(asked[0], host))
            for words in asked:
                with socket.create_connection((host, int(port))) as leaving:
                    leaving.sendall(get_recording(words, host))
            assert staying.recv(12) == b"HTTP/1.1 200"
        assert served.ask("trace", **trace("5x6", 5))


def test_the_wait_for_a_worker_counts_in_the_time_of_an_answer(tmp_path: Path) -> None:
    """Four workers are busy for ever: the other questions are refused while they wait."""
    with (
        serving(tmp_path, answer_seconds=1.0) as served,
        ThreadPoolExecutor(6) as threads,
    ):
        refused = [*threads.map(lambda _: served.refused("count", **LONG), range(6))]
    assert {*refused} <= {(409, 3), (429, 3)}
    assert refused.count((429, 3)) >= 2


ASKING = """
import httpx, sys
headers = {"content-type": "application/json"}
print(httpx.post(sys.argv[1], content=sys.argv[2], headers=headers, timeout=600).text)
"""
