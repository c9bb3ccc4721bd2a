"""Functions of exports that other rooms may call."""

from consent_app.exports.exports import Export, ExportRequest, begin_export
from consent_app.exports.formats import FORMATS
from consent_app.exports.slots import ExportSlots

__all__ = ["FORMATS", "Export", "ExportRequest", "ExportSlots", "begin_export"]
