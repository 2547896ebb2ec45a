import { ExternalSorter } from '../../store/externalSorter.js';
import { type SheetPlan, writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookWords.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { type NamedSheet, planSheets, workbookProperties } from './reportSheet.js';
import { reportStyles } from './reportStyles.js';
import { distinctEmployee, textField } from './rowAccess.js';
import { emptyTimesheet, timesheetSheet } from './sheets/timesheetSheet.js';
import { type TimesheetPage, timesheetPage, timesheetRows } from './timesheetPage.js';

export interface TimesheetsOptions extends ReportOptions {
  /** The maximum number of sheets per file: spreadsheet programs become slow with many. @default 500 */
  readonly sheetsPerFile?: number;
}

/**
 * The workbook `timesheets`: a printable A4 page per employee with every calendar day and lines for signatures. With
 * more than 500 people there are further files (`…_timesheets-2.xlsx`).
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderTimesheets(
  model: TemplateModel,
  options: TimesheetsOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const perFile = options.sheetsPerFile ?? 500;
  const parts: FilePart[] = [emptyPart()];
  for (const person of timesheetRows(context)) {
    if (parts.at(-1)?.people === perFile) parts.push(emptyPart());
    const part = parts.at(-1) ?? emptyPart();
    const { distinction } = distinctEmployee(model, person.employee);
    const page = timesheetPage(context, person);
    part.pages.add('', { wantedName: buildSheetName(person.employee), distinction, page });
    part.people += 1;
    part.rows += person.days.length;
  }
  return parts.map((part, index) => ({
    name: outputName(context, `timesheets${index === 0 ? '' : `-${index + 1}`}`),
    rows: part.rows,
    content: workbookContent(writeTimesheets(context, part)),
  }));
}

interface NamedPage extends Pick<NamedSheet, 'wantedName' | 'distinction'> {
  readonly page: TimesheetPage;
}

/** The people of one file. */
interface FilePart {
  readonly pages: ExternalSorter<NamedPage>;
  people: number;
  /** The days of all people. */
  rows: number;
}

function emptyPart(): FilePart {
  return { pages: new ExternalSorter(), people: 0, rows: 0 };
}

/** Iterates the pages twice: for the frame of each sheet, and for its rows. */
async function* writeTimesheets(
  context: ReportContext,
  { pages, people }: FilePart,
): AsyncGenerator<Uint8Array> {
  const none: NamedSheet = {
    wantedName: context.say('reports.timesheets'),
    plan: (name) => emptyTimesheet(context, name),
  };
  try {
    yield* writeWorkbook({
      properties: workbookProperties(context, 'timesheets'),
      styles: reportStyles(context.language),
      sheets: planSheets(people === 0 ? [none] : planTimesheetSheets(context, pages)),
    });
  } finally {
    pages.close();
  }
}

/** Only the page of the current sheet is in memory. */
function planTimesheetSheets(context: ReportContext, pages: Iterable<NamedPage>): NamedSheet[] {
  const toWrite = pages[Symbol.iterator]();
  const sheets: NamedSheet[] = [];
  let written = 0;
  for (const { wantedName, distinction, page } of pages) {
    const place = sheets.length;
    const { rows: _, ...outline } = timesheetSheet(context, '', page);
    const rows: SheetPlan['rows'] = (styleIds) => {
      const next = toWrite.next();
      if (next.done === true || written !== place) throw new Error('sheets are not written in their order');
      written += 1;
      return timesheetSheet(context, '', next.value.page).rows(styleIds);
    };
    sheets.push({ wantedName, distinction, plan: (name) => ({ ...outline, name, rows }) });
  }
  return sheets;
}

function buildSheetName(employee: DataRow): string {
  const name =
    `${textField(employee, 'employee.lastName')} ${textField(employee, 'employee.firstName')}`.trim();
  return name === '' ? textField(employee, 'employee.name') : name;
}
