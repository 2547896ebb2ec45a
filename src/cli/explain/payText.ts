import { hoursOnClock } from '../../domain/exceptions/rule.js';
import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { printable } from '../terminalText.js';
import { factLines } from './factLines.js';

const ADJUSTMENTS = {
  'stamp-rounding': 'rounding of the stamps',
  wallclock: 'the clock change: paid by the clock',
  'paid-break': 'a break that is paid',
  'entry-rounding': 'rounding of the entry',
  'day-rounding': 'rounding of the day',
  'minimum-paid': 'the minimum that is paid',
} as const;

/** How worked minutes became paid ones, and which rule took which of them. */
export function payLines({ pay, workedMinutes }: EntryExplanation): string[] {
  if (pay === undefined) return [];
  const adjustments = pay.adjustments.map(({ reason, minutes }) => {
    return `${minutes > 0 ? '+' : ''}${minutes} for ${ADJUSTMENTS[reason]}`;
  });
  const sum = adjustments.length === 0 ? '' : ` = ${[String(workedMinutes), ...adjustments].join(', ')}`;
  const lines = pay.lines.map((line) => {
    const { date, minutes, from, to, spanMinutes, rule, overtime } = line;
    const why =
      overtime === undefined
        ? ''
        : `, over the limit of the ${overtime === 'reference' ? 'reference period' : overtime}`;
    const share = spanMinutes > minutes ? `, its share of ${spanMinutes} with breaks` : '';
    const place = isTime(line) ? `${share}, ${from.slice(5)} to ${to.slice(5)}` : '';
    return `${date}: ${amountText(line)}${place} (${rule}${why})`;
  });
  return factLines('paid', [`${pay.paidMinutes} min${sum}`, ...lines]);
}

type Amount = Pick<PayLine, 'payCode' | 'kind' | 'minutes' | 'quantity'>;

/** Counts and credits have no place on the clock. */
function isTime({ kind }: Amount): boolean {
  return kind !== 'count' && kind !== 'credit';
}

/** `480 NORMAL`, `120 NIGHT on top`, `2 times MEAL`, `60 REST owed`. */
export function amountText({ payCode, kind, minutes, quantity }: Amount): string {
  if (kind === 'count') return `${quantity ?? 0} times ${payCode}`;
  return `${minutes} ${labelOf({ payCode, kind })}`;
}

function labelOf({ payCode, kind }: Pick<Amount, 'payCode' | 'kind'>): string {
  if (kind === 'loading') return `${payCode} on top`;
  return kind === 'credit' ? `${payCode} owed` : payCode;
}

/** What each pay code comes to on the days shown; loadings stand on top of base codes. */
export function payTotals(
  { entries, days }: Explanation,
  labels: Readonly<Record<string, string>>,
): string[] {
  const shown = new Set(days.map(({ date }) => date));
  const ofEntries = entries.flatMap(({ pay }) => pay?.lines ?? []).filter(({ date }) => shown.has(date));
  const minutes = new Map<string, number>();
  const times = new Map<string, number>();
  for (const line of [...ofEntries, ...days.flatMap(({ unworked }) => unworked)]) {
    const [sums, amount] = line.kind === 'count' ? [times, line.quantity ?? 0] : [minutes, line.minutes];
    const named = Object.hasOwn(labels, line.payCode) ? ` (${printable(labels[line.payCode] ?? '')})` : '';
    const name = `${labelOf(line)}${named}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return [
    ...sorted(minutes).map(([label, sum]) => `${label}: ${hoursOnClock(sum)} h (${sum} min)`),
    ...sorted(times).map(([label, sum]) => `${label}: ${sum} times`),
  ];
}

function sorted(sums: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}
