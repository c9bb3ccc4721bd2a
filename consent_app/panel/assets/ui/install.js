/** The install tag, with instructions for each kind of site. */
import { panelSite } from "../lib/panel-site.js";
import { _ } from "../lib/texts.js";
import { html, useId, useState } from "../vendor.js";
import { Copyable } from "./parts.js";

/** @param {string} domainId */
const tagOf = (domainId) =>
  `<script async src="${panelSite.service}/v1/public/banner.js" data-domain="${domainId}"></script>`;

/** @param {string} domainId */
const tagManager = (domainId) => `<script>
(function () {
  var tag = document.createElement("script");
  tag.async = true;
  tag.src = "${panelSite.service}/v1/public/banner.js";
  tag.setAttribute("data-domain", "${domainId}");
  document.head.appendChild(tag);
})();
</script>`;

/** @param {string} domainId */
const wordPress = (domainId) => `add_action('wp_head', function () {
    echo '<script async src="${panelSite.service}/v1/public/banner.js"',
        ' data-domain="${domainId}"></script>', "\\n";
}, 1);`;

/** @returns {{id: string, name: string, how: string, text: (domainId: string) => string}[]} */
const WAYS = () => [
  {
    id: "plain",
    name: _("Any site"),
    how: _("Paste this at the top of the head of every page."),
    text: tagOf,
  },
  {
    id: "gtm",
    name: _("Google Tag Manager"),
    how: _("Create a Custom HTML tag with this code and the trigger “Consent Initialization - All Pages” only. Then verify the domain by DNS: a tag that a tag manager adds is not in the page as served."),
    text: tagManager,
  },
  {
    id: "wordpress",
    name: _("WordPress"),
    how: _("Paste this into the child theme's functions.php, or paste the plain tag into a header plugin. Exclude banner.js in plugins that delay or combine scripts."),
    text: wordPress,
  },
  {
    id: "shopify",
    name: _("Shopify"),
    how: _("Open Online Store, Themes, Edit code, theme.liquid, and paste this right after the opening head tag."),
    text: tagOf,
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
    <${Copyable} block label=${_("Install tag")} text=${way?.text(domainId) ?? ""} />`;
}
