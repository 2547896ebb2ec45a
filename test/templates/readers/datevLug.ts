import { decimalUnits, must, type Reader, records } from './readLine.js';

/** Monthly and calendar rows of twelve fields under a heading of three or four. */
export const readDatevLug: Reader = (bytes) => {
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
export function readDatevLugIni(bytes: Uint8Array): number {
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
