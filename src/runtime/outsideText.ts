import { liveSecrets } from './secrets/scrubber.js';

/**
 * Characters that control the program that displays text: control characters, bidirectional marks, line and paragraph
 * separators, and zero-width characters. In external text they never affect the layout of a terminal, log, error, file
 * name or mail. In data files they are kept as data.
 */
const STEERING = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0`;
const ANY = new RegExp(`[${STEERING}]`, 'u');
const RUNS = new RegExp(`[${STEERING}\\s]+`, 'gu');
const BUT_LINES = new RegExp(`(?![\\n\\t])[${STEERING}]`, 'gu');
const EACH = new RegExp(`[${STEERING}]`, 'gu');

export function hasSteering(text: string): boolean {
  return ANY.test(text);
}

/** Text for a title, header or name: one line, with spaces instead of control characters. */
export function oneLine(text: string): string {
  return text.replace(RUNS, ' ').trim();
}

/** External text within a message: without secrets, on one line, and shortened. */
export function excerpt(text: string, mostCharacters = 300): string {
  return cut(oneLine(withoutSecrets(text)), mostCharacters);
}

/** The same, with lines and spaces unchanged. */
export function shortened(text: string, mostCharacters: number): string {
  return cut(withoutSecrets(text), mostCharacters);
}

/** The part of a message that a log or mail may contain: further lines may name people. */
export function firstLine(text: string): string {
  return withoutSecrets(text).split('\n', 1)[0] ?? '';
}

/** Call this before cutting, wrapping or escaping text: afterwards a part of a secret would not be recognised. */
export function withoutSecrets(text: string): string {
  return liveSecrets.clean(text);
}

/** Text with control characters escaped as in JSON, so that JSON keeps its meaning. */
export function spelledOut(text: string): string {
  return text.replace(EACH, escapesOf);
}

/** Removes secrets, and escapes control characters in a name, including line ends because a name has one line. */
export function printable(text: string): string {
  return spelledOut(withoutSecrets(text));
}

/** As {@link spelledOut}, for text of paytally, whose line ends and tabs are kept. */
export function spelledOutLines(text: string): string {
  return text.replace(BUT_LINES, escapesOf);
}

/** One escape for each code unit of a character outside the basic plane. */
function escapesOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** An external value in a message: as JSON, without secrets, shortened; `nothing` if it is absent. */
export function shown(value: unknown, mostCharacters = 60): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const plain: unknown = typeof value === 'string' ? withoutSecrets(value) : value;
  return cut(spelledOut(JSON.stringify(plain)), mostCharacters);
}

/** Never splits a character. */
function cut(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Characters that start a formula in spreadsheets or are skipped before one, including the full-width forms. */
const FORMULA_SIGN = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`;

/** Text escaped for an HTML page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The delimiter and quotes of a text file. */
export interface FieldMarks {
  readonly delimiter: string;
  readonly quoting: 'rfc4180' | 'all' | 'none';
}

/**
 * Adds an apostrophe before each sign that a spreadsheet could read as the start of a formula: at the beginning, and
 * after a semicolon, tab or line end, where a spreadsheet that splits there starts a cell. Also after a comma, unless
 * commas separate the fields. Quotes before the sign do not prevent this. Only for text in files for people: numbers
 * may begin with a minus, and payroll imports treat the apostrophe as data.
 */
export function escapeFormulas(text: string, marks: FieldMarks): string {
  return text.replace(formulaIn(marks), "'");
}

/** Whether a spreadsheet could run the text, or a part of it, as a formula. */
export function holdsFormula(text: string, marks: FieldMarks): boolean {
  return text.search(formulaIn(marks)) >= 0;
}

const patterns = new Map<string, RegExp>();

/** Finds the sign first, so that only the quotes before it are counted, however many a text has. */
function formulaIn({ delimiter, quoting }: FieldMarks): RegExp {
  const key = `${delimiter} ${quoting}`;
  const separators = delimiter === ',' ? String.raw`;\t\r\n` : String.raw`,;\t\r\n`;
  // In a quoted field, a quote at the beginning of a text is doubled and therefore found.
  const start = quoting === 'none' ? '^"*' : '^';
  const pattern = patterns.get(key) ?? new RegExp(`(?=${FORMULA_SIGN})(?<=${start}|[${separators}]"*)`, 'g');
  patterns.set(key, pattern);
  return pattern;
}
