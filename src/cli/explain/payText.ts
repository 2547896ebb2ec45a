import { hoursText } from '../../domain/exceptions/rule.js';
import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
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
  const lines = pay.lines.map(({ date, payCode, minutes, from, to, spanMinutes, rule, overtime, kind }) => {
    const why = overtime === undefined ? '' : `, over the limit of the ${overtime}`;
    const added = kind === 'loading' ? ' on top' : '';
    const share = spanMinutes > minutes ? `, its share of ${spanMinutes} with breaks` : '';
    return `${date}: ${minutes} ${payCode}${added}${share}, ${from.slice(5)} to ${to.slice(5)} (${rule}${why})`;
  });
  return factLines('paid', [`${pay.paidMinutes} min${sum}`, ...lines]);
}

/** What each pay code comes to on the days shown; loadings stand on top of base codes. */
export function payTotals({ entries, days }: Explanation): string[] {
  const shown = new Set(days.map(({ date }) => date));
  const totals = new Map<string, number>();
  for (const { pay } of entries) {
    for (const { date, payCode, kind, minutes } of pay?.lines ?? []) {
      if (!shown.has(date)) continue;
      const label = kind === 'loading' ? `${payCode} on top` : payCode;
      totals.set(label, (totals.get(label) ?? 0) + minutes);
    }
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, minutes]) => `${label}: ${hoursText(minutes)} h (${minutes} min)`);
}
