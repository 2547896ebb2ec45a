import { absoluteColumn, type ColumnChart, columnChartXml, columnName } from '../../../workbook/index.js';
import { quantityText } from '../../controlSlip.js';
import type { DataRow } from '../../dataSet.js';
import type { HoursOfPeriod } from '../hoursOfPeriod.js';
import type { PlaceSums } from '../periodSums.js';
import {
  calculatedText,
  countColumn,
  minutesColumn,
  type SurveyedTable,
  surveyTable,
  textColumn,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import type { SheetPart } from '../reportSheet.js';
import { CHART_COLOURS } from '../reportStyles.js';
import { textField } from '../rowAccess.js';
import { convertMinutes, SharedUnit } from '../timeUnit.js';
import { hoursAxis } from './hoursAxis.js';

/** A title with a row before it, and headings. */
export const LINES_OF_A_SECTION = 4;

/** A titled table of the cover sheet. */
export interface CoverSection extends SurveyedTable {
  readonly name: string;
  readonly title: string;
  readonly totalLabel?: string;
  /** The column with hours that a chart can show, from 0. */
  readonly hoursColumn?: number;
}

/** Hours by establishment, cost centre and pay code; what is no hours comes last. */
export function amountSections(context: ReportContext, hours: HoursOfPeriod): readonly CoverSection[] {
  const { say } = context;
  const codes = hours.codes.lines().map((line): DataRow => ({ ...line }));
  const isOnTop = ({ kind }: DataRow) => kind === 'loading';
  const base = codes.filter((line) => line.unit === 'minutes' && !isOnTop(line));
  return [
    placesSection(context, hours.places, {
      name: 'ByEstablishment',
      title: say('reports.establishments'),
      heading: say('reports.establishment'),
    }),
    ...(hours.costCenters.isKnown
      ? [
          placesSection(context, hours.costCenters, {
            name: 'ByCostCentre',
            title: say('reports.costCenters'),
            heading: say('reports.costCenter'),
          }),
        ]
      : []),
    codesSection(context, 'HoursPerCode', say('review.hoursPerCode'), base),
    codesSection(context, 'HoursOnTop', say('review.premiumPerCode'), codes.filter(isOnTop)),
    quantitiesSection(
      context,
      codes.filter(({ unit }) => unit !== 'minutes'),
    ),
  ];
}

function placesSection(
  context: ReportContext,
  places: PlaceSums,
  { name, title, heading }: { readonly name: string; readonly title: string; readonly heading: string },
): CoverSection {
  const { say } = context;
  const unit = new SharedUnit(context);
  const columns = [
    calculatedText(heading, (row) => textField(row, 'place') || '–'),
    // An employee may work in several places: a sum would count them twice.
    countColumn(say('reports.employees'), 'people', 'repeatedly'),
    minutesColumn(context, say('reports.paid'), 'paidMinutes', unit),
    minutesColumn(context, say('reports.onTop'), 'onTopMinutes', unit),
  ];
  const table = surveyTable(places.rows(), columns);
  return { name, title, ...table, totalLabel: say('reports.total'), hoursColumn: 2 };
}

function codesSection(
  context: ReportContext,
  name: string,
  title: string,
  rows: readonly DataRow[],
): CoverSection {
  const { say } = context;
  const columns = [
    textColumn(say('review.payCode'), 'label'),
    textColumn(say('reports.code'), 'code'),
    countColumn(say('reports.employees'), 'people', 'repeatedly'),
    minutesColumn(context, say('reports.hours'), 'minutes', new SharedUnit(context)),
  ];
  return { name, title, ...surveyTable(rows, columns), hoursColumn: 3 };
}

/** Meals, nights and days of leave, which are no hours. */
function quantitiesSection({ say, language }: ReportContext, rows: readonly DataRow[]): CoverSection {
  const columns = [
    textColumn(say('review.payCode'), 'label'),
    textColumn(say('reports.code'), 'code'),
    countColumn(say('reports.employees'), 'people', 'repeatedly'),
    calculatedText(say('review.amount'), ({ unit, amount }) =>
      quantityText(Number(amount), unit === 'days' ? 'days' : 'times', language),
    ),
  ];
  return { name: 'Quantities', title: say('review.quantityPerCode'), ...surveyTable(rows, columns) };
}

/** A chart says nothing about one value, and too little about many. */
const CHARTED = { least: 2, most: 12 };
const CHART = { fromColumn: 4, columns: 2, leastRows: 7, mostRows: 13 };

/** A small chart next to the first of these tables that is worth one. */
export function amountsChart(
  sheet: string,
  section: CoverSection,
  sections: readonly CoverSection[],
): SheetPart['chart'] {
  const drawn = sections.find(
    ({ hoursColumn, count }) => hoursColumn !== undefined && count >= CHARTED.least && count <= CHARTED.most,
  );
  if (drawn !== section || section.hoursColumn === undefined) return undefined;
  const at = section.hoursColumn;
  const column = section.columns[at];
  const label = section.columns[0];
  if (column === undefined || label === undefined) return undefined;
  const rows = [...section.rows];
  const unit = column.kind === 'duration' ? 'duration' : 'decimal';
  const values = rows.map((row) => Number(column.value(row) ?? 0));
  const below = sections.slice(sections.indexOf(section)).filter(({ count }) => count > 0);
  const height = below.reduce((sum, { count }) => sum + count + LINES_OF_A_SECTION, 0);
  return (headingRow) => {
    const [first, last] = [headingRow + 1, headingRow + rows.length];
    const chart: ColumnChart = {
      ...hoursAxis(
        values.map((value) => value / convertMinutes(unit, 1)),
        unit,
      ),
      hasBars: true,
      title: `${section.title}: ${column.heading}`,
      categoryFormat: 'General',
      categories: {
        kind: 'texts',
        reference: absoluteColumn(sheet, 'A', first, last),
        texts: rows.map((row) => String(label.value(row) ?? '')),
      },
      series: [
        {
          name: column.heading,
          reference: absoluteColumn(sheet, columnName(at), first, last),
          values,
          colour: CHART_COLOURS.worked,
        },
      ],
    };
    const rowsTall = Math.max(CHART.leastRows, Math.min(CHART.mostRows, height - 2));
    return {
      xml: columnChartXml(chart),
      from: { column: CHART.fromColumn, row: headingRow - 1 },
      to: { column: CHART.fromColumn + CHART.columns, row: headingRow - 1 + rowsTall },
      description: chart.title,
    };
  };
}
