import { isDatePattern } from '../text/printFormats.js';
import { datePatterns, HOURS_UNITS, type HoursUnit, readDate } from './exampleValues.js';

/** The role of an example's column, as in `--column`: hours in a unit, a date in a pattern, a constant, … */
export type Role =
  | { readonly is: (typeof PLAIN_ROLES)[number] }
  | { readonly is: 'hours'; readonly unit: HoursUnit }
  /** A column of the employee mapping. */
  | { readonly is: 'column'; readonly name: string }
  | { readonly is: (typeof DATED_ROLES)[number]; readonly pattern: string };

const PLAIN_ROLES = [
  'number',
  'code',
  'last-name',
  'first-name',
  'name',
  'cost-center',
  'constant',
  'running',
] as const;
const DATED_ROLES = ['date', 'month', 'from', 'to'] as const;

/** The guess for a column: its role, and whether it is certain or a question. */
export interface Guess {
  /** undefined if the values do not show it. */
  readonly role: Role | undefined;
  /** Other roles that fit the values. */
  readonly others: readonly string[];
  readonly isSure: boolean;
}

/** `hundredths`, `date:DD/MM/YYYY`; undefined if it is neither. */
export function parseRole(text: string): Role | undefined {
  const [is = '', ...rest] = text.split(':');
  const pattern = rest.join(':');
  const unit = HOURS_UNITS.find((each) => each === text);
  if (unit !== undefined) return { is: 'hours', unit };
  const plain = PLAIN_ROLES.find((each) => each === text);
  if (plain !== undefined) return { is: plain };
  if (is === 'column' && /^[a-zA-Z]\w*$/.test(pattern)) return { is, name: pattern };
  const dated = DATED_ROLES.find((each) => each === is);
  return dated !== undefined && isDatePattern(pattern) ? { is: dated, pattern } : undefined;
}

export function roleText(role: Role): string {
  if (role.is === 'hours') return role.unit;
  if (role.is === 'column') return `column:${role.name}`;
  return 'pattern' in role ? `${role.is}:${role.pattern}` : role.is;
}

/** Words of headings, in the languages of payroll systems. The first that fits wins. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /wage.?(?:type|code|item)|salary.?(?:code|type|item)|pay(?:ment)?.?(?:code|item|element|component)|earnings?.?(?:code|type)|hours?.?(?:code|type)|^(?:type|kode|codes?|schl.ssel)$|(?:loon|uren|uur|prestatie).?(?:soort|art|code)|l[oø]ne?.?(?:kode|slag)|l[oö]ne?(?:art|slag|kod)|tidkod|entgeltart|lohnschl|rubrique|\bvoce\b|causale|giustificativo|concepto/i,
    'code',
  ],
  [
    /rate|satz|tarief|sats\b|taux|betrag|amount|bel.b|montant|salary|loon(?!c)|price|importo|importe|bedrag|brutt?o|\bbrut\b|gross/i,
    'other',
  ],
  [/first.?name|vorname|voornaam|pr.nom|fornavn/i, 'first-name'],
  [/last.?name|surname|nachname|achternaam|\bnom\b|efternavn/i, 'last-name'],
  [/cost.?cent|kostenst|kostenplaats|centre.de|afdeling|department/i, 'cost-center'],
  [
    /employ\w*.?(?:id|n|code|ref)|personal|pers|matric|worker|mitarb|medarb|staff|file.?#|l.nnummer|anst.lln|dipendente|empleado/i,
    'number',
  ],
  [
    /code|lohnart|l.nart|looncomp|component|rubri|pay.?type|earning|element|prestat|work.?type|det\b/i,
    'code',
  ],
  [
    /hour|stunden|\bstd|uren|heures|timer|timmar|\bore\b|horas|units|enheder|antal|aantal|menge|anzahl|duration|minut|quantit|qty|valeur|cantidad/i,
    'hours',
  ],
  [
    /date|datum|jour|\bdag\b|\bday\b|\btag\b|dato|period|month|monat|maand|mois|year|jahr|jaar|begin|start|\bend|ende\b|fin\b/i,
    'date',
  ],
  [/employ|\bemp\b|number|nummer|\bnr\b|\bid\b|num.ro/i, 'number'],
  [/name|naam|navn/i, 'name'],
];

/** The role that a heading names, whatever the values are. */
export function wordOf(heading: string | undefined): string | undefined {
  return WORDS.find(([pattern]) => heading !== undefined && pattern.test(heading))?.[1];
}

/** Guesses the role of every column from its heading and values. Equal columns get the same role. */
export function guessColumns(
  columns: readonly (readonly string[])[],
  headings: readonly string[] | undefined,
): readonly Guess[] {
  const trimmed = columns.map((values) => values.map((value) => value.trim()));
  const dated = trimmed.filter((values) => datePatterns(values).length > 0);
  const common = datePatterns(dated.flat());
  const guesses = trimmed.map((values, index) => guessColumn(values, headings?.[index], common));
  return guesses.map((guess, index) => {
    const key = JSON.stringify(trimmed[index]);
    const twin = guesses.find(
      ({ role }, at) => at < index && JSON.stringify(trimmed[at]) === key && role?.is !== 'constant',
    );
    return twin === undefined || guess.isSure ? guess : { ...guess, role: twin.role };
  });
}

