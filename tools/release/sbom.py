"""Write the list of all parts of a running bot: CycloneDX, from the lock, the notice and the fonts.

Each package has its version, its licence, the hashes of its files as they are pinned, and the
packages that it needs itself.
"""

import argparse
import hashlib
import re
import sys
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from rules import __version__
from tools.lock_requirements import digest, requirements_of
from tools.release.package import committed

PROJECT = Path(__file__).parents[2]
KIND = "requirements"
PACKAGE = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; (.+?))? \\$((?:\n    --hash=sha256:.+)+)", re.MULTILINE
)
LICENCE = re.compile(r"^      ([a-z0-9-]+)  +([A-Z][\w. -]+)$", re.MULTILINE)
FONTS, FONTS_VERSION, FONTS_LICENCE = "rendering/fonts/*.ttf", "2.37", "Bitstream-Vera"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file and check it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.sbom", description=__doc__)
    default = PROJECT / "dist" / f"parlour-{__version__}.cdx.json"
    parser.add_argument("-o", "--output", type=Path, default=default)
    output: Path = parser.parse_args(arguments).output
    text = str(JsonV1Dot6(parts()).output_as_string(indent=1))
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        print(f"not CycloneDX: {wrong}", file=sys.stderr)
        return 1
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
    number = text.count('"bom-ref"') - 1  # without the bot itself
    print(f"{output.name}: {number} parts, {len(text) / 1000:.0f} kB")
    return 0


def parts() -> Bom:
    """List the parts, and what needs what."""
    packages = {component.name: component for component in _packages()}
    bot = Component(
        type=ComponentType.APPLICATION,
        name="parlour",
        version=__version__,
        bom_ref="parlour",
        licenses=[LicenseFactory().make_from_string("MIT")],
    )
    fonts = [*_fonts()]
    bom = Bom(
        components=[*packages.values(), *fonts],
        metadata=BomMetaData(component=bot, timestamp=datetime.fromtimestamp(committed(), UTC)),
        serial_number=uuid.uuid5(uuid.NAMESPACE_OID, f"parlour {__version__} {digest(KIND)}"),
    )
    asked = _named(requirements_of(KIND))
    bom.register_dependency(bot, [*fonts, *(packages[name] for name in asked)])
    for name, component in packages.items():
        needed = sorted(_named(_requirements(name)) & packages.keys())
        bom.register_dependency(component, [packages[other] for other in needed])
    return bom


def _packages() -> Iterator[Component]:
    """Yield each locked package; one that only some machines need says which."""
    licences = dict(LICENCE.findall((PROJECT / "NOTICE").read_text(encoding="utf-8")))
    lock = (PROJECT / f"{KIND}.lock").read_text(encoding="utf-8")
    for name, version, condition, hashes in PACKAGE.findall(lock):
        files = [
            HashType(alg=HashAlgorithm.SHA_256, content=content)
            for content in re.findall(r"[0-9a-f]{64}", hashes)
        ]
        index = XsUri(f"https://pypi.org/simple/{name}/")
        reference = ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION, url=index, hashes=files
        )
        yield Component(
            name=name,
            version=version,
            bom_ref=name,
            description=f"only where {condition}" if condition else None,
            licenses=[LicenseFactory().make_from_string(licences[name])],
            purl=PackageURL("pypi", None, name, version),
            external_references=[reference],
        )


def _fonts() -> Iterator[Component]:
    for path in sorted(PROJECT.glob(FONTS)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        yield Component(
            type=ComponentType.FILE,
            name=path.name,
            version=FONTS_VERSION,
            bom_ref=path.name,
            licenses=[LicenseFactory().make_from_string(FONTS_LICENCE)],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content)],
        )


def _requirements(name: str) -> Iterator[str]:
    """Yield what an installed package needs, without its extras."""
    try:
        told = requires(name) or []
    except PackageNotFoundError:
        return  # only for other machines
    for requirement in told:
        if "extra ==" not in requirement:
            yield requirement


def _named(requirements: Iterable[str]) -> set[str]:
    """Return the names in requirements, as locks write them."""
    found = (re.match(r"[\w.-]+", requirement) for requirement in requirements)
    return {re.sub(r"[._-]+", "-", name[0]).lower() for name in found if name}


if __name__ == "__main__":
    sys.exit(main())
