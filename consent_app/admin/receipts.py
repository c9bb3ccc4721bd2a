"""``consent-app receipts``: exporting a workspace's receipts, and erasing a visitor's."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

import click

from consent_app.admin import schemas
from consent_app.admin.receipt_filters import filter_options, pop_filters, read_filters
from consent_app.application import Application
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import (
    ID,
    Progress,
    confirm,
    json_option,
    print_done,
    removing_unfinished,
    yes_option,
)
from consent_app.context import Context
from consent_app.errors import NotFound, ValidationFailed
from consent_app.exports.service import (
    FORMATS,
    Export,
    ExportRequest,
    ExportSlots,
    begin_export,
)
from consent_app.openapi.compiled_operations import Operation, compile_operation
from consent_app.openapi.document import Document
from consent_app.openapi.document_file import read_document
from consent_app.receipts.service import ReceiptQuery, get_oldest_id
from consent_app.retention import service as retention
from consent_app.security.macs import verify_proof_token
from consent_app.settings import project_file
from consent_app.text import noun_form
from consent_app.workspaces import admin

_BY_SUFFIX = {format_.suffix: format_ for format_ in FORMATS.values()}
_ALL = 2**62


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of `receipts export`. ``filters`` maps the API's parameters to their texts."""

    workspace: str
    form: str | None
    output: str
    limit: int
    cursor: UUID | None
    filters: dict[str, str]


@click.group()
def command() -> None:
    """Export receipts, and erase a visitor's."""


@command.command("export")
@click.option("--workspace", required=True, metavar="SLUG", help="The workspace's slug.")
@click.option(
    "--format",
    "form",
    type=click.Choice(sorted(_BY_SUFFIX)),
    help="The format.  [default: that of the file's ending, or else json]",
)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="The file to write; - is standard output.",
)
@click.option(
    "--limit",
    type=int,
    metavar="N",
    default=_ALL,
    help="The maximum number.  [default: all]",
)
@click.option("--cursor", type=ID, metavar="ID", help="Continue after the receipt with this id.")
@filter_options
@ini_option
def export_command(ini: str | None, **options: Any) -> int:
    """Write a workspace's receipts to a file.

    Writes the same bytes as the API. The file appears once it is complete.
    """
    filters = pop_filters(options)
    limit = min(options.pop("limit"), _ALL)
    return export_receipts(ini, ExportOptions(**options, limit=limit, filters=filters))


def export_receipts(ini: str | None, options: ExportOptions) -> int:
    """Write the export. The file appears complete or not at all."""
    if options.limit < 1:
        raise ValidationFailed("--limit must be 1 or more.")
    with application_of(ini) as app:
        workspace_id = _workspace_id(app, options.workspace)
        operation = _operation()
        filters = read_filters(options.filters, operation)
        with app.database.session(read_only=True) as session:
            oldest = get_oldest_id(session, workspace_id)
        query = ReceiptQuery(workspace_id, filters, options.limit, options.cursor, app.now())
        declared = operation.response(200)
        assert declared is not None
        assert declared.items is not None
        request = ExportRequest(
            query, _BY_SUFFIX[_form(options)], gzip=False, is_valid=declared.items.is_valid
        )
        app.add(ExportSlots())
        with Context.of_operator(app).in_workspace(workspace_id).reading() as ctx:
            export = begin_export(ctx, request)
        try:
            with removing_unfinished(), _file(options.output) as file:
                _write(export, file, options.limit, oldest)
        except BrokenPipeError:
            raise
        except OSError as error:
            name = "standard output" if options.output == "-" else options.output
            click.echo(f"consent-app: {name}: {error.strerror}.", err=True)
            return 2
        finally:
            export.close()
        receipts = noun_form(export.count, "receipt")
        click.echo(f"{export.count} {receipts}, export {export.id}", err=True)
    return 0


