"""The pages have one way to draw a club's page, one to run a form that counts once, and one to show a refusal."""

import ast
from collections.abc import Iterator

import pytest

from tests.house.test_words import ROOT, files

DRAWS_PAGES = "ledger/web/site/frame.py"
RUNS_FORMS = "ledger/web/site/forms.py"
SHOWS_REFUSALS = "ledger/web/site/forms.py"
CALLS = ("render(", "run_once(", "answer_to(", "add_error(")


def second_ways(path: str, tree: ast.Module) -> Iterator[str]:
    """What a module of the web does by itself though there is one way for it."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        is_of_a_club = "visit" in {argument.arg for argument in function.args.args}
        for call in ast.walk(function):
            if not isinstance(call, ast.Call):
                continue
            name, text = ast.unparse(call.func).rpartition(".")[2], ast.unparse(call)
            if name == "render" and is_of_a_club and "/_" not in text and path != DRAWS_PAGES:
                yield f"{call.lineno}: a club's page is drawn by club_page"
            elif name in {"run_once", "answer_to"} and path != RUNS_FORMS:
                yield f"{call.lineno}: a form is run by submit_once or redirect_once"
            elif name == "add_error" and "refusal_text(" in text and path != SHOWS_REFUSALS:
                yield f"{call.lineno}: a refusal is put on a form by refuse"


@pytest.mark.parametrize(
    "statement",
    [
        "return render(request, 'ledger/deals/deal.html', {'visit': visit})",
        "return redirect(run_once(sent=sent, act=act))",
        "form.add_error('name', refusal_text(refusal))",
    ],
)
def test_a_second_way_is_found(statement: str) -> None:
    tree = ast.parse(f"def page(request, visit):\n    {statement}")

    assert len([*second_ways("ledger/web/deals/x.py", tree)]) == 1


def test_nothing_is_done_in_a_second_way() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files("ledger/web", ".py")}
    calling = {path: ast.parse(text) for path, text in texts.items() if any(call in text for call in CALLS)}

    assert [f"{path}:{fault}" for path, tree in calling.items() for fault in second_ways(path, tree)] == []
    assert {DRAWS_PAGES, RUNS_FORMS, SHOWS_REFUSALS} <= calling.keys()
