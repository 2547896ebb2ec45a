import { accountDays } from '../../domain/account/accountDays.js';
import type { PersonAccount } from '../../domain/account/accountFindings.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import type { Shift } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';

const OPENING_MINUTES = 300;

/** An hours account of a sample person: the planned hours are owed, and there is a limit of 10 hours. */
export function sampleAccount(
  employeeId: string,
  period: { readonly from: LocalDate; readonly to: LocalDate },
  lines: readonly PayLine[],
  shifts: readonly Shift[],
): PersonAccount {
  const rules = {
    target: 'planned',
    credits: [],
    from: period.from,
    opening: { column: 'opening' },
    period: 'month',
    cap: { max: 600, min: -600, surplus: 'OVERTIME' },
  } as const;
  const person = {
    employeeId,
    columnsOn: () => ({ opening: String(OPENING_MINUTES) }),
    holidayOn: () => undefined,
    planOf: (date: LocalDate) => ({
      plannedMinutes: shifts.reduce(
        (sum, shift) => sum + (shift.date === date ? shift.plannedMinutes : 0),
        0,
      ),
      plannedInside: () => 0,
    }),
    lines,
    adjustments: [],
    isEmployed: true,
  };
  const account = accountDays(rules, person, { ...period, weekStartsOn: 'monday' }, undefined);
  return { ...account, employeeId, isRestarted: false, endsOn: undefined, findings: [], facts: '' };
}
