import { eachRow, numberField, shownEmployee, textField } from '../../documents/reports/rowAccess.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import { type AccountState, accountState } from '../../domain/account/accountState.js';
import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';

/** A person's hours account for display, in minutes. */
export interface AccountLine {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  readonly before: number;
  readonly worked: number;
  readonly credits: number;
  readonly target: number;
  readonly adjustments: number;
  readonly paidOut: number;
  readonly lapsed: number;
  readonly after: number;
  readonly max: number | null;
  readonly min: number | null;
  readonly state: AccountState;
  /** The balance at the end of each day of the period; null before the account begins. */
  readonly byDay: readonly (number | null)[];
}

/** The hours accounts of a computed period, by name. */
export function accountLines(
  model: TemplateModel,
  { accounts = new Map() }: Pick<PeriodSummary, 'accounts'>,
): AccountLine[] {
  const lines = [...eachRow(model, 'accounts')].map((row): AccountLine => {
    const id = textField(row, 'employee.id');
    const minutes = (name: string): number => numberField(row, `${name}Minutes`) ?? 0;
    const [max, min] = [numberField(row, 'maxMinutes'), numberField(row, 'minMinutes')];
    const [after, paidOut, lapsed] = [minutes('balance'), minutes('paidOut'), minutes('lapsed')];
    return {
      id,
      number: textField(row, 'employee.number') || null,
      name: shownEmployee(model, row),
      before: minutes('before'),
      worked: minutes('worked'),
      credits: minutes('credit'),
      target: minutes('target'),
      adjustments: minutes('adjustment'),
      paidOut,
      lapsed,
      after,
      max,
      min,
      state: accountState({ after, max, min, surplus: paidOut + lapsed }),
      byDay: accounts.get(id)?.byDay ?? [],
    };
  });
  return lines.sort((a, b) => a.name.localeCompare(b.name));
}
