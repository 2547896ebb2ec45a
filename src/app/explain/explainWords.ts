import type { EntryExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { type Reader, type Say, sayIn } from '../../i18n/formatMessage.js';
import type { KeyOf } from '../../i18n/message.js';
import { printable } from '../../runtime/outsideText.js';

/** The paid minutes, their derivation from the worked ones, and the rule of each part. */
export function payFacts(words: ExplainWords, { pay, workedMinutes }: EntryExplanation): Fact[] {
  if (pay === undefined) return [];
  const { say } = words;
  const adjustments = pay.adjustments.map(({ reason, minutes }) =>
    say(`explain.adjusted.${reason}`, { minutes: minutes > 0 ? `+${minutes}` : signed(minutes) }),
  );
  const sum = adjustments.length === 0 ? '' : ` = ${[String(workedMinutes), ...adjustments].join(', ')}`;
  const lines = pay.lines.map((line) => {
    const { date: day, minutes, from, to, spanMinutes: span, overtime } = line;
    const rule = words.ruleName(line.rule);
    const why = overtime === undefined ? rule : say(`explain.over.${overtime}`, { rule });
    const place = !isTime(line) ? 'none' : span > minutes ? 'share' : 'time';
    return say('explain.line', { day, amount: amountText(words, line), place, span, from, to, why });
  });
  return factOf(words, 'paid', [`${words.minutes(pay.paidMinutes)}${sum}`, ...lines]);
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
  /** The name of a rule in the configuration. */
  readonly ruleName: (path: string) => string;
}

type NameOf<Key> = Key extends `fact.${infer Name}` ? Name : never;
export type FactName = NameOf<KeyOf<'explain'>>;

/** @param ruleName by default its path */
export function explainWords(reader: Reader, ruleName = (path: string) => path): ExplainWords {
  const say = sayIn(reader);
  return {
    reader,
    say,
    ruleName,
    time: (minutes) => say('explain.time', { minutes, size: signed(minutes) }),
    minutes: (minutes, seconds = 0) => say('explain.minutes', { minutes: signed(minutes), seconds }),
  };
}

const RULES = ['base', 'loadings', 'counts', 'credits', 'notWorked'] as const;

/** `payRules.loadings[1]` in words; other paths as they are. */
export function ruleInWords(say: Say, path: string): string {
  const [, list, index = 0] = /(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  if (list === 'minimumPaid') return say('setup.rule.minimumPaid');
  const known = RULES.find((each) => each === list);
  return known === undefined ? path : say(`setup.rule.${known}`, { number: Number(index) + 1 });
}

/** A fact of an explanation, with what it follows from. */
export interface Fact {
  readonly name: FactName;
  readonly label: string;
  readonly texts: readonly string[];
}

/** A fact, unless it has no texts. */
export function factOf({ say }: ExplainWords, name: FactName, texts: readonly string[]): Fact[] {
  return texts.length === 0 ? [] : [{ name, label: say(`explain.fact.${name}`), texts }];
}
