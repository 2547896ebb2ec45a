import {
  type Band,
  type BandPlaces,
  type BandScope,
  type DataPlace,
  PlacedAxis,
  unmovedAxis,
} from '../language/bands.js';
import type { Placed, PlacedBands } from '../language/filling.js';
import type { TemplateData } from '../language/templateData.js';
import { message } from '../messages.js';
import { type Problems, renderRefused, WorkbookError } from '../workbookError.js';

export interface BandRules {
  /** For `if`: whether it is shown within an instance of the outer band. */
  readonly conditions: ReadonlyMap<Band, Placed<(instance: number) => boolean>>;
  /** Bands with references only to their rows: without data, one blank repetition is kept. */
  readonly needed: ReadonlySet<Band>;
}

interface PlaceOptions extends BandRules {
  readonly sheet: string;
  readonly data: TemplateData;
  readonly refusals: Problems;
  readonly scope: BandScope;
  readonly lastRow: number;
  readonly mostRows: number;
  /** The part of the rows that this one of several sheets shows. */
  readonly slice: BandSlice | undefined;
}

/**
 * Finds the number and positions of every band's repetitions.
 * @param other the columns if rows are placed, the root of the rows if columns are placed
 * @throws SheetTooLong
 */
export function placeBands(root: Band, other: PlacedAxis | Band, options: PlaceOptions): PlacedAxis {
  const placer = new Placer(root, other, options);
  placer.place(root, 0, 1, Math.max(options.lastRow, ...root.children.map((child) => child.to)));
  return placer.axis;
}

const BLANK: BandScope = { rows: [], number: 1, isBlank: true };

class Placer {
  readonly axis: PlacedAxis;
  readonly #drawnAt: number[] = [];
  readonly #instanceAt: number[] = [];
  readonly #scopes = new Map<Band, readonly BandScope[]>();
  readonly #tests: ReadonlyMap<Band, (instance: number) => boolean>;

  constructor(
    readonly root: Band,
    other: PlacedAxis | Band,
    readonly options: PlaceOptions,
  ) {
    const bands = [root, ...root.within()];
    const places = new Map(
      bands.flatMap((band): [Band, BandPlaces][] => {
        const own: BandPlaces = {
          starts: [],
          parentOf: [],
          scopes: [],
          firstOf: [],
          startAt: [],
          endAt: [],
        };
        const beside = band.beside.map((each): [Band, BandPlaces] => [each.band, { ...own, scopes: [] }]);
        return [[band, own], ...beside];
      }),
    );
    this.axis = new PlacedAxis(root, places, this.#drawnAt, this.#instanceAt);
    const { data, refusals, scope, conditions } = options;
    const own = this.axis.placesOf(root);
    own.starts.push(1);
    own.parentOf.push(0);
    own.scopes.push(scope);
    const isRows = other instanceof PlacedAxis;
    const placed: PlacedBands = isRows
      ? { rows: this.axis, columns: other, data, refusals }
      : { rows: unmovedAxis(other, scope), columns: this.axis, data, refusals };
    this.#tests = new Map(
      bands.flatMap((band) => {
        const condition = conditions.get(band);
        return condition ? [[band, condition(placed)] as const] : [];
      }),
    );
  }

  /** Places one instance; returns the row after it. */
  place(band: Band, instance: number, start: number, to = band.to): number {
    // There may be very many of these.
    if (band.children.length === 0) return this.#rows(start, band.from, to, instance);
    let row = start;
    let templateRow = band.from;
    this.#findScopes(band, instance);
    const scopesOf = band.children.map((child) => this.#scopes.get(child) ?? []);
    band.children.forEach((child, index) => {
      row = this.#rows(row, templateRow, child.from - 1, instance);
      row = this.#children(child, instance, row, scopesOf[index] ?? []);
      templateRow = child.to + 1;
    });
    return this.#rows(row, templateRow, to, instance);
  }

  #children(child: Band, parentInstance: number, start: number, scopes: readonly BandScope[]): number {
    const places = this.axis.placesOf(child);
    let row = start;
    places.startAt[parentInstance] = row;
    places.firstOf[parentInstance] = places.starts.length;
    for (const { band } of child.beside) {
      const own = this.#scopes.get(band) ?? [];
      for (let at = 0; at < scopes.length; at++) this.axis.placesOf(band).scopes.push(own[at] ?? BLANK);
    }
    for (const scope of scopes) {
      places.starts.push(row);
      places.parentOf.push(parentInstance);
      places.scopes.push(scope);
      row = this.place(child, places.starts.length - 1, row);
    }
    places.endAt[parentInstance] = row;
    places.firstOf[parentInstance + 1] = places.starts.length;
    return row;
  }

