import stringWidth from 'string-width';
import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { builtInTexts } from '../../i18n/catalogue.js';
import { dateText, dayOfYearText, momentText } from '../../i18n/dateText.js';
import type { Reader } from '../../i18n/formatMessage.js';
import { hoursText } from '../../i18n/hoursText.js';
import { explainTexts, type KeyOf, type SayExplained, withLabel } from '../../i18n/text.js';
import { printable, wrapped } from '../terminalText.js';

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

/** What an explanation is told with: the words of a language, and hours as its reader writes them. */
export interface ExplainWords {
  readonly language: string;
  readonly say: SayExplained;
  /** `7:00 h (420 min)`. */
  readonly time: (minutes: number) => string;
  /** `420 min`. */
  readonly minutes: (minutes: number) => string;
  /** `NORMAL: 7:00 h`, with a space before the colon where the language wants one. */
  readonly labelled: (label: string, value: string) => string;
  readonly date: (date: string) => string;
  /** A date, with or without a clock time. */
  readonly moment: (moment: string) => string;
  /** `10-25 02:15`, beside a date with its year. */
  readonly shortMoment: (moment: string) => string;
  /** `1:00`, or `1.00`. */
  readonly hours: (minutes: number) => string;
  /** Room for the names of facts. */
  readonly nameWidth: number;
}

type FactName<Key> = Key extends `fact-${infer Name}` ? Name : never;
/** Names that stand before what is told. */
type Fact = FactName<KeyOf<'explain'>>;

const FACTS = Object.keys(builtInTexts('en', 'explain')).filter((key) =>
  key.startsWith('fact-'),
) as KeyOf<'explain'>[];

export function explainWords({ language, hours: notation }: Reader): ExplainWords {
  const say = explainTexts(language);
  const hours = (minutes: number) => hoursText(minutes, notation, language);
  return {
    language,
    say,
    hours,
    date: (date) => dateText(language, date),
    moment: (moment) => momentText(language, moment),
    shortMoment: (moment) => `${dayOfYearText(language, moment.slice(0, 10))}${moment.slice(10)}`,
    time: (minutes) => say('time', { hours: hours(minutes), minutes }),
    minutes: (minutes) => say('minutes', { minutes }),
    labelled: (label, value) => withLabel(language, label, value),
    nameWidth: 1 + Math.max(...FACTS.map((key) => say(key).length)),
  };
}

const INDENT = '  ';
/** Where there is no terminal that says how wide it is. */
const USUAL_WIDTH = 98;

/** A name and what is to be said about it, line under line; nothing where there is nothing to say. */
export function factLines(
  { say, nameWidth }: ExplainWords,
  name: Fact | '!',
  lines: readonly string[],
): string[] {
  const shown = name === '!' ? name : say(`fact-${name}`);
  return lines.map((line, index) => `${INDENT}${(index === 0 ? shown : '').padEnd(nameWidth)}${line}`);
}

/** Breaks lines that are wider than the terminal; what follows the first line of a fact is set in below its text. */
export function fitted({ nameWidth }: ExplainWords, lines: readonly string[], width = USUAL_WIDTH): string[] {
  const textColumn = INDENT.length + nameWidth;
  return lines.flatMap((line) => {
    if (stringWidth(line) <= width) return line;
    const isFact = line.startsWith(INDENT) && line[textColumn - 1] === ' ';
    const name = isFact ? line.slice(0, textColumn) : '';
    return wrapped(line.slice(name.length), width, name, isFact ? ' '.repeat(textColumn + 2) : '');
  });
}
