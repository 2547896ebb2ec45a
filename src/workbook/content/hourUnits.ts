import type { Scalar } from '../../language/languageValues.js';
import { resultUnless, TemplateError } from '../../language/templateError.js';
import { referencesIn } from '../formula/compileFormula.js';
import type { CompiledFormula } from '../formula/movedReference.js';
import type { CellBands } from '../language/bands.js';
import type { Placed, PlacedBands, ValueAt } from '../language/filling.js';
import { nameReference } from '../template/areaFinder.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type {
  DrawnSheet,
  FormulaContent,
  HourLook,
  HourUnit,
  SheetContents,
  TemplatePlan,
} from '../template/templatePlan.js';

/**
 * The unit of the cells of a sheet that show hours in the reader's notation: fractions of a day (`[h]:mm`), or decimal
 * hours. If one of them is negative, all are decimal, because Excel shows no negative times and cells are compared.
 */
export class HourUnits {
  readonly #shown: { readonly valueAt: Placed<ValueAt<Scalar>>; readonly bands: CellBands }[] = [];
  readonly #known = new WeakMap<PlacedBands, HourUnit>();

  constructor(readonly notation: HourUnit) {}

  /** A value that is shown in the notation. */
  watch(valueAt: Placed<ValueAt<Scalar>>, bands: CellBands): void {
    this.#shown.push({ valueAt, bands });
  }

  readonly unitOn = (placed: PlacedBands): HourUnit => {
    if (this.notation === 'decimal') return this.notation;
    const known = this.#known.get(placed) ?? (this.#hasNegative(placed) ? 'decimal' : 'clock');
    this.#known.set(placed, known);
    return known;
  };

  #hasNegative(placed: PlacedBands): boolean {
    return this.#shown.some(({ valueAt, bands }) => {
      const valueHere = valueAt(placed);
      const [down, across] = [placed.rows.placesOf(bands.rows), placed.columns.placesOf(bands.columns)];
      return down.starts.some((_, row) =>
        across.starts.some((_column, column) => Number(valueHere(row, column)) < 0),
      );
    });
  }
}

/** Formulas with a time format over such cells have their unit too: totals, differences. */
export function followHours(plan: TemplatePlan): void {
  const formulas = [...plan.contents.values()].flatMap((contents) =>
    contents.formulas().map((content) => ({ content, contents })),
  );
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const { content, contents } of formulas) {
      if (content.hours || plan.formats.kindOf(content.cell.style) !== 'time') continue;
      const found = hoursOfFormula(content.formula, contents, plan);
      if (!found) continue;
      content.hours = hourLook(content, found, contents.sheet, plan);
      isSettled = false;
    }
  }
}

interface HourSource {
  readonly hours: HourLook;
  readonly sheet: DrawnSheet;
}

function hourLook(
  { cell }: FormulaContent,
  { hours, sheet }: HourSource,
  own: DrawnSheet,
  { formats }: TemplatePlan,
): HourLook {
  return {
    clock: cell.style,
    decimal: formats.withFormat(cell.style, 'decimal'),
    unitOn: (placed) => {
      const other = sheet === own ? placed : (placed as PlacedSheet).others.get(sheet);
      return other ? hours.unitOn(other) : 'clock';
    },
  };
}

function hoursOfFormula(
  { tokens, place }: CompiledFormula,
  own: SheetContents,
  plan: TemplatePlan,
): HourSource | undefined {
  const references = [...referencesIn(tokens)].map(({ sheet, area }) => ({ sheet, area }));
  for (const token of tokens) {
    if (token.kind === 'name') {
      const named = resultUnless(TemplateError, () => nameReference(token.text, place.sheet, plan));
      if (named) references.push({ sheet: named.sheet, area: named.area });
    } else if (token.kind === 'table') {
      references.push(...columnsOfTable(token.text, own, plan));
    }
  }
  for (const { sheet, area } of references) {
    const contents = plan.contents.get(sheet as DrawnSheet);
    for (const [row, cells] of contents?.filled ?? []) {
      if (row < area.top || area.bottom < row) continue;
      for (const [column, content] of cells) {
        if (column < area.left || area.right < column) continue;
        const hours = content.kind === 'value' || content.kind === 'formula' ? content.hours : undefined;
        if (hours) return { hours, sheet: sheet as DrawnSheet };
      }
    }
  }
  return undefined;
}

/** The cells of the columns that a structured reference names: `Hours[Worked]`, `[@Worked]`. */
function columnsOfTable(text: string, own: SheetContents, { tables }: TemplatePlan) {
  const name = text.split('[', 1)[0] ?? '';
  const found = name === '' ? undefined : tables.get(name.toLowerCase());
  const candidates = found ? [found] : [...tables.values()].filter(({ sheet }) => sheet === own.sheet);
  const named = new Set(
    [...text.matchAll(/\[@?([^[\]]+)\]/g)].map(([, column = '']) => column.toLowerCase()),
  );
  return candidates.flatMap(({ table: { area, columns, headerRows, totalsRows }, sheet }) =>
    columns.flatMap((column, index) => {
      if (!named.has(column.toLowerCase())) return [];
      const left = area.left + index;
      const rows = { top: area.top + headerRows, bottom: area.bottom - totalsRows };
      return [{ sheet, area: { ...rows, left, right: left } }];
    }),
  );
}
