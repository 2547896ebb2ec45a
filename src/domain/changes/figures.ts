import type { Pay } from '../pay/computePay.js';
import { isPaid } from '../pay/payLine.js';
import type { Timesheet } from '../timesheet/timesheet.js';

/** What a period comes to for one person: enough to say next month what moved. */
export interface PersonFigures {
  readonly workedMinutes: number;
  /** 0 where planning cannot be read. */
  readonly plannedMinutes: number;
  readonly paidMinutes: number;
  /** Minutes by {@link codeKey}. */
  readonly codes: Readonly<Record<string, number>>;
}

/** By employee id; people without planned, worked and paid minutes are not in it. */
export type Figures = ReadonlyMap<string, PersonFigures>;

/** A pay code with its kind, as one text: `base NORMAL`. */
export function codeKey(kind: string, payCode: string): string {
  return `${kind} ${payCode}`;
}

/** The kind and the pay code of a {@link codeKey}. */
export function codeOfKey(key: string): { readonly kind: string; readonly payCode: string } {
  const space = key.indexOf(' ');
  return { kind: key.slice(0, space), payCode: key.slice(space + 1) };
}

/** @returns undefined for somebody without a minute */
export function personFigures(
  { days }: Pick<Timesheet, 'days'>,
  { lines }: Pick<Pay, 'lines'>,
): PersonFigures | undefined {
  const codes: Record<string, number> = {};
  let [workedMinutes, plannedMinutes, paidMinutes] = [0, 0, 0];
  for (const day of days) {
    workedMinutes += day.workedMinutes;
    plannedMinutes += day.plannedMinutes ?? 0;
  }
  for (const { kind, payCode, minutes, isWithoutMinutes } of lines) {
    if (isWithoutMinutes === true) continue;
    if (isPaid(kind)) paidMinutes += minutes;
    const key = codeKey(kind, payCode);
    codes[key] = (codes[key] ?? 0) + minutes;
  }
  const isNothing = workedMinutes === 0 && plannedMinutes === 0 && Object.keys(codes).length === 0;
  return isNothing ? undefined : { workedMinutes, plannedMinutes, paidMinutes, codes };
}
