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

/** Collects problems so that all are told at once. */
export class Problems {
  readonly list: Problem[] = [];

  add(sheet: string | undefined, cell: string | undefined, problem: string, remedy: string): void {
    const isKnown = this.list.some(
      (each) => each.sheet === sheet && each.cell === cell && each.problem === problem,
    );
    if (!isKnown) this.list.push({ sheet, cell, problem, remedy });
  }
}
