import { compareText } from '../../domain/collections.js';
import { isOfWorkingTime } from '../../domain/exceptions/finding.js';
import { dateText } from '../../i18n/dateText.js';
import { hoursText } from '../../i18n/hoursText.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { personText } from '../reports/personText.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  reportContext,
} from '../reports/reportContext.js';
import { htmlTable, reportPage } from '../reports/reportPage.js';
import { eachRow, numberField, textField } from '../reports/rowAccess.js';
import { fillBuiltInWorkbook } from '../template/builtInWorkbook.js';
import type { TemplateModel } from '../templateModel.js';

interface WorkingTimeOptions extends ReportOptions {
  /** The folder of the drawn workbook. */
  readonly templateFolder: string;
}

/**
 * The report `working-time`: a workbook and a page with the weeks of each employee, their limits and averages, and
 * every breach with its record.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderWorkingTime(
  model: TemplateModel,
  { templateFolder, ...options }: WorkingTimeOptions,
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const weeks = [...eachRow(context.model, 'weeks')];
  const breaches = [...eachRow(context.model, 'exceptions')].filter((row) =>
    isOfWorkingTime(textField(row, 'code')),
  );
  const { language, hours } = context;
  const workbook = await fillBuiltInWorkbook({
    name: 'working-time',
    folder: templateFolder,
    fileName: outputName(context, 'working-time'),
    reader: { language, hours },
    model,
  });
  return [
    { ...workbook, rows: weeks.length },
    {
      name: outputName(context, 'working-time', 'html'),
      rows: weeks.length,
      content: workingTimePage(context, weeks, breaches),
    },
  ];
}

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
