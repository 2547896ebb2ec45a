/* Small bars of hours, in a row of a table. */
import { html, type View } from './preact.js';

const WIDTH = 6;
const HEIGHT = 24;

/** The hours of some months, the oldest first; a month without hours has no bar. The last number is beside them. */
export function HoursBars({ months }: { months: readonly (number | null)[] }): View {
  const most = Math.max(1, ...months.map((minutes) => minutes ?? 0));
  if (months.filter((minutes) => minutes !== null).length < 2) return null;
  return html`<svg class="bars" width=${months.length * WIDTH} height=${HEIGHT} aria-hidden="true">${months.map(
    (minutes, index) => {
      const height = Math.max(1, Math.round(((minutes ?? 0) / most) * HEIGHT));
      return (
        minutes !== null &&
        html`<rect x=${index * WIDTH} y=${HEIGHT - height} width=${WIDTH - 2} height=${height} />`
      );
    },
  )}</svg>`;
}
