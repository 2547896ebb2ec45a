import type { DataRow } from '../../model.js';
import type { Band } from './band.js';

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

  of(band: Band): BandPlaces {
    const places = this.#places.get(band);
    if (!places) throw new Error(`the band at ${band.place} stands on another sheet`);
    return places;
  }

  /** Rows of the output; undefined if none moves. */
  get length(): number | undefined {
    return this.drawnAt?.length;
  }

  /** The row of the template that a row of the output (from 1) comes from; undefined below the last one. */
  drawn(row: number): number | undefined {
    return this.drawnAt ? this.drawnAt[row - 1] : row;
  }

  /** The instance of its innermost band that a row of the output (from 1) stands in. */
  instance(row: number): number {
    return this.instanceAt?.[row - 1] ?? 0;
  }

  isBlank(band: Band, instance: number): boolean {
    return this.of(band).scopes[instance]?.isBlank ?? false;
  }

  /** The instance of a band around another that an instance of the latter stands in. */
  ancestorInstance(own: Band, instance: number, ancestor: Band): number {
    let at = instance;
    for (let band: Band | undefined = own; band && band !== ancestor; band = band.parent) {
      at = this.of(band).parentOf[at] ?? 0;
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
