import type { DataRow, Field, FieldType, Scalar } from '../../../src/language/languageValues.js';
import type { DataSet, WorkbookModel } from '../../../src/workbook/model.js';

const EMPLOYEE: Record<string, FieldType> = {
  'employee.id': 'text',
  'employee.number': 'text',
  'employee.firstName': 'text',
  'employee.lastName': 'text',
  'employee.name': 'text',
  'employee.active': 'boolean',
};
const DAY: Record<string, FieldType> = {
  ...EMPLOYEE,
  date: 'date',
  weekday: 'integer',
  'establishment.id': 'text',
  'establishment.name': 'text',
  plannedMinutes: 'minutes',
  workedMinutes: 'minutes',
  differenceMinutes: 'minutes',
  startTime: 'text',
  startsAt: 'timestamp',
  note: 'text',
};
const PERSON: Record<string, FieldType> = { ...EMPLOYEE, days: 'integer', workedMinutes: 'minutes' };
const ISSUE: Record<string, FieldType> = { ...EMPLOYEE, code: 'text', severity: 'text', message: 'text' };

function fields(types: Record<string, FieldType>): Field[] {
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}

/** Each person has one row. */
const PERSON_FIELDS = fields(PERSON).map((field) => ({ ...field, describes: ['employee.id'] }));

const PEOPLE = [
  ['e1', '0042', 'Zoë', "O'Neill", 'north', 'North bakery'],
  ['e2', null, 'Jörg', 'Müller & Söhne', 'north', 'North bakery'],
  ['e3', '0007', 'Ana', '=Cruz<1>', 'south', 'South bakery'],
] as const;

function person(index: number): Record<string, Scalar> {
  const [id, number, firstName, lastName] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
  return {
    'employee.id': id,
    'employee.number': number,
    'employee.firstName': firstName,
    'employee.lastName': lastName,
    'employee.name': `${lastName}, ${firstName}`,
    'employee.active': index !== 1,
  };
}

function day(index: number, daysEach: number): DataRow {
  const who = Math.floor(index / daysEach);
  const [, , , , place, placeName] = PEOPLE[who % PEOPLE.length] ?? PEOPLE[0];
  const date = `2026-10-${String((index % daysEach) + 1).padStart(2, '0')}`;
  const workedMinutes = 450 + ((index * 7) % 60);
  return {
    ...person(who),
    date,
    weekday: ((index + 3) % 7) + 1,
    'establishment.id': place,
    'establishment.name': placeName,
    plannedMinutes: 480,
    workedMinutes,
    differenceMinutes: workedMinutes - 480,
    startTime: '08:30',
    startsAt: `${date}T08:30:00+02:00`,
    note: index === 1 ? null : `note ${index}`,
  };
}

export interface TestModel extends WorkbookModel {
  readonly dataSets: ReadonlyMap<string, DataSet & { readonly rows: readonly DataRow[] }>;
}

/** Three people at two places, each with some days; `daysEach: 0` is an empty month. */
export function testModel(daysEach: number, people = 3): TestModel {
  const days = Array.from({ length: daysEach * people }, (_, index) => day(index, daysEach));
  const persons = Array.from({ length: people }, (_, index): DataRow => {
    const own = days.filter((each) => each['employee.id'] === person(index)['employee.id']);
    const workedMinutes = own.reduce((sum, each) => sum + Number(each.workedMinutes), 0);
    return { ...person(index), days: own.length, workedMinutes };
  });
  const set = (
    name: string,
    types: Record<string, FieldType>,
    rows: readonly DataRow[],
  ): [string, DataSet & { readonly rows: readonly DataRow[] }] => {
    return [name, { fields: fields(types), rows }];
  };
  return {
    run: {
      'run.employer': 'bakery',
      'run.periodLabel': 'October 2026',
      'run.from': '2026-10-01',
      'run.to': '2026-10-31',
      'run.state': 'draft',
      'run.id': 'r-1',
    },
    dataSets: new Map([
      set('employee-days', DAY, days),
      ['employees', { fields: PERSON_FIELDS, rows: daysEach === 0 ? [] : persons }],
      set('exceptions', ISSUE, []),
    ]),
  };
}
