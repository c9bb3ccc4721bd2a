/** The values of settings in the reader's language: for their forms, and for the audit log. */
import { _ } from "../lib/texts.js";

/** @type {Record<string, Record<string, string>>} */
export const SETTINGS = {
  gpcRefuses: { all: _("Everything except what is necessary"), marketing: _("Marketing only") },
  gpp: { off: _("No"), state: _("In the section of the visitor's state"), national: _("In the national section") },
  model: {
    opt_in: _("Nothing runs before the visitor agrees."),
    opt_out: _("Everything runs until the visitor objects."),
    notice: _("Everything runs; visitors are informed."),
  },
  unknownPlace: { strictest: _("The strictest rule"), region: _("The rule of the domain's region") },
  verifyMethod: {
    script: _("The install tag"),
    dns_txt: _("A DNS record"),
    meta_tag: _("A meta tag"),
    file: _("A file"),
  },
  visitorData: {
    none: _("Nothing but country and kind of device"),
    reduced: _("A hash of the address, and the browser's name, version and system"),
    full: _("A hash of the address, and the browser's whole user agent"),
  },
};

/**
 * Return the values of a setting for a list of choices, each with its words.
 * @param {string} setting
 */
export const choicesOf = (setting) => Object.entries(SETTINGS[setting] ?? {});