@command.command("erase")
@click.option("--workspace", required=True, metavar="SLUG", help="The workspace's slug.")
@click.option("--receipt", "receipt_id", type=ID, metavar="ID", help="One of their receipts.")
@click.option(
    "--proof-token",
    metavar="TOKEN",
    help="A receipt's proof token; - reads it from standard input.",
)
@click.option(
    "--same-address",
    is_flag=True,
    help="Also every receipt with the same address hash, including other people's.",
)
@yes_option
@json_option
@ini_option
def erase_visitor(
    workspace: str, receipt_id: UUID | None, proof_token: str | None, **options: Any
) -> None:
    """Delete one visitor's receipts.

    Deletes the receipt and those linked to it: the visitor's earlier and later decisions.
    With --receipt and --proof-token, the token must belong to that receipt.
    """
    if receipt_id is None and proof_token is None:
        raise click.UsageError("Identify the visitor with --receipt, --proof-token, or both.")
    if proof_token == "-":  # noqa: S105
        proof_token = sys.stdin.readline().strip()
    same_address: bool = options["same_address"]
    with application_of(options["ini"]) as app:
        workspace_id = _workspace_id(app, workspace)
        receipt_id = receipt_id or _proved(app, workspace_id, proof_token or "")
        if proof_token is not None and not verify_proof_token(app.keys, proof_token, receipt_id):
            raise NotFound("The proof token does not belong to this receipt.")
        ctx = Context.of_operator(app).in_workspace(workspace_id)
        with ctx.reading() as reading:
            visitor = retention.find_visitor(reading, receipt_id)
        count = len(visitor.linked) + (visitor.with_same_hash if same_address else 0)
        as_json: bool = options["as_json"]
        linked = len(visitor.linked)
        click.echo(f"Linked to {receipt_id}, itself included: {linked}.", err=as_json)
        same = visitor.with_same_hash
        click.echo(f"Others with the same address hash: {same}.", err=as_json)
        question = f"Delete {count} {noun_form(count, 'receipt')}?"
        confirm(question, yes=options["yes"])
        with ctx.transaction() as writing:
            # Looked up again: the visitor may have decided again since.
            visitor = retention.find_visitor(writing, receipt_id)
            deleted = retention.erase_visitor(writing, visitor, same_address=same_address)
    row = schemas.erasure(receipt_id, deleted, same_address=same_address)
    print_done(f"Receipts deleted: {deleted}.", row, as_json=as_json)


def _form(options: ExportOptions) -> str:
    """Return the format that was asked for, or the one that the file's name promises."""
    ending = Path(options.output).suffix.removeprefix(".").lower()
    return options.form or (ending if ending in _BY_SUFFIX else "json")


def _workspace_id(app: Application, slug: str) -> UUID:
    with app.database.session(read_only=True) as session:
        return admin.get_workspace_by_slug(session, slug).id


def _operation() -> Operation:
    """Return the API's export, with its parameters and responses."""
    path = project_file("openapi.yaml")
    document = Document(read_document(path, path.read_bytes()))
    return compile_operation(document, "/v1/consent-events", "get")


def _write(export: Export, file: BinaryIO, limit: int, oldest: UUID | None) -> None:
    with Progress("receipts") as progress:
        for chunk in export.chunks():
            file.write(chunk)
            progress.show(export.count, max(export.count / limit, _share(export, oldest)))
        progress.show(export.count, 1.0)


def _share(export: Export, oldest: UUID | None) -> float:
    """Return how far back in time the export has come, newest first, without counting rows."""
    if oldest is None or export.first_id is None or export.last_id is None:
        return 0.0
    # Its first 48 bits are an id's millisecond.
    first, last, end = (
        receipt_id.int >> 80 for receipt_id in (export.first_id, export.last_id, oldest)
    )
    return (first - last) / max(first - end, 1)


@contextmanager
def _file(name: str) -> Iterator[BinaryIO]:
    """Provide a file that appears under its name once it is complete and synced to disk."""
    if name == "-":
        # None if the shell closed it.
        output = getattr(sys.stdout, "buffer", None)
        if output is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield output
        output.flush()
        return
    path = Path(name).absolute()
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    # Readable only by its owner.
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
        raise


def _proved(app: Application, workspace_id: UUID, token: str) -> UUID:
    with (
        Progress("receipts tried") as progress,
        Context.of_operator(app).in_workspace(workspace_id).reading() as ctx,
    ):
        return retention.find_by_proof_token(ctx, token, progress.show)
