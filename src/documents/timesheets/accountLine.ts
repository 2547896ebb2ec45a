import type { DataRow } from '../dataSet.js';
import type { ReportContext } from '../reports/reportContext.js';
import { numberField, textField } from '../reports/rowAccess.js';

/**
 * A person's hours account on a timesheet, as a sum from the balance before to the balance after; empty without an
 * account.
 * @param account a row of `accounts`
 */
export function accountLine({ say }: Pick<ReportContext, 'say'>, account: DataRow | undefined): string {
  if (account === undefined) return '';
  const minutesOf = (name: string): number => numberField(account, `${name}Minutes`) ?? 0;
  const [adjusted, after] = [minutesOf('adjustment'), minutesOf('balance')];
  const parts = [
    ['worked', minutesOf('worked')],
    ['credits', minutesOf('credit')],
    ['target', minutesOf('target')],
    ['added', Math.max(0, adjusted)],
    ['takenOff', Math.max(0, -adjusted)],
    ['paidOut', minutesOf('paidOut')],
    ['lapsed', minutesOf('lapsed')],
  ] as const;
  const shown = parts.filter(([name, minutes]) => ALWAYS.includes(name) || minutes !== 0);
  const day = textField(account, 'endsOn');
  const sum = [
    say('hoursAccount.line.before', { minutes: minutesOf('before') }),
    ...shown.map(([name, minutes]) => say(`hoursAccount.line.${name}`, { minutes })),
    day === ''
      ? say('hoursAccount.line.after', { minutes: after })
      : say('hoursAccount.line.afterEnd', { minutes: after, day }),
  ].join('  ');
  const hasMeaning = day === '' && after !== 0;
  const meaning = say('hoursAccount.line.meaning', { sign: after > 0 ? 'plus' : 'minus' });
  const restarted = account.isRestarted === true ? [say('hoursAccount.line.restarted')] : [];
  const line = say('reports.labelled', { label: say('hoursAccount.line.title'), value: sum });
  return [`${line}.`, ...(hasMeaning ? [meaning] : []), ...restarted].join(' ');
}

/** Shown even if they are 0: what the balance is about. */
const ALWAYS: readonly string[] = ['worked', 'target'];
