/* Shifts and entries on the clock: a bar of 24 hours for each day. The numbers are in the text beside it. */
import { html, type View } from './preact.js';
import { t } from './texts.js';

/** A time from one local moment to another, such as `2026-10-24 20:00`. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly kind: 'planned' | 'worked' | 'rest';
}

const DAY_MINUTES = 1440;
const HOURS = [0, 6, 12, 18];
const HEIGHT = 14;

/** Minutes since the beginning of a day, by the clock. */
function minutesSince(day: string, moment: string): number {
  const days = (Date.parse(moment.slice(0, 10)) - Date.parse(day)) / (DAY_MINUTES * 60_000);
  const [hour = 0, minute = 0] = moment.slice(11, 16).split(':').map(Number);
  return days * DAY_MINUTES + hour * 60 + minute;
}

/** The first day of some spans, and how many days they touch. */
function daysOf(spans: readonly Span[]): { readonly first: string; readonly count: number } {
  const first = spans.map(({ from }) => from.slice(0, 10)).sort()[0] ?? '';
  const last = Math.max(...spans.map(({ to }) => minutesSince(first, to)));
  return { first, count: Math.max(1, Math.ceil(last / DAY_MINUTES)) };
}

interface TimeBarProps {
  /** In rows: each kind has its own, and overlapping ones of a kind one after the other. */
  readonly spans: readonly Span[];
  /** The day that is shown; by default those of the spans. */
  readonly day?: string;
  readonly isSmall?: boolean;
}

export function TimeBar({ spans, day, isSmall = false }: TimeBarProps): View {
  if (spans.length === 0) return null;
  const { first, count } = day === undefined ? daysOf(spans) : { first: day, count: 1 };
  const width = count * DAY_MINUTES;
  const at = (moment: string) => Math.min(width, Math.max(0, minutesSince(first, moment)));
  const rows = rowsOf(spans);
  const height = rows.length * HEIGHT + (isSmall ? 0 : HEIGHT);
  const marks = Array.from({ length: count * HOURS.length + 1 }, (_, index) => index * 6);
  return html`<svg class=${`clock ${isSmall ? 'small' : ''}`} viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" style=${{ height: `${height}px` }}>
    ${marks.map((hour) => html`<line class=${hour % 24 === 0 ? 'midnight' : ''} x1=${hour * 60} x2=${hour * 60} y1="0" y2=${height} vector-effect="non-scaling-stroke" />`)}
    ${rows.flatMap((row, index) => row.map(({ from, to, kind }) => html`<rect class=${kind} x=${at(from)} y=${index * HEIGHT + 2} width=${Math.max(4, at(to) - at(from))} height=${HEIGHT - 4} />`))}</svg>
    ${!isSmall && html`<div class="clock-hours" aria-hidden="true">${marks.slice(0, -1).map((hour) => html`<span>${hour % 24}</span>`)}</div>`}`;
}

/** Spans that overlap are in different rows. */
function rowsOf(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [];
  for (const span of [...spans].sort((a, b) => order(a) - order(b) || a.from.localeCompare(b.from))) {
    const free = rows.find(
      (row) => row[0]?.kind === span.kind && row.every(({ from, to }) => to <= span.from || from >= span.to),
    );
    if (free === undefined) rows.push([span]);
    else free.push(span);
  }
  return rows;
}

const ORDER = ['planned', 'worked', 'rest'] as const;
const order = ({ kind }: Span) => ORDER.indexOf(kind);

/** What the colours of a bar mean. */
export function ClockLegend({ hasPlan }: { hasPlan: boolean }): View {
  const kinds = hasPlan ? (['planned', 'worked'] as const) : (['worked'] as const);
  return html`<p class="clock-legend quiet">${kinds.map((kind) => html`<span class=${`clock-key ${kind}`} aria-hidden="true"></span> ${t(kind)} `)}</p>`;
}
