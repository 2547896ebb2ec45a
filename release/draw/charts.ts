import type { Workbook, Worksheet } from 'exceljs';
import { escapeText } from '../../src/workbook/xml/xmlText.js';
import { CHART_COLOURS } from './looks.js';

/** Cells of the drawing: they grow with the rows that repeat. */
interface DrawnSeries {
  readonly name: string;
  /** The column of the values, as a letter. */
  readonly column: string;
  readonly colour: keyof Pick<typeof CHART_COLOURS, 'planned' | 'worked'>;
}

/** A chart of hours with a title, light gridlines and, below several series, a legend. */
export interface DrawnChart {
  readonly title: string;
  /** It is only there if this is true of the data. */
  readonly onlyIf: string;
  /** Columns and rows from 0. */
  readonly from: { readonly column: number; readonly row: number };
  readonly columns: number;
  readonly rows: number;
  /** The row of the drawing that repeats, from 1. */
  readonly dataRow: number;
  readonly categoryColumn: string;
  /** A number format makes the axis one of dates. @default texts */
  readonly dateFormat?: string;
  readonly series: readonly DrawnSeries[];
  /** Horizontal bars from the top down, for categories with long names. @default columns */
  readonly hasBars?: true;
}

const CHARTS = new WeakMap<Workbook, Map<number, DrawnChart[]>>();

/** exceljs draws no charts: they are added when the workbook is packed. */
export function addChart(book: Workbook, sheet: Worksheet, chart: DrawnChart): void {
  const ofBook = CHARTS.get(book) ?? new Map<number, DrawnChart[]>();
  CHARTS.set(book, ofBook.set(sheet.id, [...(ofBook.get(sheet.id) ?? []), chart]));
}

type Parts = Map<string, Uint8Array>;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPENXML = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OPENXML}/officeDocument/2006/relationships`;
const NAMESPACES = `xmlns:a="${OPENXML}/drawingml/2006/main" xmlns:r="${RELATIONS}"`;
const TYPES = {
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
} as const;

/** Adds the charts of a workbook to its parts. */
export function addChartParts(book: Workbook, parts: Parts): void {
  let [drawings, charts] = [0, 0];
  const types: string[] = [];
  const add = (kind: 'drawing' | 'chart', path: string, xml: string): void => {
    parts.set(path, Buffer.from(HEAD + xml));
    types.push(`<Override PartName="/${path}" ContentType="${TYPES[kind]}"/>`);
  };
  for (const [id, drawn] of CHARTS.get(book) ?? []) {
    const sheet = book.getWorksheet(id);
    drawings += 1;
    const targets = drawn.map((chart) => {
      charts += 1;
      add('chart', `xl/charts/chart${charts}.xml`, chartXml(chart, sheet?.name ?? ''));
      return `../charts/chart${charts}.xml`;
    });
    add('drawing', `xl/drawings/drawing${drawings}.xml`, drawingXml(drawn));
    parts.set(`xl/drawings/_rels/drawing${drawings}.xml.rels`, Buffer.from(relationsXml(targets)));
    referToDrawing(parts, id, `../drawings/drawing${drawings}.xml`);
  }
  if (types.length > 0)
    change(parts, '[Content_Types].xml', (xml) => xml.replace('</Types>', `${types.join('')}</Types>`));
}

function change(parts: Parts, path: string, edit: (xml: string) => string): void {
  parts.set(path, Buffer.from(edit(Buffer.from(parts.get(path) ?? '').toString('utf8'))));
}

/** The drawing of a sheet comes before the shapes of its notes (ECMA-376 18.3.1.99). */
function referToDrawing(parts: Parts, sheet: number, target: string): void {
  const relation = `<Relationship Id="rIdCharts" Type="${RELATIONS}/drawing" Target="${target}"/>`;
  change(parts, `xl/worksheets/_rels/sheet${sheet}.xml.rels`, (xml) =>
    xml.replace('</Relationships>', `${relation}</Relationships>`),
  );
  change(parts, `xl/worksheets/sheet${sheet}.xml`, (xml) =>
    xml.replace(/<legacyDrawing |<tableParts |<\/worksheet>/, '<drawing r:id="rIdCharts"/>$&'),
  );
}

function relationsXml(targets: readonly string[]): string {
  const list = targets.map(
    (target, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/chart" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${OPENXML}/package/2006/relationships">${list.join('')}</Relationships>`;
}

/** Three points, in EMU: the frame does not touch the row above, which may be printed again on other pages. */
const TOP_GAP = 38_100;

