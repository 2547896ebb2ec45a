import { dateText } from '../../../i18n/dateText.js';
import { textOfCode } from '../../../i18n/text.js';
import { ExternalSorter } from '../../../store/externalSorter.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { nameSortKey } from '../../sortKey.js';
import { closingFacts } from '../coverFacts.js';
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

/** How the file came about, and the control totals: what was read, what is in here, what is not and why. */
export function controlSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const sorter = sortControlLines(context);
  const table = surveyTable(sorter, controlColumns(context));
  const rows = writtenOnce(sorter);
  const parts: SheetPart[] = [
    { title: t('originTitle'), rows: originRows(context) },
    table.count === 0
      ? { title: t('controlTitle'), rows: [noteRow(t('noControl'))] }
      : {
          title: t('controlTitle'),
          rows: [noteRow(t('controlNote'))],
          table: (headingRow) => tableBlock({ ...table, name: 'ControlTotals', headingRow, rows }),
        },
  ];
  const widths = table.columns.map(({ width }) => width);
  return stackedSheet(context, name, {
    title: t('control'),
    parts,
    frame: { widths, orientation: 'portrait' },
    printedHeadings: 0,
  });
}

function controlColumns(context: ReportContext): ColumnDraft[] {
  const { t, language } = context;
  const scope = calculatedText(t('scope'), (row) => scopeName(context, textField(row, 'scope')));
  return [
    withWidth(scope, (needed) => Math.max(needed, 24)),
    textColumn(t('subject'), 'subject', 40),
    calculatedText(t('reason'), (row) => textOfCode(language, textField(row, 'reason'))),
    countColumn(t('entries'), 'entries', 'repeatedly'),
    minutesColumn(context, t('hours'), 'minutes', new SharedUnit(context)),
  ];
}

/** Employees in the order of the other sheets, behind all else; lines of one person stay together and in their order. */
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

/** Behind all names: people of whom only the id is known, and lines without a person. */
function keyOfSubject(row: DataRow): string {
  const subject = textField(row, 'subject');
  const id = textField(row, 'subjectId');
  const named = id !== '' && subject !== id;
  return named ? `${nameSortKey(subject)}\n${subject}\n${id}` : `\uffff\uffff\n${id}`;
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
