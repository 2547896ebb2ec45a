import { type LineKey, payLineText } from './exportedLine.js';
import type { LineDifference } from './lineDifferences.js';

/** A pay line that differs from what a final recorded, whatever its files print. */
export interface PayLineDifference<Base> {
  readonly base: Base;
  readonly difference: LineDifference;
}

/** Pay lines that differ, with those that a template of some final prints: its own lines say what to correct. */
export class OpenPayLines<Base> {
  readonly #keys: ReadonlySet<string>;
  readonly #printed = new Set<string>();

  constructor(readonly differences: readonly PayLineDifference<Base>[]) {
    this.#keys = new Set(differences.map(({ difference }) => payLineText(difference.key)));
  }

  /** @param line that a template prints, or has printed */
  note(line: LineKey): void {
    const key = payLineText(line);
    if (this.#keys.has(key)) this.#printed.add(key);
  }

  /**
   * Of a template over people, days or entries: what it prints of a person's time has all lines of ordinary work in it.
   * @param isWork whether a pay code is ordinary work, and no premium on top of it
   */
  noteWhole(line: LineKey, isByDay: boolean, isWork: (payCode: string) => boolean): void {
    for (const { difference } of this.differences) {
      const { key } = difference;
      const isSame = key.employeeId === line.employeeId && (!isByDay || key.date === line.date);
      if (isSame && key.unit === line.unit && isWork(key.payCode)) this.#printed.add(payLineText(key));
    }
  }

  get printed(): readonly PayLineDifference<Base>[] {
    return this.#some((key) => this.#printed.has(key));
  }

  get unprinted(): readonly PayLineDifference<Base>[] {
    return this.#some((key) => !this.#printed.has(key));
  }

  #some(isWanted: (key: string) => boolean): PayLineDifference<Base>[] {
    return this.differences.filter(({ difference }) => isWanted(payLineText(difference.key)));
  }
}
