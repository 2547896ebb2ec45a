import type { DataRow } from '../../model.js';
import type { Condition } from './condition.js';

/** What one repetition of a band sees. */
export interface Scope {
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
export class RowScope implements Scope {
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

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The rows of a data set that a band repeats over. */
export interface Selection {
  readonly dataSet: string;
  /** One repetition for each group of rows that agree in these fields; without: for each row. */
  readonly groupBy: readonly string[];
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

/** Rows or columns of a template that repeat, with the bands inside, and where their repetitions stand once data is known. */
export class Band {
  readonly children: Band[] = [];
  parent: Band | undefined;
  depth = 0;
  /** The band whose rows stand in for this one's where it has none. */
  alternative: Band | undefined;
  /** For `if`: whether it shows within an instance of the parent. Set once its fields are known. */
  test: ((parentInstance: number) => boolean) | undefined;
  /** Something refers to these rows alone: without data one blank repetition stays. */
  keepsBlank = false;

  // Where repetitions stand. Filled by `placeBands`; "instance" counts repetitions over the whole sheet.
  /** First row of each instance. */
  starts: number[] = [];
  /** Instance of the parent that each instance belongs to. */
  parentOf: number[] = [];
  scopes: Scope[] = [];
  /** First instance within each instance of the parent; one more entry than the parent has instances. */
  firstOf: number[] = [];
  /** Row where this band begins, and the row after its end, within each instance of the parent. */
  startAt: number[] = [];
  endAt: number[] = [];

  constructor(
    readonly rule: BandRule,
    /** First and last row, or column, in the template. */
    readonly from: number,
    readonly to: number,
    /** Where it is declared, for messages. */
    readonly place: string,
  ) {}

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
    return this.parent ? [...this.parent.path, this] : [this];
  }

  /** The selection whose groups or rows this band sees: its own, or that of the nearest band around it. */
  get selection(): Selection | undefined {
    const { rule } = this;
    if (rule.kind === 'each' || rule.kind === 'sheet') return rule.selection ?? this.parent?.selection;
    return this.parent?.selection;
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

  /** The instance of a band around this one that an instance of this one stands in. */
  ancestorInstance(instance: number, ancestor: Band): number {
    let at = instance;
    for (let band: Band | undefined = this; band && band !== ancestor; band = band.parent) {
      at = band.parentOf[at] ?? 0;
    }
    return at;
  }
}
