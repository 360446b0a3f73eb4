"""
Runs the Python samples of pages. `guides.test.ts` starts it. A line of the standard input has a page as JSON:
`{ "page": …, "samples": [{ "code": …, "line": …, "responds": … }] }`. The samples of a page run in order, in one
namespace. The answer is a line with null or, as JSON, why they failed: an error, or requests that haven't got
exactly the error that the page states.
"""

import contextlib
import io
import json
import os
import sys
import traceback

sys.path.insert(0, os.getcwd())
import purveyor

statuses = []


def record(self, response, problem, init=purveyor.ApiError.__init__):
    init(self, response, problem)
    statuses.append(self.status)


purveyor.ApiError.__init__ = record


def run(page, samples):
    namespace = {"__name__": "__main__"}
    for sample in samples:
        statuses.clear()
        # Empty lines before the sample, so that errors name the lines of the page.
        exec(compile("\n" * sample["line"] + sample["code"], page, "exec"), namespace)
        expected = [sample["responds"]] if "responds" in sample else []
        if statuses != expected:
            raise AssertionError(f"{page}:{sample['line']}: expected the errors {expected}, not {statuses}")


for line in sys.stdin:
    failure = None
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            run(**json.loads(line))
        except BaseException:
            failure = traceback.format_exc()
    print(json.dumps(failure), flush=True)
