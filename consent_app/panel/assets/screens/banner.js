/** The banner editor: texts, languages and colours, with a preview, the score and the differences. */
import { showToast } from "../lib/announce.js";
import { changesOf } from "../lib/changes.js";
import { useData } from "../lib/data.js";
import { etagOf } from "../lib/etag.js";
import { country, instant, number, tongue } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { explain } from "../lib/problems.js";
import { at, dirty, keepInput } from "../lib/router.js";
import { api, isOver } from "../lib/session.js";
import { _, ngettext, readable } from "../lib/texts.js";
import { Later } from "../lib/turns.js";
import { Basics, Languages, Look, Section, Wording } from "../ui/banner-fields.js";
import { Services } from "../ui/banner-services.js";
import { partName } from "../ui/banner-words.js";
import { Templates } from "../ui/banner-templates.js";
import { Action, Asking, Copyable, Dialog, Failure, Heading, Link, Loaded, Skeleton, Table, holdFocus } from "../ui/parts.js";
import { Versions } from "../ui/banner-versions.js";
import { Preview } from "../ui/preview.js";
import { regionName } from "../ui/words.js";
import { html, useEffect, useId, useMemo, useRef, useState } from "../vendor.js";

const PAUSE_MS = 500;
/** Places whose laws require different banners. */
const PLACES = ["DE", "FR", "GB", "CH", "US-CA", "US", "CA", "BR", "IN", "JP"];
const SELF = {};

const mayReplace = () => !dirty.has(SELF) || confirm(_("Your changes to this banner are not saved. Replace them?"));

