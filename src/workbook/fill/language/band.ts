import type { Condition } from './condition.js';
import type { GroupKey } from './placeholder.js';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The rows of a data set that a band repeats over. */
export interface Selection {
  readonly dataSet: string;
  /** One repetition for each group of rows that agree in these fields or keys; without: for each row. */
  readonly groupBy: readonly string[];
  /** The same, each with its field and formats. */
  readonly keys: readonly GroupKey[];
  readonly sortBy: readonly SortKey[];
  readonly where: Condition | undefined;
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
    }
  | { readonly kind: 'if'; readonly condition: Condition }
  | { readonly kind: 'empty'; readonly dataSet: string };

/** The innermost bands around a cell: of rows, and of columns. */
export interface CellBands {
  readonly rows: Band;
  readonly columns: Band;
}

/** Rows or columns of a template that repeat, with the bands inside, as they were drawn. */
export class Band {
  #parent: Band | undefined;
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
  ) {
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
    return this.#parent;
  }

  get depth(): number {
    return this.#parent ? this.#parent.depth + 1 : 0;
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

  /** The place of the first band inside that does not end before a row. Bands inside stand one after the other. */
  firstChildTo(row: number): number {
    let [low, high] = [0, this.children.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.children[middle]?.to ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** This band and those around it, the outermost first. */
  get path(): readonly Band[] {
    return this.#parent ? [...this.#parent.path, this] : [this];
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
    return this.ownSelection ?? this.#parent?.selection;
  }

  /** What it repeats over itself. */
  get ownSelection(): Selection | undefined {
    return this.rule.kind === 'each' || this.rule.kind === 'sheet' ? this.rule.selection : undefined;
  }

  /** The band that all others of the sheet stand in. */
  get root(): Band {
    return this.#parent?.root ?? this;
  }

  /** How often the rows of this band itself are folded: by the outlined groups around it. */
  get outlineLevel(): number {
    const around = this.#parent?.path ?? [];
    return around.filter(({ rule }) => rule.kind === 'each' && rule.isOutlined).length;
  }

  get repeats(): boolean {
    return this.rule.kind === 'each';
  }
}
