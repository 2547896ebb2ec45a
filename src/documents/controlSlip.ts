import type { PayAmounts } from '../domain/pay/payAmounts.js';
import { decimalSign } from '../i18n/dateText.js';
import { formatMessage, type Reader, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type AnyMessage, joined, message } from '../i18n/message.js';

/** The total of a part of a payroll file, as written in it. */
export interface SlipSum {
  /** The number of written amounts; amounts left out because they are 0 do not count. */
  readonly lines: number;
  /** As written, in hours, for any unit of the file. */
  readonly writtenHours: number;
  /** The run's minutes before rounding. */
  readonly minutes: number;
  /** The part that is paid on top of hours; left out if there is none. */
  readonly premiums?: Omit<SlipSum, 'premiums'>;
}

/** The part of a sum that is hours, and not premiums on top of them. */
export function paidPart({ premiums = NO_SUM, ...sum }: SlipSum): SlipSum {
  return {
    lines: sum.lines - premiums.lines,
    writtenHours: Number((sum.writtenHours - premiums.writtenHours).toFixed(6)),
    minutes: sum.minutes - premiums.minutes,
  };
}

const NO_SUM: SlipSum = { lines: 0, writtenHours: 0, minutes: 0 };

/** The total of a code whose amounts are not hours: meals, nights, days of leave. */
export interface SlipQuantity {
  readonly code: string;
  readonly unit: 'times' | 'days';
  readonly lines: number;
  /** As written in the file. */
  readonly amount: number;
}

/** Amounts of the run that a file leaves out, and why. */
export interface LeftAmount {
  readonly reason: AnyMessage;
  readonly amounts: PayAmounts;
}

/** Where the amounts of a run are: those in a file and those left out are all that was exported. */
export interface FileAccount {
  readonly inFile: PayAmounts;
  readonly exported: PayAmounts;
  /** Whether its rows are pay lines, so that `exported` is all that the run has. */
  readonly isOfPayLines: boolean;
  readonly left: readonly LeftAmount[];
}

/** The person of a sum. */
export interface SlipOwner {
  readonly employeeNumber: string;
  /** The name, or the number of people. */
  readonly employee: string;
  /** Of the employee or agency worker; undefined for a sum of several people. */
  readonly employeeId?: string | undefined;
}

/** The check list for a payroll file: totals by code, by employee and of the file. */
export interface ControlSlip extends SlipSum {
  /** Decimals of the hours in the file; null if it has whole minutes. */
  readonly decimals: number | null;
  /** Written hours minus those of the run: the rounding difference. */
  readonly differenceHours: number;
  readonly codes: readonly (SlipSum & { readonly code: string })[];
  readonly employees: readonly (SlipSum & SlipOwner)[];
  /** Left out if the file has only hours. */
  readonly quantities?: readonly SlipQuantity[];
}

/** `file 46,117.31 h, run 46,117 h 10 min: +0.14 h by rounding to two decimals`, without premiums. */
export function slipText(slip: ControlSlip, language: Language): string {
  const { premiums, differenceHours } = slip;
  const ofPremiums = premiums === undefined ? 0 : roundingHours(premiums);
  return sumText(paidPart(slip), differenceHours - ofPremiums, slip, language);
}

/** `premiums, on top of the hours: file 61.50 h, run 61 h 30 min: equal`; undefined without premiums. */
export function premiumsText(slip: ControlSlip, language: Language): string | undefined {
  const { premiums } = slip;
  if (premiums === undefined) return undefined;
  const sums = sumText(premiums, roundingHours(premiums), slip, language);
  return sayIn(language)('reports.slipPremiums', { sums });
}

const MINUTES_PER_HOUR = 60;

function roundingHours({ writtenHours, minutes }: SlipSum): number {
  return writtenHours - minutes / MINUTES_PER_HOUR;
}

function sumText(sum: SlipSum, differenceHours: number, slip: ControlSlip, language: Language): string {
  const difference = Number(differenceHours.toFixed(FIGURES));
  return sayIn(language)('reports.slipText', {
    file: writtenText(sum, slip, language),
    run: minutesText(sum.minutes, language),
    difference: roundingText(difference, slip, language),
  });
}

/** More decimals than any rounding needs, so that binary fractions show no difference. */
const FIGURES = 6;

/** `not in this file: 44:20 h, establishment is not Antwerpen`. */
export function leftText(left: LeftAmount, reader: Reader): string {
  return formatMessage(leftMessage(left), reader);
}

export function leftMessage({ reason, amounts }: LeftAmount): AnyMessage {
  const { minutes, premiumMinutes, times, days } = amounts;
  const hours = minutes - premiumMinutes;
  const shown = [
    ...(hours === 0 ? [] : [message('account.hours', { minutes: hours })]),
    ...(premiumMinutes === 0 ? [] : [message('account.premiumHours', { minutes: premiumMinutes })]),
    ...QUANTITY_UNITS.flatMap((unit) => {
      const amount = { times, days }[unit];
      return amount === 0 ? [] : [message('account.quantity', { unit, amount })];
    }),
  ];
  return message('account.left', { amount: joined(shown, ', '), reason });
}

const QUANTITY_UNITS = ['times', 'days'] as const;

/** `61.50 h`, or hours and minutes if the file has whole minutes. */
export function writtenText(sum: SlipSum, { decimals }: ControlSlip, language: Language): string {
  return decimals === null
    ? minutesText(sum.minutes, language)
    : `${grouped(sum.writtenHours, decimals, language)} h`;
}

/** `46,117 h 10 min`, to the minute in any notation of hours, because a rounded file is compared with it. */
export function minutesText(minutes: number, language: Language): string {
  const size = Math.abs(minutes);
  const hours = grouped(Math.floor(size / 60), 0, language);
  return `${minutes < 0 ? '−' : ''}${hours} h ${String(size % 60).padStart(2, '0')} min`;
}

/** `12 times`, `1.5 days`: with as many decimals as needed. */
export function slipQuantityText({ amount, unit }: SlipQuantity, language: Language): string {
  return quantityText(amount, unit, language);
}

/** `12 times`, `1.5 days`. */
export function quantityText(amount: number, unit: SlipQuantity['unit'], language: Language): string {
  const decimals = String(amount).split('.')[1]?.length ?? 0;
  const say = sayIn(language);
  const name = say(unit === 'times' ? 'reports.unitTimes' : 'reports.unitDays');
  return `${grouped(amount, decimals, language)} ${name}`;
}

const FINEST = 4;

function roundingText(differenceHours: number, { decimals }: ControlSlip, language: Language): string {
  const say = sayIn(language);
  if (differenceHours === 0) return say('reports.slipSame');
  const size = Math.abs(differenceHours);
  const places = Math.max(decimals ?? 0, 2);
  // Less than half a hundredth is still a difference.
  const difference = grouped(size, Number(size.toFixed(places)) === 0 ? FINEST : places, language);
  const signed = `${differenceHours > 0 ? '+' : '−'}${difference}`;
  return say('reports.slipRounding', { difference: signed, decimals: decimals ?? 0 });
}

/**
 * With a thousands separator: a non-breaking space in French, otherwise the character that is not the decimal
 * separator.
 */
function grouped(value: number, decimals: number, language: Language): string {
  const sign = decimalSign(language);
  const between = language.startsWith('fr') ? '\u00a0' : { '.': ',', ',': '.' }[sign];
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, between);
  return `${value < 0 ? '−' : ''}${thousands}${fraction === undefined ? '' : sign + fraction}`;
}
