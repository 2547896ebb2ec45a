import { describe, expect, test } from 'vitest';
import { lowerUuid, lowerUuids } from '../../../src/domain/records/uuid.js';

const UPPER = '0DD30513-7EBD-4641-BEEB-6715EBDFCDAC';
const LOWER = '0dd30513-7ebd-4641-beeb-6715ebdfcdac';

describe('UUIDs in lower case', () => {
  test.each([
    [UPPER, LOWER],
    [LOWER, LOWER],
    ['0Dd30513-7EbD-4641-bEEb-6715eBdFcDaC', LOWER],
    [`${UPPER} `, `${UPPER} `],
    ['ABCDEF', 'ABCDEF'],
    ['NORMAL-NORMAL-NORMAL-NORMAL-NORMAL-X', 'NORMAL-NORMAL-NORMAL-NORMAL-NORMAL-X'],
    ['', ''],
  ])('%s', (text, expected) => expect(lowerUuid(text)).toBe(expected));

  test('anywhere in a record, and nothing else', () => {
    const record = { id: UPPER, name: 'ADA', of: [{ id: UPPER, minutes: 7, none: null }], open: false };
    expect(lowerUuids(record)).toEqual({
      id: LOWER,
      name: 'ADA',
      of: [{ id: LOWER, minutes: 7, none: null }],
      open: false,
    });
  });

  test('a record without capitals is the same one', () => {
    const record = { id: LOWER, of: [{ id: LOWER }], name: 'ADA' };
    expect(lowerUuids(record)).toBe(record);
  });
});
