import type { EntryExplanation } from '../../domain/explain/explanation.js';
import { factLines } from './factLines.js';

const ADJUSTMENTS = {
  'stamp-rounding': 'rounding of the stamps',
  wallclock: 'the clock change: paid by the clock',
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
  const lines = pay.lines.map(({ date, payCode, minutes, from, to, rule, overtime, kind }) => {
    const why = overtime === undefined ? '' : `, over the limit of the ${overtime}`;
    const added = kind === 'loading' ? ' on top' : '';
    return `${date}: ${minutes} ${payCode}${added}, ${from.slice(5)} to ${to.slice(5)} (${rule}${why})`;
  });
  return factLines('paid', [`${pay.paidMinutes} min${sum}`, ...lines]);
}
