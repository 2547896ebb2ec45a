/* Texts of the catalogues in the reader's language, dates and times. */

export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
};

/** An element of a parsed text, as `@formatjs/icu-messageformat-parser` describes it. */
interface TextElement {
  readonly type: number;
  /** The literal text, or the name of the value. */
  readonly value: string;
  /** Of a number of hours. */
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: PageText }>>;
}
export type PageText = readonly TextElement[];

const TYPES = { literal: 0, number: 2, date: 3, plural: 6, count: 7 } as const;

type Values = Readonly<Record<string, string | number>>;

let texts: Readonly<Record<string, PageText>> = {};
let language = 'en';

export function setTexts(given: Readonly<Record<string, PageText>>, ofLanguage: string): void {
  texts = given;
  language = ofLanguage;
  document.documentElement.lang = ofLanguage.slice(0, 2);
}

export function pageLanguage(): string {
  return language;
}

/** A text of the catalogue `ui`, or of another one by its full ID, such as `terminal.state.final`. */
export function t(key: string, values: Values = {}): string {
  return tIfKnown(key, values) ?? key;
}

export function tIfKnown(key: string, values: Values = {}): string | undefined {
  const text = texts[`ui.${key}`] ?? texts[key];
  return text && format(text, values, 0);
}

function format(text: PageText, values: Values, count: number): string {
  return text
    .map(({ type, value: name, style, options }) => {
      if (type === TYPES.literal) return name;
      if (type === TYPES.count) return numberText(count);
      const value = values[name] ?? '';
      if (type === TYPES.number && style) return hours(Number(value));
      if (type === TYPES.date) return day(String(value));
      if (options === undefined) return typeof value === 'number' ? numberText(value) : value;
      const form = type === TYPES.plural ? pluralForm(Number(value)) : String(value);
      const chosen = options[`=${value}`] ?? options[form] ?? options.other;
      return format(chosen?.value ?? [], values, Number(value));
    })
    .join('');
}

function pluralForm(count: number): string {
  return new Intl.PluralRules(language).select(count);
}

export function numberText(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** `h:mm`, or a dash for no value. */
export function hours(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return '–';
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '−' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A balance with its sign. */
export function signedHours(minutes: number): string {
  return minutes > 0 ? `+${hours(minutes)}` : hours(minutes);
}

/** A day in the date format of the language's files and messages. @param date `YYYY-MM-DD` */
export function day(date: string): string {
  const [year = '', month = '', ofMonth = ''] = date.slice(0, 10).split('-');
  return t('writing.date').replace('yyyy', year).replace('mm', month).replace('dd', ofMonth);
}

/** The first and last day of a period, or the name of the month if it is one. */
export function period(days: { readonly from: string; readonly to: string }): string {
  const text = periodText(days);
  return text.includes('..') ? `${day(days.from)} – ${day(days.to)}` : monthText(text);
}

/** @param month `2026-10` */
export function monthText(month: string, length: 'long' | 'short' = 'long'): string {
  const options = { month: length, year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, options).format(Date.parse(`${month}-01`));
}

function monthEnd(from: string): string {
  const [year = 0, month = 1] = from.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The period as a command-line argument: `2026-10`, or two days. */
export function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from.endsWith('-01') && to === monthEnd(from) ? from.slice(0, 7) : `${from}..${to}`;
}

/** The name of a period that is written as a command-line argument. */
export function periodOf(text: string): string {
  const [from = '', to] = text.split('..');
  if (to !== undefined) return period({ from, to });
  return /^\d{4}-\d\d$/.test(text) ? monthText(text) : text;
}

/** Day and time of a local time with its offset, as written: the clock of its own zone. */
export function ownMoment(stamp: string): string {
  return `${day(stamp)} ${stamp.slice(11, 16)}`;
}

/** Day and time of an instant in this computer's time zone. */
export function moment(instant: string): string {
  const at = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day(date)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
