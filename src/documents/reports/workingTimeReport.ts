import { compareText } from '../../domain/collections.js';
import { isOfWorkingTime } from '../../domain/exceptions/finding.js';
import { dateText } from '../../i18n/dateText.js';
import { hoursText } from '../../i18n/hoursText.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import { writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookWords.js';
import {
  type ColumnDraft,
  calculatedText,
  countColumn,
  dateColumn,
  minutesColumn,
  personColumns,
  personText,
  surveyTable,
  textColumn,
  unsummedColumn,
  withWidth,
  wrappedColumn,
} from './reportColumns.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { htmlTable, reportPage } from './reportPage.js';
import { type NamedSheet, noteRow, planSheets, tableSheet, workbookProperties } from './reportSheet.js';
import { reportStyles } from './reportStyles.js';
import { eachRow, numberField, textField } from './rowAccess.js';
import { SharedUnit } from './timeUnit.js';

/**
 * The report `working-time`: a workbook and a page with the weeks of each employee, their limits and averages, and
 * every breach with its record.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderWorkingTime(
  model: TemplateModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const weeks = [...eachRow(context.model, 'weeks')];
  const breaches = [...eachRow(context.model, 'exceptions')].filter((row) =>
    isOfWorkingTime(textField(row, 'code')),
  );
  const sheets: NamedSheet[] = [
    { wantedName: context.say('workingTime.weeks'), plan: (name) => weeksSheet(context, name, weeks) },
    {
      wantedName: context.say('workingTime.breaches'),
      plan: (name) => breachesSheet(context, name, breaches),
    },
  ];
  const plan = {
    properties: workbookProperties(context, 'workingTime'),
    styles: reportStyles(context.language),
    sheets: planSheets(sheets),
  };
  return [
    {
      name: outputName(context, 'working-time'),
      rows: weeks.length,
      content: workbookContent(writeWorkbook(plan)),
    },
    {
      name: outputName(context, 'working-time', 'html'),
      rows: weeks.length,
      content: workingTimePage(context, weeks, breaches),
    },
  ];
}

function weeksSheet(context: ReportContext, name: string, rows: readonly DataRow[]) {
  const { say } = context;
  const unit = new SharedUnit(context);
  const narrow = (column: ColumnDraft) => withWidth(column, (needed) => Math.min(needed, AMOUNT_WIDTH));
  const shared = sharedNotes(context, rows);
  const table = surveyTable(rows, [
    ...personColumns(context, NAME_WIDTHS),
    dateColumn(say('workingTime.weekFrom'), 'week.from'),
    dateColumn(say('workingTime.weekTo'), 'week.to'),
    narrow(minutesColumn(context, say('reports.worked'), 'workedMinutes', unit)),
    narrow(unsummedColumn(context, say('workingTime.weekLimit'), 'limitMinutes')),
    narrow(unsummedColumn(context, say('workingTime.average'), 'average.minutes')),
    narrow(unsummedColumn(context, say('workingTime.averageLimit'), 'average.limitMinutes')),
    narrow(countColumn(say('workingTime.breaches'), 'breaches')),
    wrappedColumn(say('workingTime.what'), 28, (row) => textField(row, 'breachTitles')),
    ...(shared === undefined
      ? [wrappedColumn(say('workingTime.note'), 26, (row) => textField(row, 'note'))]
      : []),
  ]);
  return tableSheet(context, name, {
    title: say('workingTime.weeks'),
    empty: say('workingTime.none'),
    below: (shared ?? []).map(noteRow),
    table: { ...table, name: 'Weeks', totalLabel: say('reports.total') },
    frozenColumns: 3,
    pagesTall: 0,
  });
}

/** So that the sheet is printed with 8 points or more. */
const NAME_WIDTHS = { lastName: 20, firstName: 16 };
const AMOUNT_WIDTH = 12;

/**
 * The remarks, each once, if they are the same for all people of a week: then the table has no column for them. With
 * the Monday of the week, unless all weeks have the same. Undefined if people have different remarks.
 */
function sharedNotes({ language }: ReportContext, rows: readonly DataRow[]): readonly string[] | undefined {
  const notes = new Map<string, string>();
  for (const row of rows) {
    const [week, note] = [textField(row, 'week.from'), textField(row, 'note')];
    if ((notes.get(week) ?? note) !== note) return undefined;
    notes.set(week, note);
  }
  const distinct = new Set(notes.values());
  if (distinct.size === 1) return [...distinct].filter(Boolean);
  return [...notes]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([week, note]) => (note === '' ? [] : [`${dateText(language, week)}: ${note}`]));
}

