"""Checks what omc wrote for other tools: formats.py KIND FILE…

run    run.json against docs/run.schema.json
sarif  the structure that SARIF 2.1.0 requires, and that the flows of threads together are the schedule
junit, gitlab, perfetto    that it is what the reader of that format needs
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "docs" / "run.schema.json"
# Of the standard: what an object with this property must have besides, and where paths are relative.
LEVELS = {"none", "note", "warning", "error"}


def check_run(text):
    jsonschema.Draft7Validator.check_schema(schema := json.loads(SCHEMA.read_text(encoding="utf-8")))
    jsonschema.validate(json.loads(text), schema)


def check_sarif(text):
    log = json.loads(text)
    assert log["version"] == "2.1.0" and "sarif-schema-2.1.0.json" in log["$schema"]
    for run in log["runs"]:
        assert set(run) <= {"tool", "results", "invocations", "originalUriBaseIds", "columnKind"}, set(run)
        rules = run["tool"]["driver"]["rules"]
        assert run["tool"]["driver"]["name"] == "omc" and len({rule["id"] for rule in rules}) == len(rules)
        for base in run["originalUriBaseIds"].values():
            assert re.fullmatch("file:///.*/", base["uri"])
        for invocation in run["invocations"]:
            assert isinstance(invocation["executionSuccessful"], bool)
            assert all(note["message"]["text"] and note["level"] in LEVELS
                       for note in invocation["toolExecutionNotifications"])
        for result in run["results"]:
            check_result(result, run, rules)


def check_result(result, run, rules):
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] in LEVELS
    assert result["message"]["text"] and result["partialFingerprints"]
    for location in result["locations"] + result.get("relatedLocations", []):
        check_location(location, run)
    for flow in result["codeFlows"]:
        ids = [thread["id"] for thread in flow["threadFlows"]]
        assert ids and len(set(ids)) == len(ids)
        orders = []
        for thread in flow["threadFlows"]:
            assert thread["locations"], "a threadFlow needs a location"
            own = [each["executionOrder"] for each in thread["locations"]]
            assert own == sorted(own)
            orders += own
            for each in thread["locations"]:
                check_location(each["location"], run)
        # The flows of all threads together are the schedule; at its end several threads may wait.
        assert sorted(set(orders)) == list(range(1, max(orders) + 1)), orders


def check_location(location, run):
    place = location.get("physicalLocation")
    if not place:
        return
    artifact = place["artifactLocation"]
    if "uriBaseId" in artifact:
        assert artifact["uriBaseId"] in run["originalUriBaseIds"]
        assert not artifact["uri"].startswith("/") and ":" not in artifact["uri"], artifact
    else:
        assert artifact["uri"].startswith("file:///"), artifact
    if "region" in place:
        assert place["region"]["startLine"] >= 1 and place["region"].get("startColumn", 1) >= 1


def check_junit(text):
    suites = xml.fromstring(text)
    assert suites.tag == "testsuites"
    for suite in suites:
        cases = suite.findall("testcase")
        assert suite.tag == "testsuite" and int(suite.get("tests")) == len(cases) > 0
        for tag, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert int(suite.get(count)) == sum(case.find(tag) is not None for case in cases), count
        assert all(case.get("name") and case.get("classname") and float(case.get("time")) >= 0 for case in cases)


def check_gitlab(text):
    issues = json.loads(text)
    for issue in issues:
        assert issue["description"] and issue["check_name"].startswith("omc-")
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1 and not issue["location"]["path"].startswith(("/", "./"))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


def check_perfetto(text):
    events = json.loads(text)["traceEvents"]
    tracks = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
    slices = [event for event in events if event["ph"] == "X"]
    assert slices and all(event["dur"] > 0 and (event["pid"], event["tid"]) in tracks for event in slices)
    # One thread runs at a time: the steps follow each other. A thread that waits does so beside them.
    steps = [event for event in slices if "args" in event]
    assert all(a["ts"] + a["dur"] == b["ts"] for a, b in zip(steps, steps[1:]) if a["pid"] == b["pid"])


for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        globals()[f"check_{sys.argv[1]}"](file.read())
