import { describe, expect, test } from 'vitest';
import { findLostZeros, payrollIdRows, setPayrollIds } from '../../../src/domain/people/payrollIdTable.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const FILE =
  '\ufeffemployeeId;team;employeeNumber;lastName;firstName;status\r\na;"x;y";00040;\'-Dash;Ann;\r\n\r\nb;;;Bo;"Cy ""C""";\r\nc;\r\n';
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
const PATH = 'employees.csv';

/** New payroll IDs without a date. */
function numbers(changes: Readonly<Record<string, string>>) {
  return new Map(Object.entries(changes).map(([id, number]) => [id, { number }]));
}

const ROW = { number: '', status: '', from: null, to: null };

describe('payroll IDs in the mapping file', () => {
  test('are listed in the order of the file, with names', () => {
    expect(payrollIdRows(bytes(FILE), PATH)).toEqual([
      { ...ROW, employeeId: 'a', name: '-Dash, Ann', number: '00040', line: 2 },
      { ...ROW, employeeId: 'b', name: 'Bo, Cy "C"', line: 4 },
      { ...ROW, employeeId: 'c', name: 'c', line: 5 },
    ]);
  });

  test('can change without other changes to the file', () => {
    const edited = setPayrollIds(bytes(FILE), numbers({ b: '0;7', c: '8' }), PATH);
    expect(text(edited.bytes)).toBe(FILE.replace('b;;;Bo', 'b;;"0;7";Bo').replace('c;\r\n', 'c;;8\r\n'));
    expect(setPayrollIds(bytes(FILE), new Map(), PATH).bytes).toEqual(bytes(FILE));
  });

  test('of an employee whom the file lacks get a line at its end', () => {
    const file = bytes('employeeId,team,employeeNumber\r\na,x,1');
    expect(text(setPayrollIds(file, numbers({ b: '0,7', c: '' }), PATH).bytes)).toBe(
      'employeeId,team,employeeNumber\r\na,x,1\r\nb,,"0,7"\r\n',
    );
  });

  test('keep the encoding of older spreadsheets, and report characters that it lacks', () => {
    const old = Uint8Array.from([...bytes('employeeId;employeeNumber;lastName\n1;;Zo'), 0xeb, 0x0a]);
    expect([...setPayrollIds(old, numbers({ '1': 'é' }), PATH).bytes]).toContain(0xe9);
    expect(() => setPayrollIds(old, numbers({ '1': '中' }), PATH)).toThrow('中');
  });

  test('of a file without lines or without that column are empty, and nothing is changed', () => {
    expect(payrollIdRows(bytes(''), PATH)).toEqual([]);
    const bare = bytes('employeeId;lastName\n1;Bo\n');
    for (const file of [bytes(''), bare])
      expect(setPayrollIds(file, numbers({ '1': '7' }), PATH).bytes).toEqual(file);
  });

  test('are read with names, without the spaces around them', () => {
    const file = bytes('employeeId;employeeNumber;lastName\n 1 ; 7 ; Bo \n');
    expect(payrollIdRows(file, PATH)).toEqual([
      { ...ROW, employeeId: '1', name: 'Bo', number: '7', line: 2 },
    ]);
    expect(text(setPayrollIds(file, numbers({ '1': '8' }), PATH).bytes)).toContain('8');
  });

  test('change in the row of an ID that the file writes in capitals', () => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const file = `employeeId;employeeNumber;from;to\n${id.toUpperCase()};101;;\n`;
    expect(text(setPayrollIds(bytes(file), numbers({ [id]: '201' }), PATH).bytes)).toBe(
      file.replace('101', '201'),
    );
    const dated = new Map([[id, { number: '201', from: toLocalDate('2026-11-01') }]]);
    expect(text(setPayrollIds(bytes(file), dated, PATH).bytes)).toBe(
      `${file.replace('101;;', '101;;2026-10-31')}${id.toUpperCase()};201;2026-11-01;\n`,
    );
  });
});

describe('a payroll ID that lost its zeros', () => {
  const rows = (...numbers: string[]) =>
    numbers.map((number, index) => ({ employeeId: `${index}`, name: '', number, status: '' }));
  test.each([
    ['was the same with leading zeros before', rows('00040', '00041'), rows('40', '41'), ['40', '41']],
    ['is shorter than others with zeros', rows('', '', ''), rows('00040', '41', '42'), ['41', '42']],
    ['is the only shorter one', rows('', '', ''), rows('1040', '1041', '42'), ['42']],
    ['is not compared with employees without a number', rows('', '', ''), rows('', '00040', '41'), ['41']],
    ['is a number', rows('', ''), rows('00040', 'A41'), []],
    ['is not one of several lengths', rows('', '', ''), rows('7', '41', '142'), []],
    ['is not one that was already shorter', rows('7', '8'), rows('7', '9'), []],
  ])('%s', (_, before, after, expected) => {
    expect(findLostZeros(before, after).map(({ number }) => number)).toEqual(expected);
  });
});

describe('a payroll ID from a date', () => {
  const from = (day: string) => new Map([['a', { number: '202', from: toLocalDate(day) }]]);
  const edited = (lines: string, day = '2026-11-01') =>
    text(setPayrollIds(bytes(lines), from(day), PATH).bytes);

  test('ends the row on the day before, and adds one with the other cells', () => {
    expect(edited('employeeId;employeeNumber;group\na;101;"x;y"\nb;7;z\n')).toBe(
      'employeeId;employeeNumber;group;from;to\na;101;"x;y";;2026-10-31\nb;7;z\na;202;"x;y";2026-11-01;\n',
    );
  });

  test('changes the newest row alone, and keeps its last day', () => {
    const file = 'employeeId;employeeNumber;from;to\na;102;2026-03-01;2026-12-31\na;101;;2026-02-28\n';
    expect(edited(file)).toBe(
      'employeeId;employeeNumber;from;to\na;102;2026-03-01;2026-10-31\na;101;;2026-02-28\na;202;2026-11-01;2026-12-31\n',
    );
  });

  test('after the last day of the newest row leaves that row as it is', () => {
    expect(edited('employeeId;employeeNumber;to;from\na;101;2026-10-09;\n')).toBe(
      'employeeId;employeeNumber;to;from\na;101;2026-10-09;\na;202;;2026-11-01\n',
    );
  });

  test('gives an employee whom the file lacks a row from that day', () => {
    expect(edited('employeeId;employeeNumber\n')).toBe(
      'employeeId;employeeNumber;from;to\na;202;2026-11-01;\n',
    );
  });

  test('is refused on or before the first day of the newest row', () => {
    const file = 'employeeId;employeeNumber;from;to\na;101;2026-11-01;\n';
    for (const day of ['2026-11-01', '2026-10-01']) expect(() => edited(file, day)).toThrow('begins on');
    expect(edited(file, '2026-11-02')).toContain('a;101;2026-11-01;2026-11-01');
  });
});
