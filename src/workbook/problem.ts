import { shortQuote, shortText } from './shortText.js';

/** Something in a user's workbook that cannot work, with what would. */
export interface Problem {
  /** Undefined where it is about the whole file. */
  readonly sheet: string | undefined;
  readonly cell: string | undefined;
  readonly problem: string;
  /** What would be right. */
  readonly remedy: string;
}

/** `Hours!B4: "{{employe.name}}" … Write …` */
export function problemText({ sheet, cell, problem, remedy }: Problem): string {
  const place = [sheet, cell].filter((part) => part !== undefined).join('!');
  return `${place === '' ? '' : `${place}: `}${problem}. ${remedy}`;
}

/** Nobody reads more, and one mistake in a filled-down column is in every row of it. */
const MOST_TOLD = 200;
/** Looking for more than this is work for nothing. */
const MOST_LOOKED_FOR = 2_000;

/** Collects problems so that all are told at once; of very many the first, and how many more there are. */
export class Problems {
  readonly #known = new Set<string>();
  readonly #told: Problem[] = [];

  add(sheet: string | undefined, cell: string | undefined, problem: string, remedy: string): void {
    const told: Problem = {
      sheet: sheet === undefined ? undefined : shortQuote(sheet),
      cell: cell === undefined ? undefined : shortQuote(cell),
      problem: shortText(problem),
      remedy: shortText(remedy),
    };
    const key = JSON.stringify([told.sheet, told.cell, told.problem]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.#told.length < MOST_TOLD) this.#told.push(told);
  }

  /** There are so many that cells need no longer be looked at. */
  get isFull(): boolean {
    return this.#known.size >= MOST_LOOKED_FOR;
  }

  /** The first problems; if there are more, the last entry says how many. */
  get list(): readonly Problem[] {
    const left = this.#known.size - this.#told.length;
    if (left === 0) return this.#told;
    const problem = `and ${left} more${this.isFull ? ' at least' : ''}`;
    return [
      ...this.#told,
      { sheet: undefined, cell: undefined, problem, remedy: 'Mend these, and check again.' },
    ];
  }
}
