import type { ColumnSpec } from './columnSpec.js';
import type { When } from './sectionSpec.js';

/** Why the columns of pay codes cannot stand side by side, or stand there at all; undefined where they can. */
export function spreadProblem(columns: readonly ColumnSpec[], hasCodes: boolean): string | undefined {
  const ofCodes = columns.find(({ code, pivot, slots }) => (code ?? pivot ?? slots) !== undefined);
  if (ofCodes !== undefined && !hasCodes)
    return 'columns with "code", "pivot" or "slots" need "codes" beside "columns": codes: {}';
  const spread = columns.filter(({ pivot, slots }) => (pivot ?? slots) !== undefined);
  const isTwice = spread.some((one, index) =>
    spread.slice(index + 1).some((other) => canBothHold(one.when, other.when)),
  );
  return isTwice
    ? 'give only one column with "pivot" or "slots" (or two that never hold together): each writes every pay code that has no column of its own'
    : undefined;
}

/** False where a variable would need two values at once. */
function canBothHold(one: When = {}, other: When = {}): boolean {
  return Object.entries(one).every(([variable, values]) => {
    const others = other[variable];
    return others === undefined || [values].flat().some((value) => [others].flat().includes(value));
  });
}
