import { type Formats, type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { findText, hasText } from './catalogue.js';
import { dayOfYearText, momentText, stampText } from './dateText.js';
import { decimalText, type HourNotation, hoursText, signedHoursText } from './hoursText.js';
import { builtInOf, isBuiltIn, type Language, onLanguageAdded } from './language.js';
import {
  type AnyMessage,
  type JoinedMessage,
  type Message,
  type MessageId,
  message,
  type OwnWords,
  type Text,
  type ValuesOf,
  verbatim,
} from './message.js';

/** The reader of a text: the language determines the format of dates and numbers, the configuration that of hours. */
export interface Reader {
  readonly language: Language;
  readonly hours: HourNotation;
}

/** Writes a text of the catalogues for one reader. */
export type Say = <Id extends MessageId, Given>(id: Id, ...values: ValuesOf<Id, Given>) => string;

/** @param reader a language without a notation formats hours as `7:30` */
export function sayIn(reader: Language | Reader): Say {
  return <Id extends MessageId, Given>(id: Id, ...values: ValuesOf<Id, Given>) =>
    formatMessage(message<Id, Given>(id, ...values), reader);
}

/** The text of a message for a reader, with text values unchanged. */
export function formatMessage(text: AnyMessage, reader: Language | Reader): string {
  const to = typeof reader === 'string' ? { language: reader, hours: 'clock' as const } : reader;
  if ('parts' in text) return formatJoined(text, to);
  const values = Object.entries(text.values).map(([name, value]) => [name, formatValue(value, to)]);
  return String(compiled(text.id, to).format(withDashes(Object.fromEntries(values))));
}

const NOT_THERE = '–';

/** A message of an older store may lack a value of the current text, which then shows a dash. */
function withDashes(values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return new Proxy(values, {
    has: () => true,
    get: (known, name: string) => (Object.hasOwn(known, name) ? known[name] : NOT_THERE),
  });
}

/** The remedy of a message: the text `<id>.remedy` with the same values, if the catalogues have one. */
export function remedyOf(text: AnyMessage): Message | undefined {
  if ('parts' in text || findText('en', `${text.id}.remedy`) === undefined) return undefined;
  return { id: `${text.id}.remedy` as MessageId, values: text.values };
}

/** The text of a message in English, for logs and `--json`. */
export function englishText(text: AnyMessage): string {
  return formatMessage(text, 'en');
}

/** A text or message in the form for a reader. */
export function formatText(text: Text, reader: Language | Reader): string {
  if (typeof text !== 'object') return String(text);
  return 'en' in text ? wordsFor(text, reader) : formatMessage(text, reader);
}

function wordsFor(words: OwnWords, reader: Language | Reader): string {
  return words[builtInOf(typeof reader === 'string' ? reader : reader.language)];
}

/** The storage format of a message. @see messageOfStored */
export function storedMessage(text: AnyMessage): string {
  return JSON.stringify({ ...text, english: englishText(text) });
}

/** A stored message, in English if this version of the program no longer has its text; other text is unchanged. */
export function messageOfStored(stored: string): AnyMessage {
  if (!/^\{"(id|parts)":/.test(stored)) return verbatim(stored);
  const { english, ...text } = JSON.parse(stored) as AnyMessage & { readonly english: string };
  return isKnown(text) ? text : verbatim(english);
}

function isKnown(text: Text): boolean {
  if (typeof text !== 'object' || 'en' in text) return true;
  if ('parts' in text) return text.parts.every(isKnown);
  return hasText(text.id) && Object.values(text.values).every(isKnown);
}

function formatValue(value: Text, reader: Reader): string | number {
  return typeof value === 'object' ? formatText(value, reader) : value;
}

function formatJoined({ parts, separator }: JoinedMessage, reader: Reader): string {
  const texts = parts.map((part) => formatText(part, reader));
  if (typeof separator === 'string') return texts.join(separator);
  const last = texts.pop();
  if (last === undefined || texts.length === 0) return last ?? '';
  const say = sayIn(reader);
  const first = texts.reduce((all, next) => say('writing.list.more', { first: all, next }));
  return say(separator.list === 'or' ? 'writing.list.lastOr' : 'writing.list.last', { first, last });
}

interface PreparedText {
  readonly format: (values: Readonly<Record<string, string | number>>) => unknown;
}

const cache = new Map<string, PreparedText>();
onLanguageAdded(() => cache.clear());

function compiled(id: MessageId, { language, hours }: Reader): PreparedText {
  const key = `${language} ${hours} ${id}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = findText(language, id);
  if (text === undefined) throw new Error(`the catalogues have no text ${id}`);
  const made = preparedText(text, { language, hours });
  cache.set(key, made);
  return made;
}

/** Most texts have no values: to prepare them would load the system's Intl data. */
const HAS_SYNTAX = /[{}']/;

function preparedText(text: string, reader: Reader): PreparedText {
  if (!HAS_SYNTAX.test(text)) return { format: () => text };
  return new IntlMessageFormat(text, isBuiltIn(reader.language) ? reader.language : 'en', FORMATS, {
    formatters: formattersFor(reader),
    ignoreTag: true,
  });
}

/** A text that is not in the catalogues, such as one of a template. @throws Error if it is not ICU MessageFormat */
export function formattedWords(
  text: string,
  reader: Reader,
): (values: Readonly<Record<string, string | number>>) => string {
  const prepared = preparedText(text, reader);
  return (values) => String(prepared.format(withDashes(values)));
}

/**
 * The styles that texts may name: `{m, number, hours}` for whole minutes, `{m, number, signedHours}` with their sign,
 * `{x, number, two}` with two decimals; `{d, date}` for `YYYY-MM-DD` with or without `HH:MM`, `{d, date, short}`
 * without the year, `{d, date, stamp}` for an instant with its offset. `{start, date} {end, date, until}` is a time
 * range: the style writes `to`, and the date of the end only if it differs from that of the start.
 */
const FORMATS = {
  number: { hours: { unit: 'hours' }, signedHours: { unit: 'signedHours' }, two: { unit: 'two' } },
  date: { short: { calendar: 'short' }, stamp: { calendar: 'stamp' }, until: { calendar: 'until' } },
} satisfies Partial<Formats>;

interface Style {
  readonly unit?: string;
  readonly calendar?: string;
}

/** Formats dates, hours and plurals without the system's Intl data, so that files are the same on every machine. */
function formattersFor(reader: Reader): Formatters {
  let previous = '';
  return {
    getNumberFormat: (_: unknown, style?: Style) => ({
      format: (value: number | string) => numberText(value, style?.unit, reader),
    }),
    getDateTimeFormat: (_: unknown, style?: Style) => ({
      format: (value: unknown) => {
        const earlier = previous;
        previous = String(value);
        return dayText(previous, style?.calendar, reader, earlier);
      },
    }),
    getPluralRules: () => ({ select: (count: number) => pluralForm(count, reader.language) }),
  } as unknown as Formatters;
}

/** Older stores have some numbers as text, such as `9:37`, which is shown unchanged. */
function numberText(value: number | string, style: string | undefined, { language, hours }: Reader): string {
  if (typeof value === 'string') return value;
  if (Number.isNaN(value)) return NOT_THERE;
  if (style === 'hours') return hoursText(value, hours, language);
  if (style === 'signedHours') return signedHoursText(value, hours, language);
  if (style === 'two') return decimalText(value, 2, language);
  return Number.isInteger(value) ? String(value) : decimalText(value, decimalsOf(value), language);
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function dayText(value: string, style: string | undefined, { language }: Reader, earlier: string): string {
  if (style === 'until') return untilText(language, value, earlier);
  if (style === 'short') return dayOfYearText(language, value);
  return style === 'stamp' ? stampText(language, value) : momentText(language, value);
}

function untilText(language: Language, end: string, start: string): string {
  if (end.startsWith(`${start.slice(0, 10)} `))
    return sayIn(language)('writing.until.time', { time: end.slice(11) });
  return sayIn(language)('writing.until.moment', { moment: momentText(language, end) });
}

/** French counts 0 and 1 alike; other built-in languages only 1. Added languages follow the rules of their code. */
function pluralForm(count: number, language: Language): Intl.LDMLPluralRule {
  if (language.startsWith('fr')) return Math.abs(count) < 2 ? 'one' : 'other';
  if (/^(en|nl|de)\b/.test(language)) return count === 1 ? 'one' : 'other';
  return new Intl.PluralRules(language).select(count);
}

/** An amount: `7:30`, `2 times`, `1.5 days`. */
export function plainAmount(
  amount: number,
  unit: 'minutes' | 'times' | 'days' | 'hours',
  reader: Reader,
): string {
  return signedAmount(amount, unit, reader).replace(/^\+/, '');
}

/** A difference with its sign: `+0:30`, `−1.5 times`, `+0.5 days`, `+0.01 h`. */
export function signedAmount(
  amount: number,
  unit: 'minutes' | 'times' | 'days' | 'hours',
  reader: Reader,
): string {
  const say = sayIn(reader);
  if (unit === 'minutes') return say('terminal.amount.minutes', { minutes: amount });
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return say(`terminal.amount.${unit}`, { sign, size: Math.abs(amount) });
}
