import { describe, expect, test } from 'vitest';
import { NO_MAPPING } from '../../../src/domain/mapping/employeeRows.js';
import { listIds } from '../../../src/domain/people/mappingFindings.js';
import { decodeMapping, mappingError, parseMappingRecords } from '../../../src/domain/people/mappingText.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';
import { createPeopleDirectory, fullName } from '../../../src/domain/people/peopleDirectory.js';
import { syncMapping } from '../../../src/domain/people/syncMapping.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { message } from '../../../src/i18n/message.js';
import { refusalOf } from '../../support/records/refusal.js';

const TODAY = toLocalDate('2026-11-28');

const utf8 = (text: string) => new TextEncoder().encode(text);
const TWICE =
  'the employee x is already on line 2; give both rows dates in the columns from and to, or delete one';
const HEADING = 'employeeId,employeeNumber';

describe('a mapping file that cannot be read', () => {
  test('an empty file', () => {
    expect(refusalOf(() => parseMapping(utf8('\n ;;\n'), 'people.csv'))).toMatchObject({
      code: 'MAPPING_INVALID',
      message: 'The mapping file people.csv is empty.',
      remedy: 'Run `paytally employees sync` to create a new one.',
    });
  });

  test('is named by its path if known', () => {
    const refused = (path?: string) =>
      refusalOf(() => decodeMapping(Uint8Array.of(0x50, 0x4b), path)).message;
    expect([refused(), refused('a.csv')]).toEqual([
      'The mapping file employees.csv is a workbook, not a CSV file.',
      'The mapping file a.csv is a workbook, not a CSV file.',
    ]);
  });
});

