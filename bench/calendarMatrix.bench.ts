import type { DataRow, DataSet } from '../src/documents/dataSet.js';
import { HoursOfPeriod } from '../src/documents/reports/hoursOfPeriod.js';
import { calendarDays } from '../src/documents/reports/periodSums.js';
import { reportContext } from '../src/documents/reports/reportContext.js';
import { ROWS_PER_SHEET, workbookProperties } from '../src/documents/reports/reportSheet.js';
import { matrixStyles, reportStyles, styleWords } from '../src/documents/reports/reportStyles.js';
import { calendarSheet } from '../src/documents/reports/sheets/calendarSheet.js';
import type { TemplateModel } from '../src/documents/templateModel.js';
import { writeWorkbook } from '../src/workbook/index.js';
import type { Bench, Outcome } from './benchResult.js';

const PEOPLE = 5000;
const DAYS = 31;

function personOf(person: number): DataRow {
  return {
    'employee.id': `0e6f1c5e-0000-4000-8000-${String(person).padStart(12, '0')}`,
    'employee.number': String(person).padStart(5, '0'),
    'employee.lastName': `Müller${person % 3001}`,
    'employee.firstName': `Zoë${person % 97}`,
    'employee.name': `Müller${person % 3001}, Zoë${person % 97}`,
  };
}

function daysOf(person: number): DataRow[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const workedMinutes = 400 + ((person * 31 + day * 37) % 160);
    return {
      date: `2026-10-${String(day + 1).padStart(2, '0')}`,
      plannedMinutes: 480,
      workedMinutes,
      differenceMinutes: workedMinutes - 480,
      entries: 1,
    };
  });
}

function modelOf(people: number): TemplateModel {
  const none = (name: string): [string, DataSet] => [name, { name, fields: [], rows: [] }];
  const persons = Array.from({ length: people }, (_, person) => ({
    id: String(person),
    lastName: `Müller${person % 3001}`,
    firstName: `Zoë${person % 97}`,
  }));
  const rowsOf = (id: string | null) => (dataSet: string) => {
    if (dataSet === 'employees') return [personOf(Number(id))];
    return dataSet === 'employee-days' ? daysOf(Number(id)) : [];
  };
  return {
    run: { 'run.from': '2026-10-01', 'run.to': '2026-10-31', 'run.periodLabel': '2026-10' },
    dataSets: new Map([none('holidays'), none('exceptions')]),
    byPerson: { people: persons, rowsOf },
  };
}

async function written(people: number): Promise<Outcome> {
  const context = reportContext(modelOf(people), {});
  const hours = new HoursOfPeriod(context, ROWS_PER_SHEET);
  const plan = {
    properties: workbookProperties(context, 'monthlyHours'),
    styles: new Map([...reportStyles(styleWords(context.language)), ...matrixStyles()]),
    sheets: [calendarSheet(context, 'Calendar', hours, calendarDays(context))],
  };
  let bytes = 0;
  for await (const piece of writeWorkbook(plan)) bytes += piece.length;
  hours.close();
  return { units: people, result: `${bytes} bytes` };
}

export const bench: Bench = {
  title: `The calendar of monthly-hours: ${PEOPLE} people, ${DAYS} days`,
  unit: 'people',
  candidates: [{ name: 'paytally', prepare: (scale) => () => written(Math.round(PEOPLE * scale)) }],
};
