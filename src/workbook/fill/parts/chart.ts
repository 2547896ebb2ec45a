import { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import { type CompiledFormula, compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import { type OutputCells, outputArea } from '../formula/outputArea.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import { chartCache } from './chartCache.js';
import { fillShapeTexts } from './shapeTexts.js';

/** What a chart remembers of its cells; newer kinds of charts have levels of their own. */
const CACHES = ['numCache', 'strCache', 'multiLvlStrCache', 'dlblRangeCache', 'lvl'];

/** The ranges that a chart draws, each with the element that holds its formula. */
export function chartFormulas(part: XmlPart): XmlElement[] {
  return [...descendantsOf(part.root, 'f', 'sqref')].filter((element) => element.children.length === 0);
}

/** A series draws all cells that a drawn cell became; its name is one cell. */
export function chartUse(formula: XmlElement): FormulaUse {
  return formula.parent?.parent?.local === 'tx' ? 'value' : 'range';
}

/** A chart: its ranges follow their cells; values remembered of ranges that changed are renewed, or dropped. */
export function movedChart(
  part: XmlPart,
  sheet: TemplateSheet,
  context: CompileContext,
  cells: OutputCells,
): string {
  const edits = new XmlEdits(part.source);
  const place = { sheet, band: sheet.root };
  for (const element of chartFormulas(part)) {
    const formula = compileFormula(element.text, place, context, chartUse(element));
    edits.setText(element, formula.textAt(0));
    const changes = formula.tokens.some((token) =>
      token.kind === 'moved'
        ? (token.sheet as TemplateSheet).changes
        : token.kind === 'name' || token.kind === 'table',
    );
    if (changes && element.parent) renewCaches(element.parent, formula, edits, cells);
  }
  fillShapeTexts(part.root, edits, { ...place, context, instance: 0 });
  return edits.apply();
}

function renewCaches(
  reference: XmlElement,
  { tokens }: CompiledFormula,
  edits: XmlEdits,
  cells: OutputCells,
): void {
  const [only] = tokens;
  const area = tokens.length === 1 && only?.kind === 'moved' ? outputArea(only) : undefined;
  for (const cache of CACHES.flatMap((local) => childrenOf(reference, local))) {
    const isPlain = cache.local === 'numCache' || cache.local === 'strCache';
    const renewed = isPlain && area ? chartCache(cache, edits.source, area, cells) : undefined;
    edits.replace(cache.start, cache.end, renewed ?? '');
  }
}

/** Text boxes that were drawn within a chart. */
export function filledUserShapes(part: XmlPart, sheet: TemplateSheet, context: CompileContext): string {
  const edits = new XmlEdits(part.source);
  fillShapeTexts(part.root, edits, { sheet, context, band: sheet.root, instance: 0 });
  return edits.apply();
}