/** @param {{domainId: string}} props */
export function Screen({ domainId }) {
  const params = { path: { domainId } };
  const domain = useData(async () => (await api.GET("/v1/domains/{domainId}", { params })).data, [domainId]);
  const draft = useData(async () => {
    const result = await api.GET("/v1/domains/{domainId}/banner", { params });
    return { ...result.data, etag: etagOf(result) };
  }, [domainId]);
  // Counts what replaced the editor's banner. Publishing it does not: the editor stays as it is.
  const [edition, setEdition] = useState(0);
  const replaced = async () => {
    dirty.delete(SELF);
    await draft.reload();
    setEdition((former) => former + 1);
  };
  // Input during a request is newer than its response.
  const newest = useRef(/** @type {any} */ (null));
  return html`<${Heading}
      title=${_("Banner")}
      about=${domain.data && shownHostname(domain.data.hostname)}
      eyebrow=${html`<${Link} to=${`/domains/${domainId}`}>${domain.data ? shownHostname(domain.data.hostname) : _("Domain")}<//>`}
    />
    <${Loaded} of=${draft} lines=${8}>
      ${(/** @type {any} */ state) => html`<${Editor} key=${edition} domainId=${domainId} state=${state} newest=${newest} reload=${draft.reload} replaced=${replaced} />`}
    <//>
    ${draft.data && html`<${Later}>${() => html`<${Templates} domainId=${domainId} content=${() => newest.current} mayReplace=${mayReplace} onApplied=${replaced} />`}<//>`}
    ${!(draft.busy && !draft.data) && html`<${Later}>${() => html`<${Versions} domainId=${domainId} current=${draft.data?.version} mayReplace=${mayReplace} onRolledBack=${replaced} />`}<//>`}`;
}

/**
 * @param {{domainId: string, state: any, newest: {current: any}, reload: () => Promise<void>, replaced: () => Promise<void>}} props
 * `replaced`: called to show what is on the service in place of what was edited
 */
function Editor({ domainId, state, newest, reload, replaced }) {
  const [content, setContent] = useState(() => (newest.current = state.banner));
  const [etag, setEtag] = useState(state.etag);
  const [locale, setLocale] = useState(() => readable(state.banner.locales).locale);
  const [where, setWhere] = useState("");
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [theirs, setTheirs] = useState(/** @type {any} */ (null));
  const [attempt, setAttempt] = useState(0);
  const [hasDraft, setHasDraft] = useState(state.state === "draft");
  const params = { path: { domainId } };
  const { version } = state;
  const published = useData(
    async () => (version ? (await api.GET("/v1/domains/{domainId}/banner/versions/{version}", { params: { path: { domainId, version } } })).data.banner : null),
    [domainId, version],
  );
  const form = useMemo(() => JSON.stringify(content), [content]);
  useEffect(() => () => void dirty.delete(SELF), []);
  const own = useRef(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    // Another version, or a draft, that is there after publishing is somebody else's.
    if (state.state !== "draft" && version === own.current) setEtag(state.etag);
  }, [state.etag]);
  /** @param {any} next */
  const change = (next) => {
    newest.current = next;
    setContent(next);
    keepInput(SELF);
  };
  useEffect(() => {
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const visitor = { locale, ...(where && { place: where }) };
        // A saved banner is not sent, because it is large.
        const { data } =
          content === state.banner
            ? await api.GET("/v1/domains/{domainId}/banner/preview", { params: { ...params, query: visitor } })
            : await api.POST("/v1/domains/{domainId}/banner/preview", { params, body: { banner: content, ...visitor } });
        if (late) return;
        setPreview(data);
        setProblem(null);
        // The service fills in missing texts: a new language gets its texts from here.
        if (newest.current === content && content !== state.banner && JSON.stringify(data.content) !== form) {
          newest.current = data.content;
          setContent(data.content);
        }
      } catch (error) {
        if (!late) setProblem(explain(error));
      }
    }, preview ? PAUSE_MS : 0);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [form, locale, where, attempt]);

  const again = isOver(problem);
  useEffect(() => {
    if (again) setAttempt(attempt + 1);
  }, [again]);

  const editor = useRef(/** @type {HTMLElement | null} */ (null));
  /** Move the focus to the first field that is marked, else to the button that leads to one, unless somebody types on. */
  const focusError = () =>
    requestAnimationFrame(() => {
      if (document.activeElement?.closest(".fields")) return;
      const marked = editor.current?.querySelector('.fields [aria-invalid="true"]') ?? editor.current?.querySelector("[data-elsewhere]");
      if (marked instanceof HTMLElement) marked.focus();
    });
  /** @param {string} tag */
  const put = async (tag) => {
    const sentContent = newest.current;
    const result = await api.PUT("/v1/domains/{domainId}/banner", { params: { ...params, header: { "If-Match": tag } }, body: sentContent });
    setEtag(etagOf(result));
    setHasDraft(true);
    if (newest.current === sentContent) {
      newest.current = result.data.banner;
      setContent(result.data.banner);
      dirty.delete(SELF);
    }
    return etagOf(result);
  };
  /** Return what somebody else has saved, if a request was refused because of that. @param {unknown} error */
  const savedSince = async (error) => {
    const { code } = explain(error);
    if (code !== "precondition_failed" && code !== "precondition_required") throw error;
    const result = await api.GET("/v1/domains/{domainId}/banner", { params });
    return { ...result.data, etag: etagOf(result) };
  };
  /**
   * Save the draft and do what follows. Return whether nobody else has saved in the meantime.
   * @param {(tag: string) => Promise<void>} then
   * @param {string} [tag] of what was read
   * @returns {Promise<boolean>}
   */
  const guarded = async (then, tag = etag) => {
    try {
      await then(await put(tag));
      return true;
    } catch (error) {
      const refused = explain(error);
      // The button shows every other refusal.
      if (Object.keys(refused.fields).length) {
        setProblem(refused);
        focusError();
        return false;
      }
      const saved = await savedSince(error);
      // Saved by this page, which never got the response.
      if (changesOf(saved.banner, newest.current).length === 0) return await guarded(then, saved.etag);
      setTheirs(saved);
      return false;
    }
  };
  const save = () => guarded(async () => showToast(_("The draft is saved.")));
  /** @param {boolean} material */
  const publish = (material) =>
    guarded(async (tag) => {
      const { data } = await api.POST("/v1/domains/{domainId}/banner/publish", { params: { ...params, header: { "If-Match": tag } }, body: { material } });
      own.current = data.version;
      setHasDraft(false);
      showToast(_("The banner is published."));
      await reload();
    });
  const discard = async () => {
    try {
      await api.DELETE("/v1/domains/{domainId}/banner", { params: { ...params, header: { "If-Match": etag } } });
    } catch (error) {
      setTheirs(await savedSince(error));
      return;
    }
    showToast(_("The draft is discarded."));
    await replaced();
  };
  const fieldErrors = useMemo(() => fieldErrorsOf(problem), [problem]);
  /** @param {RegExp} where */
  const isInvalid = (where) => Object.keys(fieldErrors).some((pointer) => where.test(pointer));
  /** @type {string[]} */
  const elsewhere = content.locales
    .map((/** @type {any} */ entry) => String(entry.locale))
    .filter((/** @type {string} */ tag, /** @type {number} */ index) => tag !== locale && isInvalid(new RegExp(`^.locales.${index}.`)));
  // A preview does not change the fields, so they are not rendered again.
  const fields = useMemo(() => {
    const editing = { content, change, fieldErrors, locale, choose: setLocale };
    return html`<${Languages} ...${editing} mayChange=${mayChange.value} />
    <fieldset class="choices" disabled=${!mayChange.value}>
      <legend class="said">${_("Banner")}</legend>
      <${Section} title=${_("Basics")} open>${() => html`<${Basics} ...${editing} />`}<//>
      <${Section} title=${_("Texts")} invalid=${isInvalid(/^.locales.\d+.(texts|categories)/)}>${() => html`<${Wording} ...${editing} />`}<//>
      <${Section} title=${_("Services")} invalid=${isInvalid(/services/)}>${() => html`<${Services} ...${editing} />`}<//>
      <${Section} title=${_("Colours and layout")} invalid=${isInvalid(/^.style/)}>${() => html`<${Look} ...${editing} />`}<//>
    </fieldset>`;
  }, [content, fieldErrors, locale, mayChange.value]);
  const changes = useMemo(() => (published.data ? changesOf(published.data, content) : null), [published.data, content]);
  const place = html`<label class="row">
    ${_("A visitor in")}
    <select value=${where} onChange=${(/** @type {any} */ event) => setWhere(event.target.value)}>
      <option value="">${_("an unknown location")}</option>
      ${PLACES.map((place) => html`<option key=${place} value=${place}>${place === "US-CA" ? regionName(place) : country(place)}</option>`)}
    </select>
  </label>`;
  return html`<div class="editor" ref=${editor}>
      <div class="fields">
        ${state.state === "draft" && html`<p class="hint">${_("A draft of {who}, {when}.", { who: state.updatedBy?.email ?? _("a former member"), when: instant(state.updatedAt) })}</p>`}
        ${fields}
      </div>
      <div class="beside">
        <${Preview} banner=${preview?.banner} failed=${problem !== null}>${place}<//>
        <p class="hint" aria-live="polite">${!preview ? "\u00a0" : preview.banner.regime === "opt_in" ? _("Here nothing runs before the visitor agrees.") : _("Here everything runs until the visitor objects.")}</p>
        ${problem && html`<${Failure} problem=${problem} retry=${Object.keys(problem.fields).length ? undefined : () => setAttempt(attempt + 1)} />`}
        ${elsewhere.map((tag) => html`<p key=${tag}><button type="button" data-elsewhere onClick=${() => {
          setLocale(tag);
          focusError();
        }}>${_("Show what is wrong in {language}", { language: tongue(tag) })}</button></p>`)}
        ${mayChange.value && html`<${Publish} isPublished=${Boolean(version)} changes=${changes} save=${save} publish=${publish} discard=${hasDraft && discard} />`}
        ${published.problem && html`<${Failure} problem=${published.problem} retry=${published.reload} />`}
        ${version && !published.problem && html`<${Difference} changes=${changes} />`}
        ${preview ? html`<${Score} compliance=${preview.compliance} />` : !problem && html`<div class="card"><${Skeleton} lines=${3} /></div>`}
        <p class="hint">${_("Members of the workspace see the saved draft at this address:")}</p>
        <${Copyable} short text=${location.origin + at(`/domains/${domainId}/banner/preview`)} label=${_("Link to the preview")} />
      </div>
    </div>
    <${Conflict} theirs=${theirs} mine=${content} onClose=${() => setTheirs(null)} onTheirs=${async () => {
      setTheirs(null);
      await replaced();
      requestAnimationFrame(() => holdFocus());
    }} onMine=${async () => {
      try {
        await put(theirs.etag);
      } catch (error) {
        // The next press is about what is there now.
        setTheirs(await savedSince(error));
        throw error;
      }
      setTheirs(null);
      showToast(_("The draft is saved."));
    }} />`;
}

/** The errors, by their path in the banner. @param {any} problem @returns {Record<string, string>} */
const fieldErrorsOf = (problem) =>
  Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([pointer, text]) => [pointer.replace(/^#(\/banner)?/, ""), text]));

/** @param {{compliance: any}} props */
function Score({ compliance }) {
  return html`<div class="card" aria-live="polite">
    <p><strong>${_("Score {score} of 100", { score: number(compliance.score) })}</strong> <meter min="0" max="100" value=${compliance.score} aria-label=${_("Score")}></meter></p>
    <ul>${compliance.findings.map((/** @type {any} */ finding) => html`<li key=${finding.rule}>${finding.remedy} <span class="quiet">(−${number(finding.weight)}, ${finding.source})</span></li>`)}</ul>
  </div>`;
}

/** @param {{changes: import("../lib/changes.js").Change[], before: string, after: string}} props `before`, `after`: the names of their columns */
const ChangesTable = ({ changes, before, after }) =>
  html`<${Table} caption=${_("Differences")} head=${[_("Where"), before, after]}>
    ${changes.map((change) => html`<tr key=${change.path}><th scope="row">${partName(change.path)}</th><td class="any">${change.before}</td><td class="any">${change.after}</td></tr>`)}
  <//>`;

/** @param {{changes: import("../lib/changes.js").Change[] | null}} props `changes`: null until they are known */
function Difference({ changes }) {
  if (!changes) return html`<p class="hint">\u00a0</p>`;
  if (changes.length === 0) return html`<p class="hint">${_("Nothing differs from the published version.")}</p>`;
  return html`<details>
    <summary>${ngettext("{n} difference to the published version", "{n} differences to the published version", changes.length)}</summary>
    <${ChangesTable} changes=${changes} before=${_("Published")} after=${_("Here")} />
  </details>`;
}

/**
 * @param {{isPublished: boolean, changes: import("../lib/changes.js").Change[] | null, save: () => Promise<unknown>, publish: (material: boolean) => Promise<boolean>, discard: false | (() => Promise<void>)}} props
 * `isPublished`: a version is published; `publish` returns whether it is done; `changes`: the differences from it, null until they are known;
 * `discard`: false if there is no draft
 */
function Publish({ isPublished, changes, save, publish, discard }) {
  const [material, setMaterial] = useState(false);
  const id = useId();
  const matters = changes?.filter((change) => /^categories|^controller|locales › [^›]+ › categories|description$/.test(change.path)) ?? [];
  const isNew = !isPublished || Boolean(changes?.length);
  return html`<section class="card" aria-label=${_("Publish")}>
    ${isPublished &&
    html`<label class="choice">
        <input type="checkbox" checked=${material} aria-describedby=${id} onChange=${() => setMaterial(!material)} />
        ${_("Ask visitors who decided on an earlier version again")}
      </label>
      <p class="hint" id=${id}>
        ${!changes ? "\u00a0" : matters.length > 0
          ? _("Recommended: what visitors agreed to has changed ({where}).", { where: [...new Set(matters.map((change) => partName(change.path)))].slice(0, 3).join("; ") })
          : _("Not necessary: what visitors agreed to has not changed.")}
      </p>`}
    <div class="actions">
      <${Action} class=${isNew || material ? "primary" : ""} onPress=${async () => (await publish(material)) && setMaterial(false)}>${_("Publish")}<//>
      <${Action} onPress=${save}>${_("Save draft")}<//>
      ${discard &&
      html`<${Asking}
        title=${_("Discard the draft?")}
        question=${isPublished ? _("The editor shows the published version again. Your changes are lost.") : _("The editor shows the default banner again. Your changes are lost.")}
        confirm=${_("Discard")}
        onConfirm=${discard}
        >${_("Discard the draft")}<//
      >`}
    </div>
  </section>`;
}

/** @param {{theirs: any, mine: any, onClose: () => void, onMine: () => Promise<void>, onTheirs: () => Promise<void>}} props */
function Conflict({ theirs, mine, onClose, onMine, onTheirs }) {
  const changes = theirs ? changesOf(theirs.banner, mine) : [];
  return html`<${Dialog} open=${theirs !== null} title=${_("Someone else saved in the meantime")} question=${theirs && _("{who} saved this banner {when}. Your changes are not lost: decide which version to keep.", { who: theirs.updatedBy?.email ?? _("a former member"), when: instant(theirs.updatedAt) })} onClose=${onClose}>
    ${theirs &&
    html`<${ChangesTable} changes=${changes} before=${_("Theirs")} after=${_("Yours")} />
      <div class="actions">
        <${Action} class="primary" onPress=${onMine}>${_("Keep mine")}<//>
        <${Action} onPress=${onTheirs}>${_("Use theirs")}<//>
        <button type="button" onClick=${onClose}>${_("Continue editing")}</button>
      </div>`}
  <//>`;
}
