import type { Band, Scope } from '../language/band.js';
import type { TemplateData } from '../language/templateData.js';
import { SheetTooLong, tooWide } from './sheetTooLong.js';
import type { Slice } from './slices.js';

/** For each output row, or column (from 0), the template's and the instance of its innermost band. */
export interface OutputRows {
  readonly templateRow: number[];
  readonly instance: number[];
}

export interface PlaceOptions {
  readonly sheet: string;
  readonly data: TemplateData;
  /** What the whole sheet is about. */
  readonly scope: Scope;
  /** The template's last row with anything in it. */
  readonly lastRow: number;
  readonly mostRows: number;
  /** The part that this one of several sheets shows. */
  readonly slice: Slice | undefined;
}

/**
 * Finds how often every band repeats and where its repetitions stand. Fills the bands.
 * @throws SheetTooLong
 */
export function placeBands(root: Band, options: PlaceOptions): OutputRows {
  clear(root);
  root.starts.push(1);
  root.parentOf.push(0);
  root.scopes.push(options.scope);
  const placer = new Placer(options, root);
  placer.place(root, 0, 1, Math.max(options.lastRow, ...root.children.map((child) => child.to)));
  return placer.rows;
}

function clear(band: Band): void {
  for (const list of [band.starts, band.parentOf, band.scopes, band.firstOf, band.startAt, band.endAt])
    list.length = 0;
  band.children.forEach(clear);
}

class Placer {
  readonly rows: OutputRows = { templateRow: [], instance: [] };
  readonly #scopes = new Map<Band, readonly Scope[]>();

  readonly #root: Band;

  constructor(
    readonly options: PlaceOptions,
    root: Band,
  ) {
    this.#root = root;
  }

  /** Places one instance; gives the row after it. */
  place(band: Band, instance: number, start: number, to = band.to): number {
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

  #children(child: Band, parentInstance: number, start: number, scopes: readonly Scope[]): number {
    let row = start;
    child.startAt[parentInstance] = row;
    child.firstOf[parentInstance] = child.starts.length;
    for (const scope of scopes) {
      child.starts.push(row);
      child.parentOf.push(parentInstance);
      child.scopes.push(scope);
      row = this.place(child, child.starts.length - 1, row);
    }
    child.endAt[parentInstance] = row;
    child.firstOf[parentInstance + 1] = child.starts.length;
    return row;
  }

  #rows(start: number, from: number, to: number, instance: number): number {
    const { templateRow, instance: instances } = this.rows;
    const { mostRows, sheet } = this.options;
    if (start + to - from > mostRows)
      throw this.#root.place === 'columns' ? tooWide(sheet, mostRows) : new SheetTooLong(sheet, mostRows);
    for (let row = from; row <= to; row++) {
      templateRow.push(row);
      instances.push(instance);
    }
    return start + to - from + 1;
  }

  /** `empty` bands come last, because they ask what the others found. */
  #findScopes(band: Band, instance: number): void {
    const isLate = (child: Band): number => (child.rule.kind === 'empty' ? 1 : 0);
    for (const child of [...band.children].sort((a, b) => isLate(a) - isLate(b))) {
      this.#scopes.set(child, this.#scopesOf(child, band, instance));
    }
  }

  #scopesOf(child: Band, parent: Band, instance: number): readonly Scope[] {
    const around = parent.scopes[instance];
    const blank: Scope = { rows: [], number: 1, isBlank: true };
    if (around?.isBlank) return child.keepsBlank ? [blank] : [];
    const { rule } = child;
    if (rule.kind === 'each') {
      const scopes = this.#slice(child, this.options.data.scopes(rule.selection, parent, instance));
      if (scopes.length > 0) return scopes;
      const isReplaced = child.alternative !== undefined && !this.#isShownBefore(parent);
      return child.keepsBlank && !isReplaced ? [blank] : [];
    }
    const shows = rule.kind === 'empty' ? this.#isEmpty(child, parent) : (child.test?.(instance) ?? false);
    if (shows && around) return [around];
    return rule.kind === 'if' && child.keepsBlank ? [blank] : [];
  }

  #isEmpty(alternative: Band, parent: Band): boolean {
    if (this.#isShownBefore(parent)) return false;
    const band = parent.children.find((each) => each.alternative === alternative);
    const scopes = band ? (this.#scopes.get(band) ?? []) : [];
    return scopes.length === 0;
  }

  /** On a further sheet other bands than the one that goes on have been shown already. */
  #slice(child: Band, scopes: readonly Scope[]): readonly Scope[] {
    const { slice } = this.options;
    if (!slice || child.parent?.parent !== undefined) return scopes;
    if (child === slice.band) return scopes.slice(slice.from, slice.to);
    return this.#isFurtherSheet ? [] : scopes;
  }

  /** What is in it stands on the first of several sheets, but for the band that goes on. */
  #isShownBefore(band: Band): boolean {
    return band.parent === undefined && this.#isFurtherSheet;
  }

  get #isFurtherSheet(): boolean {
    return (this.options.slice?.from ?? 0) > 0;
  }
}