describe('records', () => {
  const shown = (text: string) =>
    parseMappingRecords(text, ',').map(({ line, cells, malformed }) => [
      line,
      cells.map(({ value }) => value),
      malformed,
    ]);

  test.each<[string, string, unknown[]]>([
    [
      'a line break that is a single carriage return',
      'a,b\rc',
      [
        [1, ['a', 'b'], false],
        [2, ['c'], false],
      ],
    ],
    ['an empty quote', '"",b', [[1, ['', 'b'], false]]],
    ['an unclosed quote', 'a,"b""c\nd', [[1, ['a', 'b"c\nd'], true]]],
    ['text after a quote', '"a" b ,c', [[1, ['a b', 'c'], true]]],
    ['spaces after a quote', '"a"  ,c', [[1, ['a', 'c'], false]]],
    ['a quote within a cell', 'a"b",c', [[1, ['a"b"', 'c'], false]]],
    [
      'lines within quotes are counted',
      '"a\nb",c\n\nd',
      [
        [1, ['a\nb', 'c'], false],
        [4, ['d'], false],
      ],
    ],
    ['blank lines are omitted', '\r\n , \r\nx', [[3, ['x'], false]]],
    ['an empty text', '', []],
  ])('%s', (_name, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});

describe('problems in messages', () => {
  const messages = (text: string) =>
    parseMapping(utf8(text)).problems.map(({ line, message }) => `${line} ${englishText(message)}`);

  test.each<[string, string[]]>([
    [`${HEADING},a,A\nx,1,y,y\n`, ['1 the column A appears twice']],
    [`${HEADING},,\nx,1,,\n`, []],
    [
      'id,number\nx,1\n',
      ['1 rename the column id to employeeId', '1 rename the column number to employeeNumber'],
    ],
    [
      'ID,employeeNumber,Number\nx,1,2\n',
      [
        '1 rename the column ID to employeeId',
        '1 a column cannot be called Number: templates use this name for something else',
      ],
    ],
    ['who,employeeNumber\nx,1\n', ['1 there is no column employeeId; the columns are who, employeeNumber']],
    ['employeeNumber,who\nx,1\n', ['1 there is no column employeeId; the columns are employeeNumber, who']],
    ['employeeId,who\nx,1\nx,1\n', ['1 there is no column employeeNumber; the columns are employeeId, who']],
    ['employeeNumber,employeeId\n1,x\n,\n2,x\n', [`4 ${TWICE}`]],
    [
      `${HEADING},id\nx,1,2\n`,
      ['1 a column cannot be called id: templates use this name for something else'],
    ],
    [
      `\n${HEADING}\n"x"y,1\n ,2\n`,
      ['3 a quote is not closed, or text follows a closing quote', '4 the employeeId is empty'],
    ],
    [
      `${HEADING}\nx,1,2,3\ny,1, ,\n`,
      ['2 the line has 4 fields and the heading has 2; put text that contains the delimiter in quotes'],
    ],
    [`${HEADING}\nx,1\nx,2\n`, [`3 ${TWICE}`]],
    [`${HEADING}\nx,1\ny,2\nz,1\n`, ['2 several employees have the payroll ID 1: x, z']],
    [
      `${HEADING}\nx,1E5\n`,
      ['2 Excel damaged the payroll ID 1E5 of x; format the column as text and enter it again'],
    ],
  ])('%j', (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  test('are listed in one error, by line', () => {
    const problems = [
      { kind: 'row', line: 3, message: message('csv.idEmpty') },
      { kind: 'file', line: 1, message: message('csv.fileEmpty') },
    ] as const;
    expect(
      refusalOf(() => {
        throw mappingError(problems, 'people.csv');
      }),
    ).toMatchObject({
      code: 'MAPPING_INVALID',
      message: 'people.csv:3: the employeeId is empty\npeople.csv:1: the file is empty',
      record: 'people.csv',
    });
  });
});

describe('numbers', () => {
  const numberOf = (cell: string) =>
    parseMapping(utf8(`employeeId;employeeNumber\nx;${cell}\n`)).byId.get('x')?.[0]?.number;

  test.each([
    ['1E5', null],
    ['1E+05', null],
    ['1.23e11', null],
    ['1,23E+05', null],
    ['#NAME?', null],
    ['12E5', '12E5'],
    ['A1E5', 'A1E5'],
    ['1E5A', '1E5A'],
    ['1.E5', '1.E5'],
    ['7#', '7#'],
    ["' 007 ", '007'],
    ["0'7", "0'7"],
    ['="007"x', '="007"x'],
    ['x="007"', 'x="007"'],
    ['" =""007"" "', '007'],
    ['=" 007 "', '007'],
  ])('%s is read as %s', (cell, expected) => {
    expect(numberOf(cell)).toBe(expected);
  });
});

test('columns for the reader’s information are not additional columns', () => {
  const text =
    'employeeId,employeeNumber,lastName,firstName,name,status,active,team\nx,1,Aerts,Ann,n,Gone ,yes,t\n';
  const { extraColumns, rows } = parseMapping(utf8(text));
  expect(extraColumns).toEqual(['team']);
  expect(rows).toEqual([
    {
      line: 2,
      employeeId: 'x',
      from: null,
      to: null,
      number: '1',
      lastName: 'Aerts',
      firstName: 'Ann',
      extra: { team: 't' },
      status: 'gone',
    },
  ]);
});

test('problems of payroll IDs name the employees', () => {
  const text =
    'employeeId,employeeNumber,lastName,firstName\nx,0018,Aerts,Ann\ny,0018,Baert,\nz,0018,,\nv,"1,23E+05",Cem,Can\n';
  expect(parseMapping(utf8(text)).problems.map(({ message }) => englishText(message))).toEqual([
    'Excel damaged the payroll ID 1,23E+05 of Cem, Can (v); format the column as text and enter it again',
    'several employees have the payroll ID 0018: Aerts, Ann (x), Baert (y), z',
  ]);
});

test('of many ids, ten are named', () => {
  const ids = Array.from({ length: 11 }, (_, index) => `e${index}`);
  expect(listIds(ids.slice(0, 10))).toBe('e0, e1, e2, e3, e4, e5, e6, e7, e8, e9');
  expect(listIds(ids)).toBe('e0, e1, e2, e3, e4, e5, e6, e7, e8, e9 … (+1)');
});

describe('the details known of an employee', () => {
  const listed = [
    { id: 'a', firstName: 'Ann', lastName: 'Aerts', isActive: true },
    { id: 'b', firstName: 'Bob', lastName: 'Baert', isActive: false },
  ];
  const remembered = [
    { id: 'a', firstName: 'Old', lastName: 'Name', isActive: true },
    { id: 'c', firstName: 'Cem', lastName: '', isActive: true },
  ];
  const mapping = {
    extraColumns: ['team'],
    byId: new Map([['a', [{ number: '007', extra: { team: 'x' } }]]]),
  };
  const person = createPeopleDirectory(
    { employees: listed, rememberedEmployees: remembered },
    mapping,
    undefined,
  );

  test('come from the list first, then from stored details and the mapping file', () => {
    expect(person('a')).toEqual({
      id: 'a',
      number: '007',
      numbers: ['007'],
      firstName: 'Ann',
      lastName: 'Aerts',
      isActive: true,
      extra: { team: 'x' },
    });
    expect(person('b')).toEqual({
      id: 'b',
      number: null,
      numbers: [],
      firstName: 'Bob',
      lastName: 'Baert',
      isActive: false,
      extra: {},
    });
    expect(person('c')).toMatchObject({ firstName: 'Cem', isActive: null });
  });

  test('are only the id for an unknown employee, or if the list cannot be read', () => {
    const unknown = { number: null, numbers: [], firstName: null, lastName: null, isActive: null, extra: {} };
    expect(person('z')).toEqual({ id: 'z', ...unknown });
    const nobody = createPeopleDirectory({ employees: null, rememberedEmployees: [] }, NO_MAPPING, undefined);
    expect(nobody('a')).toEqual({ id: 'a', ...unknown });
    expect([NO_MAPPING.extraColumns, NO_MAPPING.byId.size]).toEqual([[], 0]);
  });

  test('have as much of a full name as there is', () => {
    expect(['a', 'c', 'z'].map((id) => fullName(person(id)))).toEqual(['Aerts, Ann', 'Cem', 'z']);
  });
});

describe('updating a file', () => {
  const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const one = (id: string, lastName: string | null, firstName: string | null = null) => ({
    id,
    lastName,
    firstName,
  });

  test('a file that is empty or lacks headings is refused with all its problems', () => {
    expect(refusalOf(() => syncMapping(utf8('\n'), [], TODAY))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'employees.csv:1: the file is empty',
      remedy: 'Correct the listed lines, in the employee mapping file or under Set up.',
      record: 'employees.csv',
    });
    expect(refusalOf(() => syncMapping(utf8('id,number\n'), [], TODAY)).message).toBe(
      'employees.csv:1: rename the column id to employeeId\nemployees.csv:1: rename the column number to employeeNumber',
    );
  });

  test('new employees are sorted by last name, first name and id', () => {
    const people = [
      one('4', 'B', 'B'),
      one('3', 'B', 'A'),
      one('2', null, 'Z'),
      one('1', 'B', 'A'),
      one('0', null),
    ];
    const { added, bytes } = syncMapping(undefined, people, TODAY);
    expect(added).toEqual(['0', '2', '1', '3', '4']);
    expect(text(bytes).split('\r\n').slice(1, 3)).toEqual(['0;;;;', '2;;;Z;']);
  });

  test('names that would break the file, or run in a spreadsheet, are made safe', () => {
    const people = ['=a', '+a', '-a', '@a', '\ta', 'a"b', 'a\nb', 'a\rb', 'a,b', "a'=b"].map((name, index) =>
      one(`e${index}`, name),
    );
    const lines = (name: number) => {
      const { bytes } = syncMapping(utf8(`${HEADING},lastName\n`), [people[name] ?? one('', null)], TODAY);
      return text(bytes).slice(`${HEADING},lastName\n`.length);
    };
    expect(people.map((_, index) => lines(index))).toEqual([
      "e0,,'=a\n",
      "e1,,'+a\n",
      "e2,,'-a\n",
      "e3,,'@a\n",
      "e4,,'\ta\n",
      'e5,,"a""b"\n',
      'e6,,"a\nb"\n',
      'e7,,"a\rb"\n',
      'e8,,"a,b"\n',
      "e9,,a'=b\n",
    ]);
  });

  test('a line without an id is not an employee who left', () => {
    const before = `${HEADING},status,note\n,7,,lost\n`;
    const { bytes, gone } = syncMapping(utf8(before), [], TODAY);
    expect([text(bytes), gone]).toEqual([before, []]);
  });

  test('an employee in the list keeps what was typed, and one who left keeps the mark', () => {
    const before = 'employeeId,employeeNumber,status\na,1,On leave\nb,2, GONE \n c ,3, \n';
    const { bytes, gone, returned } = syncMapping(utf8(before), [one('a', null)], TODAY);
    expect(text(bytes)).toBe('employeeId,employeeNumber,status\na,1,On leave\nb,2, GONE \n c ,3,gone\n');
    expect([gone, returned]).toEqual([['c'], []]);
    const back = syncMapping(utf8(before), [one('a', null), one('b', null), one('c', null)], TODAY);
    expect(text(back.bytes)).toBe('employeeId,employeeNumber,status\na,1,On leave\nb,2,\n c ,3, \n');
    expect([back.gone, back.returned]).toEqual([[], ['b']]);
  });

  test('the status can be the first column', () => {
    const before = 'status,employeeId,employeeNumber\n,a,1\ngone,b,2\n';
    expect(text(syncMapping(utf8(before), [one('b', null)], TODAY).bytes)).toBe(
      'status,employeeId,employeeNumber\ngone,a,1\n,b,2\n',
    );
  });

  test('a new file without employees is only its heading line', () => {
    expect(text(syncMapping(undefined, [], TODAY).bytes)).toBe(
      '\ufeffemployeeId;employeeNumber;lastName;firstName;status\r\n',
    );
  });

  test('a file that ends with a carriage return alone gets no second line break', () => {
    expect(text(syncMapping(utf8(`${HEADING}\r`), [one('a', null)], TODAY).bytes)).toBe(`${HEADING}\ra,\r\n`);
  });
});
