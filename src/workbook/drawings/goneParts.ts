import { compileFormula } from '../formula/compileFormula.js';
import { hasNoColumn } from '../formula/placedFormula.js';
import { unfixOwnRows } from '../formula/tokens.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { TemplateWorkbook } from '../template/templatePlan.js';
import { childrenOf, descendantsOf, type XmlElement } from '../xml/xml.js';
import { bandAround, listObjects, listRelations } from './drawing.js';
import type { TextPlace } from './shapeTexts.js';
import { isShown } from './shownObjects.js';

/**
 * The charts of a sheet that are not shown: their parts are not written.
 * @param repeated the charts in repeated rows, with the repetitions that have one
 */
export function goneCharts(
  sheet: PlacedSheet,
  { file, context }: TemplateWorkbook,
  repeated: readonly { readonly part: string; readonly instances: readonly number[] }[],
): string[] {
  const { drawn } = sheet;
  const isEmpty = (part: string, place: TextPlace) =>
    /\.xml$/i.test(part) && losesAllSeries(file.xml(part), place);
  return file.related(drawn.partName, 'drawing').flatMap((drawing) => {
    const targets = new Map(
      file.relationships(drawing).map(({ id, type, target }) => [id, { type, target }]),
    );
    return listObjects(file.xml(drawing)).flatMap((object) => {
      const charts = [...listRelations(object)].flatMap(({ id }) => {
        const { type = '', target = '' } = targets.get(id) ?? {};
        return type === 'chart' || type === 'chartEx' ? [target] : [];
      });
      const places = repeated.filter(({ part }) => charts.includes(part));
      const place = { sheet, context, band: bandAround(object, drawn), instance: 0 };
      const isThere =
        places.length > 0 ? places.some(({ instances }) => instances.length > 0) : isShown(object, place);
      return isThere ? charts.filter((part) => isEmpty(part, place)) : charts;
    });
  });
}

/**
 * What a chart has of columns that are left out: whole series, or only their names and categories, which Excel then
 * counts.
 */
export function goneElements(part: XmlPart, place: TextPlace): XmlElement[] {
  return [...descendantsOf(part.root, 'ser')].flatMap((series) => {
    const parts = (names: readonly string[]) =>
      names.flatMap((name) => childrenOf(series, name)).filter((element) => isLeftOut(element, place));
    return parts(VALUES).length > 0 ? [series] : parts(['tx', 'cat']);
  });
}

/** Whether a chart has series, and all of them are over columns that are left out: only its frame would be left. */
export function losesAllSeries(part: XmlPart, place: TextPlace): boolean {
  const count = [...descendantsOf(part.root, 'ser')].length;
  return count > 0 && goneElements(part, place).filter(({ local }) => local === 'ser').length === count;
}

/** The values of a series, and the coordinates of one in a scatter or bubble chart. */
const VALUES = ['val', 'xVal', 'yVal', 'bubbleSize'];

function isLeftOut(element: XmlElement, { sheet, band, context }: TextPlace): boolean {
  return [...descendantsOf(element, 'f')].some(({ text }) => {
    const place = { sheet: sheet.drawn, band };
    const { tokens } = compileFormula(unfixOwnRows(text, band), place, context, 'range');
    return tokens.some((token) => token.kind === 'moved' && hasNoColumn(token, sheet));
  });
}
