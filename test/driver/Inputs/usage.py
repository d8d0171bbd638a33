"""usage.py USAGE.md REPORT.txt: the JSON of the text is valid, and its problem matcher matches one line of the report."""
import json
import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
tasks = [json.loads(body) for body in re.findall(r"^```json\n(.*?)^```$", text, re.S | re.M)]
pattern = tasks[0]["tasks"][0]["problemMatcher"]["pattern"]
matched = [found for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
           if (found := re.match(pattern["regexp"], line))]
assert len(matched) == 1, matched
found = {key: matched[0][group] for key, group in pattern.items() if key != "regexp"}
assert found["file"] == "wake.cpp" and found["line"] == "12" and found["code"] == "omc-deadlock", found
for body in re.findall(r"^```yaml\n(.*?)^```$", text, re.S | re.M):
    assert "\t" not in body and "omc test" in body, body
