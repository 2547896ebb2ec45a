import type { DataRow, DataSet, Field } from '../../src/documents/dataSet.js';
import type { TemplateModel } from '../../src/documents/templateModel.js';

const TYPES = {
  'employee.id': 'text',
  'employee.number': 'text',
  'employee.lastName': 'text',
  'employee.firstName': 'text',
  date: 'date',
  weekday: 'integer',
  holiday: 'text',
  establishments: 'text',
  plannedMinutes: 'minutes',
  workedMinutes: 'minutes',
  differenceMinutes: 'minutes',
  entries: 'integer',
} as const;

export const DAY_HEADINGS =
  'employeeId,employeeNumber,lastName,firstName,date,weekday,holiday,establishments,plannedMinutes,workedMinutes,differenceMinutes,entries'.split(
    ',',
  );
const FIELDS: readonly Field[] = Object.entries(TYPES).map(([name, type]) => ({
  name,
  type,
  description: '',
}));

/** Days of employees as in the model, in their final order; one establishment in fifty needs quotes. */
export function dayRows(count: number): DataRow[] {
  return [...madeRows(count)];
}

const DATES = Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);

/** As in a run, all rows share the texts of a person and of a date. */
function textsOfPerson(person: number): DataRow {
  return {
    'employee.id': `0e6f1c5e-0000-4000-8000-${String(person).padStart(12, '0')}`,
    'employee.number': String(person % 100_000).padStart(5, '0'),
    'employee.lastName': `Müller${person % 3001}`,
    'employee.firstName': `Zoë${person % 97}`,
  };
}

function dayRow(index: number, texts: DataRow): DataRow {
  const workedMinutes = 400 + ((index * 37) % 160);
  return {
    'employee.id': texts['employee.id'] ?? null,
    'employee.number': texts['employee.number'] ?? null,
    'employee.lastName': texts['employee.lastName'] ?? null,
    'employee.firstName': texts['employee.firstName'] ?? null,
    date: DATES[index % DATES.length] ?? null,
    weekday: ((index + 3) % 7) + 1,
    holiday: null,
    establishments: index % 50 === 0 ? 'North, the old one; South' : 'North; South',
    plannedMinutes: 480,
    workedMinutes,
    differenceMinutes: workedMinutes - 480,
    entries: 1,
  };
}

/** The same as formatted texts, for writers without field types. */
export function dayTexts(count: number): string[][] {
  return dayRows(count).map((row) => Object.values(row).map((value) => String(value ?? '')));
}

/** @param rows `ready`: in memory before; `late`: each created on request, as in a run */
export function dayModel(count: number, rows: 'ready' | 'late'): TemplateModel {
  const orderedBy = ['employee.id', 'date'];
  const days: DataSet = {
    name: 'employee-days',
    fields: FIELDS,
    rows: rows === 'ready' ? dayRows(count) : { [Symbol.iterator]: () => madeRows(count) },
    orderedBy,
  };
  const run = {
    'run.employer': 'bench',
    'run.periodLabel': '2026-10',
    'run.from': '2026-10-01',
    'run.to': '2026-10-31',
  };
  return { run, dataSets: new Map([['employee-days', days]]) };
}

function* madeRows(count: number): Generator<DataRow> {
  let texts: DataRow = {};
  for (let index = 0; index < count; index += 1) {
    if (index % DATES.length === 0) texts = textsOfPerson(index / DATES.length);
    yield dayRow(index, texts);
  }
}
