import type { AmountUnit } from '../../domain/corrections/exportedLine.js';

/** What a column that is an amount says that it prints. */
export const AMOUNTS = ['minutes', 'hours', 'times', 'days'] as const;
export type AmountKind = (typeof AMOUNTS)[number];

/** In the ledger hours are minutes. */
export function unitOfKind(kind: AmountKind): AmountUnit {
  return kind === 'hours' ? 'minutes' : kind;
}

/** An amount as whole units: so many of them are an hour, one time or one day. */
export interface PrintedUnits {
  readonly units: number;
  readonly unitsOfOne: number;
}

const MINUTES_PER_HOUR = 60;
/** Finer than any text prints: units of different texts add up. */
const DECIMALS = 6;
const FINEST = 10 ** DECIMALS;
const CLOCK = /^(-?)(\d+):([0-5]\d)$/;
const DECIMAL = /^(-?)(\d+)(?:([.,])(\d{1,6}))?$/;

/** The amount that a text prints: 7.33, -1,5 or 7:20. undefined where it is none. */
export function unitsOfText(text: string, kind: AmountKind): PrintedUnits | undefined {
  const [, clockSign, hours, minutes] = CLOCK.exec(text.trim()) ?? [];
  if (hours !== undefined && unitOfKind(kind) === 'minutes') {
    const units = Number(hours) * MINUTES_PER_HOUR + Number(minutes);
    return { units: signed(clockSign, units), unitsOfOne: MINUTES_PER_HOUR };
  }
  const [, sign, whole, , fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = signed(sign, Number(whole + fraction.padEnd(DECIMALS, '0')));
  return { units, unitsOfOne: kind === 'minutes' ? FINEST * MINUTES_PER_HOUR : FINEST };
}

function signed(sign: string | undefined, units: number): number {
  return sign === '-' && units !== 0 ? -units : units;
}

/** Units as text, in the form of another text of the same column. */
export function textOfUnits(units: number, like: string): string {
  const size = Math.abs(units);
  const sign = units < 0 ? '-' : '';
  if (CLOCK.test(like.trim())) {
    const minutes = String(size % MINUTES_PER_HOUR).padStart(2, '0');
    return `${sign}${Math.floor(size / MINUTES_PER_HOUR)}:${minutes}`;
  }
  const [, , , decimalSign = '.', shown = ''] = DECIMAL.exec(like.trim()) ?? [];
  const digits = String(size).padStart(DECIMALS + 1, '0');
  let fraction = digits.slice(-DECIMALS);
  while (fraction.length > shown.length && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${sign}${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : decimalSign + fraction}`;
}
