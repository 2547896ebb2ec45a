import { describe, expect, it } from 'vitest';
import { reportContext } from '../../../../src/documents/reports/reportContext.js';
import { calendarLegend } from '../../../../src/documents/reports/sheets/calendarSheet.js';
import { LANGUAGES } from '../../../../src/i18n/language.js';
import { fixtureModel } from '../../../support/records/fixtureModel.js';

const FIRST = 2;
const legendIn = (language: (typeof LANGUAGES)[number], columns: number) =>
  calendarLegend(reportContext(fixtureModel({ employees: 1 }), { language }), {
    firstColumn: FIRST,
    columns,
    columnWidth: 6,
  });

describe('the legend of the calendar', () => {
  it.each(LANGUAGES)('%s: fits in one row inside the columns for a month', (language) => {
    const rows = legendIn(language, 32);
    expect(rows.length).toBe(1);
    expect(rows[0]?.cells.filter((cell) => cell?.style.startsWith('matrix.legend')).length).toBe(4);
    expect(rows[0]?.cells.length).toBeLessThanOrEqual(FIRST + 32);
  });

  it.each(LANGUAGES)('%s: takes more rows inside the columns for a week', (language) => {
    const rows = legendIn(language, 8);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.length).toBeLessThanOrEqual(4);
    for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(FIRST + 8);
  });

  it.each(LANGUAGES)('%s: absences have a mark if there are any', (language) => {
    const context = reportContext(fixtureModel({ employees: 1 }), { language });
    const rows = calendarLegend(context, { firstColumn: FIRST, columns: 32, columnWidth: 6, absences: true });
    const marks = rows.flatMap(({ cells }) =>
      cells.filter((cell) => cell?.style.startsWith('matrix.legend')),
    );
    expect(marks.at(-1)).toEqual({ style: 'matrix.legend.absence', value: '○' });
    for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(FIRST + 32);
  });

  it('each mark has its text right next to it', () => {
    const cells = legendIn('en', 32)[0]?.cells ?? [];
    const words = cells.flatMap((cell, index) =>
      cell?.style.startsWith('matrix.legend') ? [[cell.style, cell.value, cells[index + 1]?.value]] : [],
    );
    expect(words).toEqual([
      ['matrix.legend.weekend', null, ' Weekend'],
      ['matrix.legend.holiday', '*', ' Holiday'],
      ['matrix.legend.more', '↑', ' 15 minutes or more over plan'],
      ['matrix.legend.less', '↓', ' 15 minutes or more under plan'],
    ]);
  });
});
