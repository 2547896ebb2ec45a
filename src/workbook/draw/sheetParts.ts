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

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPENXML = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OPENXML}/officeDocument/2006/relationships`;
const NAMESPACES = `xmlns:a="${OPENXML}/drawingml/2006/main" xmlns:r="${RELATIONS}"`;

/** Three points, in EMU: the frame does not touch the row above, which may be printed again on other pages. */
const TOP_GAP = 38_100;

function corner(tag: 'from' | 'to', { column, row }: ChartPlan['from']): string {
  const places = { col: column, colOff: 0, row, rowOff: tag === 'from' ? TOP_GAP : 0 };
  const offsets = Object.entries(places).map(([name, value]) => `<xdr:${name}>${value}</xdr:${name}>`);
  return `<xdr:${tag}>${offsets.join('')}</xdr:${tag}>`;
}

/** The drawing part that places charts over cells. Chart number n (from 1) is relationship `rId<n>`. */
function drawingXml(charts: readonly ChartPlan[]): string {
  const chartSpace = `${OPENXML}/drawingml/2006/chart`;
  const anchors = charts.map((chart, index) => {
    const id = index + 1;
    return (
      `<xdr:twoCellAnchor>${corner('from', chart.from)}${corner('to', chart.to)}` +
      '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>' +
      `<xdr:cNvPr id="${id + 1}" name="Chart ${id}" descr="${escapeText(chart.description)}"/><xdr:cNvGraphicFramePr/>` +
      '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>' +
      `<a:graphicData uri="${chartSpace}"><c:chart xmlns:c="${chartSpace}" r:id="rId${id}"/></a:graphicData>` +
      '</a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>'
    );
  });
  const own = `xmlns:xdr="${OPENXML}/drawingml/2006/spreadsheetDrawing"`;
  return `${XML_HEAD}<xdr:wsDr ${own} ${NAMESPACES}>${anchors.join('')}</xdr:wsDr>`;
}

/** A reference from one part to another; `rId<n>` by its position in the list. */
export interface Relationship {
  readonly type: 'drawing' | 'table' | 'chart';
  readonly target: string;
}

function relationshipsXml(relationships: readonly Relationship[]): string {
  const list = relationships.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${OPENXML}/package/2006/relationships">${list.join('')}</Relationships>`;
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
    `${XML_HEAD}<table xmlns="${OPENXML}/spreadsheetml/2006/main" id="${id}" name="${table.name}" ` +
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
  /** Horizontal bars from the top down, for categories with long names. @default columns */
  readonly hasBars?: true;
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

const [CATEGORY_AXIS, VALUE_AXIS] = [111_111_111, 222_222_222];

/** Elements of a chart that only have a value, in order: `<c:delete val="0"/>`. */
function valuesXml(values: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(values).map(([name, value]) => `<c:${name} val="${value}"/>`);
  return elements.join('');
}

