import { payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

interface Timesheet {
  readonly payrollCalendarID: string;
  readonly employeeID: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly timesheetLines: readonly {
    readonly date: string;
    readonly earningsRateID: string;
    readonly numberOfUnits: number;
  }[];
}

/** Timesheets of one calendar and period, one for each employee; every day is within the period. */
const readXero: Reader = (bytes) => {
  const sheets: Timesheet[] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  must(
    new Set(sheets.map(({ employeeID }) => employeeID)).size === sheets.length,
    'two timesheets of one employee',
  );
  const lines = sheets.flatMap(({ payrollCalendarID, employeeID, startDate, endDate, timesheetLines }) => {
    must(UUID.test(payrollCalendarID) && UUID.test(employeeID), `the employee ${employeeID}`);
    must(DATE.test(startDate) && DATE.test(endDate) && startDate <= endDate, `the period ${startDate}`);
    return timesheetLines.map(({ date, earningsRateID, numberOfUnits }) => {
      must(UUID.test(earningsRateID), `the earnings rate ${earningsRateID}`);
      must(date >= startDate && date <= endDate, `the day ${date}`);
      must(typeof numberOfUnits === 'number', `the units ${numberOfUnits}`);
      return {
        employee: employeeID,
        code: earningsRateID,
        units: decimalUnits(String(numberOfUnits), '.', 2),
      };
    });
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readXero }],
  refused: [
    { what: 'a day beyond the period', from: '"2026-10-12"', to: '"2026-11-12"' },
    { what: 'units as a text', from: '9.00', to: '"9.00"' },
  ],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  offices: [
    {
      codes: [
        'f9d8f5b5-9049-47f4-8541-35e200f750a5',
        '87f5b43a-cf51-4b74-92de-94c819e82d27',
        '973365f3-66b2-4c33-8ae6-14b75f78f68b',
      ],
      digits: 'uuid',
      variables: { calendar: '216d80e6-af55-47b1-b718-9457c3f5d2fe' },
    },
  ],
});
