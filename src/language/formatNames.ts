/** The formats that may follow a value, in the order of the reference. */
export const FORMAT_NAMES = [
  ...(['hours', 'minutes', 'duration', 'notation', 'tenths', 'hundredths', 'thousandths'] as const),
  ...(['hhmm', 'clock', 'clock-hours', 'clock-minutes', 'number', 'round'] as const),
  ...(['signed', 'sign-after', 'unsigned', 'sign', 'overpunch'] as const),
  ...(['date', 'time', 'weekday', 'text', 'upper', 'lower', 'ascii', 'left', 'right', 'shorten'] as const),
  ...(['pad-start', 'pad-end', 'replace', 'check-digit', 'default', 'yes'] as const),
];

export type FormatName = (typeof FORMAT_NAMES)[number];

export function isFormat(name: string): name is FormatName {
  return (FORMAT_NAMES as readonly string[]).includes(name);
}