function drawingXml(charts: readonly DrawnChart[]): string {
  const space = `${OPENXML}/drawingml/2006/chart`;
  const corner = (tag: 'from' | 'to', column: number, row: number): string =>
    `<xdr:${tag}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row>` +
    `<xdr:rowOff>${tag === 'from' ? TOP_GAP : 0}</xdr:rowOff></xdr:${tag}>`;
  const anchors = charts.map(({ from, columns, rows, title, onlyIf }, at) => {
    const text = escapeText(`{{#if ${onlyIf}}}${title}`).replaceAll('"', '&quot;');
    return (
      `<xdr:twoCellAnchor>${corner('from', from.column, from.row)}` +
      `${corner('to', from.column + columns, from.row + rows)}<xdr:graphicFrame macro="">` +
      `<xdr:nvGraphicFramePr><xdr:cNvPr id="${at + 2}" name="Chart ${at + 1}" descr="${text}"/>` +
      '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${space}"><c:chart xmlns:c="${space}" r:id="rId${at + 1}"/></a:graphicData>` +
      '</a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>'
    );
  });
  const own = `xmlns:xdr="${OPENXML}/drawingml/2006/spreadsheetDrawing"`;
  return `<xdr:wsDr ${own} ${NAMESPACES}>${anchors.join('')}</xdr:wsDr>`;
}

const [CATEGORIES, VALUES] = [111_111_111, 222_222_222];
const fill = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
const LINE = `<c:spPr><a:ln w="6350">${fill(CHART_COLOURS.line)}</a:ln></c:spPr>`;
const smallText = (size: number): string =>
  `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}">${fill(CHART_COLOURS.text)}</a:defRPr></a:pPr>` +
  '<a:endParaRPr lang="en-GB"/></a:p></c:txPr>';

/** A chart part (ECMA-376 part 1, 21.2); the distance of its gridlines is chosen when it is filled. */
function chartXml(chart: DrawnChart, sheet: string): string {
  const { hasBars, dateFormat, series } = chart;
  const direction = hasBars ? 'bar' : 'col';
  const axis = dateFormat === undefined ? 'catAx' : 'dateAx';
  const format = escapeText(dateFormat ?? 'General');
  const title = `<a:defRPr sz="1200" b="1">${fill(CHART_COLOURS.text)}</a:defRPr>`;
  return (
    `<c:chartSpace xmlns:c="${OPENXML}/drawingml/2006/chart" ${NAMESPACES}><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${title}</a:pPr><a:r>` +
    `<a:rPr lang="en-GB" sz="1200" b="1">${fill(CHART_COLOURS.text)}</a:rPr><a:t>${escapeText(chart.title)}</a:t>` +
    '</a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>' +
    `<c:barChart><c:barDir val="${direction}"/><c:grouping val="clustered"/><c:varyColors val="0"/>` +
    `${series.map((one, at) => seriesXml(one, at, chart, sheet)).join('')}<c:gapWidth val="60"/>` +
    `<c:axId val="${CATEGORIES}"/><c:axId val="${VALUES}"/></c:barChart>` +
    `<c:${axis}><c:axId val="${CATEGORIES}"/><c:scaling><c:orientation val="${hasBars ? 'maxMin' : 'minMax'}"/></c:scaling>` +
    `<c:delete val="0"/><c:axPos val="${hasBars ? 'l' : 'b'}"/><c:numFmt formatCode="${format}" sourceLinked="0"/>` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>' +
    `${LINE}${smallText(800)}<c:crossAx val="${VALUES}"/><c:crosses val="autoZero"/><c:auto val="1"/>` +
    `${dateFormat === undefined ? '<c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/>' : '<c:lblOffset val="100"/><c:baseTimeUnit val="days"/>'}</c:${axis}>` +
    `<c:valAx><c:axId val="${VALUES}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>` +
    `<c:axPos val="${hasBars ? 'b' : 'l'}"/><c:majorGridlines>${LINE}</c:majorGridlines>` +
    '<c:numFmt formatCode="[h]" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>' +
    `<c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${smallText(800)}` +
    `<c:crossAx val="${CATEGORIES}"/><c:crosses val="${hasBars ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/>` +
    `</c:valAx></c:plotArea>${series.length > 1 ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${smallText(900)}</c:legend>` : ''}` +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>' +
    `<c:spPr>${fill('FFFFFF')}<a:ln w="6350">${fill(CHART_COLOURS.line)}</a:ln></c:spPr></c:chartSpace>`
  );
}

function seriesXml(
  { name, column, colour }: DrawnSeries,
  at: number,
  chart: DrawnChart,
  sheet: string,
): string {
  const { dataRow, categoryColumn, dateFormat } = chart;
  const cell = (letter: string): string =>
    `<c:f>${escapeText(`'${sheet.replaceAll("'", "''")}'!$${letter}$${dataRow}`)}</c:f>`;
  const [reference, cache] = dateFormat === undefined ? ['strRef', 'strCache'] : ['numRef', 'numCache'];
  const format = (code: string): string => `<c:formatCode>${escapeText(code)}</c:formatCode>`;
  const categoryFormat = dateFormat === undefined ? '' : format(dateFormat);
  return (
    `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:v>${escapeText(name)}</c:v></c:tx>` +
    `<c:spPr>${fill(CHART_COLOURS[colour])}</c:spPr><c:invertIfNegative val="0"/>` +
    `<c:cat><c:${reference}>${cell(categoryColumn)}<c:${cache}>${categoryFormat}<c:ptCount val="0"/></c:${cache}></c:${reference}></c:cat>` +
    `<c:val><c:numRef>${cell(column)}<c:numCache>${format('[h]')}<c:ptCount val="0"/></c:numCache></c:numRef></c:val></c:ser>`
  );
}
