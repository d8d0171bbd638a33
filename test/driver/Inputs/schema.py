"""Checks that run.json has every field of schema 1, of the right type and making sense."""
import json
import sys

PLACE = {"file": str, "line": int, "column": int, "function": str}


def has(value, fields, where):
    for name, kind in fields.items():
        assert name in value, f"{where} has no {name}"
        assert isinstance(value[name], kind), f"{where}.{name} is {value[name]!r}"


def check_run(run):
    has(run, {"schema": int, "omc": str, "program": str, "args": list, "verdict": str, "complete": bool,
              "options": dict, "stats": dict, "outcomes": list, "bugs": list}, "run")
    has(run["stats"], {**dict.fromkeys(["executions", "states", "steps", "hooks", "pruned", "threads",
                                        "max_depth", "forks", "peak_rss_kb"], int), "seconds": (int, float)},
        "stats")
    assert run["schema"] == 1 and run["options"]["search"] == "reduced"
    assert run["stats"]["threads"] == 3 and run["stats"]["hooks"] > 0
    for outcome in run["outcomes"]:
        has(outcome, {"stdout": str, "exit": int, "count": int, "schedule": str}, "outcome")
    for bug in run["bugs"]:
        check_bug(bug)


def check_bug(bug):
    has(bug, {"kind": str, "message": str, "site": dict, "sites": list, "schedule": str, "steps": list,
              "threads": list}, "bug")
    has(bug["site"], PLACE, "bug.site")
    assert bug["sites"] and bug["steps"] and len(bug["threads"]) == 3
    for step in bug["steps"]:
        has(step, {"n": int, "thread": int, "site": dict, "text": str, "effect": str, "values": dict}, "step")
    assert [step["n"] for step in bug["steps"]] == sorted(step["n"] for step in bug["steps"])
    for thread in bug["threads"]:
        has(thread, {"id": int, "name": str, "status": str, "waits_for": str, "holds": list, "site": dict},
            "thread")
        assert thread["status"] == "blocked"
    assert {tuple(thread["holds"]) for thread in bug["threads"][1:]} == \
        {("bank::accounts[0].m",), ("bank::accounts[1].m",)}


bug, ok = (json.load(open(name)) for name in sys.argv[1:])
check_run(bug)
check_run(ok)
assert bug["verdict"] == "bug" and len(bug["bugs"]) == 1 and not bug["complete"]
assert ok["verdict"] == "ok" and ok["complete"] and not ok["bugs"] and len(ok["outcomes"]) == 1
assert ok["program"] == "two.cpp"
