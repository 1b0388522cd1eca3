"""Make the site: `python -m tools.website -o FOLDER`. Its pages need no server."""

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import discord

from hosting.check import PERMISSIONS, SCOPES
from tools.website.api_pages import write_api
from tools.website.commands_pages import commands_pages
from tools.website.documents import HOME, PROJECT, contents, write_documents
from tools.website.feed import write_feed, write_sitemap
from tools.website.finish import finish_pages
from tools.website.links import faults
from tools.website.play_pages import PYTHON, write_play
from tools.website.player_pages import write_player_pages


def main(words: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.website", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--url", type=_url, default="", help="the address that the site will have")
    parser.add_argument(
        "--application", type=int, help="the application ID at Discord of the bot that one can add"
    )
    arguments = parser.parse_args(words)
    output, url = arguments.output, arguments.url
    if find_spec("sphinx") is None:
        print("Sphinx is not installed; `make site` installs it.", file=sys.stderr)
        return 2
    with TemporaryDirectory() as temporary:
        source, built = Path(temporary, "source"), Path(temporary, "built")
        source.mkdir()
        write_sources(source)
        strictly = ["-W", "--keep-going", "-q", "-b", "html", "-j", "auto"]
        address = ["-D", f"html_baseurl={url}"]
        command = [sys.executable, "-m", "sphinx", *strictly, *address, str(source), str(built)]
        if status := subprocess.run(command, cwd=PROJECT, check=False).returncode:  # noqa: S603 (our own words)
            return status
        finish_pages(built)
        if PYTHON.exists():
            print(write_play(built))
        else:
            print("SKIPPED, there is no play/: `make .venv/tools/pyodide` has npm bring Python.")
        write_player_pages(built, commands_pages(), url, _invite(arguments.application))
        write_feed(built, url)
        if url:
            write_sitemap(built, url)
        found = [*faults(built, url)]
        print(*found, sep="\n", end="\n" * bool(found))
        if not found:
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(
                built, output, ignore=shutil.ignore_patterns(".buildinfo*", ".doctrees")
            )
            print(f"The site is in {output}: open {output / 'index.html'}.")
            if not url:
                print("It has no sitemap, which needs its address: make site SITE_URL=https://…")
    return 1 if found else 0


def write_sources(folder: Path) -> None:
    """Write what Sphinx makes the site of."""
    shutil.copy(PROJECT / "tools" / "website" / "conf.py", folder)
    tables = (
        *(contents(names, title) for title, names in write_documents(folder).items()),
        contents(write_api(folder), "The rules as a library"),
    )
    with (folder / HOME).open("a", encoding="utf-8") as home:
        home.write("\n" + "\n".join(tables))


def _url(text: str) -> str:
    """Return the address of a folder, with which that of every page begins, or nothing if empty."""
    address = urlsplit(text)
    if text and (address.scheme not in ("http", "https") or not address.netloc or address.query):
        raise argparse.ArgumentTypeError("write the address of the site as https://parlour.example")
    return f"{text.partition('#')[0].rstrip('/')}/" if text else ""


def _invite(application: int | None) -> str:
    """Return where one adds the bot to a server, if it is known which bot."""
    if application is None:
        return ""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


if __name__ == "__main__":
    sys.exit(main())
