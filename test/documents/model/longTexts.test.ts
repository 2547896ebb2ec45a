import { describe, expect, test } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import { sampleFile } from '../../../src/documents/template/renderSample.js';
import { verbatim } from '../../../src/i18n/message.js';
import { entry, periodData } from '../../support/records/periodFixture.js';
import { MONTHLY_HOURS } from '../../support/workbooks/builtIn.js';
import { modelOf, rowsOf } from './modelOf.js';

/** The longest text in a workbook cell. */
const CELL_CHARACTERS = 32_767;
const WRONG_YEAR = entry({
  id: 'long',
  start: '2026-10-31T22:00:00+01:00',
  end: '2036-10-31T22:00:00+01:00',
});

describe('an entry with a wrong year', () => {
  test.each([
    ['en', '… and 3592 more'],
    ['nl', '… en nog 3592'],
    ['fr', '… et 3592 de plus'],
    ['de', '… und 3592 weitere'],
  ])('has its days cut, and the row says by how many and names the entry: %s', (language, more) => {
    const model = modelOf(periodData({ entries: [WRONG_YEAR] }), { attribution: 'split', language });
    const [row, ...others] = rowsOf(model, 'period-edges', 'entry.id', 'allocation');
    expect(others).toEqual([]);
    const [id, allocation] = row ?? [];
    expect(id).toBe('long');
    expect(String(allocation).slice(0, 40)).toBe('2026-10-31: 120; 2026-11-01: 1440; 2026-');
    expect(String(allocation).endsWith(`; ${more}`)).toBe(true);
    for (const [text] of rowsOf(model, 'clock-changes', 'allocation'))
      expect(String(text).length).toBeLessThan(CELL_CHARACTERS);
  });

  test('does not prevent the workbook from being written', { tags: 'slow' }, async () => {
    const model = modelOf(periodData({ entries: [WRONG_YEAR] }), { attribution: 'split' });
    const [file] = await renderMonthlyHours(model, { templateFolder: MONTHLY_HOURS, language: 'en' });
    expect((await sampleFile(file as OutputFile)).bytes.length).toBeGreaterThan(1000);
  });
});

test('two months of days are not cut', () => {
  const night = entry({ start: '10-01 22:00', end: '2026-12-01T22:00:00+01:00' });
  const model = modelOf(periodData({ entries: [night] }), { attribution: 'split' });
  const [row] = rowsOf(model, 'period-edges', 'allocation');
  expect(String(row?.[0]).split('; ')).toHaveLength(62);
});

test('a record with very many problems: the message is cut, and says by how much', () => {
  const problems = Array.from({ length: 9000 }, (_, index) => verbatim(`field${index}: is 😀`));
  const invalid = [{ list: 'time-entries' as const, id: 'x', problems, workedMinutes: 0 }];
  const rows = rowsOf(modelOf(periodData({ invalid })), 'exceptions', 'message', 'code');
  const row = rows.find(([, code]) => code === 'INVALID_RECORD');
  expect(String(row?.[0])).toMatch(/ … \(\+\d{6}\)$/);
  expect([...String(row?.[0])].length).toBeLessThan(4020);
});
