import { describe, expect, test } from 'vitest';
import {
  daysWithoutRow,
  type EmployeeRow,
  gapsBetween,
  lastRowIn,
  numberOwners,
  numbersOf,
  rowFor,
  rowOn,
  rowsIn,
  rowTime,
} from '../../../src/domain/mapping/employeeRows.js';
import { findMappingProblems, numberedEmployee } from '../../../src/domain/people/mappingFindings.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';
import {
  createNameDirectory,
  createPeopleDirectory,
  distinctNames,
} from '../../../src/domain/people/peopleDirectory.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const on = toLocalDate;
const days = (from: string, to: string) => ({ from: on(from), to: on(to) });
const OCTOBER = days('2026-10-01', '2026-10-31');

function mappingOf(...lines: string[]) {
  const text = ['employeeId;employeeNumber;from;to;group', ...lines].join('\n');
  return parseMapping(new TextEncoder().encode(text));
}

function problemsOf(...lines: string[]): string[] {
  return mappingOf(...lines).problems.map(
    ({ kind, line, message }) => `${kind} ${line} ${englishText(message)}`,
  );
}

/** Left until 9 October, and rehired with another number from 19 October. */
const REHIRED = mappingOf('ann;202;2026-10-19;;B', 'ann;101;;2026-10-09;A').byId.get('ann');

const numberOf = (row: EmployeeRow | undefined) => row?.number;