  #rows(start: number, from: number, to: number, instance: number): number {
    const { mostRows, sheet } = this.options;
    if (start + to - from > mostRows)
      throw this.root.place === 'columns'
        ? renderRefused(sheet, message('size.columns', { sheet, most: mostRows }))
        : new SheetTooLong(sheet, mostRows);
    for (let row = from; row <= to; row++) {
      this.#drawnAt.push(row);
      this.#instanceAt.push(instance);
    }
    return start + to - from + 1;
  }

  /** `empty` bands are last, because they depend on the others. */
  #findScopes(band: Band, instance: number): void {
    const isLate = (child: Band): number => (child.rule.kind === 'empty' ? 1 : 0);
    for (const child of [...band.children].sort((a, b) => isLate(a) - isLate(b))) {
      this.#scopes.set(child, this.#scopesOf(child, band, instance));
    }
  }

  #scopesOf(child: Band, parent: Band, instance: number): readonly BandScope[] {
    const { needed, data, sheet } = this.options;
    const placeOf = ({ place }: Band): DataPlace => ({ sheet, place });
    const around = this.axis.placesOf(parent).scopes[instance];
    for (const { band } of child.beside) this.#scopes.delete(band);
    if (around?.isBlank) return needed.has(child) ? [BLANK] : [];
    const { rule } = child;
    if (rule.kind === 'each') {
      const at = { axis: this.axis, band: parent, instance };
      const lists = [child, ...child.beside.map(({ band }) => band)].flatMap((list) =>
        list.rule.kind === 'each'
          ? [{ list, rule: list.rule, found: data.scopes(list.rule.selection, placeOf(list), at) }]
          : [],
      );
      const length = lists.reduce((most, { rule: { least = 0 }, found }) => {
        return Math.max(most, found.length, Math.min(least, this.options.mostRows));
      }, 0);
      for (const { list, found } of lists) {
        const missing = Array<BandScope>(Math.max(0, length - found.length)).fill(BLANK);
        this.#scopes.set(list, this.#slice(child, missing.length === 0 ? found : [...found, ...missing]));
      }
      const scopes = this.#scopes.get(child) ?? [];
      if (scopes.length > 0) return scopes;
      const isReplaced = child.alternative !== undefined && !this.#isShownBefore(parent);
      return needed.has(child) && !isReplaced ? [BLANK] : [];
    }
    const shows =
      rule.kind === 'empty' ? this.#isEmpty(child, parent) : (this.#tests.get(child)?.(instance) ?? false);
    if (shows && around) return [around];
    return rule.kind === 'if' && needed.has(child) ? [BLANK] : [];
  }

  #isEmpty(alternative: Band, parent: Band): boolean {
    if (this.#isShownBefore(parent)) return false;
    const band = alternative.standsInFor;
    const scopes = band ? (this.#scopes.get(band) ?? []) : [];
    return scopes.length === 0;
  }

  /** On a further sheet, bands other than the continued one have been shown already. */
  #slice(child: Band, scopes: readonly BandScope[]): readonly BandScope[] {
    const { slice } = this.options;
    if (!slice || child.parent?.parent !== undefined) return scopes;
    if (child === slice.band) return scopes.slice(slice.from, slice.to);
    return this.#isFurtherSheet ? [] : scopes;
  }

  /** Its content is on the first of several sheets, except the continued band. */
  #isShownBefore(band: Band): boolean {
    return band.parent === undefined && this.#isFurtherSheet;
  }

  get #isFurtherSheet(): boolean {
    return (this.options.slice?.from ?? 0) > 0;
  }
}

/** The repetitions of a sheet's longest band that one of several sheets shows, from 0, `to` excluded. */
export interface BandSlice {
  readonly band: Band;
  readonly from: number;
  readonly to: number;
}

/** A share of a sheet's rows. With less space left by the other rows, nearly each repetition would need a sheet. */
const LEAST_ROOM = 0.05;

/**
 * Splits the longest band between repetitions so that each part fits a sheet with all other rows.
 * @param rows of the sheet, as if there were no limit
 * @throws SheetTooLong if the other rows leave no room, or one repetition alone does not fit
 */
export function bandSlices(
  rows: PlacedAxis,
  { sheet, mostRows }: { sheet: string; mostRows: number },
): BandSlice[] {
  const height = (each: Band): number =>
    (rows.placesOf(each).endAt[0] ?? 0) - (rows.placesOf(each).startAt[0] ?? 0);
  const [band] = rows.root.children.filter((each) => each.repeats).sort((a, b) => height(b) - height(a));
  if (!band) throw new SheetTooLong(sheet, mostRows);
  const { starts, startAt, endAt } = rows.placesOf(band);
  const end = endAt[0] ?? 0;
  const room = mostRows - ((rows.length ?? 0) - (end - (startAt[0] ?? 0)));
  if (room < mostRows * LEAST_ROOM) throw new SheetTooLong(sheet, mostRows);
  const slices: BandSlice[] = [];
  let from = 0;
  for (let at = 0; at < starts.length; at++) {
    const bottom = starts[at + 1] ?? end;
    if (bottom - (starts[at] ?? 0) > room) throw new SheetTooLong(sheet, mostRows);
    if (bottom - (starts[from] ?? 0) <= room) continue;
    slices.push({ band, from, to: at });
    from = at;
  }
  return [...slices, { band, from, to: starts.length }];
}

export class SheetTooLong extends WorkbookError {
  constructor(
    override readonly sheet: string,
    mostRows: number,
  ) {
    super('RENDER_REFUSED', message('size.rows', { sheet, most: mostRows }), { record: sheet });
  }
}
