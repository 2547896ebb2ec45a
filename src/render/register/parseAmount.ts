import type { ColumnFormat } from '../text/columnSpec.js';

/** The notation of time in a register's column. */
export interface AmountFormat {
  readonly type: 'hours' | 'implied' | 'minutes' | 'hhmm' | 'clock';
  readonly decimals: number;
  readonly decimalSign: '.' | ',';
}

export const PLAIN_HOURS: AmountFormat = { type: 'hours', decimals: 2, decimalSign: '.' };

/** The notation for reading a template's format of minutes; undefined if its text is not an amount by itself. */
export function amountFormat(
  format: ColumnFormat | undefined,
  decimalSign: string | undefined,
): AmountFormat | undefined {
  const sign = decimalSign === ',' ? ',' : '.';
  switch (format?.type) {
    case undefined:
    case 'integer':
    case 'minutes':
      return { type: 'minutes', decimals: 0, decimalSign: sign };
    case 'hours':
      return { type: 'hours', decimals: format.decimals, decimalSign: sign };
    case 'implied':
      return { type: 'implied', decimals: format.decimals, decimalSign: sign };
    case 'hhmm':
      return { type: 'hhmm', decimals: 0, decimalSign: sign };
    case 'clock':
      return { type: 'clock', decimals: 0, decimalSign: sign };
    default:
      return undefined;
  }
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
