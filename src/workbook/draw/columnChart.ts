import { quotedSheet } from '../cells/address.js';
import { escapeText } from '../xml/escapeXml.js';

/** Values of a chart: their cells, and cached values for viewers that do not read the sheet. */
export interface ChartSeries {
  readonly name: string;
  /** Absolute reference with the sheet's name, such as `'Per day'!$F$8:$F$38`. */
  readonly reference: string;
  readonly values: readonly number[];
  /** RGB, six hexadecimal digits. */
  readonly colour: string;
}

type ChartCategories =
  | { readonly kind: 'dates'; readonly reference: string; readonly serials: readonly number[] }
  | { readonly kind: 'texts'; readonly reference: string; readonly texts: readonly string[] };

/** A column chart with clustered series. */
export interface ColumnChart {
  readonly title: string;
  readonly categories: ChartCategories;
  readonly series: readonly ChartSeries[];
  /** Number formats of the axes. */
  readonly valueFormat: string;
  readonly categoryFormat: string;
  /** The distance between the ticks of a date axis. @default chosen by the program */
  readonly categoryStepDays?: number;
  /** The distance between the gridlines of the value axis, in the values' unit. */
  readonly valueStep: number;
  /** The ends of the axis: multiples of the step. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly lineColour: string;
  readonly textColour: string;
}

/** `'It''s'!$A$1:$A$9`: quoted as in formulas. Columns as letters. */
export function absoluteColumn(sheet: string, column: string, firstRow: number, lastRow: number): string {
  return `${quotedSheet(sheet)}!$${column}$${firstRow}:$${column}$${lastRow}`;
}

const NAMESPACES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const CATEGORY_AXIS = 111_111_111;
const VALUE_AXIS = 222_222_222;

/** A chart part (ECMA-376 part 1, 21.2) with clustered columns, a legend below and light gridlines. */
export function columnChartXml(chart: ColumnChart): string {
  const series = chart.series.map((one, index) => seriesXml(one, index, chart)).join('');
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<c:chartSpace ${NAMESPACES}><c:roundedCorners val="0"/><c:chart>${titleXml(chart)}` +
    '<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>' +
    '<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>' +
    `${series}<c:gapWidth val="60"/><c:axId val="${CATEGORY_AXIS}"/><c:axId val="${VALUE_AXIS}"/></c:barChart>` +
    categoryAxisXml(chart) +
    valueAxisXml(chart) +
    '</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/>' +
    `${textProperties(chart, 900)}</c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>` +
    '<c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>' +
    `<a:ln w="6350"><a:solidFill><a:srgbClr val="${chart.lineColour}"/></a:solidFill></a:ln></c:spPr></c:chartSpace>`
  );
}

function titleXml({ title, textColour }: ColumnChart): string {
  const properties = `<a:defRPr sz="1200" b="1"><a:solidFill><a:srgbClr val="${textColour}"/></a:solidFill></a:defRPr>`;
  return (
    '<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/>' +
    `<a:p><a:pPr>${properties}</a:pPr><a:r><a:rPr lang="en-GB" sz="1200" b="1"><a:solidFill>` +
    `<a:srgbClr val="${textColour}"/></a:solidFill></a:rPr><a:t>${escapeText(title)}</a:t></a:r></a:p>` +
    '</c:rich></c:tx><c:overlay val="0"/></c:title>'
  );
}

function textProperties({ textColour }: ColumnChart, size: number): string {
  return (
    `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}"><a:solidFill>` +
    `<a:srgbClr val="${textColour}"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>`
  );
}

function points(values: readonly (number | string)[]): string {
  const list = values.map((value, index) => {
    const text = typeof value === 'string' ? escapeText(value) : value;
    return `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`;
  });
  return `<c:ptCount val="${values.length}"/>${list.join('')}`;
}

function categoriesXml(categories: ChartCategories, format: string): string {
  const formula = `<c:f>${escapeText(categories.reference)}</c:f>`;
  if (categories.kind === 'texts') {
    return `<c:cat><c:strRef>${formula}<c:strCache>${points(categories.texts)}</c:strCache></c:strRef></c:cat>`;
  }
  const cache = `<c:numCache><c:formatCode>${escapeText(format)}</c:formatCode>${points(categories.serials)}</c:numCache>`;
  return `<c:cat><c:numRef>${formula}${cache}</c:numRef></c:cat>`;
}

function seriesXml(
  { name, reference, values, colour }: ChartSeries,
  index: number,
  chart: ColumnChart,
): string {
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>` +
    `<c:tx><c:v>${escapeText(name)}</c:v></c:tx>` +
    `<c:spPr><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>` +
    categoriesXml(chart.categories, chart.categoryFormat) +
    `<c:val><c:numRef><c:f>${escapeText(reference)}</c:f><c:numCache>` +
    `<c:formatCode>${escapeText(chart.valueFormat)}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`
  );
}

function axisLine({ lineColour }: ColumnChart): string {
  return `<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="${lineColour}"/></a:solidFill></a:ln></c:spPr>`;
}

function categoryAxisXml(chart: ColumnChart): string {
  const dates = chart.categories.kind === 'dates';
  const tag = dates ? 'dateAx' : 'catAx';
  const tail = dates
    ? `<c:auto val="1"/><c:lblOffset val="100"/><c:baseTimeUnit val="days"/>${dateStepXml(chart)}`
    : '<c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/>';
  return (
    `<c:${tag}><c:axId val="${CATEGORY_AXIS}"/><c:scaling><c:orientation val="minMax"/></c:scaling>` +
    '<c:delete val="0"/><c:axPos val="b"/>' +
    `<c:numFmt formatCode="${escapeText(chart.categoryFormat)}" sourceLinked="0"/>` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>' +
    `${axisLine(chart)}${textProperties(chart, 800)}<c:crossAx val="${VALUE_AXIS}"/><c:crosses val="autoZero"/>${tail}</c:${tag}>`
  );
}

function dateStepXml({ categoryStepDays }: ColumnChart): string {
  return categoryStepDays === undefined
    ? ''
    : `<c:majorUnit val="${categoryStepDays}"/><c:majorTimeUnit val="days"/>`;
}

function valueAxisXml(chart: ColumnChart): string {
  return (
    `<c:valAx><c:axId val="${VALUE_AXIS}"/><c:scaling><c:orientation val="minMax"/><c:max val="${chart.valueMax}"/>` +
    `<c:min val="${chart.valueMin}"/>` +
    '</c:scaling><c:delete val="0"/><c:axPos val="l"/>' +
    `<c:majorGridlines>${axisLine(chart)}</c:majorGridlines>` +
    `<c:numFmt formatCode="${escapeText(chart.valueFormat)}" sourceLinked="0"/>` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>' +
    `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textProperties(chart, 800)}<c:crossAx val="${CATEGORY_AXIS}"/>` +
    `<c:crosses val="autoZero"/><c:crossBetween val="between"/><c:majorUnit val="${chart.valueStep}"/></c:valAx>`
  );
}
