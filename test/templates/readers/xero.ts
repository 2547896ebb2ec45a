import { decimalUnits, must, type Reader } from './readLine.js';

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
export const readXero: Reader = (bytes) => {
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
