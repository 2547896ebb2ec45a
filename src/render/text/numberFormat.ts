/** A number on paper: what is printed is `units`, a whole number, so that printed sums can be exact. */
export interface NumberFormat {
  /** The printed whole units of a value (hundredths of hours, minutes, pieces). */
  toUnits(value: number): number;
  print(units: number): string;
}

export const integerFormat: NumberFormat = { toUnits: (value) => value, print: String };

/** Minutes as decimal hours, rounded half away from zero once, never with a thousands separator. */
export function hoursFormat(decimals: number, minDecimals: number, decimalSign: string): NumberFormat {
  const scale = 10 ** decimals;
  return {
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
  return { toUnits: (value) => decimalUnits(value, 10 ** decimals), print };
}

/** Hours without a decimal sign: 75 minutes are `125` in hundredths. */
export function impliedFormat(decimals: number): NumberFormat {
  const scale = 10 ** decimals;
  return { toUnits: (minutes) => scaledHours(minutes, scale), print: String };
}

/** `7:30`, `-0:20`, `130:05`. */
export function clockFormat(separator: string): NumberFormat {
  return { toUnits: (value) => value, print: (minutes) => clock(minutes, 1, separator) };
}

/** `7` and `30` of 7:30, for files that have them apart; both are negative in -7:30. */
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

/** minutes / 60 × scale, rounded half away from zero in whole numbers: no binary fractions on the way. */
function scaledHours(minutes: number, scale: number): number {
  const magnitude = Math.floor((Math.abs(minutes) * scale * 2 + 60) / 120);
  return minutes < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Binary fractions of decimals lie a hair beside them: 1.005 is 1.00499…, and its half goes up all the same. */
function decimalUnits(value: number, scale: number): number {
  const units = Math.round(Number((Math.abs(value) * scale).toPrecision(14)));
  return value < 0 && units !== 0 ? -units : units;
}

function trimZeros(fraction: string, keep: number): string {
  let end = fraction.length;
  while (end > keep && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}
