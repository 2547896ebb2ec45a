import { ExternalSorter } from '../../../store/externalSorter.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { nameSortKey } from '../../sortKey.js';
import { closingFacts, codeText } from '../coverFacts.js';
import {
  type ColumnDraft,
  calculatedText,
  countColumn,
  minutesColumn,
  surveyTable,
  textColumn,
  withWidth,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { noteRow, type SheetPart, stackedSheet } from '../reportSheet.js';
import { eachRow, textField } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/**
 * The origin of the file, and the control totals: what was read, what is included, and what is excluded with the
 * reasons.
 */
export function controlSheet(context: ReportContext, name: string): SheetPlan {
  const { say } = context;
  const sorter = sortControlLines(context);
  const table = surveyTable(sorter, controlColumns(context));
  const rows = writtenOnce(sorter);
  const parts: SheetPart[] = [
    { title: say('reports.originTitle'), rows: originRows(context) },
    table.count === 0
      ? { title: say('reports.controlTitle'), rows: [noteRow(say('reports.noControl'))] }
      : {
          title: say('reports.controlTitle'),
          rows: [noteRow(say('reports.controlNote'))],
          table: (headingRow) => tableBlock({ ...table, name: 'ControlTotals', headingRow, rows }),
        },
  ];
  const widths = table.columns.map(({ width }) => width);
  return stackedSheet(context, name, {
    title: say('reports.control'),
    parts,
    frame: { widths, orientation: 'portrait' },
    printedHeadings: 0,
  });
}

function controlColumns(context: ReportContext): ColumnDraft[] {
  const { say, language } = context;
  const scope = calculatedText(say('reports.scope'), (row) => scopeName(context, textField(row, 'scope')));
  return [
    withWidth(scope, (needed) => Math.max(needed, 24)),
    textColumn(say('reports.subject'), 'subject', 40),
    calculatedText(say('reports.reason'), (row) => codeText(language, textField(row, 'reason'))),
    countColumn(say('reports.entries'), 'entries', 'repeatedly'),
    minutesColumn(context, say('reports.hours'), 'minutes', new SharedUnit(context)),
  ];
}

/**
 * Employees in the order of the other sheets, after all other lines; lines of one person stay together and in order.
 */
function sortControlLines({ model }: ReportContext): ExternalSorter<DataRow> {
  const sorter = new ExternalSorter<DataRow>();
  for (const row of eachRow(model, 'control'))
    sorter.add(textField(row, 'scope') === 'employee' ? `\u0001${keyOfSubject(row)}` : '', row);
  return sorter;
}

function writtenOnce(sorter: ExternalSorter<DataRow>): Iterable<DataRow> {
  return {
    *[Symbol.iterator]() {
      yield* sorter;
      sorter.close();
    },
  };
}

/** Sorted after all names: people with only a known ID, and lines without a person. */
function keyOfSubject(row: DataRow): string {
  const subject = textField(row, 'subject');
  const id = textField(row, 'subjectId');
  const named = id !== '' && subject !== id;
  return named ? `${nameSortKey(subject)}\n${subject}\n${id}` : `\uffff\uffff\n${id}`;
}

function scopeName({ say, language }: ReportContext, scope: string): string {
  return scope === 'total' ? say('reports.total') : codeText(language, scope);
}

const ATTRIBUTIONS = {
  start: 'reports.attributionStart',
  split: 'reports.attributionSplit',
  end: 'reports.attributionEnd',
  majority: 'reports.attributionMajority',
  shift: 'reports.attributionShift',
} as const;

function originRows(context: ReportContext): SheetRow[] {
  const { say, run, period, draft } = context;
  const attribution = run('attribution');
  const facts: readonly (readonly [string, string])[] = [
    [say('reports.employer'), `${run('employerName')} (${run('employerId')})`],
    [say('reports.period'), period],
    [say('reports.state'), draft ? say('reports.draft') : say('reports.final')],
    [say('reports.sourceNote'), say('reports.sourceText')],
    [
      say('reports.attribution'),
      Object.hasOwn(ATTRIBUTIONS, attribution)
        ? say(ATTRIBUTIONS[attribution as keyof typeof ATTRIBUTIONS])
        : attribution,
    ],
    [say('reports.timeZoneData'), run('tzdata')],
    [say('reports.programVersion'), run('version')],
    ...closingFacts(context),
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