describe('the row of a day', () => {
  test.each([
    ['2020-01-01', '101'],
    ['2026-10-09', '101'],
    ['2026-10-10', undefined],
    ['2026-10-18', undefined],
    ['2026-10-19', '202'],
    ['2099-01-01', '202'],
  ])('%s: %s', (date, expected) => {
    expect(numberOf(rowOn(REHIRED, on(date)))).toBe(expected);
  });

  test('is none for an employee without rows', () => {
    expect([rowOn(undefined, OCTOBER.from), rowFor(undefined, OCTOBER), rowsIn(undefined, OCTOBER)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });

  test('has empty cells as they are, and never the value of another row', () => {
    const rows = mappingOf('ann;101;;2026-10-31;A', 'ann;;2026-11-01;;').byId.get('ann');
    expect(rowOn(rows, on('2026-11-01'))).toMatchObject({ number: null, extra: { group: '' } });
  });
});

describe('the row of some days', () => {
  test.each([
    ['a week with its last day in the new row', '2026-10-13', '2026-10-19', '202'],
    ['a week that begins in the old row', '2026-10-05', '2026-10-11', '101'],
    ['days without any row', '2026-10-10', '2026-10-18', undefined],
    ['both rows', '2026-10-09', '2026-10-19', '202'],
  ])('%s', (_, from, to, expected) => {
    expect(numberOf(lastRowIn(REHIRED, days(from, to)))).toBe(expected);
  });

  test('by which a person is named is the last one, else one before or after the period', () => {
    expect(numberOf(rowFor(REHIRED, OCTOBER))).toBe('202');
    expect(numberOf(rowFor(REHIRED, days('2026-10-10', '2026-10-18')))).toBe('101');
    expect(numberOf(rowFor(REHIRED?.slice(1), days('2026-09-01', '2026-09-30')))).toBe('202');
    expect(numberOf(rowFor(REHIRED, undefined))).toBe('202');
  });

  test('are those with a day in the period, in order', () => {
    expect(rowsIn(REHIRED, OCTOBER).map(numberOf)).toEqual(['101', '202']);
    expect(rowsIn(REHIRED, days('2026-10-01', '2026-10-18')).map(numberOf)).toEqual(['101']);
    expect(numbersOf(REHIRED)).toEqual(['101', '202']);
  });
});

describe('rows of a file that no run may use', () => {
  const SHARED = (line: number) =>
    `the employee x already has a row for some of these days on line ${line}; correct the columns from and to`;
  test.each<[string, string[], string[]]>([
    ['adjacent days', ['x;1;;2026-10-31;', 'x;2;2026-11-01;;'], []],
    ['adjacent days in the other order', ['x;2;2026-11-01;;', 'x;1;;2026-10-31;'], []],
    ['one common day', ['x;1;;2026-11-01;', 'x;2;2026-11-01;;'], [`dates 3 ${SHARED(2)}`]],
    ['an undated row beside a dated one', ['x;1;;;', 'x;2;2026-11-01;;'], [`dates 3 ${SHARED(2)}`]],
    [
      'the third row is compared with all before',
      ['x;1;;2026-01-31;', 'x;2;2026-03-01;;', 'x;3;2026-01-15;2026-02-15;'],
      [`dates 4 ${SHARED(2)}`],
    ],
    [
      'to before from',
      ['x;1;2026-11-02;2026-11-01;'],
      ['dates 2 the row ends on 2026-11-01, before it begins on 2026-11-02'],
    ],
    ['a single day', ['x;1;2026-11-01;2026-11-01;'], []],
    [
      'no date',
      ['x;1;1.11.2026;;', 'y;2;;2026-02-30;'],
      [
        'dates 2 the column from contains 1.11.2026, which is not a date; write YYYY-MM-DD',
        'dates 3 the column to contains 2026-02-30, which is not a date; write YYYY-MM-DD',
      ],
    ],
    [
      'twice without dates',
      ['x;1;;;', 'x;2;;;'],
      [
        'duplicate-id 3 the employee x is already on line 2; give both rows dates in the columns from and to, or delete one',
      ],
    ],
  ])('%s', (_, lines, expected) => {
    expect(problemsOf(...lines)).toEqual(expected);
  });

  test('the first of two rows for the same days holds', () => {
    expect(mappingOf('x;1;;;', 'x;2;2026-11-01;;').byId.get('x')?.map(numberOf)).toEqual(['1']);
  });

  test('are none where one number belongs to two people one after the other', () => {
    expect(problemsOf('x;7;;2026-10-15;', 'y;7;2026-10-16;;')).toEqual([]);
    expect(problemsOf('x;7;;2026-10-16;', 'y;7;2026-10-16;;')).toEqual([
      'duplicate-number 2 several employees have the payroll ID 7: x, y',
    ]);
    expect(problemsOf('x;7;;2026-10-15;', 'x;7;2026-10-16;;')).toEqual([]);
  });
});

describe('payroll IDs by day', () => {
  const employee = (id: string, lines: string[], ...dates: string[]) =>
    numberedEmployee(id, mappingOf(...lines).byId.get(id), { dates: dates.map(on), period: OCTOBER });
  const problems = (...employees: ReturnType<typeof employee>[]) =>
    findMappingProblems(employees).map(({ code, employeeId, date, facts }) => ({
      code,
      employeeId,
      date,
      facts,
    }));
  const REHIRED_LINES = ['ann;101;;2026-10-09;', 'ann;202;2026-10-19;;'];

  test('are lacking on the days without a row', () => {
    const ann = employee('ann', REHIRED_LINES, '2026-10-09', '2026-10-12', '2026-10-13', '2026-10-19');
    expect(problems(ann)).toEqual([
      {
        code: 'UNMAPPED_EMPLOYEE',
        employeeId: 'ann',
        date: '2026-10-12',
        facts: { days: 2, first: '2026-10-12' },
      },
    ]);
    expect(problems(employee('ann', REHIRED_LINES, '2026-10-09', '2026-10-19'))).toEqual([]);
  });

  test('are lacking as a whole for an employee without a row on any day', () => {
    const ann = employee('ann', ['ann;101;2026-11-01;;'], '2026-10-09', '2026-10-12');
    expect(problems(ann)).toMatchObject([{ code: 'UNMAPPED_EMPLOYEE', date: null, facts: { days: 0 } }]);
  });

  test('are shared also where one passes from one employee to another within the period', () => {
    const ann = employee('ann', ['ann;7;;2026-10-15;'], '2026-10-02');
    const bob = employee('bob', ['bob;7;2026-10-16;;'], '2026-10-20');
    const cas = employee('cas', ['cas;7;2026-10-15;2026-10-15;'], '2026-10-15');
    const sharing = (...all: Parameters<typeof problems>) =>
      problems(...all).map(({ code, employeeId }) => `${code} ${employeeId}`);
    expect(sharing(ann, bob)).toEqual(['DUPLICATE_NUMBER ann', 'DUPLICATE_NUMBER bob']);
    expect(sharing(ann, bob, cas)).toHaveLength(3);
    const before = employee('dan', ['dan;7;;2026-09-30;', 'dan;8;2026-10-01;;'], '2026-10-20');
    expect(sharing(ann, before)).toEqual([]);
  });

  test('name the owner of a row of absences on its days', () => {
    const ownersOf = numberOwners(mappingOf('ann;7;;2026-10-15;', 'bob;7;2026-10-16;;', 'cas;8;;;'));
    expect(ownersOf('7', days('2026-10-01', '2026-10-15'))).toEqual(['ann']);
    expect(ownersOf('7', days('2026-10-15', '2026-10-16'))).toEqual(['ann', 'bob']);
    expect(ownersOf('8', OCTOBER)).toEqual(['cas']);
    expect(ownersOf('9', OCTOBER)).toEqual([]);
  });
});

describe('days without a row', () => {
  const rows = mappingOf(
    'ann;1;;2026-10-09;',
    'ann;2;2026-10-19;2026-10-25;',
    'ann;3;2026-10-26;2026-10-30;',
  ).byId.get('ann');

  test('are those between rows, and those before and after them in a period', () => {
    expect(gapsBetween(rows ?? [])).toEqual([days('2026-10-10', '2026-10-18')]);
    expect(daysWithoutRow(rows ?? [], OCTOBER)).toEqual([
      days('2026-10-10', '2026-10-18'),
      days('2026-10-31', '2026-10-31'),
    ]);
    expect(daysWithoutRow(rows ?? [], days('2026-10-20', '2026-10-27'))).toEqual([]);
    expect(daysWithoutRow([], days('2026-10-20', '2026-10-27'))).toEqual([days('2026-10-20', '2026-10-27')]);
  });

  test('a row holds, is over or begins later', () => {
    const times = (rows ?? []).map((row) => rowTime(row, on('2026-10-20')));
    expect(times).toEqual(['over', 'now', 'later']);
  });
});

describe('the name of an employee whom the service no longer lists', () => {
  const text = 'employeeId;employeeNumber;lastName;firstName\nann;1;Aerts;Ann\nbob;2;;\n';
  const mapping = parseMapping(new TextEncoder().encode(text));
  const remembered = [
    { id: 'ann', firstName: 'Old', lastName: 'Name', isActive: true },
    { id: 'bob', firstName: 'Bob', lastName: 'Baert', isActive: true },
  ];
  const name = (id: string, employees: typeof remembered | null) => {
    const { lastName, firstName } = createPeopleDirectory(
      { employees, rememberedEmployees: remembered },
      mapping,
      OCTOBER,
    )(id);
    return `${lastName}, ${firstName}`;
  };
  test('comes from the mapping file, else from earlier runs', () => {
    expect([name('ann', []), name('bob', [])]).toEqual(['Aerts, Ann', 'Baert, Bob']);
    expect(name('ann', [{ id: 'ann', firstName: 'New', lastName: 'Listed', isActive: true }])).toBe(
      'Listed, New',
    );
  });
});

test('two people of one name are told apart by their payroll IDs, or else by their IDs', () => {
  const named = (id: string, name: string, number: string | null) => ({ id, name, number });
  const nameOf = distinctNames([
    named('a', 'Peeters, Jan', '104'),
    named('b', 'Peeters, Jan', '117'),
    named('c', 'Claes, Jan', '7'),
    named('d', 'Wouters, An', null),
    named('e', 'Wouters, An', null),
  ]);
  expect(['a', 'b', 'c', 'd', 'e', 'z'].map(nameOf)).toEqual([
    'Peeters, Jan (104)',
    'Peeters, Jan (117)',
    'Claes, Jan',
    'Wouters, An (d)',
    'Wouters, An (e)',
    'z',
  ]);
});

test.each<[string, Record<string, string[]>, string[]]>([
  ['at different establishments', { a: ['North'], b: ['South'] }, ['Twin, Sam (North)', 'Twin, Sam (South)']],
  ['at several', { a: ['East', 'North'], b: ['South'] }, ['Twin, Sam (East; North)', 'Twin, Sam (South)']],
  ['at the same one', { a: ['North'], b: ['North'] }, ['Twin, Sam (a)', 'Twin, Sam (b)']],
  ['at one that both know', { a: ['North', 'South'], b: ['South'] }, ['Twin, Sam (a)', 'Twin, Sam (b)']],
  ['one without work', { a: ['North'], b: [] }, ['Twin, Sam (North)', 'Twin, Sam (b)']],
])('people of one name without payroll IDs who work %s', (_, places, names) => {
  const twin = (id: string) => ({ id, firstName: 'Sam', lastName: 'Twin', isActive: true });
  const facts = { employees: [twin('a')], rememberedEmployees: [twin('b')] };
  const placesOf = (id: string) => places[id] ?? [];
  const nameOf = createNameDirectory({ ...facts, placesOf }, mappingOf(), OCTOBER);
  expect(['a', 'b'].map(nameOf)).toEqual(names);
});

test('of two people of one name, the one with a payroll ID has it, and the other the establishment', () => {
  const twin = (id: string) => ({ id, firstName: 'Sam', lastName: 'Twin', isActive: true });
  const facts = { employees: [twin('a'), twin('b')], rememberedEmployees: [], placesOf: () => ['North'] };
  const mapping = mappingOf('a;0104');
  const nameOf = createNameDirectory(facts, mapping, OCTOBER);
  expect(['a', 'b'].map(nameOf)).toEqual(['Twin, Sam (0104)', 'Twin, Sam (North)']);
});
