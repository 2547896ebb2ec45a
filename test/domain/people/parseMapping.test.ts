import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMappingRecords } from '../../../src/domain/people/mappingText.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('parseMapping reads files as users save them', () => {
  test.each([
    [
      'comma, LF',
      utf8('employeeId,employeeNumber\na,007\n'),
      { encoding: 'utf-8', bom: false, delimiter: ',', newline: '\n' },
    ],
    [
      'semicolon, CRLF, BOM',
      utf8('\ufeffemployeeId;employeeNumber\r\na;007\r\n'),
      { encoding: 'utf-8', bom: true, delimiter: ';', newline: '\r\n' },
    ],
    [
      'windows-1252',
      latin1('employeeId;employeeNumber;team\r\na;007;Küche\r\n'),
      { encoding: 'windows-1252', bom: false, delimiter: ';', newline: '\r\n' },
    ],
    [
      'TAB',
      utf8('employeeId\temployeeNumber\na\t007'),
      { encoding: 'utf-8', bom: false, delimiter: '\t', newline: '\n' },
    ],
  ] as const)('%s', (_name, bytes, style) => {
    const mapping = parseMapping(bytes);
    expect(mapping.style).toEqual(style);
    expect(mapping.problems).toEqual([]);
    expect(mapping.byId.get('a')?.[0]?.number).toBe('007');
  });

  test.each([
    ['leading zeros are kept', 'a,00040', '00040'],
    ['extra spaces', ' a , 00040 ', '00040'],
    ['no-break space', 'a,\u00a000040', '00040'],
    ['quoted', '"a","00040"', '00040'],
    ['a formula that keeps zeros', 'a,="00040"', '00040'],
    ['the same as Excel saves it', 'a,"=""00040"""', '00040'],
    ['an apostrophe that keeps zeros', "a,'00040", '00040'],
    ['letters', 'a,AB-12', 'AB-12'],
    ['empty', 'a,', null],
    ['missing cells', 'a', null],
  ])('number: %s', (_name, line, expected) => {
    const mapping = parseMapping(utf8(`employeeId,employeeNumber\n${line}\n`));
    expect(mapping.byId.get('a')?.[0]?.number).toBe(expected);
    expect(mapping.problems).toEqual([]);
  });

  test('headings in any order and case, additional columns, names for readers', () => {
    const mapping = parseMapping(
      utf8(
        '\nCost Centre ; EMPLOYEENUMBER;lastName;employeeid;agreement;;\n4711;1;Müller;a;"x;y";;\n;;;;;;\n',
      ),
    );
    expect(mapping.extraColumns).toEqual(['Cost Centre', 'agreement']);
    expect(mapping.rows).toMatchObject([
      { line: 3, employeeId: 'a', number: '1', extra: { 'Cost Centre': '4711', agreement: 'x;y' } },
    ]);
  });
});

test('windows-1252 is not Latin-1: the euro and the dashes', () => {
  const bytes = Uint8Array.of(
    ...latin1('employeeId;employeeNumber;rate\na;1;'),
    0x80,
    0x96,
    0x8c,
    0xfc,
    0x0a,
  );
  expect(parseMapping(bytes).byId.get('a')?.[0]?.extra).toEqual({ rate: '€–Œü' });
});

describe('problems are listed all at once', () => {
  test.each([
    ['no id column', 'id2,employeeNumber\na,1\n', [['file', 1]]],
    [
      'neither column',
      'x;y\n1;2\n',
      [
        ['file', 1],
        ['file', 1],
      ],
    ],
    ['a duplicate column', 'employeeId,employeeNumber,team,team\na,1,x,y\n', [['file', 1]]],
    ['a name that templates use', 'employeeId,employeeNumber,number\na,1,2\n', [['file', 1]]],
    [
      'an empty id, a duplicate id, a duplicate number',
      'employeeId,employeeNumber\n,1\na,2\nb,2\na,3\n',
      [
        ['row', 2],
        ['duplicate-id', 5],
        ['duplicate-number', 3],
      ],
    ],
    [
      'Excel damage',
      'employeeId;employeeNumber\na;1,23E+05\nb;1.2E+11\nc;#####\n',
      [
        ['damaged', 2],
        ['damaged', 3],
        ['damaged', 4],
      ],
    ],
    ['too many fields', 'employeeId,employeeNumber\na,1,2\n', [['row', 2]]],
    ['an open quote', 'employeeId,employeeNumber\na,"1\n', [['row', 2]]],
    ['text after a quote', 'employeeId,employeeNumber\na,"1"2\nb,3\n', [['row', 2]]],
    ['a former employee may have had the number', 'employeeId,employeeNumber,status\na,1,gone\nb,1,\n', []],
  ])('%s', (_name, text, expected) => {
    expect(parseMapping(utf8(text)).problems.map(({ kind, line }) => [kind, line])).toEqual(expected);
  });

  test.each([
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x65, 0)],
    ['a workbook', utf8('PK\u0003\u0004')],
    ['empty', utf8('')],
  ])('%s is refused', (_name, bytes) => {
    expect(() => parseMapping(bytes)).toThrow(expect.objectContaining({ code: 'MAPPING_INVALID' }));
  });
});

test('records are the same as those of csv-parse', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ';', ',', '\n', '\r\n', 'x y') });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
      fc.constantFrom(';', ','),
      fc.constantFrom('\n', '\r\n'),
      (rows, delimiter, newline) => {
        const content = stringify(rows, { delimiter, record_delimiter: newline, quoted: true });
        const expected = parse(content, { delimiter, relax_column_count: true }).filter((row) =>
          row.some((cell) => cell.trim() !== ''),
        );
        expect(
          parseMappingRecords(content, delimiter).map((record) => record.cells.map((cell) => cell.value)),
        ).toEqual(expected);
      },
    ),
  );
});
