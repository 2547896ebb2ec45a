import { areaName } from '../cells/address.js';
import { escapeText } from '../xml/escapeXml.js';
import type { ChartPlan, TableColumn, TablePlan, WorkbookPlan } from './workbookPlan.js';

/** A part that the shell does not have. `type` is undefined for relationships, which need no content type. */
interface AddedPart {
  readonly path: string;
  readonly type: Relationship['type'] | undefined;
  readonly xml: string;
}

/** Ids of a sheet's own parts in its relationships. */
export interface SheetReferences {
  readonly drawing: string | undefined;
  readonly tables: readonly string[];
}

export interface AddedParts {
  readonly parts: readonly AddedPart[];
  /** In the order of the plan's sheets. */
  readonly references: readonly SheetReferences[];
}

/** The parts for tables, drawings and charts of all sheets, numbered across the workbook. */
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

/** A relationships part: the first gets id `rId1`. */
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
