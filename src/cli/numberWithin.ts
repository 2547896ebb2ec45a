import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';

/** The option that takes a number, and the smallest and the largest one. */
interface NumberRange {
  readonly option: string;
  readonly min: number;
  readonly max: number;
}

/** Reads a whole number from a command line. @throws PaytallyError USAGE for anything outside the range */
export function numberWithin(value: string, { option, min, max }: NumberRange): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new PaytallyError('USAGE', message('commands.numberOutside', { option, min, max, value }), {
    record: option,
  });
}

/** Reads a date from a command line. @throws PaytallyError USAGE */
export function parseDay(option: string, text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', message('commands.noDate', { option, value: text }), { record: text });
}
