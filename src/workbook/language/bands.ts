import type { Selection } from '../../language/clauses.js';
import type { Expression } from '../../language/grammar.js';
import type { DataRow, Scalar } from '../../language/languageValues.js';
import { countUntil } from '../cells/numbers.js';
import type { Text } from '../messages.js';

/**
 * Why rows repeat: `sheet` is the whole sheet (once, or once per group), `each` once per row or group, `if` once or not
 * at all, `empty` once if a band of that name has no rows.
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

export interface CellBands {
  readonly rows: Band;
  readonly columns: Band;
}

/** Rows or columns of a template that repeat, with nested bands, as drawn. */
export class Band {
  #parent: Band | undefined;
  #main: Band | undefined;

  constructor(
    readonly rule: BandRule,
    /** First and last row, or column, in the template. */
    readonly from: number,
    readonly to: number,
    /** The place of its declaration, for messages. */
    readonly place: string,
    /** In order. A band is nested in exactly one other. */
    readonly children: readonly Band[] = [],
    /** Lists next to it in the same rows, from left to right. */
    readonly beside: readonly { readonly column: number; readonly band: Band }[] = [],
  ) {
    for (const { band } of beside) band.#main = this;
    for (const child of children) child.#parent = this;
  }

  get parent(): Band | undefined {
    return this.#main?.parent ?? this.#parent;
  }

  get depth(): number {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** The band whose rows replace this one's if it has none: of several, each has its own. */
  get alternative(): Band | undefined {
    return this.rule.kind === 'each' ? this.#counterpart('empty') : undefined;
  }

  get standsInFor(): Band | undefined {
    return this.rule.kind === 'empty' ? this.#counterpart('each') : undefined;
  }

  #counterpart(kind: 'each' | 'empty'): Band | undefined {
    const alike = (wanted: string): Band[] =>
      this.#parent?.children.filter(({ rule }) => rule.kind === wanted && setOf(rule) === setOf(this.rule)) ??
      [];
    return alike(kind)[alike(this.rule.kind).indexOf(this)];
  }

  at(row: number): Band {
    const child = this.children[this.firstChildTo(row)];
    return child && child.from <= row ? child.at(row) : this;
  }

  /** This band, or the adjacent list that a column belongs to. */
  inColumn(column: number): Band {
    return this.beside.findLast((each) => each.column <= column)?.band ?? this;
  }

  /** The position of the first nested band that does not end before a row. Nested bands are in order. */
  firstChildTo(row: number): number {
    return countUntil(this.children.length, (at) => (this.children[at]?.to ?? 0) < row);
  }

  /** Whether a band inside has rows (or columns) from one to another. */
  hasBandIn(from: number, to: number): boolean {
    const child = this.children[this.firstChildTo(from)];
    return child !== undefined && child.from <= to;
  }

  get path(): readonly Band[] {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  /** The nested bands, each before those nested in it. */
  *within(): Generator<Band> {
    for (const child of this.children) {
      yield child;
      yield* child.within();
    }
  }

  /** The selection of groups or rows for this band: its own, or that of the nearest outer band. */
  get selection(): Selection | undefined {
    return this.ownSelection ?? this.parent?.selection;
  }

  get ownSelection(): Selection | undefined {
    return this.rule.kind === 'each' || this.rule.kind === 'sheet' ? this.rule.selection : undefined;
  }

  get root(): Band {
    return this.parent?.root ?? this;
  }

  /** The outline level of this band's own rows: the number of outlined groups that contain it. */
  get outlineLevel(): number {
    const around = this.parent?.path ?? [];
    return around.filter(({ rule }) => rule.kind === 'each' && rule.isOutlined).length;
  }

  get repeats(): boolean {
    return this.rule.kind === 'each';
  }
}

function setOf(rule: BandRule): string | undefined {
  return rule.kind === 'empty' ? rule.dataSet : rule.kind === 'each' ? rule.selection.dataSet : undefined;
}

export interface BandInstance {
  readonly axis: PlacedAxis;
  readonly band: Band;
  readonly instance: number;
}

/** The cell or band in which data are refused. */
export interface DataPlace {
  readonly sheet: string;
  readonly place: Text | undefined;
}

export interface BandData {
  readonly run: DataRow;
  /** All rows of a set that belong to the outer groups. */
  readonly rowsWithin: (dataSet: string, around?: BandInstance) => readonly DataRow[];
  /** Finds all rows of a set that have given values in these fields. */
  readonly finder: (
    dataSet: string,
    fields: readonly string[],
  ) => (values: readonly Scalar[]) => readonly DataRow[];
  /** @param at the place of the condition, for messages */
  readonly tester: (selection: Selection, at: DataPlace) => (row: DataRow) => boolean;
}

export interface BandScope {
  /** One row, or all rows of a group. */
  readonly rows: readonly DataRow[];
  /** 1 for the first repetition within the surrounding band. */
  readonly number: number;
  /** A band without data whose rows must remain because of references to them: formats without values. */
  readonly isBlank: boolean;
  /** The row, if it is a single one; there may be very many. */
  readonly single?: DataRow;
}

/** A repetition for a single row, as small as possible. */
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

/** The positions of a band's repetitions. "Instance" is the index of a repetition on the whole sheet, from 0. */
export interface BandPlaces {
  /** First row, or column, of each instance. */
  readonly starts: number[];
  /** For each instance, the instance of the outer band that it belongs to. */
  readonly parentOf: number[];
  readonly scopes: BandScope[];
  /** The first instance within each instance of the outer band, with one additional entry at the end. */
  readonly firstOf: number[];
  /** The first row of the band, and the row after its end, within each instance of the outer band. */
  readonly startAt: number[];
  readonly endAt: number[];
}

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

  /** The template row of an output row (from 1); undefined below the last one. */
  drawnLine(row: number): number | undefined {
    return this.drawnAt ? this.drawnAt[row - 1] : row;
  }

  /** The instance of the innermost band of an output row (from 1). */
  instance(row: number): number {
    return this.instanceAt?.[row - 1] ?? 0;
  }

  isBlank(band: Band, instance: number): boolean {
    return this.placesOf(band).scopes[instance]?.isBlank ?? false;
  }

  /** The instance of an outer band for an instance of a nested one. */
  ancestorInstance(own: Band, instance: number, ancestor: Band): number {
    let at = instance;
    for (let band: Band | undefined = own; band && band !== ancestor; band = band.parent) {
      at = this.placesOf(band).parentOf[at] ?? 0;
    }
    return at;
  }
}

/** An axis on which nothing repeats: written once, as drawn. */
export function unmovedAxis(root: Band, scope?: BandScope): PlacedAxis {
  const places: BandPlaces = {
    starts: [1],
    parentOf: [0],
    scopes: scope ? [scope] : [],
    firstOf: [],
    startAt: [],
    endAt: [],
  };
  return new PlacedAxis(root, new Map([[root, places]]), undefined, undefined);
}
