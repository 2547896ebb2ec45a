import { areaName, quotedSheet } from '../cells/address.js';
import { escapeText } from '../xml/xml.js';
import type { ChartPlan, TableColumn, TablePlan, WorkbookPlan } from './workbookPlan.js';

/** A part that the shell does not have. `type` is undefined for relationships, which need no content type. */
interface AddedPart {
  readonly path: string;
  readonly type: Relationship['type'] | undefined;
  readonly xml: string;
}

export interface SheetReferences {
  readonly drawing: string | undefined;
  readonly tables: readonly string[];
}

export interface AddedParts {
  readonly parts: readonly AddedPart[];
  readonly references: readonly SheetReferences[];
}

export function sheetParts(plan: WorkbookPlan): AddedParts {
  const parts: AddedPart[] = [];
  const references: SheetReferences[] = [];
  const counts = { table: 0, drawing: 0, chart: 0 };
  for (const [index, sheet] of plan.sheets.entries()) {
    const relationships: Relationship[] = [];
    const refer = (type: Relationship['type'], target: string): string => {
      relationships.push({ type, target });
      return `rId${relationships.length}`;
    };
    const tables = (sheet.tables ?? []).map((table) => {
      counts.table += 1;
      const path = `tables/table${counts.table}.xml`;
      parts.push({ path: `xl/${path}`, type: 'table', xml: tableXml(table, counts.table) });
      return refer('table', `../${path}`);
    });
    const drawing = addDrawing(sheet.charts ?? [], counts, parts);
    const drawingId = drawing === undefined ? undefined : refer('drawing', `../${drawing}`);
    if (relationships.length > 0) {
      const path = `xl/worksheets/_rels/sheet${index + 1}.xml.rels`;
      parts.push({ path, type: undefined, xml: relationshipsXml(relationships) });
    }
    references.push({ drawing: drawingId, tables });
  }
  return { parts, references };
}

function addDrawing(
  charts: NonNullable<WorkbookPlan['sheets'][number]['charts']>,
  counts: { drawing: number; chart: number },
  parts: AddedPart[],
): string | undefined {
  if (charts.length === 0) return undefined;
  counts.drawing += 1;
  const targets = charts.map((chart): Relationship => {
    counts.chart += 1;
    parts.push({ path: `xl/charts/chart${counts.chart}.xml`, type: 'chart', xml: chart.xml });
    return { type: 'chart', target: `../charts/chart${counts.chart}.xml` };
  });
  const name = `drawing${counts.drawing}.xml`;
  parts.push({ path: `xl/drawings/${name}`, type: 'drawing', xml: drawingXml(charts) });
  parts.push({ path: `xl/drawings/_rels/${name}.rels`, type: undefined, xml: relationshipsXml(targets) });
  return `drawings/${name}`;
}

const NAMESPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Three points, in EMU: the frame does not touch the row above, which may be printed again on other pages. */
const TOP_GAP = 38_100;

function corner(tag: 'from' | 'to', { column, row }: ChartPlan['from']): string {
  const rowOffset = tag === 'from' ? TOP_GAP : 0;
  const offsets = `<xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${rowOffset}</xdr:rowOff>`;
  return `<xdr:${tag}>${offsets}</xdr:${tag}>`;
}

/** The drawing part that places charts over cells. Chart number n (from 1) is relationship `rId<n>`. */
function drawingXml(charts: readonly ChartPlan[]): string {
  const anchors = charts.map((chart, index) => {
    const id = index + 1;
    return (
      `<xdr:twoCellAnchor>${corner('from', chart.from)}${corner('to', chart.to)}` +
      '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>' +
      `<xdr:cNvPr id="${id + 1}" name="Chart ${id}" descr="${escapeText(chart.description)}"/><xdr:cNvGraphicFramePr/>` +
      '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>' +
      '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">' +
      '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
      `r:id="rId${id}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr ${NAMESPACES}>${anchors.join('')}</xdr:wsDr>`;
}

const BASE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A reference from one part to another; `rId<n>` by its position in the list. */
export interface Relationship {
  readonly type: 'drawing' | 'table' | 'chart';
  readonly target: string;
}

function relationshipsXml(relationships: readonly Relationship[]): string {
  const list = relationships.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${BASE}/${type}" Target="${target}"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  );
}

/** A table part (ECMA-376 part 1, 18.5.1.2). @param id unique in the workbook, from 1. */
export function tableXml(table: TablePlan, id: number): string {
  checkTable(table);
  const { firstColumn, headingRow, dataRows, columns } = table;
  const lastColumn = firstColumn + columns.length - 1;
  const lastRow = headingRow + dataRows;
  const filtered = areaName(firstColumn, headingRow, lastColumn, lastRow);
  const totals = columns.some(({ total }) => total !== undefined);
  const area = totals ? areaName(firstColumn, headingRow, lastColumn, lastRow + 1) : filtered;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${id}" name="${table.name}" ` +
    `displayName="${table.name}" ref="${area}" ${totals ? 'totalsRowCount="1"' : 'totalsRowShown="0"'}>` +
    `<autoFilter ref="${filtered}"/><tableColumns count="${columns.length}">` +
    columns.map(columnXml).join('') +
    '</tableColumns><tableStyleInfo showFirstColumn="0" showLastColumn="0" showRowStripes="0" showColumnStripes="0"/></table>'
  );
}

function columnXml(column: TableColumn, index: number): string {
  const { name, total } = column;
  const head = `<tableColumn id="${index + 1}" name="${escapeText(name).replaceAll('\n', '_x000a_')}"`;
  if (total === undefined) return `${head}/>`;
  if ('label' in total) return `${head} totalsRowLabel="${escapeText(total.label)}"/>`;
  return `${head} totalsRowFunction="${total.function}"/>`;
}

/** Excel "repairs" a workbook whose tables break these rules, and damages it: failing here is better. */
function checkTable({ name, columns, dataRows }: TablePlan): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new RangeError(`not a table name: ${name}`);
  if (dataRows < 1) throw new RangeError(`table ${name} has no rows`);
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  if (names.size !== columns.length || names.has(''))
    throw new RangeError(`table ${name}: headings must differ`);
}

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

const CHART_NAMESPACES =
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
    `<c:chartSpace ${CHART_NAMESPACES}><c:roundedCorners val="0"/><c:chart>${titleXml(chart)}` +
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
