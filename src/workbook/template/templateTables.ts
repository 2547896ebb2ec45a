import { type Area, parseArea } from '../cells/address.js';
import type { Placed } from '../language/filling.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import { childOf, childrenOf } from '../xml/xml.js';

/** A table of the template, as its part describes it. */
export interface TemplateTable {
  readonly name: string;
  readonly id: number;
  readonly area: Area;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
  readonly partName: string;
}

function readTable(part: XmlPart, partName: string): TemplateTable | undefined {
  const {
    ref = '',
    displayName,
    name = '',
    id,
    headerRowCount = '1',
    totalsRowCount = '0',
  } = part.root.attributes;
  const area = parseArea(ref);
  if (!area) return undefined;
  const columns = childrenOf(childOf(part.root, 'tableColumns'), 'tableColumn').map(
    (each) => each.attributes.name ?? '',
  );
  const rows = { headerRows: Number(headerRowCount), totalsRows: Number(totalsRowCount) };
  return { name: displayName ?? name, id: Number(id), area, ...rows, columns, partName };
}

/** A table with the columns that it has in the output. */
export interface FilledTable {
  readonly table: TemplateTable;
  readonly headingsAt: Placed<readonly TableHeading[]>;
}

export interface TableHeading {
  readonly drawnColumn: number;
  readonly columnInstance: number;
  /** Unique in the table. */
  readonly name: string;
}

export function sheetTables(file: TemplatePackage, partName: string): TemplateTable[] {
  return file.related(partName, 'table').flatMap((part) => readTable(file.xml(part), part) ?? []);
}

/** The cells that a pivot table shows, in the template. */
export function pivotArea(part: XmlPart): Area | undefined {
  return parseArea(childOf(part.root, 'location')?.attributes.ref ?? '');
}

/** The tables of all sheets, by name in lower case. */
export function readTables<Sheet extends { readonly partName: string }>(
  file: TemplatePackage,
  sheets: readonly Sheet[],
): Map<string, { table: TemplateTable; sheet: Sheet }> {
  const tables = new Map<string, { table: TemplateTable; sheet: Sheet }>();
  for (const sheet of sheets) {
    for (const table of sheetTables(file, sheet.partName))
      tables.set(table.name.toLowerCase(), { table, sheet });
  }
  return tables;
}
