import type { CompiledFormula, CompiledToken } from '../formula/compileFormula.js';
import { tokenize } from '../formula/tokens.js';
import type { TemplateSheet } from './templateSheet.js';
import type { TemplateWorkbook } from './templateWorkbook.js';

/** A formula of a part, and the sheet whose part must be written anew if what it refers to changes. */
export interface FormulaUse {
  readonly sheet: TemplateSheet;
  readonly formula: CompiledFormula;
}

/** Marks the sheets that have to be written anew: those with placeholders or bands, and those that refer to them. */
export function findChanges(plan: TemplateWorkbook, uses: readonly FormulaUse[]): void {
  const known = new Map<string, TemplateSheet[]>();
  const refersTo = new Map<TemplateSheet, Set<TemplateSheet>>(plan.sheets.map((sheet) => [sheet, new Set()]));
  for (const { sheet, formula } of [...cellFormulas(plan), ...uses]) {
    for (const target of sheetsOf(formula.tokens, plan, known)) refersTo.get(sheet)?.add(target);
  }
  for (const sheet of plan.sheets) sheet.changes = changesItself(sheet);
  let isSettled = false;
  while (!isSettled) {
    const affected = plan.sheets.filter(
      (sheet) => !sheet.changes && [...(refersTo.get(sheet) ?? [])].some((each) => each.changes),
    );
    for (const sheet of affected) sheet.changes = true;
    isSettled = affected.length === 0;
  }
}

function* cellFormulas(plan: TemplateWorkbook): Generator<FormulaUse> {
  for (const sheet of plan.sheets) {
    for (const row of sheet.contents.values()) {
      for (const content of row.values())
        if (content.kind === 'formula') yield { sheet, formula: content.formula };
    }
  }
}

function changesItself(sheet: TemplateSheet): boolean {
  if (sheet.moves || sheet.isRepeated || sheet.directiveNotes.size > 0 || sheet.name.includes('{{'))
    return true;
  const data = sheet.part.root.children.find((element) => element.local === 'headerFooter');
  if (data?.children.some((element) => element.text.includes('{{'))) return true;
  return [...sheet.contents.values()].some((row) =>
    [...row.values()].some((content) => content.kind === 'value'),
  );
}

/** The sheets that a formula refers to, also by names and tables. Those of names are looked for once. */
function sheetsOf(
  tokens: readonly CompiledToken[],
  plan: TemplateWorkbook,
  known: Map<string, TemplateSheet[]>,
): Set<TemplateSheet> {
  const sheets = new Set<TemplateSheet>();
  for (const token of tokens) {
    if (token.kind === 'moved') sheets.add(token.sheet as TemplateSheet);
    else if (token.kind === 'table') {
      const table = plan.tables.get(token.text.slice(0, token.text.indexOf('[')).toLowerCase());
      if (table) sheets.add(table.sheet);
    } else if (token.kind === 'name') {
      const table = plan.tables.get(token.text.toLowerCase());
      for (const sheet of table ? [table.sheet] : knownSheetsOf(token.text, plan, known)) sheets.add(sheet);
    }
  }
  return sheets;
}

function knownSheetsOf(
  text: string,
  plan: TemplateWorkbook,
  known: Map<string, TemplateSheet[]>,
): TemplateSheet[] {
  const bare = text.slice(text.lastIndexOf('!') + 1).toLowerCase();
  const sheets = known.get(bare) ?? sheetsOfName(bare, plan);
  known.set(bare, sheets);
  return sheets;
}

function sheetsOfName(bare: string, plan: TemplateWorkbook): TemplateSheet[] {
  return plan.names
    .filter((each) => each.name.toLowerCase() === bare)
    .flatMap((each) => tokenize(each.text))
    .flatMap((token) =>
      token.kind === 'reference' && token.sheet !== undefined ? [token.sheet.toLowerCase()] : [],
    )
    .flatMap((name) => plan.sheets.filter((sheet) => sheet.name.toLowerCase() === name));
}
