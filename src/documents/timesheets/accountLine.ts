import type { DataRow } from '../dataSet.js';
import type { ReportContext } from '../reports/reportContext.js';
import { numberField } from '../reports/rowAccess.js';

const PARTS = [
  ['workedMinutes', 'worked'],
  ['creditMinutes', 'credits'],
  ['targetMinutes', 'target'],
  ['adjustmentMinutes', 'adjustments'],
  ['paidOutMinutes', 'paidOut'],
  ['lapsedMinutes', 'lapsed'],
] as const;
/** Shown even if they are 0: what the balance is about. */
const ALWAYS: readonly string[] = ['workedMinutes', 'targetMinutes'];

/**
 * A person's hours account on a timesheet, from the balance before to the balance after; empty without an account.
 * @param account a row of `accounts`
 */
export function accountLine({ say }: Pick<ReportContext, 'say'>, account: DataRow | undefined): string {
  if (account === undefined) return '';
  const minutesOf = (name: string): number => numberField(account, name) ?? 0;
  const parts = PARTS.filter(([name]) => ALWAYS.includes(name) || minutesOf(name) !== 0).map(([name, key]) =>
    say(`hoursAccount.line.${key}`, { minutes: minutesOf(name) }),
  );
  const restarted = account.isRestarted === true ? [say('hoursAccount.line.restarted')] : [];
  const value = [
    say('hoursAccount.line.before', { minutes: minutesOf('beforeMinutes') }),
    ...parts,
    say('hoursAccount.line.after', { minutes: minutesOf('balanceMinutes') }),
    ...restarted,
  ].join(' · ');
  return say('reports.labelled', { label: say('hoursAccount.line.title'), value });
}
