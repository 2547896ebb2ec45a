import { type Guess, guessColumns, wordOf } from '../like/columnGuess.js';
import { amountFormat } from '../like/exampleValues.js';
import type { SourceRow } from '../like/sourceFile.js';
import {
  isTotalText,
  type RegisterColumn,
  type RegisterLayout,
  type RegisterRole,
} from './registerLayout.js';

/** The name of a layout that was recognised by its headings. */
export const BY_HEADINGS = 'headings';

const PERSON_FIELDS: Readonly<Record<string, string>> = {
  number: 'employee.number',
  'last-name': 'employee.lastName',
  'first-name': 'employee.firstName',
  name: 'employee.name',
};

const ONLY = ['code', 'number'] as const;
const DECIMAL_COMMA = /^[+−-]?\d[\d. '’\u00a0\u202f]*,\d{1,2}[+−-]?$/;

/** The layout by the headings of a row: a person, a pay code and hours. */
export function guessLayout(rows: readonly SourceRow[], at: number): RegisterLayout | undefined {
  const headings = rows[at]?.cells.map((cell) => cell.trim());
  const below = rows.slice(at + 1).filter(({ cells }) => cells.length > 1);
  if (headings === undefined || headings.length < 3 || below.length === 0) return undefined;
  const values = headings.map((_, column) => below.map(({ cells }) => cells[column] ?? ''));
  const guesses = guessColumns(values, headings);
  const hasComma = ({ cells }: SourceRow) => cells.some((cell) => DECIMAL_COMMA.test(cell.trim()));
  const decimalSign = below.some(hasComma) ? ',' : '.';
  // A column of money has decimals like hours; without any other column, it may be the one with the hours.
  const hasHours = headings.some((heading) => wordOf(heading) === 'hours');
  const isMoney = headings.map((heading) => hasHours && wordOf(heading) === 'other');
  const columns = headings.map((heading, index): RegisterColumn => {
    const { role: guess, others = [] } = guesses[index] ?? {};
    // A register of one pay code or one person repeats it in every line.
    const only = guess?.is === 'constant' ? ONLY.find((is) => is === wordOf(heading)) : undefined;
    const isOnly = only !== undefined && guesses.every(({ role: other }) => other?.is !== only);
    const role = isOnly ? { is: only } : guess;
    const field = PERSON_FIELDS[role?.is ?? ''];
    const isOpen = role === undefined && others.includes('hours') && !isMoney[index];
    const unit = role?.is === 'hours' ? role.unit : isOpen ? 'hours' : undefined;
    const date = dateRole(heading, role, values[index] ?? []);
    const plain = { heading, width: undefined, pad: ' ', isNumeric: false };
    if (field !== undefined) return { ...plain, role: { is: 'person', field } };
    if (role?.is === 'code') return { ...plain, role: { is: 'code' } };
    if (date !== undefined) return { ...plain, role: date };
    if (unit === undefined || isTotalText(heading)) return { ...plain, role: { is: 'other' } };
    return { ...plain, role: { is: 'amount', format: amountFormat(unit, decimalSign) } };
  });
  const count = (is: RegisterRole['is']) => columns.filter(({ role }) => role.is === is).length;
  if (count('person') === 0 || count('amount') === 0 || count('code') > 1) return undefined;
  const spread = count('code') === 1 ? withQuantities(columns) : columns.map(withOwnCode);
  return { name: BY_HEADINGS, columns: spread, hasHeadings: true, delimiter: '' };
}

const TIME_HEADING = /hour|stunden|\bstd|uren|heures|timer|timmar|\bore\b|horas|minut|duration/i;

/** Next to a column of hours, one of quantities counts times or days. */
function withQuantities(columns: readonly RegisterColumn[]): RegisterColumn[] {
  const isTime = ({ role, heading }: RegisterColumn) => role.is === 'amount' && TIME_HEADING.test(heading);
  const hasTime = columns.some(isTime);
  return columns.map((column) => {
    const { role } = column;
    if (!hasTime || role.is !== 'amount' || isTime(column)) return column;
    return { ...column, role: { is: 'quantity', format: role.format } };
  });
}

/** Headings of the days or the period of a line; others have dates of birth or of payment. */
const PERIOD_HEADING =
  /^(?:(?:work|shift|line|pay|begin|start|end|arbeits|werk|abrechnungs|lohn|loon|salary|payroll)[\s_-]*)*(?:date|datum|dato|jour|day|tag|dag|from|to|von|bis|van|tot|du|au|fra|til|fr.n|till|period\w*|zeitraum|month|monat|maand|mois|m.ned|m.nad|mese|begin\w*|start\w*|end\w*|fin|year|jahr|jaar|ann.e|anno|.r)(?:[\s_-]*(?:date|datum|d.but|fin|begin|ende|from|to|start|end))*$/i;
const PAYMENT_HEADING = /^(?:pay|lohn|loon|salary)[\s_-]*(?:date|datum|dag|tag|day)/i;
const LAST_DAY = /\bto\b|bis|tot|end|fin|\bau\b|til/i;

function dateRole(
  heading: string,
  guess: Guess['role'],
  values: readonly string[],
): RegisterRole | undefined {
  if (!PERIOD_HEADING.test(heading) || PAYMENT_HEADING.test(heading)) return undefined;
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const isAll = (pattern: RegExp) => filled.length > 0 && filled.every((value) => pattern.test(value));
  if (/month|monat|maand|mois|m.ned|m.nad|mese/i.test(heading) && isAll(/^(?:0?[1-9]|1[0-2])$/))
    return { is: 'date', of: 'month', pattern: isAll(/^\d\d$/) ? 'MM' : 'M' };
  if (isAll(/^20\d\d$/)) return { is: 'date', of: 'month', pattern: 'YYYY' };
  if (guess === undefined || !('pattern' in guess)) return undefined;
  if (guess.is === 'to' && !LAST_DAY.test(heading)) return undefined;
  return { is: 'date', of: guess.is === 'date' ? 'day' : guess.is, pattern: guess.pattern };
}

/** Without a column of pay codes, the heading of each hours column names its pay code. */
function withOwnCode(column: RegisterColumn): RegisterColumn {
  const { role, heading } = column;
  return role.is === 'amount' ? { ...column, role: { ...role, codes: [heading] } } : column;
}
