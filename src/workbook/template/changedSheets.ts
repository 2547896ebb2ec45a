import { type CompiledFormula, type CompiledToken, referencesIn } from '../formula/compileFormula.js';
import type { FormulaSheet } from '../formula/movedReference.js';
import { type PlainToken, tokenize } from '../formula/tokens.js';
import type { DrawnSheet } from './drawnSheet.js';
import type { SheetContents } from './sheetContents.js';
import type { TemplateWorkbook } from './templatePlan.js';

/** A formula, and the sheet whose part must be rewritten if the formula's references change. */
export interface UsedFormula {
  readonly sheet: FormulaSheet;
  readonly formula: CompiledFormula;
}

/** Finds the sheets that have to be rewritten: those with placeholders or bands, and those that refer to them. */
export function changedSheets(
  plan: TemplateWorkbook,
  contents: ReadonlyMap<DrawnSheet, SheetContents>,
  uses: readonly UsedFormula[],
): Set<FormulaSheet> {
  const known = new Map<string, DrawnSheet[]>();
  const refersTo = new Map<FormulaSheet, Set<FormulaSheet>>();
  const ofCells = [...contents.values()].flatMap((each) =>
    [...each.formulas()].map(({ formula }) => ({ sheet: each.sheet, formula })),
  );
  for (const { sheet, formula } of [...ofCells, ...uses]) {
    const targets = refersTo.get(sheet) ?? new Set();
    refersTo.set(sheet, targets);
    for (const target of findTargets(formula.tokens, plan, known)) targets.add(target);
  }
  const changed = new Set<FormulaSheet>(
    plan.sheets.filter((sheet) => changesItself(sheet, contents.get(sheet))),
  );
  let isSettled = false;
  while (!isSettled) {
    const affected = plan.sheets.filter(
      (sheet) => !changed.has(sheet) && [...(refersTo.get(sheet) ?? [])].some((each) => changed.has(each)),
    );
    for (const sheet of affected) changed.add(sheet);
    isSettled = affected.length === 0;
  }
  return changed;
}

function changesItself(sheet: DrawnSheet, contents: SheetContents | undefined): boolean {
  if (sheet.moves || sheet.isRepeated || sheet.directiveNotes.size > 0 || sheet.links.size > 0) return true;
  if (sheet.name.includes('{{')) return true;
  const data = sheet.part.root.children.find((element) => element.local === 'headerFooter');
  if (data?.children.some((element) => element.text.includes('{{'))) return true;
  return contents?.hasPlaceholders ?? false;
}

/**
 * The sheets that a formula refers to, also by names and tables.
 * @param known sheets of names, as a cache
 */
export function findTargets(
  tokens: readonly CompiledToken[],
  plan: Pick<TemplateWorkbook, 'names' | 'sheets' | 'tables'>,
  known = new Map<string, DrawnSheet[]>(),
): Set<FormulaSheet> {
  const sheets = new Set<FormulaSheet>();
  for (const token of tokens) {
    for (const { sheet } of referencesIn([token])) sheets.add(sheet);
    if (token.kind === 'table') {
      const table = plan.tables.get(token.text.slice(0, token.text.indexOf('[')).toLowerCase());
      if (table) sheets.add(table.sheet);
    } else if (isName(token)) {
      const table = plan.tables.get(token.text.toLowerCase());
      for (const sheet of table ? [table.sheet] : findKnownSheets(token.text, plan, known)) sheets.add(sheet);
    }
  }
  return sheets;
}

/** `Hours`, and `[0]!Hours`, which is Excel's notation for names of the workbook itself in charts. */
export function isName(token: CompiledToken): token is PlainToken {
  return token.kind === 'name' || (token.kind === 'external' && token.text.startsWith('[0]!'));
}

function findKnownSheets(
  text: string,
  plan: Pick<TemplateWorkbook, 'names' | 'sheets'>,
  known: Map<string, DrawnSheet[]>,
): DrawnSheet[] {
  const bare = text.slice(text.lastIndexOf('!') + 1).toLowerCase();
  const sheets = known.get(bare) ?? findSheetsOfName(bare, plan);
  known.set(bare, sheets);
  return sheets;
}

function findSheetsOfName(bare: string, plan: Pick<TemplateWorkbook, 'names' | 'sheets'>): DrawnSheet[] {
  return plan.names
    .filter((each) => each.name.toLowerCase() === bare)
    .flatMap((each) => tokenize(each.text))
    .flatMap((token) =>
      token.kind === 'reference' && token.sheet !== undefined ? [token.sheet.toLowerCase()] : [],
    )
    .flatMap((name) => plan.sheets.filter((sheet) => sheet.name.toLowerCase() === name));
}
