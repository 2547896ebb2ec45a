import { type Holiday, type InvalidRecord, publicHolidayName } from '../../domain/records/records.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { shown } from '../../runtime/outsideText.js';
import { columnsOf } from '../discovery/column.js';
import { findHolidayDates } from '../discovery/findHolidayDates.js';
import { findLabel } from '../discovery/label.js';
import { textReader } from '../discovery/undocumentedFields.js';
import type { HolidayRead } from './readHolidays.js';
import type { DiscoveryFacts, Resolved } from './resolve.js';

/**
 * Holidays on the dates that the employer grants. A holiday without a readable date is an invalid record.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function resolveHolidays(
  { ledger, envelope }: HolidayRead,
  finding: DiscoveryFacts,
): Resolved<Holiday> {
  const rows = [...ledger.rows()];
  const columns = columnsOf(ledger.undocumented, rows);
  const { hints, language } = finding;
  const { date, granted } = findHolidayDates(columns, rows.length, hints);
  const label = findLabel('holiday.name', columns, rows.length, hints, language);
  const [dateOf, grantedOf, nameOf] = [date, granted, label].map((field) =>
    textReader(ledger.undocumented, field?.path),
  );
  const records: Holiday[] = [];
  const invalid: InvalidRecord[] = [];
  for (const row of rows) {
    if (!row.parsed.ok) continue;
    const dates = { date: dateOf?.(row.values) ?? null, granted: grantedOf?.(row.values) ?? null };
    const problems = dateProblems(dates, date?.path, granted?.path);
    const original = parsed(dates.date);
    const day = parsed(dates.granted) ?? original;
    if (day === undefined || problems.length > 0) {
      invalid.push({ list: 'public-holidays', id: row.id, problems, workedMinutes: 0 });
      continue;
    }
    const originalDate = original === day ? undefined : original;
    const name = nameOf?.(row.values) ?? '';
    records.push({ date: day, name: name.trim() === '' ? publicHolidayName(language) : name, originalDate });
  }
  const fields = [envelope, date, granted, label].filter((field) => field !== undefined);
  return { records, fields, invalid };
}

function parsed(text: string | null): LocalDate | undefined {
  return text === null ? undefined : parseLocalDate(text);
}

interface DateTexts {
  readonly date: string | null;
  readonly granted: string | null;
}

function dateProblems(
  texts: DateTexts,
  datePath: string | undefined,
  grantedPath: string | undefined,
): string[] {
  const problems: string[] = [];
  if (texts.date === null && texts.granted === null) {
    problems.push('record: no field with a date; name it under "fields" as holiday.grantedDate');
  }
  for (const [text, path] of [
    [texts.date, datePath],
    [texts.granted, grantedPath],
  ] as const) {
    if (text === null || parseLocalDate(text) !== undefined) continue;
    problems.push(`${path ?? 'record'}: expected a date written YYYY-MM-DD, got ${shown(text)}`);
  }
  return problems;
}
