import { areaText, parseArea } from '../../cells/address.js';
import { quotedSheet } from '../../quotedSheet.js';
import { childOf } from '../../xml/xmlElement.js';
import { type CompiledFormula, compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import { frameElements } from '../frame/frameElements.js';
import { chartFormulas, chartSheets, chartsOfSheet, chartUse } from '../parts/chart.js';
import { withOwnRows } from '../parts/ownRows.js';
import { pivotSource } from '../parts/pivot.js';
import { repeatedCharts } from '../parts/repeatedCharts.js';
import type { UsedFormula } from '../plan/changedSheets.js';
import { attempt } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';
import { owningBand } from '../sheet/repetitions.js';
import { checkedRules } from './checkedRules.js';

/** The formulas outside of cells. */
export interface PartFormulas {
  /** Those that stand in a sheet's own part. */
  readonly ofSheets: readonly UsedFormula[];
  /** All of them: bands know by these what needs them. */
  readonly all: readonly CompiledFormula[];
}

/** Prepares every formula outside of cells once, so that what cannot follow is told. */
export function checkParts(plan: TemplateWorkbook): PartFormulas {
  const { context } = plan;
  const all: CompiledFormula[] = [];
  const compile: Compile = (sheet, what, text, place, use) => {
    const formula = attempt(context, sheet, what, () => compileFormula(text, place, context, use));
    if (formula) all.push(formula);
    return formula;
  };
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
  for (const { name, charts } of chartSheets(plan)) {
    for (const element of charts.flatMap((part) => chartFormulas(plan.file.xml(part))))
      compile(name, 'chart', element.text, plan.outside, chartUse(element));
  }
  const ofSheets = plan.sheets.flatMap((sheet) => sheetFormulas(sheet, plan, compile));
  return { ofSheets, all: [...all, ...ofSheets.map(({ formula }) => formula)] };
}

type Compile = (
  sheet: string | undefined,
  what: string,
  text: string,
  place: FormulaPlace,
  use?: FormulaUse,
) => CompiledFormula | undefined;

function sheetFormulas(sheet: DrawnSheet, plan: TemplateWorkbook, compile: Compile): UsedFormula[] {
  const outer = { sheet, band: sheet.root };
  const uses: UsedFormula[] = [];
  const use = (what: string, text: string, place: FormulaPlace, as: FormulaUse): void => {
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
  const repeated = new Map(repeatedCharts(sheet, plan.file).map(({ part, band }) => [part, band] as const));
  for (const part of chartsOfSheet(sheet, plan)) {
    const band = repeated.get(part) ?? sheet.root;
    for (const element of chartFormulas(plan.file.xml(part)))
      compile(sheet.name, 'chart', withOwnRows(element.text, band), { sheet, band }, chartUse(element));
  }
  return uses;
}
