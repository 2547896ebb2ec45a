import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { printable } from '../terminalText.js';
import type { ExplainWords } from './explainWords.js';
import { factLines } from './factLines.js';

const OVER = { day: 'overDay', week: 'overWeek', reference: 'overReference' } as const;

/** How worked minutes became paid ones, and which rule took which of them. */
export function payLines(words: ExplainWords, { pay, workedMinutes }: EntryExplanation): string[] {
  if (pay === undefined) return [];
  const { say } = words;
  const adjustments = pay.adjustments.map(({ reason, minutes }) =>
    say(`for-${reason}`, { minutes: minutes > 0 ? `+${minutes}` : minutes }),
  );
  const sum = adjustments.length === 0 ? '' : ` = ${[String(workedMinutes), ...adjustments].join(', ')}`;
  const lines = pay.lines.map((line) => {
    const { date, minutes, from, to, spanMinutes, rule, overtime } = line;
    const why = overtime === undefined ? rule : say(OVER[overtime], { rule });
    const place = isTime(line)
      ? [
          ...(spanMinutes > minutes ? [say('shareOf', { minutes: spanMinutes })] : []),
          say('fromTo', { from: words.shortMoment(from), to: words.shortMoment(to) }),
        ]
      : [];
    return words.labelled(words.date(date), `${[amountText(words, line), ...place].join(', ')} (${why})`);
  });
  return factLines(words, 'paid', [`${words.minutes(pay.paidMinutes)}${sum}`, ...lines]);
}

type Amount = Pick<PayLine, 'payCode' | 'kind' | 'minutes' | 'quantity'>;

/** Counts and credits have no place on the clock. */
function isTime({ kind }: Amount): boolean {
  return kind !== 'count' && kind !== 'credit';
}

/** `480 NORMAL`, `120 NIGHT on top`, `2 times MEAL`, `60 REST owed`. */
export function amountText(words: ExplainWords, { payCode, kind, minutes, quantity }: Amount): string {
  if (kind === 'count') return `${words.say('times', { count: quantity ?? 0 })} ${payCode}`;
  return `${minutes} ${labelOf(words, { payCode, kind })}`;
}

function labelOf({ say }: ExplainWords, { payCode, kind }: Pick<Amount, 'payCode' | 'kind'>): string {
  if (kind === 'loading') return say('onTop', { code: payCode });
  return kind === 'credit' ? say('owed', { code: payCode }) : payCode;
}

/** What each pay code comes to on the days shown; loadings stand on top of base codes. */
export function payTotals(
  words: ExplainWords,
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
    const name = `${labelOf(words, line)}${named}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return [
    ...sorted(minutes).map(([label, sum]) => words.labelled(label, words.time(sum))),
    ...sorted(times).map(([label, sum]) => words.labelled(label, words.say('times', { count: sum }))),
  ];
}

function sorted(sums: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}
