import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DifferenceLine, lineDifference } from '../../../src/app/setup/lineDifference.js';

const text = (lines: readonly DifferenceLine[], without: DifferenceLine['kind']) =>
  lines.flatMap((line) => (line.kind === without ? [] : [line.text]));

test('a difference has both texts, whatever they are', () => {
  const file = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
  fc.assert(
    fc.property(file, file, (before, after) => {
      const lines = lineDifference(
        before.map((line) => `${line}\n`).join(''),
        after.map((line) => `${line}\n`).join(''),
      );
      expect(text(lines, 'added')).toEqual(before);
      expect(text(lines, 'removed')).toEqual(after);
    }),
  );
});

test('a large file is compared line by line', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `${index};`);
  const after = before.map((line, index) => (index === 0 || index === 4999 ? `${line}x` : line));
  const lines = lineDifference(before.join('\n'), after.join('\n'));
  expect(lines.filter(({ kind }) => kind !== 'same')).toHaveLength(4);
});
