"""``consent-app receipts``: exporting a workspace's receipts, and erasing a visitor's."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from consent_app import make_app
from consent_app.cli.ini import add_ini_option, runtime_of
from consent_app.cli.progress import Progress
from consent_app.errors import NotFound, ValidationFailed
from consent_app.receipts import erasing, exporting, reading
from consent_app.receipts.export_formats import FORMS
from consent_app.receipts.manifests import Actor
from consent_app.receipts.reading import Filters
from consent_app.runtime import Runtime
from consent_app.security.macs import proves
from consent_app.workspaces import operating

FILTERS = {
    "domain": ("domainId", "domain_id"),
    "action": ("action", "action"),
    "source": ("source", "source"),
    "country": ("country", "country"),
    "from": ("from", "from_"),
    "to": ("to", "to"),
    "device": ("device", "device"),
    "status": ("status", "status"),
    "q": ("q", "q"),
}
"""Options of the export, each with the API's parameter and the filter that it is."""

_BY_SUFFIX = {form.suffix: form for form in FORMS.values()}
_ALL = 2**62


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("receipts", help="export receipts, erase a visitor's")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    export = actions.add_parser(
        "export",
        help="write a workspace's receipts to a file",
        description="Writes the bytes that the API would give. The file appears once it is whole.",
    )
    export.add_argument("--workspace", required=True, help="whose receipts", metavar="SLUG")
    export.add_argument("--format", choices=sorted(_BY_SUFFIX), default="json", help="(json)")
    export.add_argument("-o", "--output", required=True, help="- is standard output")
    export.add_argument("--limit", type=int, default=_ALL, help="how many at most (all)")
    export.add_argument("--cursor", type=UUID, help="go on after the receipt with this id")
    for option, (parameter, _) in FILTERS.items():
        export.add_argument(f"--{option}", help=f"as `{parameter}` of the API", dest=parameter)
    add_ini_option(export)
    export.set_defaults(run=export_receipts)
    erase = actions.add_parser(
        "erase",
        help="delete what is kept of one visitor",
        description="Deletes the receipt and those linked to it: the visitor's decisions before"
        " and after. With both options the token has to be the receipt's.",
    )
    erase.add_argument("--workspace", required=True, help="whose visitor", metavar="SLUG")
    erase.add_argument("--receipt", type=UUID, help="one of the visitor's receipts", metavar="ID")
    erase.add_argument(
        "--proof-token", help="a receipt's proof token; - reads it from standard input"
    )
    erase.add_argument(
        "--same-address",
        action="store_true",
        help="also all receipts with the same hash of an address, other people's among them",
    )
    erase.add_argument("--yes", action="store_true", help="do not ask")
    add_ini_option(erase)
    erase.set_defaults(run=erase_visitor)


def export_receipts(args: argparse.Namespace) -> int:
    """Write the export; the file is there whole or not at all."""
    if args.limit < 1:
        raise ValidationFailed("--limit is 1 or more.")
    with runtime_of(args.ini) as runtime:
        workspace_id = _workspace_id(runtime, args.workspace)
        operation = make_app(runtime).registry.api.operations["consent_events", "GET"]
        filters = _filters(args, operation)
        with runtime.database.session(read_only=True) as session:
            oldest = reading.oldest_id(session, workspace_id)
        export = exporting.begin(
            runtime,
            exporting.Exports(),
            workspace_id,
            Actor("operator"),
            filters,
            _BY_SUFFIX[args.format],
            limit=args.limit,
            cursor=args.cursor,
            gzip=False,
            is_valid=operation.answer(200).items.is_valid,
            now=runtime.now(),
        )
        try:
            with _file(args.output) as file:
                _write(export, file, args.limit, oldest)
        except OSError as error:
            print(f"consent-app: {args.output}: {error.strerror}", file=sys.stderr)
            return 2
        finally:
            export.close()
        print(f"{export.count} receipts, export {export.id}", file=sys.stderr)
    return 0


def erase_visitor(args: argparse.Namespace) -> int:
    """Erase a visitor and print what was deleted; status 1 where the operator says no."""
    if args.receipt is None and args.proof_token is None:
        raise ValidationFailed("Name the visitor by --receipt, --proof-token, or both.")
    token = args.proof_token
    if token == "-":  # noqa: S105
        token = sys.stdin.readline().strip()
    with runtime_of(args.ini) as runtime:
        workspace_id = _workspace_id(runtime, args.workspace)
        receipt_id = args.receipt or _proved(runtime, workspace_id, token)
        if token is not None and not proves(runtime.keys, token, receipt_id):
            raise NotFound("The proof token is not this receipt's.")
        with runtime.database.session(read_only=True) as session:
            found = erasing.trace(session, workspace_id, receipt_id)
        print(f"Linked to {receipt_id}, itself among them: {len(found.linked)}.")
        print(f"Others with the same hash of an address: {found.others}.")
        if args.same_address and not args.yes and not _agreed(len(found.linked) + found.others):
            print("Nothing was deleted.")
            return 1
        with runtime.database.transaction() as session:
            # Traced again: the visitor may have decided anew since.
            found = erasing.trace(session, workspace_id, receipt_id)
            deleted = erasing.erase(
                session, runtime, workspace_id, found, same_address=args.same_address
            )
    print(f"Receipts deleted: {deleted}.")
    return 0


def _workspace_id(runtime: Runtime, slug: str) -> UUID:
    with runtime.database.transaction() as session:
        return operating.workspace_by_slug(session, slug).id


def _filters(args: argparse.Namespace, operation: Any) -> Filters:
    fields = dict(FILTERS.values())
    given: dict[str, Any] = {}
    for parameter in operation.query:
        sent = getattr(args, parameter.name, None)
        if parameter.name not in fields or sent is None:
            continue
        value = parameter.cast([sent])
        if not parameter.validator.is_valid(value):
            raise ValidationFailed(f"The filter {parameter.name} is not valid.")
        given[fields[parameter.name]] = parameter.given(value)
    return Filters(**given)


def _write(export: exporting.Export, file: BinaryIO, limit: int, oldest: UUID | None) -> None:
    progress = Progress("receipts")
    for chunk in export.chunks():
        file.write(chunk)
        progress.show(export.count, max(export.count / limit, _share(export, oldest)))
    progress.end(export.count)


def _share(export: exporting.Export, oldest: UUID | None) -> float:
    """Return how far back in time the export has come, newest first, without counting rows."""
    if oldest is None or export.first_id is None or export.last_id is None:
        return 0.0
    # Its first 48 bits are an id's millisecond.
    first, last, end = (each.int >> 80 for each in (export.first_id, export.last_id, oldest))
    return (first - last) / max(first - end, 1)


@contextmanager
def _file(name: str) -> Iterator[BinaryIO]:
    """Give a file that takes its name once all is written and on the disk."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name).absolute()
    # Readable by its owner alone, as its content is nobody else's.
    handle, made = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(made).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(made).unlink()
        raise


def _proved(runtime: Runtime, workspace_id: UUID, token: str) -> UUID:
    progress = Progress("receipts tried")
    with runtime.database.session(read_only=True) as session:
        return erasing.find_proved(session, runtime, workspace_id, token, progress.show)


def _agreed(count: int) -> bool:
    if not sys.stdin.isatty():
        raise ValidationFailed("--same-address asks before it deletes. Say --yes to agree.")
    return input(f"Delete {count} receipts? [y/N] ").strip().lower() in ("y", "yes")
