import { describe, expect, test } from 'vitest';
import type { FieldType, Scalar } from '../../../src/documents/dataSet.js';
import type { ColumnSpec } from '../../../src/documents/text/columnSpec.js';
import type { RenderContext } from '../../../src/documents/text/renderContext.js';
import { withFormatsOfToday } from '../../../src/documents/text/storedFormat.js';
import { valueFormat } from '../../../src/documents/text/valueFormat.js';

const MARKS = { plus: '+', minus: '-' };

/** Formats as earlier versions recorded them with a run, a value, and the text that its file has. */
const RECORDED: readonly (readonly [object, FieldType, Scalar, string])[] = [
  [{ type: 'hours', decimals: 2, decimalSign: ',' }, 'minutes', 75, '1,25'],
  [{ type: 'hours', decimals: 2, minDecimals: 0 }, 'minutes', 90, '1.5'],
  [{ type: 'hours', decimals: 1, decimalSign: { variable: 'sign' } }, 'minutes', 75, '1;3'],
  [{ type: 'number', decimals: 3, minDecimals: 1, decimalSign: ',' }, 'number', 2, '2,0'],
  [{ type: 'implied', decimals: 2 }, 'minutes', 75, '125'],
  [{ type: 'implied', decimals: 0 }, 'minutes', 75, '1'],
  [{ type: 'implied', decimals: 2, sign: 'overpunch' }, 'minutes', -75, '12N'],
  [{ type: 'clock', separator: '.' }, 'minutes', 440, '7.20'],
  [{ type: 'clock-hours', sign: { ...MARKS, place: 'before' } }, 'minutes', -30, '-0'],
  [{ type: 'hhmm', sign: { ...MARKS, place: 'after' } }, 'minutes', -440, '0720-'],
  [{ type: 'minutes', sign: 'none' }, 'minutes', -440, '440'],
  [{ type: 'integer' }, 'number', 7, '7'],
  [{ type: 'sign', plus: 'P', minus: 'M' }, 'minutes', -1, 'M'],
  [{ type: 'duration', style: { variable: 'style' } }, 'minutes', 440, '7:20'],
  [{ type: 'date', pattern: 'DD.MM.YYYY' }, 'date', '2026-10-25', '25.10.2026'],
  [{ type: 'date' }, 'date', '2026-10-25', '2026-10-25'],
  [{ type: 'weekday', style: 'long' }, 'integer', 1, 'Monday'],
  [{ type: 'time' }, 'timestamp', '2026-10-25T07:05:00+02:00', '07:05'],
  [{ type: 'boolean' }, 'boolean', true, 'true'],
  [{ type: 'text' }, 'text', 'A', 'A'],
];

const context = {
  language: 'en',
  locale: undefined,
  variables: { sign: ';', style: 'clock' },
  problems: { add: () => expect.unreachable('the formats have no problems') },
} as unknown as RenderContext;

describe('a recorded format writes what it wrote', () => {
  test.each(RECORDED)('%j', (format, type, value, text) => {
    const [spec] = withFormatsOfToday([{ field: 'x', format }]);
    const today = valueFormat(context, spec as unknown as ColumnSpec, type);
    const written =
      today.kind === 'text' ? today.write(value) : today.number.print(today.number.toUnits(Number(value)));
    expect(written).toBe(text);
  });

  test('formats of today, and all else of a template, stay', () => {
    const spec = {
      type: 'text',
      columns: [{ format: { name: 'hours', inputs: [2] } }],
      tree: { format: null },
    };
    expect(withFormatsOfToday(spec)).toEqual(spec);
  });
});
