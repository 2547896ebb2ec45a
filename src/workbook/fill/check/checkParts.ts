import { areaText, parseArea } from '../../cells/address.js';
import { quotedSheet } from '../../quotedSheet.js';
import { childOf } from '../../xml/xmlElement.js';
import { compileFormula, type FormulaUse as Use } from '../formula/compileFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import { frameElements } from '../frame/frameElements.js';
import { chartFormulas, chartUse } from '../parts/chart.js';
import { pivotSource } from '../parts/pivot.js';
import { attempt } from '../plan/compileContext.js';
import type { FormulaUse } from '../plan/findChanges.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';
import { owningBand } from '../sheet/repetitions.js';
import { chartsOfSheet } from './chartsOfSheet.js';
import { checkedRules } from './checkedRules.js';

/**
 * Prepares every formula outside of cells once, so that what cannot follow is told, and bands know what needs them.
 * Gives those that stand in a sheet's own part.
 */
export function checkParts(plan: TemplateWorkbook): FormulaUse[] {
  const { context } = plan;
  const compile: Compile = (sheet, what, text, place, use) =>
    attempt(context, sheet, what, () => compileFormula(text, place, context, use));
  for (const { name, sheet, text, isDropped } of plan.names) {
    const place = sheet ? { sheet, band: sheet.root } : plan.outside;
    if (!isDropped) compile(undefined, `name ${name}`, text, place, 'range');
  }
  for (const { table, sheet } of plan.tables.values()) {
    const { area, headerRows, totalsRows, name } = table;
    const rows = { ...area, top: area.top + headerRows, bottom: area.bottom - totalsRows };
    compile(sheet.name, `table ${name}`, areaText(rows), { sheet, band: sheet.root });
  }
  for (const part of plan.file.related(plan.workbookPart, 'pivotCacheDefinition')) {
    const { ref, sheet, name } = pivotSource(plan.file.xml(part))?.attributes ?? {};
    if (name !== undefined) compile(undefined, 'pivot table', name, plan.outside);
    else if (ref !== undefined && sheet !== undefined)
      compile(undefined, 'pivot table', `${quotedSheet(sheet)}!${ref}`, plan.outside);
  }
  return plan.sheets.flatMap((sheet) => sheetFormulas(sheet, plan, compile));
}

type Compile = (
  sheet: string | undefined,
  what: string,
  text: string,
  place: FormulaPlace,
  use?: Use,
) => FormulaUse['formula'] | undefined;

function sheetFormulas(sheet: TemplateSheet, plan: TemplateWorkbook, compile: Compile): FormulaUse[] {
  const outer = { sheet, band: sheet.root };
  const uses: FormulaUse[] = [];
  const use = (what: string, text: string, place: FormulaPlace, as: Use): void => {
    const formula = compile(sheet.name, what, text, place, as);
    if (formula) uses.push({ sheet, formula });
  };
  for (const formula of checkedRules(sheet, plan.context)) uses.push({ sheet, formula });
  for (const link of frameElements(sheet, 'hyperlink')) {
    if (link.attributes.location !== undefined) use('link', link.attributes.location, outer, 'value');
  }
  for (const sparkline of frameElements(sheet, 'sparkline')) {
    const text = childOf(sparkline, 'f')?.text;
    const cell = parseArea(childOf(sparkline, 'sqref')?.text ?? '');
    const band = cell ? owningBand(sheet.root, cell.top, cell.bottom) : sheet.root;
    if (text !== undefined) use('sparkline', text, { sheet, band }, 'range');
  }
  for (const part of chartsOfSheet(sheet, plan)) {
    for (const element of chartFormulas(plan.file.xml(part)))
      compile(sheet.name, 'chart', element.text, outer, chartUse(element));
  }
  return uses;
}
