import type { XmlElement } from '../../xml/xmlElement.js';
import { tokenize } from '../formula/tokens.js';
import { ruleOfName } from '../language/directive.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { readTable, type TemplateTable } from './readTable.js';
import type { TemplateSheet } from './templateSheet.js';
import type { DefinedName } from './templateWorkbook.js';

/** A defined name, and the sheet that it belongs to. */
export function readName(element: XmlElement, sheets: readonly TemplateSheet[]): DefinedName {
  const { name = '', localSheetId } = element.attributes;
  const sheet =
    localSheetId === undefined ? undefined : sheets.find((each) => each.index === Number(localSheetId));
  const [first] = tokenize(element.text);
  const target = first?.kind === 'reference' ? first.sheet?.toLowerCase() : undefined;
  const isOnRepeated = sheets.some((each) => each.isRepeated && each.name.toLowerCase() === target);
  const isDropped = ruleOfName(name) !== undefined && isOnRepeated;
  return { element, name, sheet, text: element.text, isDropped };
}

/** The tables of all sheets by their names in lower case. */
export function readTables(file: TemplatePackage, sheets: readonly TemplateSheet[]) {
  const tables = new Map<string, { table: TemplateTable; sheet: TemplateSheet }>();
  for (const sheet of sheets) {
    for (const part of file.related(sheet.partName, 'table')) {
      const table = readTable(file.xml(part), part);
      if (table) tables.set(table.name.toLowerCase(), { table, sheet });
    }
  }
  return tables;
}
