import { type Area, parseArea } from '../../cells/address.js';
import { childOf, childrenOf } from '../../xml/xmlElement.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import type { DrawnSheet } from './drawnSheet.js';

/** A table of a sheet, by its place in the template. */
export interface TemplateTable {
  readonly name: string;
  readonly id: number;
  readonly area: Area;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
  readonly partName: string;
}

export function readTable(part: XmlPart, partName: string): TemplateTable | undefined {
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

/** The cells that a pivot table shows, in the template. */
export function pivotArea(part: XmlPart): Area | undefined {
  return parseArea(childOf(part.root, 'location')?.attributes.ref ?? '');
}

/** The tables of all sheets by their names in lower case. */
export function readTables(file: TemplatePackage, sheets: readonly DrawnSheet[]) {
  const tables = new Map<string, { table: TemplateTable; sheet: DrawnSheet }>();
  for (const sheet of sheets) {
    for (const part of file.related(sheet.partName, 'table')) {
      const table = readTable(file.xml(part), part);
      if (table) tables.set(table.name.toLowerCase(), { table, sheet });
    }
  }
  return tables;
}
