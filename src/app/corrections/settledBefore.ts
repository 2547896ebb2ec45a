import { groupBy } from '../../domain/collections.js';
import type { LineKey } from '../../domain/corrections/exportedLine.js';
import { movedAmount } from '../../domain/corrections/lineDifferences.js';
import { type Finding, finding } from '../../domain/exceptions/finding.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { CorrectionBase } from '../ledger/correctionBase.js';
import type { CorrectionLine, SettledBefore } from './correctionLines.js';
import type { ComparedFinal } from './openFinals.js';

/** A settled line of the ledger, with the reason that was recorded for it. */
type SettledLine = LineKey & { readonly amount: number; readonly reason?: string };

/**
 * The lines, each with the settlement that it would undo: hours that were left paid and are read again would be paid
 * twice, and hours that were left out and are gone would be taken back without having been paid.
 */
export function withSettledBefore(lines: readonly CorrectionLine[]): readonly CorrectionLine[] {
  const settledOf = new Map(
    [...groupBy(lines, ({ base }) => base)].map(([base, own]) => [base, settledIn(base, own)] as const),
  );
  return lines.map((line) => {
    const settled = settledOf.get(line.base);
    const moved = movedAmount(line.difference);
    const undone = keysOf(line.difference.key)
      .flatMap((key) => settled?.get(key) ?? [])
      .find(({ amount }) => isOpposite(amount, moved));
    return undone === undefined ? line : { ...line, settledBefore: undone };
  });
}

/** An exception for each line of a file that would undo a settlement; a pay line in several files has one. */
export function settledAgain({ base }: ComparedFinal, lines: readonly CorrectionLine[]): Finding[] {
  const own = lines.filter((line) => line.base === base && line.disposition === 'file');
  const same = groupBy(own, ({ difference: { key } }) => keysOf({ ...key, template: '' })[0]);
  return [...same.values()].flatMap((some) => {
    const line = some.find(({ settledBefore }) => settledBefore !== undefined);
    if (line?.settledBefore === undefined) return [];
    const { id: record, difference, settledBefore } = line;
    const { employeeId, date, unit } = difference.key;
    const { amount: settled, reasons } = settledBefore;
    const facts = { unit, settled, reason: reasons.join('; '), reasons: reasons.length };
    return [
      finding('SETTLED_AGAIN', { employeeId, date, record }, { ...facts, now: movedAmount(difference) }),
    ];
  });
}

/**
 * What is settled and not yet taken up again, by line and by day: a line of a later file in the other direction was
 * asked about when it was written.
 */
function settledIn(
  base: CorrectionBase,
  lines: readonly CorrectionLine[],
): ReadonlyMap<string, SettledBefore> {
  const found = new Map<string, SettledBefore>();
  if (base.corrections === 0) return found;
  const people = new Set(lines.map(({ difference: { key } }) => key.employeeId));
  for (const { settled, exported } of base.keptOf(people)) {
    for (const line of settled.lines as readonly SettledLine[])
      for (const key of keysOf(line)) {
        const { amount = 0, reasons = [] } = found.get(key) ?? {};
        const all = new Set([...reasons, ...(line.reason ? [line.reason] : [])]);
        found.set(key, { amount: addQuantities(amount, line.amount), reasons: [...all] });
      }
    for (const { amount, ...line } of exported.lines)
      for (const key of keysOf(line)) {
        const open = found.get(key);
        if (open === undefined || !isOpposite(open.amount, amount)) continue;
        const left = Math.abs(amount) < Math.abs(open.amount) ? addQuantities(open.amount, amount) : 0;
        found.set(key, { ...open, amount: left });
      }
    for (const [key, { amount }] of found) if (amount === 0) found.delete(key);
  }
  return found;
}

/** The line, in any row of its template, and its whole day: hours can come back under another code or payroll ID. */
function keysOf({ template, employeeId, date, unit, payCode, establishment, costCenter }: LineKey) {
  const day = [template, employeeId, date, unit];
  return [[...day, payCode, establishment, costCenter], day].map((key) => JSON.stringify(key));
}

function isOpposite(one: number, other: number): boolean {
  return one * other < 0;
}
