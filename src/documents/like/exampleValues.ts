/** How amounts of time are written in files of other programs. */
export const HOURS_UNITS = ['hours', 'hundredths', 'minutes', 'hhmm', 'clock'] as const;
export type HoursUnit = (typeof HOURS_UNITS)[number];

/** The notation of time in a column of another program's file. */
export interface AmountFormat {
  readonly type: 'hours' | 'implied' | 'minutes' | 'hhmm' | 'clock';
  readonly decimals: number;
  readonly decimalSign: '.' | ',';
}

export function amountFormat(unit: HoursUnit, decimalSign: '.' | ','): AmountFormat {
  return { type: unit === 'hundredths' ? 'implied' : unit, decimals: 2, decimalSign };
}

/** Reads an amount of time as hours; undefined if the text is not one. */
export function parseHours(text: string, { type, decimals, decimalSign }: AmountFormat): number | undefined {
  const [, before = '', digits = '', after = ''] =
    /^([+−-]?)([\d., ':’\u00a0\u202f]+)([+−-]?)$/.exec(text.trim()) ?? [];
  if (digits === '' || (before !== '' && after !== '')) return undefined;
  const sign = /[−-]/.test(before + after) ? -1 : 1;
  const clock =
    /^(\d+):([0-5]\d)$/.exec(digits) ?? (type === 'clock' ? /^(\d+)[.,]([0-5]\d)$/.exec(digits) : null);
  if (clock !== null) return sign * (Number(clock[1]) + Number(clock[2]) / 60);
  if (type === 'hours' || type === 'clock' || /[.,]/.test(digits)) {
    const number = parseDecimal(digits, decimalSign);
    return number === undefined ? undefined : (sign * number) / (type === 'minutes' ? 60 : 1);
  }
  if (!/^\d+$/.test(digits)) return undefined;
  const number = Number(digits);
  if (type === 'implied') return (sign * number) / 10 ** decimals;
  if (type === 'minutes') return (sign * number) / 60;
  const minutes = number % 100;
  return minutes < 60 ? sign * (Math.trunc(number / 100) + minutes / 60) : undefined;
}

/**
 * A number with any decimal separator: the last separator that occurs once, unless three digits follow and the layout
 * uses the other one.
 */
function parseDecimal(text: string, expected: '.' | ','): number | undefined {
  const plain = text.replace(/[ '’\u00a0\u202f]/g, '');
  const signs = plain.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return /^\d+$/.test(plain) ? Number(plain) : undefined;
  const isGrouping =
    signs.filter((sign) => sign === last).length > 1 ||
    (signs.length === 1 && last !== expected && /[.,]\d{3}$/.test(plain));
  const [whole = '', fraction = ''] = isGrouping
    ? [plain]
    : [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)];
  const isGrouped = /^\d{1,3}([.,]\d{3})*$/.test(whole) || /^\d*$/.test(whole);
  if (!isGrouped || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`);
}

const PATTERNS = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYYMMDD',
  'DDMMYYYY',
  'YYYY-MM',
  'MM/YYYY',
  'MM.YYYY',
  'YYYYMM',
  'D.M.YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'MM/DD/YY',
  'DD/MM/YY',
];

/** Date patterns that match all values. */
export function datePatterns(values: readonly string[]): readonly string[] {
  return PATTERNS.filter((pattern) => values.every((value) => readDate(value, pattern) !== undefined));
}

const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<y>20\\d\\d)',
  YY: '(?<y>\\d\\d)',
  MM: '(?<m>0[1-9]|1[0-2])',
  M: '(?<m>[1-9]|1[0-2])',
  DD: '(?<d>0[1-9]|[12]\\d|3[01])',
  D: '(?<d>[1-9]|[12]\\d|3[01])',
};

/** The year, month and day in a text that the pattern contains; undefined if the text does not match. */
export function readDateParts(
  text: string,
  pattern: string,
): { readonly y?: string; readonly m?: string; readonly d?: string } | undefined {
  const source = pattern.replace(/YYYY|YY|MM|M|DD|D|[^YMD]/g, (part) => PARTS[part] ?? `\\${part}`);
  const match = new RegExp(`^${source}$`).exec(text);
  if (match === null) return undefined;
  const { y, m, d } = match.groups ?? {};
  return {
    ...(y === undefined ? {} : { y: y.padStart(4, '20') }),
    ...(m === undefined ? {} : { m: m.padStart(2, '0') }),
    ...(d === undefined ? {} : { d: d.padStart(2, '0') }),
  };
}

/** `YYYY-MM-DD`, or the first day of a month; undefined if the text is not such a date. */
export function readDate(text: string, pattern: string): string | undefined {
  const { y, m, d = '01' } = readDateParts(text, pattern) ?? {};
  if (y === undefined || m === undefined) return undefined;
  const date = new Date(`${y}-${m}-${d}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${y}-${m}-${d}`);
  return isReal ? `${y}-${m}-${d}` : undefined;
}
