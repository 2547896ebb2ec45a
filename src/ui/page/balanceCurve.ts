/* The balance of an hours account day by day, as a line between its limits. */
import { html, type View } from './preact.js';
import { day, signedHours, t } from './texts.js';

export interface CurveProps {
  /** The balance at the end of each day, in minutes; null before the account begins. */
  readonly byDay: readonly (number | null)[];
  readonly max: number | null;
  readonly min: number | null;
}

const WIDTH = 300;
const ROOM = 4;

/** A small curve for a row of a table; the numbers are in its other cells. */
export function SmallCurve(props: CurveProps): View {
  return html`<svg class="curve small" viewBox=${`0 0 ${WIDTH} 40`} preserveAspectRatio="none" aria-hidden="true"><${Lines} ...${props} height=${40} /></svg>`;
}

/** The whole curve, with its highest and lowest balance in words. */
export function BalanceCurve(props: CurveProps & { readonly from: string; readonly to: string }): View {
  const { byDay, from, to } = props;
  const known = byDay.filter((balance) => balance !== null);
  if (known.length === 0) return null;
  const text = t('accounts.curve', {
    from: day(from),
    to: day(to),
    first: signedHours(known[0] ?? 0),
    last: signedHours(known.at(-1) ?? 0),
    highest: signedHours(Math.max(...known)),
    lowest: signedHours(Math.min(...known)),
  });
  return html`<figure class="curve-box"><svg class="curve" viewBox=${`0 0 ${WIDTH} 100`} preserveAspectRatio="none" role="img" aria-label=${t('accounts.curveTitle')}><${Lines} ...${props} height=${100} /></svg>
    <figcaption class="quiet">${text}</figcaption></figure>`;
}

function Lines({ byDay, max, min, height }: CurveProps & { height: number }): View {
  const known = byDay.filter((balance) => balance !== null);
  const all = [0, ...known, ...[max, min].filter((limit) => limit !== null)];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const at = (balance: number) => {
    const part = highest === lowest ? 0.5 : (balance - lowest) / (highest - lowest);
    return (height - ROOM - part * (height - 2 * ROOM)).toFixed(1);
  };
  const step = WIDTH / Math.max(1, byDay.length - 1);
  const points = byDay.flatMap((balance, index) =>
    balance === null ? [] : [`${(index * step).toFixed(1)},${at(balance)}`],
  );
  const level = (name: string, balance: number | null) =>
    balance !== null &&
    html`<line class=${name} x1="0" x2=${WIDTH} y1=${at(balance)} y2=${at(balance)} vector-effect="non-scaling-stroke" />`;
  return html`${level('zero', 0)}${level('limit', max)}${level('limit', min)}<polyline points=${points.join(' ')} vector-effect="non-scaling-stroke" />`;
}
