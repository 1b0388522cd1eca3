"""What people choose for themselves is kept, told and forgotten."""

from pathlib import Path

from data import Confirm, Ledger, Personal
from tests.data.parlour import ANN, BEA, NOW


async def test_what_is_chosen_outlasts_a_restart_and_is_each_persons_own(path: Path) -> None:
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.settings.of(ANN.id) == Personal()
        for confirm in (Confirm.WHERE_IT_COSTS, Confirm.NEVER):
            await ledger.settings.choose(ANN.id, Personal(confirm=confirm))
    async with await Ledger.open(path, NOW) as ledger:
        assert (await ledger.settings.of(ANN.id)).confirm is Confirm.NEVER
        assert (await ledger.settings.of(BEA.id)).confirm is Confirm.ALWAYS


async def test_what_is_chosen_is_exported_and_forgotten(ledger: Ledger) -> None:
    await ledger.settings.choose(ANN.id, Personal(confirm=Confirm.NEVER))
    told = [thing async for thing in ledger.people.export(ANN.id)]
    assert {"setting": {"setting": "confirm", "value": "never"}} in told
    await ledger.forgetting.forget(ANN.id, NOW)
    assert await ledger.settings.of(ANN.id) == Personal()
