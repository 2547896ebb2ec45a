import { countUntil } from '../cells/countUntil.js';
import type { DataRow, Scalar } from '../model.js';
import type { Expression } from './grammar.js';

export interface SortKey {
  readonly of: Expression;
  readonly descending: boolean;
}

/** The rows of a data set that a band repeats over. */
export interface Selection {
  readonly dataSet: string;
  /** One repetition for each group of rows that agree in these; without: for each row. */
  readonly keys: readonly Expression[];
  /** The same as text; a field is its name. */
  readonly groupBy: readonly string[];
  readonly sortBy: readonly SortKey[];
  readonly where: Expression | undefined;
  /** No more repetitions than this. */
  readonly limit: number | undefined;
}

/**
 * What makes rows repeat: `sheet` is the whole sheet (once, or once for each group), `each` once for each row or
 * group, `if` once or not at all, `empty` once where a band of that name has no rows.
 */
export type BandRule =
  | { readonly kind: 'sheet'; readonly selection: Selection | undefined }
  | {
      readonly kind: 'each';
      readonly selection: Selection;
      readonly breaksPage: boolean;
      readonly isOutlined: boolean;
      readonly least?: number | undefined;
    }
  | { readonly kind: 'if'; readonly condition: Expression }
  | { readonly kind: 'empty'; readonly dataSet: string };

/** The innermost bands around a cell: of rows, and of columns. */
export interface CellBands {
  readonly rows: Band;
  readonly columns: Band;
}

/** Rows or columns of a template that repeat, with the bands inside, as they were drawn. */
export class Band {
  #parent: Band | undefined;
  #main: Band | undefined;
  /** Of the bands inside that have one: the band whose rows stand in for theirs where they have none. */
  readonly #alternatives = new Map<Band, Band>();

  constructor(
    readonly rule: BandRule,
    /** First and last row, or column, in the template. */
    readonly from: number,
    readonly to: number,
    /** Where it is declared, for messages. */
    readonly place: string,
    /** One after the other. A band stands in one other only. */
    readonly children: readonly Band[] = [],
    /** Lists that stand beside it in the same rows, from left to right. */
    readonly beside: readonly { readonly column: number; readonly band: Band }[] = [],
  ) {
    for (const { band } of beside) band.#main = this;
    for (const child of children) child.#parent = this;
    for (const child of children) {
      const each = child.rule.kind === 'empty' ? this.#eachOver(child.rule.dataSet) : undefined;
      if (each) this.#alternatives.set(each, child);
    }
  }

