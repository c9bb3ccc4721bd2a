/** Columns over time, with a summary in words and a table of the same numbers. */
import { countedFrom, number, tick } from "../lib/format.js";
import { _ } from "../lib/texts.js";
import { useTurn } from "../lib/turns.js";
import { html, useEffect, useState } from "../vendor.js";
import { Table } from "./parts.js";

const HEIGHT = 200;
const BELOW = 30;
/** Plots over more days than this show months on the axis. */
const LONG_DAYS = 200;
const PHONE = matchMedia("(max-width: 34rem)");

/** Whether the page is as narrow as a phone. A plot that is merely scaled down would be unreadable. */
function useNarrow() {
  const [narrow, setNarrow] = useState(PHONE.matches);
  useEffect(() => {
    const look = () => setNarrow(PHONE.matches);
    PHONE.addEventListener("change", look);
    return () => PHONE.removeEventListener("change", look);
  }, []);
  return narrow;
}

/**
 * @typedef {{key: string, label: string, counts: number[], total: number}} Series
 * @param {{title: string, starts: string[], series: Series[], summary: string}} props
 * `series` are stacked, the first at the bottom
 */
export function Plot({ title, starts, series, summary }) {
  const sums = starts.map((_start, index) => series.reduce((sum, line) => sum + (line.counts[index] ?? 0), 0));
  const highest = Math.max(1, ...sums);
  const narrow = useNarrow();
  const drawn = useTurn();
  const [open, setOpen] = useState(false);
  const width = narrow ? 320 : 720;
  const step = width / Math.max(1, starts.length);
  const labelStep = Math.ceil(starts.length / (narrow ? 3 : 6));
  const long = Date.parse(starts.at(-1) ?? "") - Date.parse(starts[0] ?? "") > LONG_DAYS * 86400_000;
  return html`<figure class="plot">
    <figcaption><strong>${title}</strong><span class="quiet">${summary}</span></figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT + BELOW}`} role="img" aria-label=${_("{name}: {value}", { name: title, value: summary })} aria-busy=${!drawn}>
      ${drawn && [0, 0.5, 1].map(
        (share) => html`<line key=${share} class="grid" x1="0" x2=${width} y1=${HEIGHT - share * (HEIGHT - 16)} y2=${HEIGHT - share * (HEIGHT - 16)} />`,
      )}
      ${drawn && html`<text class="scale" x="2" y="13">${number(highest)}</text>`}
      ${drawn && starts.map((start, index) => {
        let y = HEIGHT;
        return html`<g key=${start}>
          ${series.map((line, place) => {
            const height = ((line.counts[index] ?? 0) / highest) * (HEIGHT - 16);
            y -= height;
            return (
              height > 0 &&
              html`<rect key=${line.key} class=${`s${place}`} x=${index * step + step * 0.15} y=${y} width=${step * 0.7} height=${height} rx="1.5" />`
            );
          })}
          ${index % labelStep === 0 && html`<text class="scale" x=${index * step + step * 0.15} y=${HEIGHT + 22}>${tick(start, long)}</text>`}
        </g>`;
      })}
    </svg>
    <ul class="legend" aria-hidden="true">
      ${series.map((line, place) => html`<li key=${line.key}><span class=${`swatch s${place}`}></span>${line.label} ${number(line.total)}</li>`)}
    </ul>
    <details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>${_("The numbers as a table")}</summary>
      ${open && html`<${Table} numbers caption=${title} head=${[_("From (UTC)"), ...series.map((line) => line.label), _("Total")]}>
        ${starts.map(
          (start, index) => html`<tr key=${start}>
            <th scope="row">${countedFrom(start)}</th>
            ${series.map((line) => html`<td key=${line.key}>${number(line.counts[index] ?? 0)}</td>`)}
            <td>${number(sums[index] ?? 0)}</td>
          </tr>`,
        )}
      <//>`}
    </details>
  </figure>`;
}
