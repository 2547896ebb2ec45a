import { describe, expect, test } from 'vitest';
import { findMappingProblems, numberedEmployee } from '../../../src/domain/people/mappingFindings.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const ids = Array.from({ length: 2000 }, (_, index) => `e${index}`);
const OCTOBER = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };

/** The problems of people with undated rows. */
function problemsOf(numbers: Readonly<Record<string, string | null>>) {
  return findMappingProblems(
    Object.entries(numbers).map(([id, number]) =>
      numberedEmployee(id, [{ number, extra: {} }], { dates: [], period: OCTOBER }),
    ),
  );
}

const TEN = 'e0, e1, e2, e3, e4, e5, e6, e7, e8, e9';

test('two employees with one number name each other; an employee without one is unmapped', () => {
  const numbers: Record<string, string | null> = { a: '17', b: 'A17', c: '17', d: null };
  const found = problemsOf(numbers);
  expect(found.map(({ code, record, facts }) => [code, record, facts])).toEqual([
    ['UNMAPPED_EMPLOYEE', 'd', { days: 0, first: '2026-10-01' }],
    ['DUPLICATE_NUMBER', 'a', { number: '17', others: 'a, c' }],
    ['DUPLICATE_NUMBER', 'c', { number: '17', others: 'a, c' }],
  ]);
});

test('one number for all employees: all are found, and the message stays readable', () => {
  const found = problemsOf(Object.fromEntries(ids.map((id) => [id, '0'])));
  expect(found).toHaveLength(2000);
  expect(new Set(found.map(({ facts }) => facts.others))).toEqual(new Set([`${TEN} … (+1990)`]));
  const text = `employeeId;employeeNumber\n${ids.map((id) => `${id};0\n`).join('')}`;
  expect(
    parseMapping(new TextEncoder().encode(text)).problems.map(({ message }) => englishText(message)),
  ).toEqual([`several employees have the payroll ID 0: ${TEN} … (+1990)`]);
});

describe('a number that may have lost its leading zero', () => {
  test.each<[string, Record<string, string | null>, string[]]>([
    ['shorter than two others', { a: '00040', b: '00041', c: '0102' }, ['c']],
    ['two employees, the other number begins with a zero', { a: '007', b: '12' }, ['b']],
    ['two employees, without any zero', { a: '17', b: '112' }, []],
    ['all alike', { a: '17', b: '18', c: '19' }, []],
    ['two shorter ones', { a: '0017', b: '18', c: '19' }, []],
    ['others of several lengths', { a: '7', b: '12', c: '105' }, []],
    ['letters are never taken for numbers', { a: 'E0004', b: 'E0005', c: 'E006' }, []],
    ['an employee without a number does not count', { a: '0040', b: '0041', c: '042', d: null }, ['c']],
    ['shorter than two others without a zero', { a: '112', b: '113', c: '17' }, ['c']],
    ['one of several with letters', { a: '0040', b: '0041', c: '42', d: 'E001' }, []],
    ['digits before letters', { a: '0040', b: '0041', c: '42a' }, []],
    ['no numbers', {}, []],
    ['a single number', { a: '7' }, []],
  ])('%s', (_, numbers, expected) => {
    const found = problemsOf(numbers);
    const lost = found.filter(({ code }) => code === 'LOST_ZERO');
    expect(lost.map(({ record }) => record)).toEqual(expected);
  });

  test('names the number, and one that resembles the others', () => {
    const numbers: Record<string, string> = { a: '00040', b: '00041', c: '0102' };
    const [found] = problemsOf(numbers);
    expect(found?.facts).toEqual({ number: '0102', other: '00040' });
  });
});
