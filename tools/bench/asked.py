"""What people ask of the bot in a simulated Discord: commands, presses, options while typing."""

from tools.bench.discord_server import Json, message


def command(name: str, **options: str | int) -> Json:
    """Return what a typed command tells; a subcommand is named with its command."""
    given: list[Json] = [
        {"name": key, "type": 3 if isinstance(value, str) else 4, "value": value}
        for key, value in options.items()
    ]
    root, *below = name.split()
    for part in reversed(below):
        given = [{"name": part, "type": 1, "options": given}]
    return {"type": 2, "data": {"id": "1", "name": root, "type": 1, "options": given}}


def button_press(custom_id: str) -> Json:
    """Return what the press of a button tells."""
    button = {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": custom_id}
    row = {"type": 1, "id": 1, "components": [button]}
    return {
        "type": 3,
        "data": {"custom_id": custom_id, "component_type": 2, "id": 2},
        "message": message(1 << 59, 0) | {"components": [row]},
    }


def completion(name: str, option: str, typed: str) -> Json:
    """Return what is told while somebody types an option of a command."""
    given = [{"name": option, "type": 3, "value": typed, "focused": True}]
    return {"type": 4, "data": {"id": "1", "name": name, "type": 1, "options": given}}
