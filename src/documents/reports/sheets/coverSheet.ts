import { compareText } from '../../../domain/collections.js';
import { exceptionName } from '../../../domain/exceptions/wording.js';
import { signedHoursText } from '../../../i18n/hoursText.js';
import { type Cell, hoursOf, type SheetPlan, type SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { nameSortKey } from '../../sortKey.js';
import { changeLines, closingFacts, codeText } from '../coverFacts.js';
import type { HoursOfPeriod } from '../hoursOfPeriod.js';
import {
  type ColumnDraft,
  calculatedText,
  countColumn,
  differenceColumns,
  minutesColumn,
  surveyTable,
  textColumn,
  wrappedColumn,
} from '../reportColumns.js';
import { type ReportContext, verdictOfRun } from '../reportContext.js';
import {
  isTablePrinted,
  LEAST_PRINTED_ROWS,
  noteRow,
  type Printing,
  type SheetPart,
  stackedSheet,
} from '../reportSheet.js';
import { eachRow, textField } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';
import {
  convertMinutes,
  detectTimeUnit,
  PLANNED_AND_WORKED,
  SharedUnit,
  type TimeUnit,
} from '../timeUnit.js';
import { countControlRows } from './controlSheet.js';
import { amountSections, amountsChart, type CoverSection, LINES_OF_A_SECTION } from './coverSections.js';

/**
 * The cover sheet: the verdict, what to do first, hours by establishment and by pay code, what changed, and lines to
 * sign; then the origin of a final, its checksums last.
 */
export function coverSheet(context: ReportContext, name: string, hours: HoursOfPeriod): SheetPlan {
  const { say, draft } = context;
  const causes = countCauses(context, hours);
  const work: CoverSection = {
    name: 'WorkList',
    title: say('review.workList'),
    ...surveyTable(causes, causeColumns(context)),
  };
  const amounts = amountSections(context, hours);
  const changes = changesSection(context);
  const control = draft ? [] : [controlSection(context)];
  const sections = [work, ...amounts, changes, ...control];
  const nothingToDo = { title: say('review.workList'), rows: [noteRow(say('review.nothingToDo'))] };
  return stackedSheet(context, name, {
    title: say('reports.cover'),
    parts: [
      { rows: [verdictRow(context)] },
      { rows: periodFigures(context, hours) },
      ...(draft && causes.length === 0 ? [nothingToDo] : []),
      ...sectionParts(work),
      ...amounts.flatMap((section) => sectionParts(section, amountsChart(name, section, amounts))),
      ...changesPart(context),
      ...sectionParts(changes),
      ...unprintedPart(context, hours),
      { rows: signatureRows(context) },
      ...originParts(context),
      ...control.flatMap((section) => sectionParts(section)),
      ...checksumParts(context),
    ],
    frame: {
      widths: columnWidths(sections),
      orientation: 'landscape',
      ...(estimateLines(sections) <= LINES_ON_A_PAGE ? { pagesTall: 1 } : {}),
    },
  });
}

/** Which sheets have no page, so that a reader of the paper knows that there is more. */
function unprintedPart(context: ReportContext, hours: HoursOfPeriod): SheetPart[] {
  const { say } = context;
  const { employeeDays, plannedWorked, joinedExceptions, clockChanges, periodEdges } = hours;
  const tables: readonly (readonly [string, number, Printing])[] = [
    [say('reports.days'), employeeDays.count, 'never'],
    [say('reports.plannedWorked'), plannedWorked.count, 'never'],
    [say('reports.exceptions'), joinedExceptions.count, 'details'],
    [say('reports.clockChange'), clockChanges.count, 'details'],
    [say('reports.periodEdge'), periodEdges.count, 'details'],
    [say('reports.control'), countControlRows(context, LEAST_PRINTED_ROWS), 'details'],
  ];
  const unprinted = tables.filter(([, count, printing]) => count > 0 && !isTablePrinted(count, printing));
  if (unprinted.length === 0) return [];
  const sheets = unprinted.map(([name, count]) => say('reports.sheetRows', { name, count })).join(', ');
  return [{ rows: [noteRow(say('reports.notPrintedSheets', { sheets }))] }];
}

/** Lines to sign: who prepared the period, and who approved it. */
function signatureRows({ say }: ReportContext): SheetRow[] {
  const line = (value: string | null): Cell => ({ style: 'signature', value });
  const [date, gap] = [line(say('reports.signatureDate')), { style: 'note', value: null }];
  return [
    { cells: [], heightPoints: 40 },
    {
      cells: [line(say('reports.preparedBy')), date, gap, line(say('reports.approvedBy')), date],
      heightPoints: 16,
    },
  ];
}

/** A sheet slightly longer than a page is scaled down, so that a table is not alone on a second page. */
const LINES_ON_A_PAGE = 75;
/** Verdict, figures and title of the sheet, and the lines to sign. */
const LINES_ABOVE = 13;

/** An estimate: each open item takes two lines. */
function estimateLines(sections: readonly CoverSection[]): number {
  const shown = sections.filter(({ count }) => count > 0);
  return shown.reduce(
    (lines, { count, name }) => lines + LINES_OF_A_SECTION + count * (name === 'WorkList' ? 2 : 1),
    LINES_ABOVE,
  );
}

/** Excel refuses a table without rows. */
function sectionParts({ title, ...plan }: CoverSection, chart?: SheetPart['chart']): SheetPart[] {
  if (plan.count === 0) return [];
  const table = (headingRow: number) => tableBlock({ ...plan, headingRow });
  return [{ title, table, ...(chart === undefined ? {} : { chart }) }];
}

/** All tables use the same columns, and so do the figures above them. */
function columnWidths(sections: readonly CoverSection[]): number[] {
  const most = Math.max(6, ...sections.map(({ columns }) => columns.length));
  return Array.from({ length: most }, (_, index) =>
    Math.max(12, ...sections.map(({ columns }) => columns[index]?.width ?? 0)),
  );
}

/** The same verdict as on the review page. */
function verdictRow(context: ReportContext): SheetRow {
  const { kind, text: value } = verdictOfRun(context);
  return { cells: [{ style: kind === 'bad' ? 'verdict.bad' : 'verdict.good', value }], heightPoints: 26 };
}

/**
 * What is still open in a draft: a row for each cause and severity, in the order of the work list, with the number of
 * people and the establishments. Nothing of a final is open.
 */
function countCauses({ draft }: ReportContext, { exceptions }: HoursOfPeriod): DataRow[] {
  if (!draft) return [];
  const causes = new Map<
    string,
    { first: DataRow; count: number; people: Set<string>; places: Set<string> }
  >();
  for (const row of exceptions.whole) {
    if (row.accepted === true) continue;
    const key = JSON.stringify(
      ['code', 'severityText', 'remedy', 'actor'].map((field) => textField(row, field)),
    );
    const cause = causes.get(key) ?? { first: row, count: 0, people: new Set(), places: new Set() };
    cause.count += 1;
    cause.people.add(textField(row, 'employee.id'));
    cause.places.add(textField(row, 'establishment.name'));
    causes.set(key, cause);
  }
  return [...causes.values()].map(({ first, count, people, places }) => ({
    ...first,
    count,
    people: [...people].filter(Boolean).length || null,
    places: [...places].filter(Boolean).join(', '),
  }));
}

function causeColumns({ say, language }: ReportContext): ColumnDraft[] {
  return [
    calculatedText(say('reports.meaning'), (row) => exceptionName(language, textField(row, 'code')), 30),
    textColumn(say('reports.severity'), 'severityText', 24),
    countColumn(say('reports.exceptions'), 'count'),
    countColumn(say('reports.employees'), 'people', 'repeatedly'),
    wrappedColumn(say('reports.remedy'), 44, (row) => textField(row, 'remedy')),
    textColumn(say('reports.actor'), 'actor', 22),
    textColumn(say('reports.establishments'), 'places', 30),
  ];
}

/** For a final: its author and time, and the preceding ledger record. */
function originParts(context: ReportContext): SheetPart[] {
  const facts = closingFacts(context);
  if (facts.length === 0) return [];
  return [{ rows: facts.flatMap(([title, value]) => factRows(title, value)) }];
}

/** The digests of a final's other files. */
function checksumParts({ files, say }: ReportContext): SheetPart[] {
  if (files.count === 0) return [];
  const count = files.count * ROWS_OF_FACT;
  const rows = () =>
    padRows(
      files.list().flatMap(({ name, sha256 }) => factRows(name, sha256)),
      count,
    );
  return [{ title: say('review.filesOfRun'), late: { count, rows } }];
}

/** The announced number of rows, even if files are missing. */
function padRows(rows: readonly SheetRow[], count: number): readonly SheetRow[] {
  return Array.from({ length: count }, (_, index) => rows[index] ?? { cells: [] });
}

const ROWS_OF_FACT = 2;

/** One below the other: next to a value in its row, a file name of sixty letters would be cut off. */
function factRows(title: string, value: string): readonly SheetRow[] {
  return [{ cells: [{ style: 'label', value: title }] }, { cells: [{ style: 'text', value }] }];
}

/** The result of all fetched entries and minutes, in total. */
function controlSection(context: ReportContext): CoverSection {
  const { say, language, model } = context;
  const rows = [...eachRow(model, 'control')].filter((row) => textField(row, 'scope') === 'total');
  const columns = [
    calculatedText(say('reports.reason'), (row) => codeText(language, textField(row, 'reason'))),
    countColumn(say('reports.entries'), 'entries', 'repeatedly'),
    minutesColumn(context, say('reports.hours'), 'minutes', new SharedUnit(context)),
  ];
  return { name: 'ControlInAll', title: say('reports.controlTitle'), ...surveyTable(rows, columns) };
}

/** Unusual changes against an earlier run; a sentence if there are none. */
function changesPart(context: ReportContext): SheetPart[] {
  const { model, say } = context;
  if (model.earlier === undefined || changeRows(context).length > 0) return [];
  return [{ title: say('review.changes'), rows: [noteRow(say('review.nothingUnusual'))] }];
}

function changesSection(context: ReportContext): CoverSection {
  const { say } = context;
  const unit = new SharedUnit(context);
  const columns = [
    textColumn(say('reports.employee'), 'name', 26),
    textColumn(say('review.what'), 'what'),
    textColumn(say('review.payCode'), 'code'),
    minutesColumn(context, say('review.beforeHeading'), 'beforeMinutes', unit),
    minutesColumn(context, say('review.now'), 'afterMinutes', unit),
    ...differenceColumns(context, unit),
    textColumn(say('review.against'), 'against'),
  ];
  return { name: 'WhatChanged', title: say('review.changes'), ...surveyTable(changeRows(context), columns) };
}

/** By person; the lines of one person stay in their order. */
function changeRows(context: ReportContext) {
  const { model } = context;
  const keyed = changeLines(model, context).map((line) => ({ line, key: nameSortKey(line.name) }));
  const byPerson = keyed.sort((a, b) => compareText(a.key, b.key) || compareText(a.line.name, b.line.name));
  return byPerson.map(({ line: { quantity, ...line } }) =>
    quantity === undefined
      ? { ...line, differenceMinutes: line.afterMinutes - line.beforeMinutes }
      : {
          ...line,
          code: `${line.code}: ${quantity.before} → ${quantity.after}`,
          beforeMinutes: null,
          afterMinutes: null,
          differenceMinutes: null,
        },
  );
}

/** Without planned or worked time. */
const NOTHING = { plannedMinutes: 0, workedMinutes: 0, differenceMinutes: 0 };

/** The figures of the period in large type. */
export function periodFigures(
  context: ReportContext,
  { employees, sums, exceptions }: HoursOfPeriod,
): SheetRow[] {
  const { say, hours } = context;
  const { plannedMinutes, workedMinutes, differenceMinutes } = employees === 0 ? NOTHING : sums;
  const unit = detectTimeUnit(hours, [{ plannedMinutes, workedMinutes }], PLANNED_AND_WORKED);
  const figures: readonly (readonly [string, Cell])[] = [
    [say('reports.employees'), { style: 'figure', value: employees }],
    [say('reports.entries'), { style: 'figure', value: sums.entries ?? 0 }],
    [say('reports.exceptions'), { style: 'figure', value: exceptions.count }],
    [say('reports.planned'), timeFigure(plannedMinutes, unit)],
    [say('reports.worked'), timeFigure(workedMinutes, unit)],
    [say('reports.difference'), differenceFigure(context, differenceMinutes)],
  ];
  return [
    { cells: figures.map(([label]) => ({ style: 'label', value: label })) },
    { cells: figures.map(([, cell]) => cell), heightPoints: 22 },
  ];
}

function timeFigure(minutes: number | null, unit: TimeUnit): Cell {
  const style = unit === 'decimal' ? 'figure.plainHours' : 'figure.duration';
  return { style, value: orNull(minutes, (known) => convertMinutes(unit, known)) };
}

/** Shown with its sign. As clock time it is text, because Excel shows no negative times. */
function differenceFigure({ hours, language }: ReportContext, minutes: number | null): Cell {
  if (hours === 'decimal') return { style: 'figure.hours', value: orNull(minutes, hoursOf) };
  const value = minutes === null ? null : signedHoursText(minutes, hours, language);
  return { style: 'figure', value };
}

function orNull(minutes: number | null, convert: (minutes: number) => number): number | null {
  return minutes === null ? null : convert(minutes);
}
