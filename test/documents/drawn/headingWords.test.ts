// @module-tag slow
import { join } from 'node:path';
import ExcelJS, { type Cell, type Worksheet } from 'exceljs';
import { expect, test } from 'vitest';
import { renderWorkingTime } from '../../../src/documents/drawn/workingTimeReport.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { LANGUAGES, type Language } from '../../../src/i18n/language.js';
import { textWidth } from '../../../src/workbook/cells/textWidth.js';
import { PROJECT } from '../../support/programs/runPaytally.js';
import { collect } from '../../support/workbooks/collect.js';
import { render } from '../reports/workbookCases.js';

/* A word of a heading is on one line: "Personalnumme-r" is hard to read. */

/** The colour of headings in release/draw/looks.ts. */
const HEADING = 'FF24405A';
const USUAL_POINTS = 11;
/** A bold letter, and the space at both sides of a cell. */
const [BOLD, SPACE] = [1.05, 1.4];
/** LibreOffice leaves room for the button of a table's filter. */
const BUTTON = 1.2;

const REPORTS = ['hours', 'sheets', 'working-time'] as const;

async function filled(report: (typeof REPORTS)[number], language: Language): Promise<Buffer> {
  if (report !== 'working-time') return render({ name: report, report, options: { language } });
  const templateFolder = join(PROJECT, 'templates/working-time');
  const [file] = await renderWorkingTime(sampleModel(), { language, hours: 'clock', templateFolder });
  return collect(file?.content ?? Buffer.alloc(0));
}

test.each(LANGUAGES.flatMap((language) => REPORTS.map((report) => [report, language] as const)))(
  '%s %s',
  async (report, language) => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await filled(report, language)) as never);
    const headings = book.worksheets.flatMap((sheet) => headingsOf(sheet).map((cell) => ({ sheet, cell })));
    expect(headings.length).toBeGreaterThan(5);
    const cut = headings.filter(({ sheet, cell }) => {
      const room = sheet.getColumn(cell.col).width ?? 0;
      const button = sheet.getTables().length > 0 ? BUTTON : 0;
      const size = (cell.font?.size ?? USUAL_POINTS) / USUAL_POINTS;
      return cell.text.split(/[\s-]+/).some((word) => textWidth(word) * size * BOLD + SPACE + button > room);
    });
    expect(cut.map(({ sheet, cell }) => `${sheet.name} ${cell.address}: ${cell.text}`)).toEqual([]);
  },
);

function headingsOf(sheet: Worksheet): Cell[] {
  const found: Cell[] = [];
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      const { fill } = cell;
      const colour = fill?.type === 'pattern' ? String(fill.fgColor?.argb ?? '') : '';
      if (colour === HEADING && !cell.isMerged && typeof cell.value === 'string') found.push(cell);
    }),
  );
  return found;
}
