import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsvRows } from '../../../src/domain/csv/csvRows.js';
import { parseMappingRecords } from '../../../src/domain/people/mappingText.js';

const shown = (text: string, spaces?: 'trimmed' | 'kept') =>
  readCsvRows(text, ',', spaces).map(({ line, cells, malformed }) => [line, cells, malformed]);

describe('records', () => {
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
    ['spaces around a quote', ' "a "  ,c', [[1, ['a ', 'c'], false]]],
    ['spaces around text', ' a b ,\tc\t', [[1, ['a b', 'c'], false]]],
    ['a quote within a cell', 'a"b",c', [[1, ['a"b"', 'c'], false]]],
    ['a doubled quote', '"a""b"', [[1, ['a"b'], false]]],
    [
      'letters of more than a byte',
      'é,"漢"\nü',
      [
        [1, ['é', '漢'], false],
        [2, ['ü'], false],
      ],
    ],
    [
      'lines within quotes are counted',
      '"a\r\nb",c\n\nd',
      [
        [1, ['a\r\nb', 'c'], false],
        [4, ['d'], false],
      ],
    ],
    ['blank lines are omitted', '\r\n , \r\nx', [[3, ['x'], false]]],
    ['an empty text', '', []],
  ])('%s', (_name, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  test.each<[string, string, unknown[]]>([
    [
      'text after a quote',
      'x,y\r\n"a" b ,c\r\nd,e',
      [
        [1, ['x', 'y'], false],
        [2, ['"a" b ,c'], true],
        [3, ['d', 'e'], false],
      ],
    ],
    [
      'an unclosed quote',
      'é,"b""c\nd',
      [
        [1, ['é,"b""c'], true],
        [2, ['d'], false],
      ],
    ],
    [
      'an unclosed quote at the end',
      'a\n"',
      [
        [1, ['a'], false],
        [2, ['"'], true],
      ],
    ],
  ])('after a malformed line, the next one is read: %s', (_name, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  test('as a program wrote them: with their spaces', () => {
    expect(shown(' a ,"b "\n" c","d"', 'kept')).toEqual([
      [1, [' a ', 'b '], false],
      [2, [' c', 'd'], false],
    ]);
  });

  test('the last line of a record', () => {
    expect(readCsvRows('a\n"b\nc\rd"\n', ',').map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [1, 1],
      [2, 4],
    ]);
  });
});

test('a file without faults is read as the mapping file is', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'ü', ' ', "'", '7') }),
    fc
      .string({ unit: fc.constantFrom('a', '""', ';', ',', '\n', '\r\n', '\r', ' ') })
      .map((text) => ` "${text}" `),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      (rows, newline) => {
        const text = rows.map((cells) => cells.join(';')).join(newline);
        const expected = parseMappingRecords(text, ';').map(({ line, cells }) => ({
          line,
          cells: cells.map(({ value }) => value.trim()),
        }));
        const read = readCsvRows(text, ';').map(({ line, cells }) => ({
          line,
          cells: cells.map((value) => value.trim()),
        }));
        expect(read).toEqual(expected);
      },
    ),
  );
});
