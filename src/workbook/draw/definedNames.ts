import { columnName } from '../cells/address.js';
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
    const { columns, lastRow, titleRows, titleColumns } = print;
    const found: string[] = [];
    if (columns !== undefined) {
      found.push(
        definedName('Print_Area', index, `${quotedSheet(name)}!$A$1:$${columnName(columns - 1)}$${lastRow}`),
      );
    }
    const titles = [
      ...(titleColumns === undefined ? [] : [`$A:$${columnName(titleColumns - 1)}`]),
      ...(titleRows === undefined ? [] : [`$${titleRows.from}:$${titleRows.to}`]),
    ].map((area) => `${quotedSheet(name)}!${area}`);
    if (titles.length > 0) found.push(definedName('Print_Titles', index, titles.join(',')));
    return found;
  });
  if (names.length === 0) return workbookXml;
  return workbookXml.replace('</sheets>', () => `</sheets><definedNames>${names.join('')}</definedNames>`);
}

function definedName(name: string, sheetIndex: number, reference: string): string {
  return `<definedName name="_xlnm.${name}" localSheetId="${sheetIndex}">${escapeText(reference)}</definedName>`;
}
