import { dateText } from '../../language/dateText.js';
import { textOfCode } from '../../language/text.js';
import { areaName } from '../../xlsx/rows/columnName.js';
import type { SheetRow } from '../../xlsx/rows/rowXml.js';
import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
import { calculatedText, countColumn, minutesColumn, textColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf, textOf } from '../rowAccess.js';
import { frame, titleRows } from '../sheetFrame.js';
import { type TableBlock, tableBlock } from '../tableBlock.js';

/** How the file came about, and the control totals: what was read, what is in here, what is not and why. */
export function controlSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const origin = originRows(context);
  const headingRow = 3 + origin.length + 3;
  const { block, widths } = controlBlock(context, headingRow);
  const lastRow = block?.lastRow ?? headingRow;
  return {
    name,
    settings: frame(context, { widths, orientation: 'portrait' }),
    area: areaName(0, 1, widths.length - 1, lastRow),
    *rows() {
      yield* titleRows(context, t('control'));
      yield* origin;
      yield { cells: [] };
      yield section(`${t('controlTitle')}: ${t('controlNote')}`);
      if (block === undefined) yield { cells: [{ style: 'note', value: t('noControl') }] };
      else yield* block.rows();
    },
    tables: block === undefined ? [] : [block.table],
  };
}

const section = (value: string): SheetRow => ({ cells: [{ style: 'section', value }], heightPoints: 22 });

function controlBlock(context: ReportContext, headingRow: number): { block?: TableBlock; widths: number[] } {
  const { t, language } = context;
  const rows = rowsOf(context.model, 'control');
  const columns = [
    calculatedText(t('scope'), rows, (row) => scopeName(context, textOf(row, 'scope')), 22),
    textColumn(t('subject'), 'subject', rows, 34),
    calculatedText(t('reason'), rows, (row) => textOfCode(language, textOf(row, 'reason')), 30),
    countColumn(t('entries'), 'entries'),
    minutesColumn(context, t('hours'), 'minutes', rows),
  ];
  const widths = columns.map(({ width }, index) => (index === 0 ? Math.max(width, 24) : width));
  if (rows.length === 0) return { widths };
  return { block: tableBlock({ name: 'ControlTotals', headingRow, columns, rows }), widths };
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
    [t('employer'), `${run('employer')} (${run('employerId')})`],
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
    [t('run'), run('id')],
    [t('programVersion'), run('version')],
  ];
  const rows = facts.map(
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
  return [section(t('originTitle')), ...rows];
}
