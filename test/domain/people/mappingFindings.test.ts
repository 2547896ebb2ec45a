import { expect, test } from 'vitest';
import { mappingFindings } from '../../../src/domain/people/mappingFindings.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';

const ids = Array.from({ length: 2000 }, (_, index) => `e${index}`);
const TEN = 'e0, e1, e2, e3, e4, e5, e6, e7, e8, e9';

test('two people of one number name each other; who has none is unmapped', () => {
  const numbers: Record<string, string | null> = { a: '17', b: '017', c: '17', d: null };
  const found = mappingFindings(Object.keys(numbers), (id) => numbers[id] ?? null);
  expect(found.map(({ code, record, facts }) => [code, record, facts])).toEqual([
    ['UNMAPPED_EMPLOYEE', 'd', {}],
    ['DUPLICATE_NUMBER', 'a', { number: '17', others: 'a, c' }],
    ['DUPLICATE_NUMBER', 'c', { number: '17', others: 'a, c' }],
  ]);
});

test('one number for everybody: all are found, and the message stays readable', () => {
  const found = mappingFindings(ids, () => '0');
  expect(found).toHaveLength(2000);
  expect(new Set(found.map(({ facts }) => facts.others))).toEqual(new Set([`${TEN} … (+1990)`]));
  const text = `employeeId;employeeNumber\n${ids.map((id) => `${id};0\n`).join('')}`;
  expect(parseMapping(new TextEncoder().encode(text)).problems.map(({ message }) => message)).toEqual([
    `the number 0 belongs to several employees: ${TEN} … (+1990)`,
  ]);
});
