import { describe, expect, test } from 'vitest';
import { workbookSettings } from '../../../src/documents/template/drawnWorkbook.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, STYLE } from '../../support/workbooks/workbook.js';

async function filled(value: string, style: number, hours: 'clock' | 'decimal') {
  const words = workbookSettings({ language: 'en', hours }).words;
  const rows =
    row(1, { A: `{{#each employee-days}}{{employee.name}}`, B: [value, style] }) +
    row(2, { B: ['=SUM(B1:B1)', STYLE.duration] });
  const out = await rendered({ sheets: { S: { rows } } }, testModel(1, 2), { ...(words && { words }) });
  const formats = [...out.text('xl/styles.xml').matchAll(/<xf [^>]*numFmtId="(\d+)"/g)]
    .slice(1)
    .map(([, id]) => Number(id));
  const sheet = out.text('xl/worksheets/sheet1.xml');
  const formatOf = (cell: string) =>
    formats[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(sheet)?.[1] ?? 0)];
  return { cells: out.cells(1), formats: [formatOf('B1'), formatOf('B3')] };
}

describe('hours in the notation of the run', () => {
  test.each([STYLE.general, STYLE.decimal, STYLE.duration])(
    'the format %i follows the notation, and so does a total',
    async (style) => {
      const clock = await filled('{{workedMinutes | notation}}', style, 'clock');
      expect(clock.cells.B1).toBe(450 / 1440);
      expect(clock.formats).toEqual([165, 165]);
      const decimal = await filled('{{workedMinutes | notation}}', style, 'decimal');
      expect(decimal.cells.B1).toBe(7.5);
      expect(decimal.formats).toEqual([2, 2]);
      expect(decimal.cells.B3).toMatch(/^=SUM\(B1:B2\) → 15\.1/);
    },
  );

  test('one negative value makes all decimal: Excel shows no negative times', async () => {
    const { cells, formats } = await filled('{{workedMinutes - 451 | notation}}', STYLE.duration, 'clock');
    expect(cells.B1).toBe(-1 / 60);
    expect(formats).toEqual([2, 2]);
  });
});
