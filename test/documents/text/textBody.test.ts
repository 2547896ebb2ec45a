import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRecordWriter } from '../../../src/documents/text/csvRecord.js';

const base = { delimiter: ',', recordDelimiter: '\n', quoting: 'rfc4180', trailingDelimiter: false } as const;

describe('csvRecordWriter', () => {
  test.each([
    ['plain', base, ['a', '', 'b'], 'a,,b\n'],
    ['a delimiter is quoted', base, ['a,b', 'c'], '"a,b",c\n'],
    ['a quote is doubled', base, ['say "x"'], '"say ""x"""\n'],
    ['CR and LF are quoted', base, ['a\rb', 'c\nd'], '"a\rb","c\nd"\n'],
    ['a semicolon only as the delimiter', { ...base, delimiter: ';' }, ['a;b', 'c,d'], '"a;b";c,d\n'],
    ['CRLF records still quote a lone LF', { ...base, recordDelimiter: '\r\n' }, ['a\nb'], '"a\nb"\r\n'],
    ['trailing delimiter', { ...base, trailingDelimiter: true }, ['a', 'b'], 'a,b,\n'],
    ['tab', { ...base, delimiter: '\t' }, ['a\tb', 'c'], '"a\tb"\tc\n'],
    ['no quoting', { ...base, quoting: 'none' as const }, ['a"b', 'c'], 'a"b,c\n'],
  ])('%s', (_name, dialect, fields, expected) => {
    expect(csvRecordWriter(dialect)(fields)).toBe(expected);
  });

  test('writes what csv-stringify writes, for any text and delimiter', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '|', '\r', '\n', ' ', "'", '-', '^', ']', '\\'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 1 })),
        fc.constantFrom(',', ';', '\t', '|', '^', ']', '\\'),
        (rows, delimiter) => {
          const ours = rows.map(csvRecordWriter({ ...base, delimiter })).join('');
          expect(ours).toBe(stringify(rows, { delimiter, record_delimiter: '\n', quoted_match: /[\r\n]/ }));
        },
      ),
    );
  });
});
