/** The install tag, with instructions for each kind of site. */
import { panelSite } from "../lib/panel-site.js";
import { _ } from "../lib/texts.js";
import { html, useId, useState } from "../vendor.js";
import { Copyable } from "./parts.js";

/** @param {string} domainId */
const tagOf = (domainId) =>
  `<script async src="${panelSite.service}/v1/public/banner.js" data-domain="${domainId}"></script>`;

/** Denies by default before Tag Manager starts (docs/banner.md, "The stub"). */
const STUB = `<script>self.dataLayer||=[];function gtag(){dataLayer.push(arguments)}(d=>gtag("consent","default",{ad_storage:d,ad_user_data:d,ad_personalization:d,analytics_storage:d,functionality_storage:d,personalization_storage:d,security_storage:"granted",wait_for_update:500}))("denied");self.consent||(q=>["set","show","ready","onChange"].map(m=>consent[m]=(...a)=>q.push([m,...a]),consent={q,get:()=>({})}))([])</script>`;

/** A script that waits (docs/banner.md, "Blocking until consent"). */
const MARKED = `<script type="text/plain" data-consent="analytics" src="https://www.example.com/count.js"></script>`;

/** @param {string} domainId */
const wordPress = (domainId) => `add_action('wp_head', function () {
    echo '<script async src="${panelSite.service}/v1/public/banner.js"',
        ' data-domain="${domainId}"></script>', "\\n";
}, 1);`;

/**
 * `guide`: the section of the guides that `more` leads to
 * @returns {{id: string, name: string, how: string, text: (domainId: string) => string, guide: string, more: string}[]}
 */
const WAYS = () => [
  {
    id: "plain",
    name: _("Any site"),
    how: _("Paste this at the top of the head of every page."),
    text: tagOf,
    guide: "banner#the-stub",
    more: _("If the page itself loads Google's tags (gtag.js): what goes before them"),
  },
  {
    id: "gtm",
    name: _("Google Tag Manager"),
    how: _("Paste this into the head of every page, before Google's code for Tag Manager: the container's tags then start denied."),
    text: (domainId) => `${STUB}\n${tagOf(domainId)}`,
    guide: "integrating#google-tag-manager",
    more: _("How to check the container's tags, or to load the banner by a template of the container"),
  },
  {
    id: "wordpress",
    name: _("WordPress"),
    how: _("Paste this into the child theme's functions.php, or paste the plain tag into a header plugin. Exclude banner.js in plugins that delay or combine scripts."),
    text: wordPress,
    guide: "integrating#wordpress",
    more: _("How other plugins learn of the decision, and how to hold back videos and maps"),
  },
  {
    id: "shopify",
    name: _("Shopify"),
    how: _("Open Online Store, Themes, Edit code, theme.liquid, and paste this right after the opening head tag."),
    text: tagOf,
    guide: "integrating#shopify",
    more: _("What to turn off in Shopify"),
  },
];

/** @param {{domainId: string}} props */
export function Install({ domainId }) {
  const [chosen, setChosen] = useState("plain");
  const name = useId();
  const ways = WAYS();
  const way = ways.find((candidate) => candidate.id === chosen) ?? ways[0];
  return html`<fieldset class="choices inline">
      <legend>${_("How is your site built?")}</legend>
      ${ways.map(
        (candidate) => html`<label class="choice" key=${candidate.id}>
          <input type="radio" name=${name} checked=${candidate.id === chosen} onChange=${() => setChosen(candidate.id)} />
          ${candidate.name}
        </label>`,
      )}
    </fieldset>
    <p>${way?.how}</p>
    <${Copyable} block label=${_("Install tag")} text=${way?.text(domainId) ?? ""} />
    ${way?.id !== "gtm" &&
    html`<p>${_("Then mark each script and frame that has to wait for the decision, such as statistics, films and maps. Those that are not marked run at once.")}</p>
      <${Copyable} block label=${_("Example of a marked script")} text=${MARKED} />
      <${Guide} page="banner#blocking-until-consent">${_("How to mark scripts and frames")}<//>`}
    <${Guide} page=${way?.guide ?? ""}>${way?.more}<//>
    <${NoBanner} />`;
}

/** A link to what to do if the banner does not work. */
export const NoBanner = () => html`<${Guide} page="troubleshooting#the-banner">${_("If the banner does not appear, or asks again")}<//>`;

/**
 * A link to a page of the guides, if the server has them.
 * @param {{page: string, children?: any}} props
 */
const Guide = ({ page, children }) =>
  panelSite.guides && html`<p class="hint"><a href=${`${panelSite.guides}${page}`} target="_blank" rel="noopener">${children}</a></p>`;
