import { liveSecrets } from './secrets/scrubber.js';

/**
 * Characters that steer a reader's program instead of being read: controls, marks that turn the direction of text
 * around, separators of lines and paragraphs, and what takes no room. In text from outside they are never layout: not
 * on the terminal, in a log, an error, a file name or a mail. In data files they stay, as data.
 */
const STEERING = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0`;
const ANY = new RegExp(`[${STEERING}]`, 'u');
const RUNS = new RegExp(`[${STEERING}\\s]+`, 'gu');
const BUT_LINES = new RegExp(`(?![\\n\\t])[${STEERING}]`, 'gu');
const EACH = new RegExp(`[${STEERING}]`, 'gu');

export function hasSteering(text: string): boolean {
  return ANY.test(text);
}

/** Text for a title, a header or a name: in one line, with a space for what would steer. */
export function oneLine(text: string): string {
  return text.replace(RUNS, ' ').trim();
}

/** A line from outside within a message: without secrets, in one line and not too long. */
export function excerpt(text: string, mostCharacters = 300): string {
  return cut(oneLine(withoutSecrets(text)), mostCharacters);
}

/** The same, with its lines and blanks as they are. */
export function shortened(text: string, mostCharacters: number): string {
  return cut(withoutSecrets(text), mostCharacters);
}

/** What a log or a mail may say of a message: what follows may name people. */
export function firstLine(text: string): string {
  return withoutSecrets(text).split('\n', 1)[0] ?? '';
}

/** What is cut, wrapped or escaped comes here first: afterwards a part of a secret would not be known for one. */
export function withoutSecrets(text: string): string {
  return liveSecrets.clean(text);
}

/** Text as it is, with what would steer spelled out as JSON writes it, which leaves JSON what it was. */
export function spelledOut(text: string): string {
  return text.replace(EACH, escapesOf);
}

/** Without secrets. What of a name could steer a terminal is spelled out; line ends too, since a name has one line. */
export function printable(text: string): string {
  return spelledOut(withoutSecrets(text));
}

/** As {@link spelledOut}, for text of ours: its own line ends and tabs stay. */
export function spelledOutLines(text: string): string {
  return text.replace(BUT_LINES, escapesOf);
}

/** One escape for each half of a character beyond the first plane. */
function escapesOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** A value from outside in a message: as JSON, without secrets, not too long; `nothing` where it is absent. */
export function shown(value: unknown, mostCharacters = 60): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const plain: unknown = typeof value === 'string' ? withoutSecrets(value) : value;
  return cut(spelledOut(JSON.stringify(plain)), mostCharacters);
}

/** Never in the midst of a character. */
function cut(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What spreadsheets take for the beginning of a formula, or skip before one; and the full-width forms. */
const FORMULA_SIGN = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`;

/** Text as a part of an HTML page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** How the fields of a text file are told apart. */
export interface FieldMarks {
  readonly delimiter: string;
  readonly quoting: 'rfc4180' | 'none';
}

/**
 * Text that a spreadsheet could run as a formula, made harmless by an apostrophe before the sign: at the beginning, and
 * after a semicolon, a tab or a line end within, where a spreadsheet that splits the file there sees a cell begin; after
 * a comma too, unless commas separate the fields. Quotes in between do not hide the sign from it. For text in files for
 * people only: numbers may begin with a minus, and payroll imports take the apostrophe as data.
 */
export function escapeFormulas(text: string, marks: FieldMarks): string {
  return text.replace(formulaIn(marks), "'");
}

/** Whether a spreadsheet could run the text, or a part of it, as a formula. */
export function holdsFormula(text: string, marks: FieldMarks): boolean {
  return text.search(formulaIn(marks)) >= 0;
}

const patterns = new Map<string, RegExp>();

/** The sign is looked for first: quotes are then counted only before one, however many a text has. */
function formulaIn({ delimiter, quoting }: FieldMarks): RegExp {
  const key = `${delimiter} ${quoting}`;
  const separators = delimiter === ',' ? String.raw`;\t\r\n` : String.raw`,;\t\r\n`;
  // Where fields are quoted, a quote at the beginning of a text stands doubled within others and is seen.
  const start = quoting === 'none' ? '^"*' : '^';
  const pattern = patterns.get(key) ?? new RegExp(`(?=${FORMULA_SIGN})(?<=${start}|[${separators}]"*)`, 'g');
  patterns.set(key, pattern);
  return pattern;
}
