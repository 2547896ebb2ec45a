import { expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';
import { sampleOf, withPayLines } from '../../test/templates/sampleFile.js';

/** Monthly and calendar rows of twelve fields under a heading of three or four. */
const readDatevLug: Reader = (bytes) => {
  const [heading = '', ...rows] = records(bytes, 'windows-1252', '\r\n');
  must(/^\d{4,7};\d{1,5};(?:0[1-9]|1[0-2])\/\d{4}(?:;x)?$/.test(heading), `the heading ${heading}`);
  const lines = rows.map((row) => {
    const fields = row.split(';');
    must(fields.length === 12, `a row of ${fields.length} fields`);
    const [employee = '', day = '', absence = '', code = '', hours = '', days, value = ''] = fields;
    must(heading.endsWith(';x') || /^\d{1,5}$/.test(employee), `the number ${employee}`);
    const wageType = Number(code);
    must(
      (wageType >= 1 && wageType <= 5999) || (wageType >= 8000 && wageType <= 9999),
      `the wage type ${code}`,
    );
    must(days === '', 'days');
    const isCalendar = day !== '';
    must(
      isCalendar === (absence !== '') && isCalendar === (value === ''),
      'a row that is half monthly, half calendar',
    );
    if (isCalendar)
      must(Number(day) >= 1 && Number(day) <= 31 && day.length <= 2 && absence.length <= 2, `the day ${day}`);
    const units = decimalUnits(isCalendar ? hours : value, ',', 2);
    if (isCalendar) must(units >= 1 && units <= 2400, `the hours ${hours}`);
    return { employee, code, units };
  });
  return { lines, unitsPerHour: 100 };
};

/** The INI must describe as many fields as it states. */
function readDatevLugIni(bytes: Uint8Array): number {
  const all = records(bytes, 'windows-1252', '\r\n');
  must(all[0] === '[Allgemein]' && all.includes('[Feldinhalt]'), 'the sections');
  for (const line of [
    'Feldtrennzeichen = Strichpunkt',
    'Satztrennzeichen = Enter/Return',
    'Zahlenkomma = ,',
    'Datumstrennzeichen = /',
  ]) {
    must(all.includes(line), `a file without ${line}`);
  }
  const count = Number(all.find((line) => line.startsWith('Feldanzahl = '))?.slice(13));
  const fields = all.slice(all.indexOf('[Feldinhalt]') + 1);
  for (const [index, line] of fields.entries())
    must(line.startsWith(`Feld${index + 1} = `), `the field ${line}`);
  must(fields.length === count, `${count} fields announced, ${fields.length} described`);
  return count;
}

export const format = payrollFormat(
  import.meta.dirname,
  {
    readings: [
      { reader: readDatevLug },
      { reader: readDatevLug, variables: { rows: 'day' } },
      { reader: readDatevLug, variables: { companyNumbers: 'yes' } },
      { reader: readDatevLug, variables: { costCenters: 'yes' } },
      { reader: readDatevLug, variables: { rows: 'day', costCenters: 'yes' } },
    ],
    refused: [
      { what: 'a wage type between the ranges', from: ';1000;', to: ';7000;', ending: '.txt' },
      { what: 'a field too many', from: '20,67;', to: '20,67;;', ending: '.txt' },
      {
        what: 'INI that counts wrong',
        from: 'Feldanzahl = 12',
        to: 'Feldanzahl = 11',
        ending: '.ini',
        reader: readDatevLugIni,
      },
    ],
    sharedKeys: [
      { people: numbers('40', '00040'), column: 'employeeNumber' },
      { people: numbers('40', '00040'), variables: { rows: 'day' }, column: 'employeeNumber' },
      { people: numbers('ä40', 'Ä40'), variables: { companyNumbers: 'yes' }, column: 'employeeNumber' },
    ],
    offices: [{ variables: { consultant: '278041', client: '25016' } }],
  },
  testMonths,
);

const DAYS = ['2026-09-28', '2026-09-30', '2026-10-01', '2026-10-04'];

/** Days as DATEV books them: the number of the row in the month of line 1, by file. */
async function bookedDays(rows: 'day' | 'month', from: string, to: string, label: string) {
  const { model, files } = await sampleOf('datev-lug');
  const [like] = model.dataSets.get('pay-lines')?.rows ?? [];
  const { dataSets } = withPayLines(
    model,
    DAYS.map((date): DataRow => ({ ...like, date, minutes: 540 })),
  );
  const run = { ...model.run, 'run.from': from, 'run.to': to, 'run.periodLabel': label };
  return files({ run, dataSets }, { rows })
    .filter(({ name }) => name.endsWith('.txt'))
    .map(({ name, content }) => {
      const bytes = content as Uint8Array;
      expect(readDatevLug(bytes).lines.length).toBeGreaterThan(0);
      const [head = '', ...body] = new TextDecoder('latin1').decode(bytes).trimEnd().split('\r\n');
      const month = head.split(';')[2] ?? '';
      return [name, ...body.map((line) => `${line.split(';')[1]}/${month}`)];
    });
}

function testMonths(): void {
  test('the INI describes twelve fields', async () => {
    const { model, files } = await sampleOf('datev-lug');
    expect(readDatevLugIni(files(model)[1]?.content as Uint8Array)).toBe(12);
  });

  test.each([
    ['a week', '2026-09-28', '2026-10-04', '2026-W40'],
    ['26th to 25th', '2026-09-26', '2026-10-25', 'p26-2026-09-26'],
  ])('calendar rows of %s: each day in the file of its month', async (_name, from, to, label) => {
    expect(await bookedDays('day', from, to, label)).toEqual([
      [`sample_${label}_2026-09_datev-lug.txt`, '28/09/2026', '30/09/2026'],
      [`sample_${label}_2026-10_datev-lug.txt`, '1/10/2026', '4/10/2026'],
    ]);
  });

  test('totals: one file for the payroll month', async () => {
    expect(await bookedDays('month', '2026-09-26', '2026-10-25', 'p26')).toEqual([
      ['sample_p26_datev-lug.txt', '/10/2026'],
    ]);
  });
}
