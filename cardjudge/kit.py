"""The files that come with the kit and with games: beside packages in a clone, else inside them."""

from pathlib import Path

KIT = Path(__file__).parents[1]
_CASES = ("testdata/{}", "{}/problem/tests/secret", "judge/web/testdata/{}")


def cases(game: str) -> Path:
    """Return the folder with the cases of a game, in a clone or a wheel."""
    places = (KIT / place.format(game) for place in _CASES)
    return next(path for path in places if path.is_dir())


def present(references: str) -> str:
    """Return the references that exist in this installation, separated by commas."""
    listed = references.split(", ")
    return ", ".join(page for page in listed if not page.endswith(".md") or (KIT / page).exists())


def packages() -> set[str]:
    """Return the names of the kit's packages and of those of installed games."""
    return {"cardjudge", "judge", *(folder.name for folder in packages_of_games())}


def packages_of_games() -> list[Path]:
    """Return the folders of the packages of installed games, by the names of the games."""
    from importlib.metadata import entry_points  # loading it takes 30 ms
    from importlib.util import find_spec

    games = sorted(entry_points(group="cardjudge.games"))
    specs = [find_spec(game.module.partition(".")[0]) for game in games]
    return [
        Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ()
    ]
