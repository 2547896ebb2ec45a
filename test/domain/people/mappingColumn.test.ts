import { describe, expect, test } from 'vitest';
import { parseSignedMinutes, setColumnNumbers } from '../../../src/domain/people/mappingColumn.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

describe('numbers in a column of the mapping file', () => {
  test('replace its cells and leave all other bytes as they were', () => {
    const before = 'employeeId;opening;employeeNumber\r\na;5;"1;1"\r\n\r\nb;;2\r\n';
    const after = setColumnNumbers(bytes(before), 'opening', new Map([[2, -120]]), 'file');
    expect(text(after)).toBe('employeeId;opening;employeeNumber\r\na;-120;"1;1"\r\n\r\nb;;2\r\n');
  });

  test('come in a column of their own if the file lacks it', () => {
    const before = 'employeeId,employeeNumber,status\na,1\nb,2,gone\n';
    const numbers = new Map([
      [2, 300],
      [3, -5],
    ]);
    expect(text(setColumnNumbers(bytes(before), 'opening', numbers, 'file'))).toBe(
      'employeeId,employeeNumber,status,opening\na,1,,300\nb,2,gone,-5\n',
    );
  });
});

describe('minutes of a list', () => {
  test.each([
    ['330', 330],
    ['-120', -120],
    ['−2:15', -135],
    ['+5:30', 330],
    ['0', 0],
    ['5.5', undefined],
    ['5:60', undefined],
    ['', undefined],
    ['1,200', undefined],
  ])('%s', (cell, minutes) => {
    expect(parseSignedMinutes(cell)).toBe(minutes);
  });
});
