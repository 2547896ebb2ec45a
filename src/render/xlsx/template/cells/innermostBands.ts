import type { Band } from '../sheet/band.js';

/** The innermost band of each row of a template, looked up once. */
export class Bands {
  readonly #byRow: Band[] = [];

  constructor(
    readonly root: Band,
    lastRow: number,
  ) {
    for (let row = 1; row <= lastRow; row++) this.#byRow[row] = root.at(row);
  }

  at(row: number): Band {
    return this.#byRow[row] ?? this.root;
  }
}
