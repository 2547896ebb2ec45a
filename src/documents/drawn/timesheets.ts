import { runInterruptible } from '../../runtime/interruption.js';
import type { OutputFile } from '../outputFile.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  type RowsOfPerson,
  reportContext,
} from '../reports/reportContext.js';
import { fillBuiltInWorkbook } from '../template/builtInWorkbook.js';
import type { TemplateModel } from '../templateModel.js';
import { employeeTimesheets, timesheetSets } from '../timesheets/timesheetSets.js';

export interface TimesheetsOptions extends ReportOptions {
  /** The folder of the drawn workbook. */
  readonly templateFolder: string;
  /** The maximum number of sheets per file: spreadsheet programs become slow with many. @default 500 */
  readonly sheetsPerFile?: number;
}

/**
 * The workbook `timesheets`: a printable A4 page per employee with every calendar day and lines for signatures. With
 * more than 500 people there are further files (`…_timesheets-2.xlsx`). The drawing is `templates/timesheets/draw.ts`.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderTimesheets(
  model: TemplateModel,
  { templateFolder, sheetsPerFile = 500, ...options }: TimesheetsOptions,
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  return listParts(context, sheetsPerFile).map(({ people, rows }, index) => {
    const name = outputName(context, `timesheets${index === 0 ? '' : `-${index + 1}`}`);
    return { name, rows, content: timesheetsContent(context, { people, templateFolder, name }) };
  });
}

/** The people of one file. */
interface FilePart {
  readonly people: RowsOfPerson[];
  /** The days of all people. */
  rows: number;
}

/** At least one part, even without people. */
function listParts({ people }: ReportContext, most: number): FilePart[] {
  const parts: FilePart[] = [{ people: [], rows: 0 }];
  for (const person of people) {
    if ([...person.rowsOf('employees')].length === 0) continue;
    if (parts.at(-1)?.people.length === most) parts.push({ people: [], rows: 0 });
    const part = parts.at(-1);
    part?.people.push(person);
    if (part) part.rows += [...person.rowsOf('calendar')].length;
  }
  return parts;
}

interface PartOptions extends Pick<FilePart, 'people'>, Pick<TimesheetsOptions, 'templateFolder'> {
  readonly name: string;
}

/** The sheets of a part are in memory while its file is written, and not before. */
async function* timesheetsContent(
  context: ReportContext,
  { people, templateFolder, name }: PartOptions,
): AsyncGenerator<Uint8Array> {
  const { language, hours, model } = context;
  const sheets = runInterruptible(() => [...employeeTimesheets(context, people)]);
  const file = await fillBuiltInWorkbook({
    name: 'timesheets',
    folder: templateFolder,
    fileName: name,
    reader: { language, hours },
    model: {
      run: model.run,
      dataSets: new Map(timesheetSets(context, sheets).map((set) => [set.name, set])),
    },
  });
  if (file.content instanceof Uint8Array) yield file.content;
  else yield* file.content;
}
