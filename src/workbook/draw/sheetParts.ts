import { drawingXml } from './drawingXml.js';
import { type Relationship, relationshipsXml } from './relationships.js';
import type { WorkbookPlan } from './sheetPlan.js';
import type { SheetReferences } from './sheetXml.js';
import { tableXml } from './tableXml.js';

/** A part that the shell does not have. `type` is undefined for relationships, which need no content type. */
export interface AddedPart {
  readonly path: string;
  readonly type: Relationship['type'] | undefined;
  readonly xml: string;
}

export interface AddedParts {
  readonly parts: readonly AddedPart[];
  /** In the order of the plan's sheets. */
  readonly references: readonly SheetReferences[];
}

/** The parts for tables, drawings and charts of all sheets, numbered through the workbook. */
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
