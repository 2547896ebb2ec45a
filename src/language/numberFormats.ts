/** A printed number. It is a whole number of `units`, so that printed sums can be exact. */
export interface NumberFormat {
  /** The printed whole units of a value (hundredths of hours, minutes, counts). */
  toUnits(value: number): number;
  print(units: number): string;
  /** Printed units of an hour, for decimal hours. */
  readonly unitsOfHour?: number;
  /** Printed units of 1, for numbers that may have decimals. */
  readonly unitsOfOne?: number;
}

/** Where the sign of a number stands; `overpunch` writes it into the last digit. */
export type SignStyle =
  | 'none'
  | 'overpunch'
  | { readonly plus: string; readonly minus: string; readonly place: 'before' | 'after' };

/** The same number with its sign in another position, or without one. */
export function signedFormat(format: NumberFormat, sign: SignStyle): NumberFormat {
  const { print } = format;
  return {
    ...format,
    print: (units) => signedDigits(print(sign === 'overpunch' ? units : Math.abs(units)), units < 0, sign),
  };
}

/** Printed digits with the sign in a position. A sign that they have is replaced. */
export function signedDigits(text: string, isNegative: boolean, sign: SignStyle): string {
  if (sign === 'overpunch') return overpunched(text);
  const digits = text.replace('-', '');
  if (sign === 'none') return digits;
  const mark = isNegative ? sign.minus : sign.plus;
  return sign.place === 'before' ? `${mark}${digits}` : `${digits}${mark}`;
}

export const integerFormat: NumberFormat = { toUnits: (value) => value, print: String };

/** Minutes as decimal hours, rounded half away from zero once, never with a thousands separator. */
export function hoursFormat(decimals: number, minDecimals: number, decimalSign: string): NumberFormat {
  const scale = 10 ** decimals;
  return {
    unitsOfHour: scale,
    toUnits: (minutes) => scaledHours(minutes, scale),
    print(units) {
      const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
      const whole = digits.slice(0, digits.length - decimals);
      const fraction = trimZeros(digits.slice(digits.length - decimals), minDecimals);
      return `${units < 0 ? '-' : ''}${whole}${fraction === '' ? '' : decimalSign + fraction}`;
    },
  };
}

/** Numbers with decimals, rounded half away from zero; trailing zeros are dropped down to `minDecimals`. */
export function decimalFormat(decimals: number, minDecimals: number, decimalSign: string): NumberFormat {
  const { print } = hoursFormat(decimals, minDecimals, decimalSign);
  const unitsOfOne = 10 ** decimals;
  return { unitsOfOne, toUnits: (value) => decimalUnits(value, unitsOfOne), print };
}

/** Hours without a decimal separator: 75 minutes are `125` in hundredths. */
export function impliedFormat(decimals: number): NumberFormat {
  const scale = 10 ** decimals;
  return { unitsOfHour: scale, toUnits: (minutes) => scaledHours(minutes, scale), print: String };
}

/** `7:30`, `-0:20`, `130:05`. */
export function clockFormat(separator: string): NumberFormat {
  return { toUnits: (value) => value, print: (minutes) => clock(minutes, 1, separator) };
}

/** `7` and `30` of 7:30, for files with separate columns; both are negative for -7:30. */
export const clockHours: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => String(Math.trunc(minutes / 60) + 0),
};
export const minutesOfClock: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => String((minutes % 60) + 0),
};

/** `0730`, `-0020`. */
export const hhmmFormat: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => clock(minutes, 2, ''),
};

function clock(minutes: number, hourDigits: number, separator: string): string {
  const total = Math.abs(minutes);
  const hours = String(Math.floor(total / 60)).padStart(hourDigits, '0');
  return `${minutes < 0 ? '-' : ''}${hours}${separator}${String(total % 60).padStart(2, '0')}`;
}

/** Only the sign of a number, for a column of its own. */
export function signFormat(plus: string, minus: string): NumberFormat {
  return { toUnits: (value) => value, print: (units) => (units < 0 ? minus : plus) };
}

/** minutes / 60 × scale, rounded half away from zero, with whole numbers only and no binary fractions. */
function scaledHours(minutes: number, scale: number): number {
  const magnitude = Math.floor((Math.abs(minutes) * scale * 2 + 60) / 120);
  return minutes < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Corrects the error of binary fractions: 1.005 is stored as 1.00499…, but must be rounded up. */
function decimalUnits(value: number, scale: number): number {
  const units = Math.round(Number((Math.abs(value) * scale).toPrecision(14)));
  return value < 0 && units !== 0 ? -units : units;
}

function trimZeros(fraction: string, keep: number): string {
  let end = fraction.length;
  while (end > keep && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

const PLUS_DIGITS = '{ABCDEFGHI';
const MINUS_DIGITS = '}JKLMNOPQR';

/** Digits whose last one carries the sign, as in zoned decimals: 125 is `12E`, -125 is `12N`. */
export function overpunched(text: string): string {
  const digits = text.replace('-', '');
  const signs = text.startsWith('-') ? MINUS_DIGITS : PLUS_DIGITS;
  return digits.replace(/\d$/, (last) => signs.charAt(Number(last)));
}
