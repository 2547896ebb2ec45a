import { listed } from '../../i18n/message.js';
import { type Finding, finding } from '../exceptions/finding.js';
import type { HolidayRow } from '../holidays/dayHoliday.js';
import type { HolidayCalendar } from '../holidays/holidayCalendar.js';
import type { PayRules } from '../pay/payRules.js';
import type { Period } from '../period/period.js';

/**
 * Rows of the file that have no effect in a period, and parts of a day without clock times, which rules for work on
 * holidays cannot use.
 * @param columns the further columns of the mapping file
 */
export function holidayFindings(
  calendar: HolidayCalendar,
  rules: PayRules,
  period: Period,
  columns: readonly string[],
): Finding[] {
  const unused = calendar.unusedRows(period, columns).map(({ row, why }) => {
    const { line, name, where } = row;
    return finding('HOLIDAY_UNUSED', aboutRow(row), { line, name: name || row.action, where, why });
  });
  return [...unused, ...fractionFindings(calendar, rules, period)];
}

function fractionFindings(calendar: HolidayCalendar, rules: PayRules, { from, to }: Period): Finding[] {
  const named = holidayRules(rules).map(({ rule }) => rule);
  if (named.length === 0) return [];
  const dates = calendar.dates.filter((date) => date >= from && date <= to);
  return dates.flatMap((date) =>
    calendar.sourcesOn(date).flatMap((source) => {
      if (source.kind === 'service' || source.row.part.kind !== 'fraction') return [];
      const { line, name, partText } = source.row;
      const facts = { line, name, part: partText, rules: listed(named) };
      return [finding('HOLIDAY_FRACTION', aboutRow(source.row), facts)];
    }),
  );
}

/** The rules for work on holidays, by path, with their pay codes. */
export function holidayRules({ base, loadings, counts = [] }: PayRules): { rule: string; payCode: string }[] {
  const all = Object.entries({ base, loadings, counts });
  return all.flatMap(([list, rules]) =>
    rules.flatMap(({ on, code }, index) =>
      on?.includes('holiday') ? [{ rule: `payRules.${list}[${index}]`, payCode: code }] : [],
    ),
  );
}

function aboutRow({ date, name, action }: HolidayRow): Pick<Finding, 'date' | 'record'> {
  return { date, record: name || action };
}
