import { dateText } from '../../../language/dateText.js';
import { textOfCode } from '../../../language/text.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { sortKeyOf } from '../../sortKey.js';
import {
  calculatedText,
  countColumn,
  minutesColumn,
  type ReportColumn,
  textColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf, textOf } from '../rowAccess.js';
import { noteRow, type SheetPart, stackedSheet } from '../stackedSheet.js';
import { tableBlock } from '../tableBlock.js';
import { timesOf } from '../timeUnit.js';

/** How the file came about, and the control totals: what was read, what is in here, what is not and why. */
export function controlSheet(context: ReportContext, name: string): SheetPlan {
  const { t, model } = context;
  const rows = inNameOrder(rowsOf(model, 'control'));
  const columns = controlColumns(context, rows);
  const parts: SheetPart[] = [
    { title: t('originTitle'), rows: originRows(context) },
    rows.length === 0
      ? { title: t('controlTitle'), rows: [noteRow(t('noControl'))] }
      : {
          title: t('controlTitle'),
          rows: [noteRow(t('controlNote'))],
          table: (headingRow) => tableBlock({ name: 'ControlTotals', headingRow, columns, rows }),
        },
  ];
  const widths = columns.map(({ width }) => width);
  return stackedSheet(context, name, {
    title: t('control'),
    parts,
    frame: { widths, orientation: 'portrait' },
    printedHeadings: 0,
  });
}

function controlColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t, language } = context;
  const scope = calculatedText(t('scope'), rows, (row) => scopeName(context, textOf(row, 'scope')));
  return [
    { ...scope, width: Math.max(scope.width, 24) },
    textColumn(t('subject'), 'subject', rows, 40),
    calculatedText(t('reason'), rows, (row) => textOfCode(language, textOf(row, 'reason'))),
    countColumn(t('entries'), 'entries', rows, 'repeatedly'),
    minutesColumn(context, t('hours'), 'minutes', timesOf(rows, ['minutes'])),
  ];
}

/** Employees in the order of the other sheets; lines of one person stay together and in their order. */
function inNameOrder(rows: readonly DataRow[]): DataRow[] {
  const others = rows.filter((row) => textOf(row, 'scope') !== 'employee');
  const people = rows.filter((row) => textOf(row, 'scope') === 'employee');
  const keyed = people.map((row) => ({ row, key: keyOfSubject(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return [...others, ...keyed.map(({ row }) => row)];
}

/** Behind all names: people of whom only the id is known, and lines about nobody. */
function keyOfSubject(row: DataRow): string {
  const subject = textOf(row, 'subject');
  const id = textOf(row, 'subjectId');
  const named = id !== '' && subject !== id;
  return named ? `${sortKeyOf(subject)}\n${subject}\n${id}` : `\uffff\uffff\n${id}`;
}

function scopeName({ t, language }: ReportContext, scope: string): string {
  return scope === 'total' ? t('total') : textOfCode(language, scope);
}

const ATTRIBUTIONS = {
  start: 'attributionStart',
  split: 'attributionSplit',
  end: 'attributionEnd',
  majority: 'attributionMajority',
} as const;

function originRows(context: ReportContext): SheetRow[] {
  const { t, run, language, draft } = context;
  const attribution = run('attribution');
  const facts: readonly (readonly [string, string])[] = [
    [t('employer'), `${run('employerName')} (${run('employerId')})`],
    [
      t('period'),
      `${run('periodLabel')}: ${dateText(language, run('from'))} – ${dateText(language, run('to'))}`,
    ],
    [t('state'), draft ? t('draft') : t('final')],
    [t('sourceNote'), t('sourceText')],
    [
      t('attribution'),
      Object.hasOwn(ATTRIBUTIONS, attribution)
        ? t(ATTRIBUTIONS[attribution as keyof typeof ATTRIBUTIONS])
        : attribution,
    ],
    [t('timeZoneData'), run('tzdata')],
    [t('programVersion'), run('version')],
  ];
  return facts.map(
    ([label, value]): SheetRow => ({
      cells: [
        { style: 'label', value: label },
        { style: 'text', value },
        { style: 'text', value: null },
        { style: 'text', value: null },
        { style: 'text', value: null },
      ],
    }),
  );
}
