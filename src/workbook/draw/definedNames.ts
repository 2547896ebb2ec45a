import { columnName } from '../cells/columnName.js';
import { escapeText } from '../cells/escapeText.js';
import { quotedSheet } from '../quotedSheet.js';
import type { SheetPlan } from './sheetPlan.js';

/**
 * The workbook part with the names for print titles and print areas. Written here because exceljs neither doubles
 * the quotes of a sheet called O'Neill nor makes areas absolute, and programs then drop the name or the workbook.
 */
export function withDefinedNames(workbookXml: string, sheets: readonly SheetPlan[]): string {
  const names = sheets.flatMap(({ name, print }, index) => {
    if (print === undefined) return [];
    const { columns, lastRow, titleRows } = print;
    const found: string[] = [];
    if (columns !== undefined) {
      found.push(
        definedName('Print_Area', index, `${quotedSheet(name)}!$A$1:$${columnName(columns - 1)}$${lastRow}`),
      );
    }
    if (titleRows !== undefined) {
      found.push(
        definedName('Print_Titles', index, `${quotedSheet(name)}!$${titleRows.from}:$${titleRows.to}`),
      );
    }
    return found;
  });
  if (names.length === 0) return workbookXml;
  return workbookXml.replace('</sheets>', () => `</sheets><definedNames>${names.join('')}</definedNames>`);
}

function definedName(name: string, sheetIndex: number, reference: string): string {
  return `<definedName name="_xlnm.${name}" localSheetId="${sheetIndex}">${escapeText(reference)}</definedName>`;
}
