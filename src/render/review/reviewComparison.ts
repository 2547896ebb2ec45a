import { codeOfKey } from '../../domain/changes/runComparison.js';
import type { CodeLine } from '../reports/codeLines.js';
import type { EarlierRun } from '../templateModel.js';
import type { ReviewComparison } from './reviewData.js';

/** The final of the period before as the review shows it; undefined where there is none. */
export function reviewComparison(earlier: EarlierRun | undefined): ReviewComparison | undefined {
  if (earlier === undefined) return undefined;
  const { label, figures, hasPlanning } = earlier;
  const people = [...figures.values()];
  const sum = (of: 'workedMinutes' | 'plannedMinutes' | 'paidMinutes') =>
    people.reduce((total, person) => total + person[of], 0);
  return {
    label,
    totals: {
      people: people.length,
      workedMinutes: sum('workedMinutes'),
      plannedMinutes: hasPlanning ? sum('plannedMinutes') : null,
      paidMinutes: sum('paidMinutes'),
    },
    paidMinutes: new Map([...figures].map(([id, { paidMinutes }]) => [id, paidMinutes])),
    codes: codesOf(earlier),
  };
}

function codesOf({ figures, labelOf }: EarlierRun): CodeLine[] {
  const codes = new Map<string, { minutes: number; people: number }>();
  for (const person of figures.values()) {
    for (const [key, minutes] of Object.entries(person.codes)) {
      const sum = codes.get(key) ?? { minutes: 0, people: 0 };
      codes.set(key, { minutes: sum.minutes + minutes, people: sum.people + 1 });
    }
  }
  return [...codes].map(([key, sums]) => {
    const { kind, payCode } = codeOfKey(key);
    return { code: payCode, label: labelOf(payCode), kind, ...sums };
  });
}
