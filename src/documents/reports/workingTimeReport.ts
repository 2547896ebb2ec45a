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
  calculatedText,
  countColumn,
  dateColumn,
  minutesColumn,
  personColumns,
  personText,
  surveyTable,
  textColumn,
  unsummedColumn,
  wrappedColumn,
} from './reportColumns.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { htmlTable, reportPage } from './reportPage.js';
import { type NamedSheet, planSheets, tableSheet, workbookProperties } from './reportSheet.js';
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
  const table = surveyTable(rows, [
    ...personColumns(context),
    dateColumn(say('workingTime.weekFrom'), 'week.from'),
    dateColumn(say('workingTime.weekTo'), 'week.to'),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    unsummedColumn(context, say('workingTime.weekLimit'), 'limitMinutes'),
    unsummedColumn(context, say('workingTime.average'), 'average.minutes'),
    unsummedColumn(context, say('workingTime.averageLimit'), 'average.limitMinutes'),
    countColumn(say('workingTime.breaches'), 'breaches'),
    wrappedColumn(say('workingTime.what'), 60, (row) => textField(row, 'breachTitles')),
    wrappedColumn(say('workingTime.note'), 40, (row) => textField(row, 'note')),
  ]);
  return tableSheet(context, name, {
    title: say('workingTime.weeks'),
    empty: say('workingTime.none'),
    table: { ...table, name: 'Weeks', totalLabel: say('reports.total') },
    frozenColumns: 3,
  });
}

function breachesSheet(context: ReportContext, name: string, rows: readonly DataRow[]) {
  const { say } = context;
  const table = surveyTable(rows, [
    ...personColumns(context),
    dateColumn(say('reports.date')),
    textColumn(say('reports.meaning'), 'title', 30),
    wrappedColumn(say('reports.message'), 70, (row) => textField(row, 'message')),
    textColumn(say('reports.establishment'), 'establishment.name', 24),
    calculatedText(say('workingTime.record'), recordOf, 38),
  ]);
  return tableSheet(context, name, {
    title: say('workingTime.breaches'),
    empty: say('workingTime.noBreaches'),
    table: { ...table, name: 'Breaches' },
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
  const weekTable = htmlTable(
    [
      ...[{ text: say('reports.employee') }, { text: say('workingTime.weekFrom') }],
      ...[say('reports.worked'), say('workingTime.weekLimit')].map((text) => ({ text, style: 'n' })),
      ...[say('workingTime.average'), say('workingTime.averageLimit')].map((text) => ({ text, style: 'n' })),
      ...[say('workingTime.what'), say('workingTime.note')].map((text) => ({ text, style: 'w' })),
    ],
    weeks.map((row) => [
      ...[person(row), date(row, 'week.from')],
      ...[figure(row, 'workedMinutes', 'limitMinutes'), { text: time(row, 'limitMinutes'), style: 'n' }],
      figure(row, 'average.minutes', 'average.limitMinutes'),
      { text: time(row, 'average.limitMinutes'), style: 'n' },
      ...[{ text: textField(row, 'breachTitles') }, { text: textField(row, 'note') }],
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
<h2>${escapeHtml(say('workingTime.weeks'))}</h2>${weeks.length === 0 ? `<p>${escapeHtml(say('workingTime.none'))}</p>` : weekTable}
<h2>${escapeHtml(say('workingTime.breaches'))}</h2>${breaches.length === 0 ? `<p>${escapeHtml(say('workingTime.noBreaches'))}</p>` : breachTable}
<p>${escapeHtml(say('inspection.unknown'))} ${escapeHtml(say('inspection.noAdvice'))}</p>`,
  );
}
