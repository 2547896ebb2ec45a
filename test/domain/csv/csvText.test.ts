import { describe, expect, test } from 'vitest';
import { decodeCsv, encodeCsv } from '../../../src/domain/csv/csvText.js';
import { refusalOf } from '../../support/records/refusal.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file that is not CSV', () => {
  test.each([
    ['mapping', 'MAPPING_INVALID', 'The mapping file'],
    ['recipients', 'MAPPING_INVALID', 'The recipients file'],
    ['absences', 'ABSENCES_INVALID', 'The absence file'],
    ['holidays', 'HOLIDAYS_INVALID', 'The holiday file'],
  ] as const)('is named by its kind and path: %s', (kind, code, name) => {
    expect(refusalOf(() => decodeCsv(Uint8Array.of(0x50, 0x4b, 0x03, 0x04), 'people.csv', kind))).toEqual({
      code,
      message: `${name} people.csv is a workbook, not a CSV file.`,
      remedy: 'Open it in Excel and save it as "CSV UTF-8 (comma delimited)".',
      record: 'people.csv',
    });
  });

  test.each([
    ['UTF-16 text', [0xff, 0xfe, 0x65, 0x65]],
    ['UTF-16 text', [0xfe, 0xff, 0x65, 0x65]],
    ['a workbook', [0x50, 0x4b, 0x03, 0x04]],
    ['a binary file', [0x65, 0x00, 0x65]],
  ])('%s', (kind, bytes) => {
    expect(refusalOf(() => decodeCsv(Uint8Array.from(bytes), 'a.csv', 'mapping')).message).toBe(
      `The mapping file a.csv is ${kind}, not a CSV file.`,
    );
  });

  test.each([
    [0xff, 0x65],
    [0x65, 0xfe],
    [0xfe, 0x65],
    [0x65, 0xff],
    [0x50, 0x65],
    [0x65, 0x4b],
  ])('bytes that only begin like one are text: %i %i', (...bytes) => {
    expect(decodeCsv(Uint8Array.from(bytes), 'a.csv', 'mapping').text).toHaveLength(2);
  });
});

describe('how a file was saved', () => {
  test.each([
    [[0xef, 0xbb, 0xbf], true],
    [[0xef, 0xbb, 0x65], false],
    [[0xef, 0x65, 0xbf], false],
    [[0x65, 0xbb, 0xbf], false],
  ])('only these three bytes are the UTF-8 mark: %j', (bytes, bom) => {
    expect(decodeCsv(Uint8Array.from(bytes), 'a.csv', 'mapping').style.bom).toBe(bom);
  });

  test.each([
    ['a;b,c;d\n1,2,3,4,5', ';'],
    ['a,b\n1;2;3', ','],
    ['a\tb\tc;d', '\t'],
    ['a', ';'],
    ['', ';'],
    ['\n  \r\n;;;\na,b\n1;2;3', ','],
  ])('the delimiter is the most frequent one in the heading: %j', (text, delimiter) => {
    expect(decodeCsv(utf8(text), 'a.csv', 'mapping').style.delimiter).toBe(delimiter);
  });

  test('preserves every byte of windows-1252, even those without a character', () => {
    const bytes = Uint8Array.from([0x41, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xe9, 0x80]);
    const { text, style } = decodeCsv(bytes, 'a.csv', 'mapping');
    expect([style.encoding, text]).toEqual(['windows-1252', 'A\u0081\u008d\u008f\u0090\u009dé€']);
    expect(encodeCsv({ text, style })).toEqual(bytes);
  });

  test('names each character that windows-1252 lacks once, with a remedy', () => {
    const style = { encoding: 'windows-1252', bom: false, delimiter: ';', newline: '\n' } as const;
    expect(refusalOf(() => encodeCsv({ text: 'aŁŁ漢', style }))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'The mapping file is saved in windows-1252, which has no character for Ł 漢.',
      remedy: 'Save it once as "CSV UTF-8" in Excel. Then run the command again.',
      record: undefined,
    });
  });
});