  #eachOver(dataSet: string): Band | undefined {
    return this.children.find(
      (child) =>
        child.rule.kind === 'each' &&
        child.rule.selection.dataSet === dataSet &&
        !this.#alternatives.has(child),
    );
  }

  private alternativeOf(child: Band): Band | undefined {
    return this.#alternatives.get(child);
  }

  get parent(): Band | undefined {
    return this.#main?.parent ?? this.#parent;
  }

  get depth(): number {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** The band whose rows stand in for this one's where it has none. */
  get alternative(): Band | undefined {
    return this.#parent?.alternativeOf(this);
  }

  /** The band that this one stands in for. */
  get standsInFor(): Band | undefined {
    return this.#parent?.children.find((child) => child.alternative === this);
  }

  /** The innermost band at a row of the template. */
  at(row: number): Band {
    const child = this.children[this.firstChildTo(row)];
    return child && child.from <= row ? child.at(row) : this;
  }

  /** This band, or the list beside it that a column belongs to. */
  inColumn(column: number): Band {
    return this.beside.findLast((each) => each.column <= column)?.band ?? this;
  }

  /** The place of the first band inside that does not end before a row. Bands inside stand one after the other. */
  firstChildTo(row: number): number {
    return countUntil(this.children.length, (at) => (this.children[at]?.to ?? 0) < row);
  }

  /** Whether a band inside has rows (or columns) from one to another. */
  hasBandIn(from: number, to: number): boolean {
    const child = this.children[this.firstChildTo(from)];
    return child !== undefined && child.from <= to;
  }

  /** This band and those around it, the outermost first. */
  get path(): readonly Band[] {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  /** The bands inside, each before those inside of it. */
  *within(): Generator<Band> {
    for (const child of this.children) {
      yield child;
      yield* child.within();
    }
  }

  /** The selection whose groups or rows this band sees: its own, or that of the nearest band around it. */
  get selection(): Selection | undefined {
    return this.ownSelection ?? this.parent?.selection;
  }

  /** What it repeats over itself. */
  get ownSelection(): Selection | undefined {
    return this.rule.kind === 'each' || this.rule.kind === 'sheet' ? this.rule.selection : undefined;
  }

  /** The band that all others of the sheet stand in. */
  get root(): Band {
    return this.parent?.root ?? this;
  }

  /** How often the rows of this band itself are folded: by the outlined groups around it. */
  get outlineLevel(): number {
    const around = this.parent?.path ?? [];
    return around.filter(({ rule }) => rule.kind === 'each' && rule.isOutlined).length;
  }

  get repeats(): boolean {
    return this.rule.kind === 'each';
  }
}

/** A repetition of a band. */
export interface BandInstance {
  readonly axis: PlacedAxis;
  readonly band: Band;
  readonly instance: number;
}

/** The rows of a model as bands select them. */
export interface BandData {
  readonly run: DataRow;
  /** All rows of a set that belong to the groups around. */
  readonly rowsWithin: (dataSet: string, around?: BandInstance) => readonly DataRow[];
  /** Finds all rows of a set that have given values in these fields. */
  readonly finder: (
    dataSet: string,
    fields: readonly string[],
  ) => (values: readonly Scalar[]) => readonly DataRow[];
  /** Whether a row is one of those that a selection asks for. */
  readonly tester: (selection: Selection) => (row: DataRow) => boolean;
}

/** What one repetition of a band sees. */
export interface BandScope {
  /** One row, or all rows of a group. */
  readonly rows: readonly DataRow[];
  /** 1 for the first repetition within the surrounding band. */
  readonly number: number;
  /** A band without data whose rows must stay, because something refers to them: styles without values. */
  readonly isBlank: boolean;
  /** The row, where it is one: there may be very many. */
  readonly single?: DataRow;
}

/** A repetition for a single row, as small as can be. */
export class RowScope implements BandScope {
  constructor(
    readonly single: DataRow,
    readonly number: number,
  ) {}

  get rows(): readonly DataRow[] {
    return [this.single];
  }

  get isBlank(): boolean {
    return false;
  }
}

/** Where the repetitions of a band stand. "Instance" counts its repetitions over the whole sheet, from 0. */
export interface BandPlaces {
  /** First row, or column, of each instance. */
  readonly starts: number[];
  /** Instance of the band around that each instance belongs to. */
  readonly parentOf: number[];
  readonly scopes: BandScope[];
  /** First instance within each instance of the band around; one more entry than that has instances. */
  readonly firstOf: number[];
  /** Row where the band begins, and the row after its end, within each instance of the band around. */
  readonly startAt: number[];
  readonly endAt: number[];
}

/** The rows of a sheet, or its columns, as they are written. */
export class PlacedAxis {
  readonly #places: ReadonlyMap<Band, BandPlaces>;

  constructor(
    readonly root: Band,
    places: ReadonlyMap<Band, BandPlaces>,
    /** For each row of the output (from 0) the template's; undefined if none moves. */
    readonly drawnAt: readonly number[] | undefined,
    /** For each row of the output the instance of its innermost band. */
    readonly instanceAt: readonly number[] | undefined,
  ) {
    this.#places = places;
  }

  placesOf(band: Band): BandPlaces {
    const places = this.#places.get(band);
    if (!places) throw new Error(`the band at ${band.place} stands on another sheet`);
    return places;
  }

  /** Rows of the output; undefined if none moves. */
  get length(): number | undefined {
    return this.drawnAt?.length;
  }

  /** The row of the template that a row of the output (from 1) comes from; undefined below the last one. */
  drawnLine(row: number): number | undefined {
    return this.drawnAt ? this.drawnAt[row - 1] : row;
  }

  /** The instance of its innermost band that a row of the output (from 1) stands in. */
  instance(row: number): number {
    return this.instanceAt?.[row - 1] ?? 0;
  }

  isBlank(band: Band, instance: number): boolean {
    return this.placesOf(band).scopes[instance]?.isBlank ?? false;
  }

  /** The instance of a band around another that an instance of the latter stands in. */
  ancestorInstance(own: Band, instance: number, ancestor: Band): number {
    let at = instance;
    for (let band: Band | undefined = own; band && band !== ancestor; band = band.parent) {
      at = this.placesOf(band).parentOf[at] ?? 0;
    }
    return at;
  }
}

/** An axis on which nothing repeats: written once, as it was drawn. */
export function unmovedAxis(root: Band, scope?: BandScope): PlacedAxis {
  const places: BandPlaces = {
    ...{ starts: [1], parentOf: [0], scopes: scope ? [scope] : [] },
    ...{ firstOf: [], startAt: [], endAt: [] },
  };
  return new PlacedAxis(root, new Map([[root, places]]), undefined, undefined);
}
