"""browse.py PAGE [KEY…]: opens a report.html in headless Chromium, presses the keys, and prints what the page then shows.

The keys go to the page by a script that is added to a copy. With --dark first, in a browser that asks for dark colours.
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PROBE = """<script>{
for (const key of %s) document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
const text = id => (document.getElementById(id) || {}).innerText || '';
const now = document.querySelectorAll('.row.now');
const shown = {
  title: document.title, verdict: text('verdict'), program: text('program'), replay: text('replay'),
  bugs: document.querySelectorAll('#bugs li').length, columns: document.querySelectorAll('.head .cell').length,
  steps: document.querySelectorAll('#steps .row').length, selected: now.length,
  now: now.length ? [...now[0].querySelectorAll('.cell')].map(cell => cell.textContent).join(' | ') : '',
  blocked: document.querySelectorAll('.cell.blocked').length, holding: document.querySelectorAll('.cell.holds').length,
  source: [...document.querySelectorAll('.source .here')].map(line => line.innerText).join(' | '),
  state: text('state'), turn: text('turn'), passes: text('passes'), outlook: text('outlook'), hint: text('hint'),
  coverage: text('coverage'), lost: document.querySelectorAll('.row.lost').length, announced: document.getElementById('announce').textContent, hash: location.hash,
  injected: document.querySelectorAll('img, b, #injected').length,
  background: getComputedStyle(document.body).backgroundColor};
for (const [key, value] of Object.entries(shown))
  document.body.append(Object.assign(document.createElement('output'), {textContent: `${key}: ${value}`}));
}</script></body>"""


def main():
    arguments = sys.argv[1:]
    flags = ["--blink-settings=preferredColorScheme=0"] if arguments[0] == "--dark" else []
    page = pathlib.Path(arguments[1 if flags else 0])
    keys = arguments[2 if flags else 1:]
    text = page.read_text(encoding="utf-8")
    assert text.count("</body>") == 1
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "report.html"
        copy.write_text(text.replace("</body>", PROBE % json.dumps(keys)), encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                   "--window-size=1300,900", *flags, "--dump-dom", copy.as_uri()]
        dom = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=120)
    for shown in re.findall("<output>(.*?)</output>", dom.stdout.decode(), re.DOTALL):
        print(" ".join(html.unescape(shown).split()))


main()