function guessColumn(
  values: readonly string[],
  heading: string | undefined,
  common: readonly string[],
): Guess {
  const word = wordOf(heading);
  const filled = values.filter((value) => value !== '');
  const isConstant = new Set(values).size === 1;
  if (filled.length === 0) return sure({ is: 'constant' });
  const fitting = datePatterns(filled);
  const shared = fitting.filter((pattern) => common.includes(pattern));
  const patterns = shared.length > 0 ? shared : fitting;
  if (patterns.length > 0 && word !== 'number' && word !== 'code' && word !== 'hours') {
    const is = isConstant && values.length > 1 ? constantDate(filled[0] ?? '', patterns[0] ?? '') : 'date';
    return asDate(
      is,
      patterns,
      isConstant ? ['from', 'to', 'month', 'constant'] : [],
      word === 'date' && !isConstant,
    );
  }
  if (isConstant && values.length > 1 && word !== 'hours') return constantGuess(filled[0] ?? '', word);
  if (isRunning(values) && word === undefined)
    return { role: { is: 'running' }, others: ['number', 'code'], isSure: false };
  const units = hoursUnits(filled);
  const isHours =
    word === 'hours' ||
    (word === undefined && units[0] === 'hours' && filled.some((value) => /[.,]/.test(value)));
  if (isHours && units.length > 0) return asHours(units, heading);
  if (word === 'other' || word === 'hours' || word === 'date')
    return { role: undefined, others: units.length > 0 ? units : ['number', 'code'], isSure: false };
  const named = word === undefined ? undefined : parseRole(word);
  return { role: named, others: ['number', 'code', ...units], isSure: named !== undefined };
}

function sure(role: Role): Guess {
  return { role, others: [], isSure: true };
}

/** A constant may be the only code, person, month or year of the example, so the user is asked. */
function constantGuess(value: string, word: string | undefined): Guess {
  const isPeriod = word === 'date' || /^20\d\d$/.test(value);
  const isNamed = word === 'code' || word === 'number' || (word === undefined && /^\d+$/.test(value));
  const others = [...(isPeriod ? ['month:M', 'month:YYYY'] : []), ...(isNamed ? ['number', 'code'] : [])];
  return { role: { is: 'constant' }, others, isSure: others.length === 0 };
}

/** The same day in every line: the first or last day of the period, or a month. */
function constantDate(value: string, pattern: string): 'from' | 'to' | 'month' {
  const day = pattern.includes('D') ? readDate(value, pattern)?.slice(8) : undefined;
  if (day === undefined) return 'month';
  return day === '01' ? 'from' : 'to';
}

function asDate(
  is: (typeof DATED_ROLES)[number],
  patterns: readonly string[],
  others: readonly string[],
  isNamed: boolean,
): Guess {
  const [pattern = ''] = patterns;
  const also = patterns.slice(1).map((each) => `${is}:${each}`);
  return { role: { is, pattern }, others: [...also, ...others], isSure: isNamed && also.length === 0 };
}

/** A number with a decimal separator is hours; without one the user is asked, unless the heading names minutes. */
function asHours(units: readonly HoursUnit[], heading = ''): Guess {
  if (/minut/i.test(heading) && units.includes('minutes')) return sure({ is: 'hours', unit: 'minutes' });
  const [unit] = units;
  if (unit === undefined || units.length > 1) return { role: undefined, others: units, isSure: false };
  return { role: { is: 'hours', unit }, others: [], isSure: true };
}

const DECIMAL = /^[+−-]?\d+[.,]\d{1,4}[+−-]?$/;
/** With a separator of thousands, and decimals or not: `1.234,50`, `1 234`. */
const GROUPED =
  /^[+−-]?\d{1,3}(?:(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?|(?:\.\d{3})+,\d{1,4}|(?:,\d{3})+\.\d{1,4})[+−-]?$/;
const WHOLE = /^[+−-]?\d+[+−-]?$/;

function hoursUnits(values: readonly string[]): readonly HoursUnit[] {
  if (values.every((value) => /^-?\d+:[0-5]\d$/.test(value))) return ['clock'];
  const decimal = values.filter((value) => DECIMAL.test(value) || GROUPED.test(value));
  const long = values.filter((value) => /^[+−-]?\d{4,}[+−-]?$/.test(value));
  // A cell that lost its decimal sign does not make the others something else.
  const isDecimal = values.every((value) => decimal.includes(value) || WHOLE.test(value));
  if (isDecimal && decimal.length > long.length) return ['hours'];
  if (!values.every((value) => /^[+-]?\d+$/.test(value))) return [];
  const couldBeClock = values.every((value) => /^[+-]?\d*[0-5]?\d$/.test(value));
  return ['hundredths', 'minutes', ...(couldBeClock ? (['hhmm'] as const) : []), 'hours'];
}

function isRunning(values: readonly string[]): boolean {
  return (
    values.length > 2 &&
    values.every((value, index) => Number(value) === Number(values[0]) + index && /^\d+$/.test(value))
  );
}
