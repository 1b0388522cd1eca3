"""The check of built pages finds every link that leads nowhere."""

from pathlib import Path

from tools.website.links import faults

GOOD = """<html><link rel="stylesheet" href="a.css?v=1"><a href="more/two.html#there">two</a>
<a href="#here">here</a><h1 id="here">One</h1><a href="https://elsewhere.example/x">out</a>
<img src="data:image/png;base64,AA=="></html>"""


def site(folder: Path, page: str = GOOD) -> list[str]:
    (folder / "more").mkdir(parents=True)
    (folder / "a.css").write_text("")
    (folder / "one.html").write_text(page, encoding="utf-8")
    two = '<h2 id="there">Two</h2><a href="../one.html">back</a>'
    (folder / "more" / "two.html").write_text(two, encoding="utf-8")
    return [*faults(folder)]


def test_a_folder_in_which_every_link_leads_somewhere_has_no_fault(tmp_path: Path) -> None:
    assert site(tmp_path / "site") == []


def test_each_link_that_leads_nowhere_is_named_with_its_page(tmp_path: Path) -> None:
    wrong = {
        '<a href="three.html">': "is not there",
        '<a href="more/">': "is not there",
        '<a href="more/two.html#nowhere">': "has no such heading",
        '<a href="#nowhere">': "has no such heading",
        '<a href="/one.html">': "leads out of the folder",
        '<a href="../outside.html">': "leads out of the folder",
        '<script src="https://cdn.example/x.js">': "is loaded from elsewhere",
        '<link href="//fonts.example/x.css">': "is loaded from elsewhere",
        '<img src="https://elsewhere.example/x.png">': "is loaded from elsewhere",
    }
    for number, (element, problem) in enumerate(wrong.items()):
        (fault,) = site(tmp_path / str(number), GOOD + element)
        assert fault.startswith("one.html: ")
        assert fault.endswith(problem), element


def test_a_link_to_the_address_that_the_site_will_have_leads_into_it(tmp_path: Path) -> None:
    url = "https://parlour.example/p/"
    links = f'<link rel="alternate" href="{url}more/two.html"><a href="{url}no.html">'
    (fault,) = site(tmp_path, links)
    assert fault == f"one.html: {url}more/two.html: is loaded from elsewhere"
    assert [*faults(tmp_path, url)] == [f"one.html: {url}no.html: is not there"]
