import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Fate } from './faultShim.js';
import type { Cell, CellList } from './matrixCells.js';
import { MATRIX_COMMANDS } from './matrixCommands.js';

const FATES: readonly Fate[] = ['kill', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE'];

const outcome = z.object({
  key: z.string(),
  /** Empty if nothing was. */
  wrong: z.array(z.string()),
  /** Tried again in processes of their own, after something was wrong in the shared one. */
  apart: z.boolean(),
});
export type Outcome = z.infer<typeof outcome>;

/** The outcomes of cells, kept in a file, so that several runs try them all. */
export class MatrixResults {
  readonly #path: string | undefined;
  readonly #outcomes = new Map<string, Outcome>();

  /** @param path undefined: kept in memory only */
  constructor(path: string | undefined) {
    this.#path = path;
    if (path === undefined || !existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const parsed = outcome.parse(JSON.parse(line));
      this.#outcomes.set(parsed.key, parsed);
    }
  }

  /** Whether the cell was tried and nothing was wrong. */
  isRight({ key }: Cell): boolean {
    return this.#outcomes.get(key)?.wrong.length === 0;
  }

  add(added: Outcome): void {
    this.#outcomes.set(added.key, added);
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(added)}\n`);
  }

  /** What was wrong, by cell. */
  wrong(cells: readonly Cell[]): readonly Outcome[] {
    return cells.flatMap(({ key }) => {
      const found = this.#outcomes.get(key);
      return found !== undefined && found.wrong.length > 0 ? [found] : [];
    });
  }

  /** For each command the cells of each fate that were tried, how many there are, and in how many something was wrong. */
  table({ cells, all, withoutRows, sameFiles, sameCode }: CellList): string {
    const isTried = ({ key }: Cell) => this.#outcomes.has(key);
    const rows = MATRIX_COMMANDS.map(({ name }) => {
      const own = cells.filter(({ command }) => command.name === name);
      const counts = FATES.map((fate) => own.filter((cell) => cell.fate === fate && isTried(cell)).length);
      return [name, ...counts, own.filter(isTried).length, own.length, this.wrong(own).length];
    });
    const lines = [['command', ...FATES, 'tried', 'cells', 'wrong'], ...rows].map((row) =>
      row.map((cell, at) => (at === 0 ? String(cell).padEnd(28) : String(cell).padStart(8))).join(''),
    );
    return [
      `${cells.filter(isTried).length} of ${cells.length} cells tried, ${this.wrong(cells).length} wrong`,
      `calls × fates: ${all}; without calls between equal ones in a row: ${withoutRows}; of these ${sameFiles} kills leave`,
      `the same files as the call before, and ${sameCode} are in code that an earlier command shares`,
      ...lines,
    ].join('\n');
  }
}
