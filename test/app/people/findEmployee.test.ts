import { describe, expect, test } from 'vitest';
import { findEmployee, findExactEmployee } from '../../../src/app/people/findEmployee.js';
import type { Person } from '../../../src/domain/people/peopleDirectory.js';
import { PaytallyError } from '../../../src/errors.js';

const person = (
  id: string,
  number: string | null,
  firstName: string | null,
  lastName: string | null,
): Person => {
  const numbers = number === null ? [] : [number];
  return { id, number, numbers, firstName, lastName, isActive: true, extra: {} };
};
const PEOPLE = [
  person('b9f56a58-0001', '00104', 'Jan', 'Peeters'),
  person('402cb0d4-0002', '00117', 'Jan', 'Peeters'),
  person('0268b3f0-0003', '00205', 'Zoë', 'Vanderstraeten-Çelik'),
  person('11111111-0004', '7', 'Jan', 'Claes'),
  person('22222222-0005', null, 'Jana', 'Claessens'),
  person('33333333-0006', null, null, null),
  person('44444444-0007', '8', 'Ann', 'Double'),
  person('55555555-0008', '8', 'Bob', 'Double'),
];

describe('finds one employee', () => {
  const ROWS: readonly (readonly [name: string, who: string, id: string])[] = [
    ['an id', 'b9f56a58-0001', 'b9f56a58-0001'],
    ['an id in capitals', 'B9F56A58-0001', 'b9f56a58-0001'],
    ['the beginning of an id', '33333333', '33333333-0006'],
    ['a payroll number', '00104', 'b9f56a58-0001'],
    ['a payroll number goes before a name', '7', '11111111-0004'],
    ['last name, first name', 'Claes, Jan', '11111111-0004'],
    ['a whole name goes before the beginning of another', 'jan claes', '11111111-0004'],
    ['a name without its accents', 'celik zoe', '0268b3f0-0003'],
    ['a part of a name', 'straeten', '0268b3f0-0003'],
    ['words in any order', 'claessens jana', '22222222-0005'],
  ];
  test.each(ROWS)('%s', (_name, who, id) => {
    expect(findEmployee(who, PEOPLE).id).toBe(id);
  });
});

describe('finds no employee, or more than one', () => {
  const ROWS: readonly (readonly [name: string, who: string, code: string, message: RegExp])[] = [
    [
      'two people of one name',
      'Jan Peeters',
      'EMPLOYEE_AMBIGUOUS',
      /matches 2 employees:\n.*payroll ID 00104, employee ID b9.*\n.*payroll ID 00117/,
    ],
    ['a number used twice', '8', 'EMPLOYEE_AMBIGUOUS', /Double, Ann .*\n.*Double, Bob/],
    ['a part of several names', 'jan', 'EMPLOYEE_AMBIGUOUS', /matches 4 employees/],
    ['a number without its zeros', '104', 'EMPLOYEE_UNKNOWN', /no employee "104"\. Similar: .*00104/],
    ['a name misspelt', 'Peters', 'EMPLOYEE_UNKNOWN', /Similar: Peeters, Jan/],
    [
      'a name that nobody has',
      'Qqqqqqqq',
      'EMPLOYEE_UNKNOWN',
      /no employee "Qqqqqqqq"\. No name or payroll ID is similar\.$/,
    ],
    ['a short beginning of an id', '3333', 'EMPLOYEE_UNKNOWN', /no employee/],
    ['nothing', ' ', 'EMPLOYEE_UNKNOWN', /no employee/],
  ];
  test.each(ROWS)('%s', (_name, who, code, message) => {
    try {
      findEmployee(who, PEOPLE);
      expect.unreachable();
    } catch (failure) {
      expect(failure).toBeInstanceOf(PaytallyError);
      expect(failure).toMatchObject({ code, exitStatus: 2, message: expect.stringMatching(message) });
    }
  });

  test('shortens a long list and says how many more there are', () => {
    const many = Array.from({ length: 15 }, (_, index) => person(`id-${index}`, null, 'An', `Name${index}`));
    expect(() => findEmployee('name', many)).toThrow(/matches 15 employees:\n(.*\n){10} {2}… and 5 more$/);
  });
});

describe('for what cannot be undone, a part of a name is not a person', () => {
  const two = [person('a', '1', 'Ann', 'Peeters'), person('b', '2', 'Joanna', 'Peeters')];
  test.each(['a', '1', 'Ann Peeters', 'peeters, ann'])('%s', (who) => {
    expect(findExactEmployee(who, two).id).toBe('a');
  });
  test('once Ann is forgotten, no other person is meant', () => {
    expect(findEmployee('Ann Peeters', two.slice(1)).id, 'as words within a name').toBe('b');
    expect(() => findExactEmployee('Ann Peeters', two.slice(1))).toThrow('Peeters, Joanna');
  });
});
