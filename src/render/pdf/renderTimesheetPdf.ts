import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OutputFile } from '../outputFile.js';
import type { Pile } from '../pile.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from '../reports/reportContext.js';
import { type TimesheetPage, timesheetPage } from '../reports/timesheet/timesheetPage.js';
import { timesheetRows } from '../reports/timesheet/timesheetRows.js';
import type { TemplateModel } from '../templateModel.js';
import { timesheetPdf } from './timesheetPdf.js';

/** The PDF `timesheets-pdf`: a page per person to print and sign. The same model gives the same bytes. */
export async function renderTimesheetPdf(
  model: TemplateModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const pages = context.openPile<TimesheetPage>();
  let rows = 0;
  for (const person of timesheetRows(context)) {
    pages.add('', timesheetPage(context, person));
    rows += 1;
  }
  return [{ name: outputName(context, 'timesheets-pdf', 'pdf'), rows, content: drawn(context, pages) }];
}

/** The PDFs `timesheets-pdf-each`: a file per person, called by number and name; the one page that says so where there is nobody. */
export async function renderTimesheetPdfs(
  model: TemplateModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const taken = new Set<string>();
  const files = Array.from(timesheetRows(context), (person) => {
    const page = timesheetPage(context, person);
    const name = outputName(context, `timesheet_${personInName(page, taken)}`, 'pdf');
    return { name, rows: page.lines.length, content: drawnLater(context, packed(page)) };
  });
  return files.length === 0 ? renderTimesheetPdf(model, options) : files;
}

/** All pages wait until their files are written, one after the other: a tenth of what they take as they are. */
function packed(page: TimesheetPage): Uint8Array {
  return deflateRawSync(JSON.stringify(page), { level: 1 });
}

async function* drawnLater(context: ReportContext, page: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* timesheetPdf(context, [JSON.parse(inflateRawSync(page).toString('utf8')) as TimesheetPage]);
}

/** In characters: employer and period stand before it, and file systems take 255 bytes. */
const LONGEST_NAME = 40;

/** `1007_Janssens-Ann`, another for everybody, whatever file system it comes to. */
function personInName({ number, name }: TimesheetPage, taken: Set<string>): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  const cut = [...plain].slice(0, LONGEST_NAME).join('');
  const base = [number.replace(/[^\p{L}\p{N}-]+/gu, '-'), cut].filter(Boolean).join('_') || 'nobody';
  let wanted = base;
  for (let count = 2; taken.has(wanted.toLowerCase()); count += 1) wanted = `${base}-${count}`;
  taken.add(wanted.toLowerCase());
  return wanted;
}

async function* drawn(context: ReportContext, pages: Pile<TimesheetPage>): AsyncGenerator<Uint8Array> {
  try {
    yield* timesheetPdf(context, pages);
  } finally {
    pages.close();
  }
}
