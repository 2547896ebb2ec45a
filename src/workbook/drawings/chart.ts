import type { CellResult } from '../formula/cellResult.js';
import { type CompiledFormula, compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { WrittenSheet } from '../formula/movedReference.js';
import { formulaText, placedReference } from '../formula/placedFormula.js';
import { type OutputArea, type OutputCells, outputArea } from '../formula/ranges.js';
import { fixReferences, unfixOwnRows } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import { listDrawingCharts, type TemplatePackage, type XmlPart } from '../package/templatePackage.js';
import { repetitions } from '../placement/movedAreas.js';
import { findTargets, isName } from '../template/changedSheets.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { TemplatePlan, TemplateWorkbook } from '../template/templatePlan.js';
import { escapeXml } from '../xml/escapeXml.js';
import {
  childOf,
  childrenOf,
  descendantsOf,
  prefixedAttribute,
  prefixOf,
  type XmlElement,
} from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { bandAround, listAnchors, listRelations, readAnchorRows } from './drawing.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';

/** A chart's cached cell values; newer kinds of charts have their own levels. */
const CACHES = ['numCache', 'strCache', 'multiLvlStrCache', 'dlblRangeCache', 'lvl'];

/** The ranges that a chart draws, each with the element of its formula. */
export function chartFormulas(part: XmlPart): XmlElement[] {
  return [...descendantsOf(part.root, 'f', 'sqref')].filter((element) => element.children.length === 0);
}

/** A series includes all output cells of a template cell; its name is one cell. */
export function chartUse(formula: XmlElement): FormulaUse {
  return formula.parent?.parent?.local === 'tx' ? 'value' : 'range';
}

/**
 * A chart, or the text boxes drawn within one: ranges follow their cells; cached values of changed ranges are updated
 * or removed.
 */
export function movedChart(part: XmlPart, place: TextPlace, plan: TemplatePlan, cells: OutputCells): string {
  const edits = new XmlEdits(part.source);
  const { changed, context } = plan;
  const { sheet, band, instance } = place;
  for (const element of chartFormulas(part)) {
    const source = unfixOwnRows(element.text, band);
    const formula = compileFormula(source, { sheet: sheet.drawn, band }, context, chartUse(element));
    edits.setText(element, fixReferences(formulaText(formula, sheet)(instance), band));
    const changes = [...findTargets(formula.tokens, plan)].some((each) => changed.has(each));
    if (changes && element.parent)
      renewCaches(element.parent, formulaArea(formula, sheet, instance, cells), edits, cells);
  }
  fillShapeTexts(part.root, edits, place);
  return edits.apply();
}

function formulaArea(
  { tokens }: CompiledFormula,
  sheet: WrittenSheet,
  instance: number,
  cells: OutputCells,
): OutputArea | undefined {
  const [only] = tokens;
  const at = { sheet, row: 1, column: 1, instance, columnInstance: 0 };
  if (tokens.length === 1 && only && (only.kind === 'table' || isName(only)))
    return cells.areaOf(
      {
        kind: only.kind === 'table' ? 'table' : 'name',
        text: only.text.slice(only.text.lastIndexOf('!') + 1),
      },
      at,
    );
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

/** Chart sheets, with their parts. */
export function chartSheets({ file, workbookPart, sheetElements }: TemplateWorkbook) {
  const targets = file.relationships(workbookPart).filter(({ type }) => type === 'chartsheet');
  return targets.map(({ id, target }) => {
    const element = sheetElements.find((each) => prefixedAttribute(each, 'id') === id);
    const charts = file.related(target, 'drawing').flatMap((drawing) => listDrawingCharts(file, drawing));
    return { name: element?.attributes.name ?? 'chart sheet', charts };
  });
}

/** The ranges of one series. */
const MOST_POINTS = 32_000;

/**
 * A chart's cached values of its cells, for viewers that do not calculate; undefined if unknown here, so that no wrong
 * values are drawn.
 * @param cache the template's element, `numCache` or `strCache`
 */
function chartCache(
  cache: XmlElement,
  source: string,
  area: OutputArea,
  cells: OutputCells,
): string | undefined {
  const points = readAreaValues(area, cells)?.map((value) => pointText(value, cache.local));
  if (!points || points.includes(undefined)) return undefined;
  const prefix = prefixOf(cache);
  const format = childOf(cache, 'formatCode');
  const written = points.map((text, index) =>
    text === ''
      ? ''
      : `<${prefix}pt idx="${index}"><${prefix}v>${escapeXml(text ?? '')}</${prefix}v></${prefix}pt>`,
  );
  const count = `<${prefix}ptCount val="${points.length}"/>`;
  const head = format ? source.slice(format.start, format.end) : '';
  return `<${cache.name}>${head}${count}${written.join('')}</${cache.name}>`;
}

function readAreaValues(
  { sheet, top, bottom, left, right }: OutputArea,
  cells: OutputCells,
): CellResult[] | undefined {
  if ((bottom - top + 1) * (right - left + 1) > MOST_POINTS) return undefined;
  const values: CellResult[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) values.push(cells.valueOf(sheet, row, column));
  }
  return values;
}

/** '' for a gap; undefined for values that only Excel knows: calculated results, and formatted numbers. */
function pointText(value: CellResult, cache: string): string | undefined {
  if (value === null) return '';
  if (cache === 'numCache') return typeof value === 'number' ? String(value) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A chart entirely within repeated rows: each repetition has its own. */
export interface RepeatedChart {
  /** The drawing that contains it, and its own part. */
  readonly drawing: string;
  readonly part: string;
  /** The relationship of the chart in the drawing. */
  readonly relationship: string;
  readonly band: Band;
  /** Rows of the template. */
  readonly from: number;
  readonly to: number;
}

/** The charts of a sheet in repeated rows. */
export function repeatedCharts(sheet: DrawnSheet, file: TemplatePackage): RepeatedChart[] {
  if (!sheet.moves) return [];
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => {
    const charts = new Map(
      file
        .relationships(drawing)
        .filter(({ type }) => type === 'chart' || type === 'chartEx')
        .map(({ id, target }) => [id, target] as const),
    );
    return listAnchors(file.xml(drawing)).flatMap((anchor) => {
      const band = bandAround(anchor, sheet);
      const rows = readAnchorRows(anchor, sheet);
      if (band === sheet.root || !rows) return [];
      return [...listRelations(anchor)].flatMap(({ id }): RepeatedChart[] => {
        const part = charts.get(id);
        if (part === undefined) return [];
        return [{ drawing, part, relationship: id, band, from: rows.from.row, to: rows.to.row }];
      });
    });
  });
}

/** The repetitions with data of a chart's rows. */
export function chartInstances({ band, from, to }: RepeatedChart, { rows }: PlacedSheet): number[] {
  return [...repetitions(rows, from, to)]
    .map(({ instance }) => instance)
    .filter((instance) => !rows.isBlank(band, instance));
}

/** Names of objects in repeated rows, other than charts, that cannot be repeated: SmartArt, slicers. */
export function otherFrames(sheet: DrawnSheet, file: TemplatePackage): string[] {
  const charts = new Set(repeatedCharts(sheet, file).map(({ relationship }) => relationship));
  return file.related(sheet.partName, 'drawing').flatMap((drawing) =>
    (sheet.moves ? listAnchors(file.xml(drawing)) : [])
      .filter((anchor) => bandAround(anchor, sheet) !== sheet.root)
      // Including those within groups and version alternatives.
      .flatMap((anchor) => [...descendantsOf(anchor, 'graphicFrame')])
      .filter((frame) => ![...listRelations(frame)].some(({ id }) => charts.has(id)))
      .map((frame) => [...descendantsOf(frame, 'cNvPr')][0]?.attributes.name ?? 'an object'),
  );
}
