"""How a board looks on a page: as its reader has set it, and from their side."""

from dataclasses import replace
from typing import Any

from data.settings import BoardSide
from languages import languages
from rendering import THEMES
from tests.web.pages import Page, Site


async def test_each_theme_is_drawn(site: Site) -> None:
    await site.table.begin("ringo")
    page, grounds = await site.page(site.table.ada), set()
    for theme in THEMES:
        await change(site, theme=theme)
        state = await page.state()
        grounds.add(state["board"]["name"])
        assert "svg" in state["board"]
    assert len(grounds) == len(THEMES) == 4


async def test_page_speaks_each_language(site: Site) -> None:
    await site.table.begin("hoyito")
    asked = set()
    for tag in languages():
        await change(site, language=tag)
        _, entered = await site.enter(await site.token(site.table.ada))
        assert entered["language"] == tag
        state = await Page(site, entered["key"], 1).state()
        asked.add((entered["words"]["play"], state["lines"][0]))
    assert len(asked) == len(languages()) == 7


async def test_own_side_is_at_the_bottom_unless_set_otherwise(site: Site) -> None:
    await site.table.begin("bizingo")
    ada, ben = await site.page(site.table.ada), await site.page(site.table.ben)
    first, second = [(await page.state())["board"]["cells"]["a3"] for page in (ada, ben)]
    assert first[1] < second[1], "the first side sees row a at the top"
    await change(site, site.table.ben.id, seen=BoardSide.FIRST)
    ben.parts.clear()
    assert (await ben.state())["board"]["cells"]["a3"] == first


async def change(site: Site, person: int = 0, **chosen: Any) -> None:
    """Change somebody's settings, Ada's unless told."""
    settings = site.table.bot.store.personal_settings
    who, now = person or site.table.ada.id, site.table.env.now()
    await settings.change(who, lambda own: replace(own, **chosen), now)
