import { fieldContext, fillText } from '../cells/fillText.js';
import { compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { childrenOf, descendantsOf, type XmlElement } from '../xml/xmlElement.js';

const CACHES = ['numCache', 'strCache', 'multiLvlStrCache', 'dlblRangeCache'];

/** The ranges that a chart draws, each with the element that holds its formula. */
export function chartFormulas(part: XmlPart): XmlElement[] {
  return [...descendantsOf(part.root, 'f', 'sqref')].filter((element) => element.children.length === 0);
}

/** A series draws all cells that a drawn cell became; its name is one cell. */
export function chartUse(formula: XmlElement): FormulaUse {
  return formula.parent?.parent?.local === 'tx' ? 'value' : 'range';
}

/** A chart: its ranges follow their cells; values remembered from ranges that changed are dropped. */
export function movedChart(part: XmlPart, sheet: SheetPlan, context: CompileContext): string {
  const edits = new XmlEdits(part.source);
  const place = { sheet, band: sheet.root };
  for (const element of chartFormulas(part)) {
    const formula = compileFormula(element.text, place, context.sheetNamed, chartUse(element));
    edits.setText(element, formula.textAt(0));
    const changes = formula.tokens.some((token) =>
      token.kind === 'moved'
        ? (token.sheet as SheetPlan).changes
        : token.kind === 'name' || token.kind === 'table',
    );
    if (changes && element.parent) dropCaches(element.parent, edits);
  }
  for (const text of descendantsOf(part.root, 't')) {
    if (!text.text.includes('{{')) continue;
    edits.setText(
      text,
      fillText(text.text, sheet.root, fieldContext(context, sheet.name, 'chart'), context)(0),
    );
  }
  return edits.apply();
}

function dropCaches(reference: XmlElement, edits: XmlEdits): void {
  for (const cache of CACHES.flatMap((local) => childrenOf(reference, local))) edits.remove(cache);
}