function fillXml(colour: string): string {
  return `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
}

/** A chart part (ECMA-376 part 1, 21.2) with clustered columns or bars, a legend below several, and light gridlines. */
export function columnChartXml(chart: ColumnChart): string {
  const { title, series, textColour } = chart;
  const fill = fillXml(textColour);
  const hasBars = chart.hasBars === true;
  const columns = valuesXml({ barDir: hasBars ? 'bar' : 'col', grouping: 'clustered', varyColors: 0 });
  const [dates, texts] = [
    { lblOffset: 100, baseTimeUnit: 'days' },
    { lblAlgn: 'ctr', lblOffset: 100 },
  ];
  const { categories, categoryStepDays: step } = chart;
  const steps = step === undefined ? {} : { majorUnit: step, majorTimeUnit: 'days' };
  const isOfDates = categories.kind === 'dates';
  const categoryAxis = axisXml(chart, isOfDates ? 'dateAx' : 'catAx', {
    id: CATEGORY_AXIS,
    scaling: hasBars ? { orientation: 'maxMin' } : {},
    position: hasBars ? 'l' : 'b',
    grid: '',
    format: chart.categoryFormat,
    labels: 'low',
    look: lineXml(chart),
    crosses: { crossAx: VALUE_AXIS, crosses: 'autoZero', auto: 1 },
    tail: isOfDates ? { ...dates, ...steps } : { ...texts, noMultiLvlLbl: 0 },
  });
  const valueAxis = axisXml(chart, 'valAx', {
    id: VALUE_AXIS,
    scaling: { max: chart.valueMax, min: chart.valueMin },
    position: hasBars ? 'b' : 'l',
    grid: `<c:majorGridlines>${lineXml(chart)}</c:majorGridlines>`,
    format: chart.valueFormat,
    labels: 'nextTo',
    look: '<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>',
    crosses: { crossAx: CATEGORY_AXIS, crosses: hasBars ? 'max' : 'autoZero' },
    tail: { crossBetween: 'between', majorUnit: chart.valueStep },
  });
  return (
    `${XML_HEAD}<c:chartSpace xmlns:c="${OPENXML}/drawingml/2006/chart" ${NAMESPACES}>` +
    `${valuesXml({ roundedCorners: 0 })}<c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr>` +
    `<a:defRPr sz="1200" b="1">${fill}</a:defRPr></a:pPr><a:r><a:rPr lang="en-GB" sz="1200" b="1">${fill}</a:rPr>` +
    `<a:t>${escapeText(title)}</a:t></a:r></a:p></c:rich></c:tx>${valuesXml({ overlay: 0 })}</c:title>` +
    `${valuesXml({ autoTitleDeleted: 0 })}<c:plotArea><c:layout/><c:barChart>${columns}` +
    series.map((one, index) => seriesXml(one, index, chart)).join('') +
    `${valuesXml({ gapWidth: 60 })}<c:axId val="${CATEGORY_AXIS}"/><c:axId val="${VALUE_AXIS}"/></c:barChart>` +
    `${categoryAxis}${valueAxis}</c:plotArea>${series.length > 1 ? legendXml(chart) : ''}${valuesXml({ plotVisOnly: 1, dispBlanksAs: 'gap' })}</c:chart>` +
    `<c:spPr>${fillXml('FFFFFF')}<a:ln w="6350">${fillXml(chart.lineColour)}</a:ln></c:spPr></c:chartSpace>`
  );
}

function legendXml(chart: ColumnChart): string {
  return `<c:legend>${valuesXml({ legendPos: 'b', overlay: 0 })}${textXml(chart, 900)}</c:legend>`;
}

function textXml({ textColour }: ColumnChart, size: number): string {
  const properties = `<a:defRPr sz="${size}">${fillXml(textColour)}</a:defRPr>`;
  return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${properties}</a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>`;
}

function lineXml({ lineColour }: ColumnChart): string {
  return `<c:spPr><a:ln w="6350">${fillXml(lineColour)}</a:ln></c:spPr>`;
}

/** Cells with their cached values: numbers with their format, or texts. */
function cellsXml(reference: string, values: readonly (number | string)[], format?: string): string {
  const kind = format === undefined ? 'str' : 'num';
  const code = format === undefined ? '' : `<c:formatCode>${escapeText(format)}</c:formatCode>`;
  const points = values.map(
    (value, index) => `<c:pt idx="${index}"><c:v>${escapeText(String(value))}</c:v></c:pt>`,
  );
  const cache = `${code}${valuesXml({ ptCount: values.length })}${points.join('')}`;
  const formula = `<c:f>${escapeText(reference)}</c:f>`;
  return `<c:${kind}Ref>${formula}<c:${kind}Cache>${cache}</c:${kind}Cache></c:${kind}Ref>`;
}

function seriesXml(
  { name, reference, values, colour }: ChartSeries,
  index: number,
  { categories, categoryFormat, valueFormat }: ColumnChart,
): string {
  const [cells, format] =
    categories.kind === 'texts' ? [categories.texts, undefined] : [categories.serials, categoryFormat];
  return (
    `<c:ser>${valuesXml({ idx: index, order: index })}<c:tx><c:v>${escapeText(name)}</c:v></c:tx>` +
    `<c:spPr>${fillXml(colour)}</c:spPr>${valuesXml({ invertIfNegative: 0 })}` +
    `<c:cat>${cellsXml(categories.reference, cells, format)}</c:cat>` +
    `<c:val>${cellsXml(reference, values, valueFormat)}</c:val></c:ser>`
  );
}

type AxisValues = Readonly<Record<string, string | number>>;
type Axis = Readonly<Record<'position' | 'grid' | 'format' | 'labels' | 'look', string>> &
  Readonly<Record<'scaling' | 'crosses' | 'tail', AxisValues>> & { readonly id: number };

function axisXml(chart: ColumnChart, tag: string, axis: Axis): string {
  const scaling = valuesXml({ orientation: 'minMax', ...axis.scaling });
  const ticks = valuesXml({ majorTickMark: 'none', minorTickMark: 'none', tickLblPos: axis.labels });
  return (
    `<c:${tag}><c:axId val="${axis.id}"/><c:scaling>${scaling}</c:scaling>` +
    `${valuesXml({ delete: 0, axPos: axis.position })}${axis.grid}` +
    `<c:numFmt formatCode="${escapeText(axis.format)}" sourceLinked="0"/>${ticks}` +
    `${axis.look}${textXml(chart, 800)}${valuesXml({ ...axis.crosses, ...axis.tail })}</c:${tag}>`
  );
}
