import { type Area, columnLetters } from '../../cells/address.js';
import { childrenOf, descendantsOf } from '../../xml/xmlElement.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { pivotArea, type TemplateTable } from '../plan/readTables.js';
import { contentsOf, type TemplatePlan } from '../plan/templatePlan.js';
import { owningBand } from '../sheet/repetitions.js';

/** Tables stretch if what repeats are their data rows; pivot tables move if nothing repeats in them. */
export function checkTables(sheet: DrawnSheet, plan: TemplatePlan): void {
  for (const found of plan.tables.values()) if (found.sheet === sheet) checkTable(found.table, sheet, plan);
  for (const part of plan.file.related(sheet.partName, 'pivotTable')) {
    const area = pivotArea(plan.file.xml(part));
    if (!area || !(overlaps(sheet, area.top, area.bottom) || overlapsAcross(sheet, area))) continue;
    plan.context.problems.add(
      sheet.name,
      undefined,
      'a pivot table stands in repeated rows or columns',
      'Put it on a sheet of its own, or beside them.',
    );
  }
}

function overlaps(sheet: DrawnSheet, top: number, bottom: number): boolean {
  return sheet.root.children.some((band) => band.from <= bottom && top <= band.to);
}

function overlapsAcross(sheet: DrawnSheet, { left, right }: Area): boolean {
  return sheet.columnRoot.children.some((band) => band.from <= right && left <= band.to);
}

function checkTable(table: TemplateTable, sheet: DrawnSheet, plan: TemplatePlan): void {
  const { area, headerRows, totalsRows, name } = table;
  const add = (problem: string, remedy: string): void => {
    plan.context.problems.add(sheet.name, `table ${name}`, problem, remedy);
  };
  if (overlapsAcross(sheet, area))
    add('columns of the table repeat', 'Turn the table into a range (Table, Convert to range).');
  const [first, last] = [area.top + headerRows, area.bottom - totalsRows];
  if (owningBand(sheet.root, area.top, area.bottom) !== sheet.root) {
    add('the table stands in repeated rows and would be there many times', 'Let only its data rows repeat.');
  }
  const crossing = sheet.root.children.some(
    (band) => band.from <= area.bottom && area.top <= band.to && (band.from < first || band.to > last),
  );
  if (crossing)
    add('what repeats are not only data rows of the table', `Let rows between ${first} and ${last} repeat.`);
  for (let column = area.left; headerRows > 0 && column <= area.right; column++) {
    const content = contentsOf(plan, sheet).at(area.top, column);
    if (content?.kind !== 'value') continue;
    add(
      `the heading ${columnLetters(column)}${area.top} is a placeholder`,
      'Headings of tables are fixed text: type it, or turn the table into a range.',
    );
  }
  checkFiltered(table, sheet, plan, add);
}

function checkFiltered(
  table: TemplateTable,
  sheet: DrawnSheet,
  { file }: TemplatePlan,
  add: (problem: string, remedy: string) => void,
): void {
  const { root } = file.xml(table.partName);
  const hides = [...descendantsOf(root, 'filterColumn')].some((column) => column.children.length > 0);
  if (hides && overlaps(sheet, table.area.top, table.area.bottom)) {
    add('the filter of the table hides rows that repeat', 'Clear the filter; its arrows stay.');
  }
  const isQuery =
    childrenOf(root, 'queryTableFields').length > 0 || root.attributes.tableType === 'queryTable';
  if (isQuery && overlaps(sheet, table.area.top, table.area.bottom)) {
    add('the table is filled by a data query', 'Turn the query into plain cells (Table, Unlink).');
  }
}