function breachesSheet(context: ReportContext, name: string, rows: readonly DataRow[]) {
  const { say } = context;
  const table = surveyTable(rows, [
    ...personColumns(context, NAME_WIDTHS),
    dateColumn(say('reports.date')),
    textColumn(say('reports.meaning'), 'title', 24),
    wrappedColumn(say('reports.message'), 52, (row) => textField(row, 'message')),
    textColumn(say('reports.establishment'), 'establishment.name', 22),
    calculatedText(say('workingTime.record'), recordOf, 38),
  ]);
  return tableSheet(context, name, {
    title: say('workingTime.breaches'),
    empty: say('workingTime.noBreaches'),
    table: { ...table, name: 'Breaches' },
    pagesTall: 0,
    // The identifier of a record is for the screen.
    printedColumns: table.columns.length - 1,
  });
}

/** The entry that a breach is about; a breach of a week or of several entries has only the employee. */
function recordOf(row: DataRow): string {
  const record = textField(row, 'record');
  return record === textField(row, 'employee.id') ? '' : record;
}

/** A table of weeks, and one of breaches. */
function workingTimePage(
  context: ReportContext,
  weeks: readonly DataRow[],
  breaches: readonly DataRow[],
): Uint8Array {
  const { say, language, hours, subtitle, draft } = context;
  const time = (row: DataRow, name: string) => {
    const minutes = numberField(row, name);
    return minutes === null ? '' : hoursText(minutes, hours, language);
  };
  const isOver = (row: DataRow, value: string, limit: string) =>
    (numberField(row, value) ?? 0) > (numberField(row, limit) ?? Number.POSITIVE_INFINITY);
  const figure = (row: DataRow, value: string, limit: string) => ({
    text: time(row, value),
    style: isOver(row, value, limit) ? 'n over' : 'n',
  });
  const person = (row: DataRow) => ({ text: personText(context, row) });
  const date = (row: DataRow, name: string) => ({
    text: dateText(language, textField(row, name)),
    style: 'd',
  });
  const shared = sharedNotes(context, weeks);
  const note = (shared ?? []).map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const weekTable = htmlTable(
    [
      ...[{ text: say('reports.employee') }, { text: say('workingTime.weekFrom') }],
      ...[say('reports.worked'), say('workingTime.weekLimit')].map((text) => ({ text, style: 'n' })),
      ...[say('workingTime.average'), say('workingTime.averageLimit')].map((text) => ({ text, style: 'n' })),
      ...[say('workingTime.what'), ...(shared === undefined ? [say('workingTime.note')] : [])].map(
        (text) => ({
          text,
          style: 'w',
        }),
      ),
    ],
    weeks.map((row) => [
      ...[person(row), date(row, 'week.from')],
      ...[figure(row, 'workedMinutes', 'limitMinutes'), { text: time(row, 'limitMinutes'), style: 'n' }],
      figure(row, 'average.minutes', 'average.limitMinutes'),
      { text: time(row, 'average.limitMinutes'), style: 'n' },
      { text: textField(row, 'breachTitles') },
      ...(shared === undefined ? [{ text: textField(row, 'note') }] : []),
    ]),
  );
  const breachTable = htmlTable(
    [
      ...[{ text: say('reports.employee') }, { text: say('reports.date') }],
      ...[{ text: say('reports.message'), style: 'w' }, { text: say('workingTime.record') }],
    ],
    breaches.map((row) => [
      ...[person(row), date(row, 'date')],
      ...[{ text: textField(row, 'message') }, { text: recordOf(row) }],
    ]),
  );
  return reportPage(
    language,
    say('reports.workingTime'),
    `<p>${escapeHtml(`${subtitle} · ${say(draft ? 'reports.draftNote' : 'reports.final')}`)}</p>
<h2>${escapeHtml(say('workingTime.weeks'))}</h2>${weeks.length === 0 ? `<p>${escapeHtml(say('workingTime.none'))}</p>` : `${weekTable}${note}`}
<h2>${escapeHtml(say('workingTime.breaches'))}</h2>${breaches.length === 0 ? `<p>${escapeHtml(say('workingTime.noBreaches'))}</p>` : breachTable}
<p>${escapeHtml(say('inspection.unknown'))} ${escapeHtml(say('inspection.noAdvice'))}</p>`,
  );
}
