import type { DataRow } from '../../../src/documents/dataSet.js';
import { reportText } from '../../../src/documents/model/reportText.js';
import { RUN_FIELDS } from '../../../src/documents/model/runFields.js';
import { monthlySetsOf } from '../../../src/documents/monthly/monthlySets.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import type { HeldDataSet, HeldModel } from '../../../src/documents/templateModel.js';
import { withRowsHeld } from '../../../src/documents/templateModel.js';
import { exceptionName } from '../../../src/domain/exceptions/wording.js';
import { verdictOf } from '../../../src/domain/month/verdict.js';
import { addDays, isoWeek, toLocalDate, weekdayNumber } from '../../../src/domain/time/localDate.js';
import { dateText, stampText } from '../../../src/i18n/dateText.js';
import { hoursText } from '../../../src/i18n/hoursText.js';
import { languageOf } from '../../../src/i18n/language.js';
import { type FixtureOptions, fixtureModel } from './fixtureModel.js';

/** The made-up month with every data set and field of a run, for workbooks that are drawn. */
export function monthlyModel(options: FixtureOptions = {}): HeldModel {
  const fixture = fixtureModel(options);
  const language = languageOf(String(fixture.run['run.language']));
  const known = sampleModel();
  const sets = [...known.dataSets.values()].map(({ name, fields }): [string, HeldDataSet] => {
    const given = name === 'days' ? daysOf(fixture) : (fixture.dataSets.get(name)?.rows ?? []);
    const blank: DataRow = Object.fromEntries(fields.map((field) => [field.name, null]));
    const rows = given.map((row) => ({ ...blank, ...withWords(row, name, language), ...row }));
    return [name, { name, fields, rows }];
  });
  const model = { ...fixture, run: withVerdict(fixture), dataSets: new Map(sets) };
  const derived = monthlySetsOf(model).map((set) => [set.name, set] as const);
  return withRowsHeld({
    ...model,
    dataSets: new Map<string, HeldDataSet | (typeof derived)[0][1]>([...sets, ...derived]),
  });
}

function withVerdict({ run, status }: HeldModel): DataRow {
  const isFinal = run['run.state'] === 'final';
  const about = isFinal ? 'the final' : 'a read';
  const verdict = status && verdictOf(languageOf(String(run['run.language'])), { ...status, about });
  const days = datesOf(run).length;
  const blank = Object.fromEntries(RUN_FIELDS.map(({ name }) => [name, null]));
  return {
    ...blank,
    ...run,
    'run.verdict': verdict?.text ?? null,
    'run.verdictKind': verdict?.kind ?? null,
    'run.days': days,
  };
}

function datesOf(run: DataRow): string[] {
  const dates: string[] = [];
  const last = toLocalDate(String(run['run.to']));
  for (let date = toLocalDate(String(run['run.from'])); date <= last; date = addDays(date, 1))
    dates.push(date);
  return dates;
}

function daysOf({ run, dataSets }: HeldModel): DataRow[] {
  const all = dataSets.get('employee-days')?.rows ?? [];
  const holidays = new Map((dataSets.get('holidays')?.rows ?? []).map((row) => [row.date, row.text]));
  return datesOf(run).map((date) => {
    const own = all.filter((row) => row.date === date);
    const sum = (field: string) => own.reduce((total, row) => total + Number(row[field] ?? 0), 0);
    const isPlanned = all.length === 0 || all.some(({ plannedMinutes }) => plannedMinutes !== null);
    return {
      ...dateFields(date),
      holiday: holidays.get(date) ?? null,
      plannedMinutes: isPlanned ? sum('plannedMinutes') : null,
      workedMinutes: sum('workedMinutes'),
      differenceMinutes: isPlanned ? sum('differenceMinutes') : null,
      entries: sum('entries'),
      employees: own.length,
    };
  });
}

function dateFields(date: string): DataRow {
  const day = toLocalDate(date);
  return { date, weekday: weekdayNumber(day), isoWeek: isoWeek(day), month: date.slice(0, 7) };
}

type Language = ReturnType<typeof languageOf>;

/** The fields that say the same in words. */
function withWords(row: DataRow, name: string, language: Language): DataRow {
  const text = (field: string) => String(row[field] ?? '');
  const days = text('allocation').replace(
    /(\d{4}-\d\d-\d\d): (-?\d+)/g,
    (_, date: string, minutes: string) =>
      `${dateText(language, date)}: ${hoursText(Number(minutes), 'clock', language)}`,
  );
  return {
    ...(typeof row.date === 'string' && row.weekday !== undefined ? dateFields(row.date) : {}),
    ...(row.who === undefined && row['employee.id'] !== undefined && { who: row['employee.name'] ?? null }),
    ...(name === 'exceptions' && { title: exceptionName(language, text('code')) }),
    ...(name === 'planned-worked' && { statusText: reportText(language, text('status')) }),
    ...(row.allocation !== undefined && {
      allocationText: days,
      startText: stampText(language, text('entry.startsAt')),
      endText: stampText(language, text('entry.endsAt')),
    }),
    ...(name === 'control' && {
      scopeText: reportText(language, text('scope')),
      reasonText: reportText(language, text('reason')),
      isNamed: (row.subjectId ?? null) !== null && row.subject !== row.subjectId,
    }),
  };
}
