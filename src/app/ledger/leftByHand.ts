import { type LineKey, payLineText } from '../../domain/corrections/exportedLine.js';
import { parseRowName } from '../../domain/corrections/rowName.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import { isInside } from '../../domain/period/period.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import { type CorrectionBase, findPayrollFinals } from './correctionBase.js';
import { PAY_LINES, splitIntoBatches } from './exportedLines.js';
import { coveredDays, findNewestOn } from './finals.js';

/** An amount that a payroll system has and the recorded pay line does not. */
export interface LeftByHand {
  /** The line of the system's template. */
  readonly key: LineKey;
  readonly amount: number;
}

/**
 * What corrections of a final wrote for one payroll system while they left the pay line open, because another system's
 * amount is entered by hand. Whatever the entries say today, one of the two systems has another amount: if the change is
 * undone, the pay line alone does not show it. A later correction of these days that leaves nothing open ends this.
 */
function leftIn(base: CorrectionBase): readonly LeftByHand[] {
  if (!base.links.some(leavesOpen)) return [];
  return [...splitIntoBatches(base.people)].flatMap((ids) => leftOfPeople(base, new Set(ids)));
}

/**
 * The same of several finals: of each day from the newest of them, and without pay lines that differ anyway.
 * @param differing as `payLineText`
 */
export function findLeftByHand(
  bases: readonly CorrectionBase[],
  differing: ReadonlySet<string>,
): readonly (LeftByHand & { readonly base: CorrectionBase })[] {
  const newestOn = findNewestOn(
    bases.map(({ final }) => final),
    findPayrollFinals(bases),
  );
  return bases.flatMap((base) =>
    leftIn(base)
      .filter(({ key }) => newestOn(key.date)?.link.runId === base.final.link.runId)
      .filter(({ key }) => !differing.has(payLineText(key)))
      .map((left) => ({ ...left, base })),
  );
}

function leftOfPeople(base: CorrectionBase, people: ReadonlySet<string>): readonly LeftByHand[] {
  const { from, to } = base.final.link.period;
  const found = new Map<string, Map<string, LeftByHand>>();
  for (const { link, exported, settled } of base.keptOf(people)) {
    if (link.kind !== 'correction') continue;
    if (!leavesOpen(link)) {
      for (const [name, lines] of found)
        if ([...lines.values()].every(({ key }) => isInside(key.date, coveredDays(link)))) found.delete(name);
      continue;
    }
    for (const line of [...exported.lines, ...settled.lines]) {
      if (!line.row.startsWith(`${from}..${to} `) || !isOfPayLine(line)) continue;
      const name = payLineText(line);
      const lines = found.get(name) ?? new Map<string, LeftByHand>();
      const amount = addQuantities(lines.get(line.template)?.amount ?? 0, line.amount);
      found.set(name, lines.set(line.template, { key: line, amount }));
    }
  }
  return [...found.values()].flatMap((lines) => {
    const moved = [...lines.values()].filter(({ amount }) => amount !== 0);
    return moved.some(({ key }) => key.template === PAY_LINES) ? [] : moved.slice(0, 1);
  });
}

/** Corrections of earlier versions do not say what they left. */
function leavesOpen({ facts: { left } }: LedgerLink): boolean {
  return typeof left === 'number' && left > 0;
}

/** Amounts of a whole person, day or entry are of no single pay line. */
function isOfPayLine({ template, row }: LineKey): boolean {
  return template === PAY_LINES || parseRowName(row).data === undefined;
}
