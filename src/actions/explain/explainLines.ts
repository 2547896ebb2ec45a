import stringWidth from 'string-width';
import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { builtInTexts } from '../../i18n/catalogue.js';
import { type Reader, type Say, sayIn } from '../../i18n/formatMessage.js';
import type { KeyOf } from '../../i18n/message.js';
import { printable } from '../../runtime/outsideText.js';
import { wrapped } from '../../runtime/wrapText.js';

/** The paid minutes, their derivation from the worked ones, and the rule of each part. */
export function payLines(words: ExplainWords, { pay, workedMinutes }: EntryExplanation): string[] {
  if (pay === undefined) return [];
  const { say } = words;
  const adjustments = pay.adjustments.map(({ reason, minutes }) =>
    say(`explain.adjusted.${reason}`, { minutes: minutes > 0 ? `+${minutes}` : signed(minutes) }),
  );
  const sum = adjustments.length === 0 ? '' : ` = ${[String(workedMinutes), ...adjustments].join(', ')}`;
  const lines = pay.lines.map((line) => {
    const { date: day, minutes, from, to, spanMinutes: span, rule, overtime } = line;
    const why = overtime === undefined ? rule : say(`explain.over.${overtime}`, { rule });
    const place = !isTime(line) ? 'none' : span > minutes ? 'share' : 'time';
    return say('explain.line', { day, amount: amountText(words, line), place, span, from, to, why });
  });
  return factLines(words, 'paid', [`${words.minutes(pay.paidMinutes)}${sum}`, ...lines]);
}

/** `−5`, with the sign that hours have. */
export function signed(minutes: number): string {
  return String(minutes).replace('-', '−');
}

type Amount = Pick<PayLine, 'payCode' | 'kind' | 'minutes' | 'quantity'>;

/** Counts and credits have no clock times. */
function isTime({ kind }: Amount): boolean {
  return kind !== 'count' && kind !== 'credit';
}

/** `480 NORMAL`, `120 NIGHT on top`, `2 times MEAL`, `60 REST owed`. */
export function amountText({ say }: ExplainWords, amount: Amount): string {
  const { payCode, kind, minutes, quantity } = amount;
  if (kind === 'count')
    return say('explain.counted', {
      times: say('explain.times', { count: quantity ?? 0 }),
      code: payCode,
    });
  return say('explain.amount', { minutes, code: labelOf(say, amount) });
}

function labelOf(say: Say, { payCode: code, kind }: Pick<Amount, 'payCode' | 'kind'>): string {
  if (kind === 'loading') return say('explain.onTop', { code });
  return kind === 'credit' ? say('explain.owed', { code }) : code;
}

/** The sum of each pay code on the days shown; loadings are paid on top of base codes. */
export function payTotals(
  words: ExplainWords,
  { entries, days }: Explanation,
  labels: Readonly<Record<string, string>>,
): string[] {
  const { say } = words;
  const shown = new Set(days.map(({ date }) => date));
  const ofEntries = entries.flatMap(({ pay }) => pay?.lines ?? []).filter(({ date }) => shown.has(date));
  const minutes = new Map<string, number>();
  const times = new Map<string, number>();
  for (const line of [...ofEntries, ...days.flatMap(({ unworked }) => unworked)]) {
    const [sums, amount] = line.kind === 'count' ? [times, line.quantity ?? 0] : [minutes, line.minutes];
    const named = Object.hasOwn(labels, line.payCode) ? ` (${printable(labels[line.payCode] ?? '')})` : '';
    const name = `${labelOf(say, line)}${named}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return [
    ...sorted(minutes).map(([label, sum]) => say('terminal.labelled', { label, value: words.time(sum) })),
    ...sorted(times).map(([label, count]) =>
      say('terminal.labelled', { label, value: say('explain.times', { count }) }),
    ),
  ];
}

function sorted(sums: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The format of an explanation for its reader. */
export interface ExplainWords {
  readonly reader: Reader;
  readonly say: Say;
  /** `7:00 h (420 min)`. */
  readonly time: (minutes: number) => string;
  /** `420 min`. */
  readonly minutes: (minutes: number, seconds?: number) => string;
  /** The width of fact names. */
  readonly nameWidth: number;
}

type FactName<Key> = Key extends `fact.${infer Name}` ? Name : never;
/** Labels before the explained items. */
type Fact = FactName<KeyOf<'explain'>>;

const FACTS = Object.keys(builtInTexts('en', 'explain')).flatMap((key) =>
  key.startsWith('fact.') ? [key.slice('fact.'.length) as Fact] : [],
);

export function explainWords(reader: Reader): ExplainWords {
  const say = sayIn(reader);
  return {
    reader,
    say,
    time: (minutes) => say('explain.time', { minutes, size: signed(minutes) }),
    minutes: (minutes, seconds = 0) => say('explain.minutes', { minutes: signed(minutes), seconds }),
    nameWidth: 1 + Math.max(...FACTS.map((name) => say(`explain.fact.${name}`).length)),
  };
}

const INDENT = '  ';
/** The width without a terminal. */
const USUAL_WIDTH = 98;

/** A name and its facts, a line each; nothing if there are none. */
export function factLines(
  { say, nameWidth }: ExplainWords,
  name: Fact | '!',
  lines: readonly string[],
): string[] {
  const shown = name === '!' ? name : say(`explain.fact.${name}`);
  return lines.map((line, index) => `${INDENT}${(index === 0 ? shown : '').padEnd(nameWidth)}${line}`);
}

/** Breaks lines that are wider than the terminal; further lines of a fact are indented below its text. */
export function fitted({ nameWidth }: ExplainWords, lines: readonly string[], width = USUAL_WIDTH): string[] {
  const textColumn = INDENT.length + nameWidth;
  return lines.flatMap((line) => {
    if (stringWidth(line) <= width) return line;
    const isFact = line.startsWith(INDENT) && line[textColumn - 1] === ' ';
    const name = isFact ? line.slice(0, textColumn) : '';
    return wrapped(line.slice(name.length), width, name, isFact ? ' '.repeat(textColumn + 2) : '');
  });
}
