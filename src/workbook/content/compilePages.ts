import { type Expression, expressionText } from '../../language/grammar.js';
import type { Scalar } from '../../language/languageValues.js';
import { TemplateError } from '../../language/templateError.js';
import type { PrintDirective } from '../language/directive.js';
import type { Placed, PlacedBands } from '../language/filling.js';
import { message } from '../messages.js';
import {
  AS_DRAWN,
  type CompileContext,
  type DrawnSheet,
  type LookDirective,
  reportErrors,
  type SheetPages,
} from '../template/templatePlan.js';
import { resolveAt } from './valueContent.js';

/** How a sheet is printed by data (`{{#print}}`); mistakes become problems. */
export function compilePages(sheet: DrawnSheet, context: CompileContext): Placed<SheetPages> {
  const compiled = sheet.looks.flatMap(({ directive, ...place }) => {
    if (directive.kind !== 'print') return [];
    const found = reportErrors(context, sheet.name, place.place, () =>
      preparePages(directive, { sheet, place, context }),
    );
    return found ? [found] : [];
  });
  // The frame of a sheet and its names ask for it.
  const known = new WeakMap<PlacedBands, SheetPages>();
  return (placed) => {
    const pages =
      known.get(placed) ?? Object.assign({}, AS_DRAWN, ...compiled.map((prepared) => prepared(placed)));
    known.set(placed, pages);
    return pages;
  };
}

interface PagesPlace {
  readonly sheet: DrawnSheet;
  readonly place: Omit<LookDirective, 'directive'>;
  readonly context: CompileContext;
}

function preparePages(directive: PrintDirective, at: PagesPlace): Placed<Partial<SheetPages>> {
  const { condition, titles, wide, tall } = directive;
  const [isPrinted, hasTitles] = [condition, titles].map((each) => each && truthOf(each, at));
  const [pagesWide, pagesTall] = [wide, tall].map((each) => each && countOf(each, at));
  return (placed) => ({
    ...(isPrinted && { isPrinted: isPrinted(placed) }),
    ...(hasTitles && { hasTitles: hasTitles(placed) }),
    ...(pagesWide && { wide: pagesWide(placed) }),
    ...(pagesTall && { tall: pagesTall(placed) }),
  });
}

function truthOf(expression: Expression, at: PagesPlace): Placed<boolean> {
  const { valueAt } = resolved(expression, at);
  return (placed) => Boolean(valueAt(placed));
}

/** More pages than a spreadsheet program takes. */
const MOST_PAGES = 32_767;

/** A number of pages, rounded up. @throws TemplateError */
function countOf(expression: Expression, at: PagesPlace): Placed<number> {
  const { type, valueAt } = resolved(expression, at);
  if (type !== 'number' && type !== 'integer')
    throw new TemplateError(message('print.noCount', { source: expressionText(expression) }));
  // What a division leaves behind the comma is no page.
  return (placed) => Math.min(MOST_PAGES, Math.max(0, Math.ceil(Number(valueAt(placed)) - 1e-9)));
}

function resolved(expression: Expression, { sheet, place, context }: PagesPlace) {
  const where = { sheet: sheet.name, name: place.place, bands: sheet.outer };
  const { type, valueAt } = resolveAt(expression, where, context, (text) => `{{#print ${text}}}`);
  return { type, valueAt: (placed: PlacedBands): Scalar => valueAt(placed)(0) };
}
