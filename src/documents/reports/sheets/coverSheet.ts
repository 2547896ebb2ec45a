import { reviewTexts } from '../../../language/review/reviewTexts.js';
import { exceptionName } from '../../../language/text.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { codeLines } from '../codeLines.js';
import { periodFigures } from '../periodFigures.js';
import {
  calculatedText,
  countColumn,
  minutesColumn,
  type ReportColumn,
  textColumn,
  wrappedColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { eachRow, numberOf, textOf } from '../rowAccess.js';
import { noteRow, type SheetPart, stackedSheet } from '../stackedSheet.js';
import { tableBlock } from '../tableBlock.js';
import { timesOf } from '../timeUnit.js';

/** The front sheet: can it be paid, the totals, what is to be done, hours by establishment and by pay code. */
export function coverSheet(context: ReportContext, name: string): SheetPlan {
  const { t, language, model } = context;
  const words = reviewTexts(language);
  const causes = causesOf(context);
  const codes = codeLines(model).map((line): DataRow => ({ ...line }));
  const isOnTop = ({ kind }: DataRow) => kind === 'loading';
  const sections: readonly Section[] = [
    { name: 'WorkList', title: words.workList, rows: causes, columns: causeColumns(context, causes) },
    placesSection(context),
    codesSection(
      context,
      'HoursPerCode',
      words.hoursPerCode,
      codes.filter((line) => !isOnTop(line)),
    ),
    codesSection(context, 'HoursOnTop', `${words.hoursPerCode}: ${t('onTop')}`, codes.filter(isOnTop)),
  ];
  const parts = sections.flatMap((section) => partOf(section));
  return stackedSheet(context, name, {
    title: t('cover'),
    parts: [
      { rows: [verdictRow(context)] },
      { rows: periodFigures(context) },
      ...(causes.length === 0 ? [{ title: words.workList, rows: [noteRow(words.nothingToDo)] }] : []),
      ...parts,
    ],
    frame: { widths: widthsOf(sections), orientation: 'landscape' },
  });
}

interface Section {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly DataRow[];
  readonly columns: readonly ReportColumn[];
  readonly totalLabel?: string;
}

/** Excel refuses a table without rows. */
function partOf({ title, ...plan }: Section): SheetPart[] {
  if (plan.rows.length === 0) return [];
  return [{ title, table: (headingRow) => tableBlock({ ...plan, headingRow }) }];
}

/** All tables stand in the same columns, as do the figures above them. */
function widthsOf(sections: readonly Section[]): number[] {
  const most = Math.max(6, ...sections.map(({ columns }) => columns.length));
  return Array.from({ length: most }, (_, index) =>
    Math.max(12, ...sections.map(({ columns }) => columns[index]?.width ?? 0)),
  );
}

/** The same answer as on the review page. */
function verdictRow({ language, draft, model }: ReportContext): SheetRow {
  const words = reviewTexts(language);
  let [blocking, warnings] = [0, 0];
  for (const row of eachRow(model, 'exceptions')) {
    if (row.accepted === true) continue;
    if (textOf(row, 'severity') === 'warn') warnings += 1;
    else blocking += 1;
  }
  const filled = (text: string, count: number) => text.replace('{count}', String(count));
  const value =
    blocking > 0
      ? filled(words.blocked, blocking)
      : !draft
        ? words.isFinal
        : warnings > 0
          ? filled(words.readyWithWarnings, warnings)
          : words.ready;
  return { cells: [{ style: blocking > 0 ? 'verdict.bad' : 'verdict.good', value }], heightPoints: 26 };
}

/** A row for each cause, weight and establishment, in the order of the work list. */
function causesOf({ model }: ReportContext): DataRow[] {
  const causes = new Map<string, DataRow & { count: number }>();
  for (const row of eachRow(model, 'exceptions')) {
    const fields = ['code', 'severityText', 'establishment.name'];
    const key = JSON.stringify(fields.map((field) => textOf(row, field)));
    const count = causes.get(key)?.count ?? 0;
    causes.set(key, { ...(causes.get(key) ?? row), count: count + 1 });
  }
  return [...causes.values()];
}

function causeColumns({ t, language }: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  return [
    calculatedText(t('meaning'), rows, (row) => exceptionName(language, textOf(row, 'code')), 30),
    textColumn(t('establishment'), 'establishment.name', rows, 24),
    countColumn(t('exceptions'), 'count', rows),
    textColumn(t('severity'), 'severityText', rows, 24),
    wrappedColumn(t('remedy'), 44, (row) => textOf(row, 'remedy')),
    textColumn(t('actor'), 'actor', rows, 22),
  ];
}

const PAID_KINDS = ['base', 'topup'];

function placesSection(context: ReportContext): Section {
  const { t, model } = context;
  const places = new Map<string, { people: Set<string>; paidMinutes: number; onTopMinutes: number }>();
  for (const row of eachRow(model, 'pay-lines')) {
    const place = textOf(row, 'establishment.name');
    const sums = places.get(place) ?? { people: new Set(), paidMinutes: 0, onTopMinutes: 0 };
    const [kind, minutes] = [textOf(row, 'kind'), numberOf(row, 'minutes') ?? 0];
    sums.people.add(textOf(row, 'employee.id'));
    if (PAID_KINDS.includes(kind)) sums.paidMinutes += minutes;
    if (kind === 'loading') sums.onTopMinutes += minutes;
    places.set(place, sums);
  }
  const rows = [...places]
    .map(([place, { people, ...sums }]): DataRow => ({ place, people: people.size, ...sums }))
    .sort((a, b) => (textOf(a, 'place') < textOf(b, 'place') ? -1 : 1));
  const times = timesOf(rows, ['paidMinutes', 'onTopMinutes']);
  const columns = [
    calculatedText(t('establishment'), rows, (row) => textOf(row, 'place') || '–'),
    // Somebody may work in several places: a sum would count them twice.
    countColumn(t('employees'), 'people', rows, 'repeatedly'),
    minutesColumn(context, t('paid'), 'paidMinutes', times),
    minutesColumn(context, t('onTop'), 'onTopMinutes', times),
  ];
  return { name: 'ByEstablishment', title: t('establishments'), rows, columns, totalLabel: t('total') };
}

function codesSection(
  context: ReportContext,
  name: string,
  title: string,
  rows: readonly DataRow[],
): Section {
  const { t, language } = context;
  const columns = [
    textColumn(reviewTexts(language).payCode, 'label', rows),
    textColumn(t('code'), 'code', rows),
    countColumn(t('employees'), 'people', rows, 'repeatedly'),
    minutesColumn(context, t('hours'), 'minutes', timesOf(rows, ['minutes'])),
  ];
  return { name, title, rows, columns };
}
