"""The rules that the importers of other judges have in their own sources, as assertions.

Each function is given the files of a package; an error names the rule that they break.
"""

import configparser
import io
import json
import re
import zipfile


def noj(made: dict[str, bytes]) -> None:
    """Normal-OJ: mongo/problem/test_case.py, mongo/problem/problem.py, mongo/engine.py."""
    names = zipfile.ZipFile(io.BytesIO(made["test_case.zip"])).namelist()
    for name in made:
        if not name.endswith(".json"):
            continue
        body = json.loads(made[name])
        # ProblemCase; SimpleIO.expected_test_case_filenames
        tasks = body["testCaseInfo"]["tasks"]
        assert all(
            {key: type(value) for key, value in task.items()}
            == dict.fromkeys(("taskScore", "caseCount", "memoryLimit", "timeLimit"), int)
            for task in tasks
        )
        expected = {
            f"{task:02d}{case:02d}.{suffix}"
            for task, each in enumerate(tasks)
            for case in range(each["caseCount"])
            for suffix in ("in", "out")
        }
        assert {*names} == expected
        # Problem.edit_problem; engine.Problem, ProblemDescription
        assert sum(task["taskScore"] for task in tasks) == 100
        assert 1 <= len(body["problemName"]) <= 64
        assert all(len(tag) <= 16 for tag in body["tags"])
        assert 1 <= body["allowedLanguage"] <= 7
        told = body["description"]
        assert max(len(told[key]) for key in ("description", "input", "output", "hint")) <= 100_000
        assert all(len(text) <= 1024 for text in (*told["sampleInput"], *told["sampleOutput"]))
        # new-front-end, src/utils/renderMarkdown.ts: no HTML
        assert "<" not in re.sub(r"\$[^$]*\$|`[^`]*`", "", told["description"])


def qduoj(made: dict[str, bytes]) -> None:
    """QDUOJ: problem/serializers.py, problem/views/admin.py, utils/xss_filter.py."""
    body = json.loads(made["1/problem.json"])
    # ImportProblemSerializer
    assert body.keys() == {
        *("display_id", "title", "description", "input_description", "output_description", "hint"),
        *("test_case_score", "time_limit", "memory_limit", "samples", "template", "spj"),
        *("rule_type", "source", "answers", "tags"),
    }
    assert body["rule_type"] in {"ACM", "OI"}
    assert 1 <= body["time_limit"] <= 60000
    assert 1 <= body["memory_limit"] <= 10240
    assert len(body["title"]) <= 128
    assert len(body["source"]) <= 200
    assert all(sample["input"] and sample["output"] for sample in body["samples"])
    assert body["spj"] is None or body["spj"]["language"] in {"C", "C++"}
    # TestCaseZipProcessor.filter_name_list
    scores = body["test_case_score"]
    assert all(each["score"] >= 1 for each in scores)
    names = [f"{n}.{end}" for n in range(1, len(scores) + 1) for end in ("in", "out")]
    assert [each[it] for each in scores for it in ("input_name", "output_name")] == names
    assert {*made} == {"1/problem.json", *(f"1/testcase/{name}" for name in names)}
    # allow_tags
    told = "".join(body[part]["value"] for part in body if "desc" in part)
    assert {*re.findall(r"<(\w+)", told)} <= {
        *"a img br strong code pre p em h2 h3 ul ol li table thead tbody tr th td hr s".split()
    }


def domjudge(made: dict[str, bytes]) -> None:
    """DOMjudge: webapp/src/Service/ImportProblemService.php, importZippedProblem."""
    settings = configparser.ConfigParser()
    settings.read_string("[problem]\n" + made["domjudge-problem.ini"].decode())
    found = {key: value.strip('"') for key, value in settings["problem"].items()}
    assert found.keys() <= {
        *("name", "timelimit", "special_run", "special_compare", "externalid"),
        *("allow_submit", "allow_judge", "points", "color", "short-name"),
    }
    assert re.fullmatch("[a-zA-Z0-9_-]+", found["externalid"])
    described = dict(line.split(": ", 1) for line in made["problem.yaml"].decode().splitlines())
    # A type is read as a string of words; two different limits are an error.
    assert json.loads(described.get("type", '"pass-fail"')) in {
        *("pass-fail", "scoring", "interactive")
    }
    limits = json.loads(described["limits"])
    assert float(made[".timelimit"]) == float(found["timelimit"]) == limits["time_limit"]
    assert made["problem.pdf"].startswith(b"%PDF")
    assert any(name.startswith("submissions/accepted/") for name in made)
    inputs = {name for name in made if re.fullmatch("data/(sample|secret)/.*[.]in", name)}
    assert inputs == {name for name in made if name.endswith(".in")} != set()
    assert {name.removesuffix(".in") + ".ans" for name in inputs} <= made.keys()
    assert not any(name.endswith((".png", ".svg")) for name in made if name.startswith("data/"))
