import { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, descendantsOf, prefixedAttribute, type XmlElement } from '../../xml/xmlElement.js';
import { type CompiledFormula, compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import { type OutputCells, outputArea } from '../formula/outputArea.js';
import { formulaText, placedReference } from '../formula/placedFormula.js';
import type { OutputArea } from '../formula/rangeTotals.js';
import type { WrittenSheet } from '../formula/sheetOfFormula.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplatePlan, TemplateWorkbook } from '../plan/templatePlan.js';
import { chartCache } from './chartCache.js';
import { withMarks, withOwnRows } from './ownRows.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';

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
  place: TextPlace,
  { changed, context }: Pick<TemplatePlan, 'changed' | 'context'>,
  cells: OutputCells,
): string {
  const edits = new XmlEdits(part.source);
  const { sheet, band, instance } = place;
  for (const element of chartFormulas(part)) {
    const source = withOwnRows(element.text, band);
    const formula = compileFormula(source, { sheet: sheet.drawn, band }, context, chartUse(element));
    edits.setText(element, withMarks(formulaText(formula, sheet)(instance), band));
    const changes = formula.tokens.some((token) =>
      token.kind === 'moved' ? changed.has(token.sheet) : token.kind === 'name' || token.kind === 'table',
    );
    if (changes && element.parent)
      renewCaches(element.parent, areaOfFormula(formula, sheet, instance), edits, cells);
  }
  fillShapeTexts(part.root, edits, place);
  return edits.apply();
}

function areaOfFormula(
  { tokens }: CompiledFormula,
  sheet: WrittenSheet,
  instance: number,
): OutputArea | undefined {
  const [only] = tokens;
  if (tokens.length !== 1 || only?.kind !== 'moved') return undefined;
  return outputArea(placedReference(only, sheet), { instance, columnInstance: 0 });
}

function renewCaches(
  reference: XmlElement,
  area: OutputArea | undefined,
  edits: XmlEdits,
  cells: OutputCells,
): void {
  for (const cache of CACHES.flatMap((local) => childrenOf(reference, local))) {
    const isPlain = cache.local === 'numCache' || cache.local === 'strCache';
    const renewed = isPlain && area ? chartCache(cache, edits.source, area, cells) : undefined;
    edits.replace(cache.start, cache.end, renewed ?? '');
  }
}

/** Text boxes that were drawn within a chart. */
export function filledUserShapes(part: XmlPart, place: TextPlace): string {
  const edits = new XmlEdits(part.source);
  fillShapeTexts(part.root, edits, place);
  return edits.apply();
}

/** The chart parts that the drawings of a sheet show. */
export function chartsOfSheet(sheet: DrawnSheet, { file }: TemplateWorkbook): string[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
}

/** Sheets that are one chart, with its parts. */
export function chartSheets({ file, workbookPart, sheetElements }: TemplateWorkbook) {
  const targets = file.relationships(workbookPart).filter(({ type }) => type === 'chartsheet');
  return targets.map(({ id, target }) => {
    const element = sheetElements.find((each) => prefixedAttribute(each, 'id') === id);
    const charts = file.related(target, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
    return { name: element?.attributes.name ?? 'chart sheet', charts };
  });
}
