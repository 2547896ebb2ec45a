import { AGGREGATES } from '../../src/language/aggregates.js';
import { SELECTION_CLAUSES } from '../../src/language/clauses.js';
import { FORMAT_NAMES } from '../../src/language/formatNames.js';
import { OPERATORS } from '../../src/language/grammar.js';
import { CLAUSES } from '../../src/workbook/language/directive.js';

type Row = readonly [written: string, meaning: string, example: string];

/** A description of what the parser reads. A name that is added to the parser has to be described here. */
const MEANINGS: Readonly<Record<string, readonly [meaning: string, example: string]>> = {
  or: ['one of the two is true', '{{(weekday = 6 or weekday = 7) | yes:"weekend"}}'],
  and: ['both are true', '{{(workedMinutes > 0 and weekday = 7) | yes:"Sunday"}}'],
  '=': ['equal; also `in (1, 2)` for one of several', '{{(weekday in (6, 7)) | yes:"weekend"}}'],
  '!=': ['not equal; `<>` is the same', '{{(employee.number != null) | yes:"known"}}'],
  '<=': ['at most', '{{(workedMinutes <= 600) | yes:"within 10 hours"}}'],
  '<': ['less than', '{{(date < "2026-10-16") | yes:"first half"}}'],
  '>=': ['at least', '{{(workedMinutes >= 600) | yes:"long"}}'],
  '>': ['more than', '{{(workedMinutes > plannedMinutes) | yes:"over"}}'],
  contains: ['a text contains another; capitals count', '{{(employee.name contains "berg") | yes:"x"}}'],
  'starts with': ['a text begins with another', '{{(employee.number starts with "00") | yes:"x"}}'],
  '+': ['sum of minutes, or of numbers', '{{workedMinutes + 30}}'],
  '-': ['difference; with spaces around it', '{{workedMinutes - 30 | hours}}'],
  '*': ['product', '{{weekday * 2}}'],
  '/': ['quotient; empty where the divisor is 0', '{{workedMinutes / plannedMinutes}}'],
  sum: ['the sum of minutes or numbers; 0 without rows', '{{sum(employee-days.workedMinutes)}}'],
  count: ['rows, or rows with a value', '{{count(employee-days where weekday > 5)}}'],
  average: ['the mean of the values that are not empty', '{{average(employee-days.workedMinutes) | hours}}'],
  min: ['the smallest value', '{{min(employee-days.date)}}'],
  max: ['the largest value', '{{max(employee-days.workedMinutes where weekday < 6)}}'],
  first: ['the value of the first row', '{{first(employees.employee.name)}}'],
  last: ['the value of the last row', '{{last(employees.employee.name)}}'],
  distinct: ['how many different values there are', '{{distinct(employee-days.employee.id)}}'],
  join: ['each different value once, sorted', '{{join(employee-days.employee.lastName, "; ")}}'],
  hours: [
    'minutes as hours; with inputs as text: decimals, decimal sign, least decimals (as many)',
    '{{workedMinutes | hours:2,",",0}}',
  ],
  notation: [
    'minutes in the notation of hours of the run: 7:30 or 7.50; the number format of the cell follows. With "alone", a negative value is text and leaves the others as they are',
    '{{workedMinutes | notation}}',
  ],
  minutes: ['minutes as a whole number', '{{workedMinutes | minutes}}'],
  duration: [
    'minutes as a duration; as text: "decimal", "clock" or "minutes"',
    '{{workedMinutes | duration}}',
  ],
  round: ['rounded, to so many decimals', '{{workedMinutes / plannedMinutes | round:2}}'],
  time: ['the clock time of a date and time', '{{entry.startsAt | time}}'],
  date: ['the date, or a date in a pattern', '{{date | date:"d MMMM yyyy"}}'],
  text: ['as text', '{{weekday | text}}'],
  upper: ['in capitals', '{{employee.lastName | upper}}'],
  lower: ['in small letters', '{{employee.lastName | lower}}'],
  left: ['the first characters', '{{employee.lastName | left:1}}'],
  default: ['what stands for an empty value', '{{employee.number | default:"none"}}'],
  yes: ['texts for true and false', '{{employee.active | yes:"x","-"}}'],
  in: ['a text is one of a list with commas', '{{(employee.number in "0042,0043") | yes:"x"}}'],
  '&': ['texts, one after the other', '{{employee.lastName & ", " & employee.firstName}}'],
  list: ['each value, in the order of the rows', '{{list(employee-days.employee.lastName, "; ")}}'],
  tenths: ['hours without a decimal sign: 75 is 7:30', '{{workedMinutes | tenths}}'],
  hundredths: ['hours without a decimal sign: 750 is 7:30', '{{workedMinutes | hundredths}}'],
  thousandths: ['hours without a decimal sign: 7500 is 7:30', '{{workedMinutes | thousandths}}'],
  hhmm: ['0730', '{{workedMinutes | hhmm}}'],
  clock: ['7:30, or with another separator', '{{workedMinutes | clock:","}}'],
  'clock-hours': ['the 7 of 7:30', '{{workedMinutes | clock-hours}}'],
  'clock-minutes': ['the 30 of 7:30', '{{workedMinutes | clock-minutes}}'],
  number: [
    'a text of digits as a number; with inputs a number as text: decimals, decimal sign, least decimals (none)',
    '{{weekday | number:2,","}}',
  ],
  signed: [
    'as text with its sign: +433:13, −0:30, or with other signs, such as "+","-"; after digits, the sign before them: +750',
    '{{differenceMinutes | signed}}',
  ],
  'sign-after': ['the sign after the digits', '{{workedMinutes | hundredths | sign-after:" ","-"}}'],
  unsigned: [
    'the digits alone, for a sign in a separate column',
    '{{workedMinutes | hundredths | unsigned}}',
  ],
  sign: ['only the sign', '{{workedMinutes | sign:"+","-"}}'],
  overpunch: [
    'the sign in the last digit: 12E is 125, 12N is -125',
    '{{workedMinutes | hundredths | overpunch}}',
  ],
  weekday: ['the name of a weekday, short or "long"', '{{weekday | weekday:"long"}}'],
  ascii: ['letters without accents', '{{employee.lastName | ascii}}'],
  right: ['the last characters', '{{employee.number | right:4}}'],
  shorten: ['cut to so many characters, with a mark', '{{employee.lastName | shorten:20,"\u2026"}}'],
  'pad-start': ['filled up at the start', '{{employee.number | pad-start:6,"0"}}'],
  'pad-end': ['filled up at the end', '{{employee.number | pad-end:6,"_"}}'],
  replace: ['one text instead of another', '{{employee.lastName | replace:" ","-"}}'],
  'check-digit': [
    'the check digit: "luhn", "mod11", "mod97" or "iso7064"',
    '{{employee.number | check-digit:"luhn"}}',
  ],
  where: ['only rows for which the condition is true', '{{#each employee-days where workedMinutes > 0}}'],
  'group by': [
    'one repetition for each different value',
    '{{#each employee-days group by employee.id, isoWeek}}',
  ],
  'sort by': [
    'the order; groups also by totals',
    '{{#each employee-days group by employee.id sort by sum(workedMinutes) desc}}',
  ],
  limit: ['no more repetitions than this', '{{#each employee-days sort by workedMinutes desc limit 10}}'],
  rows: ['how many rows repeat', '{{#each employee-days group by employee.id rows 3}}'],
  columns: [
    'columns repeat, not rows; for `#style` and `#fit`, how many columns are meant',
    '{{#each days columns}}',
  ],
  'page break': [
    'each group begins on a new page',
    '{{#each employee-days group by employee.id rows 3 page break}}',
  ],
  outline: ['the rows inside can be folded', '{{#each employee-days group by employee.id rows 3 outline}}'],
  'at least': [
    'blank repetitions fill up what is missing to this number; for `#fit`, the least width',
    '{{#each entries at least 10}}',
  ],
  'at most': ['the largest width', '{{#fit at most 40}}'],
  if: ['whether the sheet has pages', '{{#print if count(exceptions) > 0}}'],
  wide: ['the most pages next to each other', '{{#print wide 1}}'],
  tall: ['the most pages below each other', '{{#print tall count(employee-days) / 40}}'],
  'titles if': [
    'whether the print titles are on every page',
    '{{#print titles if count(employee-days) > 40}}',
  ],
  name: ['what names the tabs', '{{#sheet employees group by employee.id name employee.name}}'],
};

