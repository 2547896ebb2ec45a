import type { ExplainedEmployee } from '../app/explain/explain.js';
import type { AccountDay } from '../domain/account/accountDays.js';
import { fullName } from '../domain/people/peopleDirectory.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import { fittedText } from '../runtime/wrapText.js';
import { printable, tableWithin } from './terminalText.js';

const COLUMNS = ['day', 'worked', 'credited', 'owed', 'adjusted', 'out', 'balance'] as const;

/** An employee's hours account day by day, with the balance before and after. */
export function accountText(
  { employer, person, reader, explanation, account }: ExplainedEmployee,
  width: number | undefined,
): string {
  const say = sayIn(reader);
  const name = printable(fullName(person));
  const { from, to } = explanation.period;
  if (account === undefined || account.days.length === 0) return say('hoursAccount.none', { person: name });
  const { days, begun, isRestarted, before = 0 } = account;
  const start =
    begun === undefined ? say('hoursAccount.before') : say('hoursAccount.opening', { day: begun });
  const empty = COLUMNS.slice(2).map(() => '');
  const table = [
    COLUMNS.map((column) => say(`hoursAccount.${column}`)),
    [start, ...empty, say('hoursAccount.signed', { minutes: before })],
    ...days.map((day) => dayCells(day, say)),
  ];
  const reasons = days
    .filter((day) => day.reasons.length > 0)
    .map(({ date, adjustments, reasons: own }) =>
      say('hoursAccount.reason', { day: date, minutes: adjustments, reasons: printable(own.join('; ')) }),
    );
  const limits = limitsText(account.limits, say);
  return [
    fittedText(say('hoursAccount.heading', { employer, person: name, from, to }), width),
    ...(isRestarted ? [fittedText(say('hoursAccount.restarted', { day: from }), width)] : []),
    tableWithin(table, width),
    ...(reasons.length === 0 ? [] : [fittedText(reasons.join('\n'), width)]),
    ...(limits === undefined ? [] : [limits]),
  ].join('\n\n');
}

function dayCells(day: AccountDay, say: Say): string[] {
  const { date, worked, credits, target, adjustments, paidOut, lapsed, balance } = day;
  const hours = (minutes: number): string => (minutes === 0 ? '' : say('hoursAccount.hours', { minutes }));
  const signed = (minutes: number): string => (minutes === 0 ? '' : say('hoursAccount.signed', { minutes }));
  const out = lapsed === 0 ? signed(-paidOut) : say('hoursAccount.lapsed', { minutes: -lapsed });
  return [
    date,
    hours(worked),
    hours(credits),
    hours(target),
    signed(adjustments),
    out,
    say('hoursAccount.signed', { minutes: balance }),
  ];
}

function limitsText(
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
  say: Say,
): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  return say('hoursAccount.limits', {
    hasMin: min === undefined ? 'no' : 'yes',
    hasMax: max === undefined ? 'no' : 'yes',
    hasBoth: min === undefined || max === undefined ? 'no' : 'yes',
    min: min ?? 0,
    max: max ?? 0,
  });
}