function described(name: string, written: string): Row {
  const [meaning, example] = MEANINGS[name] ?? [];
  if (meaning === undefined || example === undefined)
    throw new Error(`"${name}" of the grammar is not described`);
  return [`\`${written}\``, meaning, `\`${example}\``];
}

/** The grammar of drawn workbooks: its tables, by the names of their markers. */
export const GRAMMAR: Readonly<Record<string, () => Row[]>> = {
  operators: () => OPERATORS.flat().map((sign) => described(sign, sign)),
  totals: () => Object.keys(AGGREGATES).map((name) => described(name, `${name}(VALUE where CONDITION)`)),
  formats: () => FORMAT_NAMES.map((name) => described(name, `| ${name}`)),
  selection: () =>
    SELECTION_CLAUSES.map(({ words, follows }) => described(words, `${words} ${follows}`.trim())),
  clauses: () =>
    CLAUSES.map(({ words, follows, of }) => {
      const [written, meaning, example] = described(words, `${words} ${follows}`.trim());
      return [written, `${meaning} (${of.map((kind) => `\`#${kind}\``).join(', ')})`, example];
    }),
};

/** All examples of the reference. */
export const GRAMMAR_EXAMPLES: readonly string[] = Object.values(MEANINGS).map(([, example]) => example);
