import type { PaidShift } from './paidShift.js';
import type { Join } from './payRules.js';

/**
 * Entries of one person that count as one work, in order: each begins 0 to `gap` elapsed minutes after the one
 * before has ended. Without `join` every entry stands alone.
 */
export function worksOf(shifts: readonly PaidShift[], join: Join | undefined): PaidShift[][] {
  const works: PaidShift[][] = [];
  for (const shift of shifts) {
    const work = works.at(-1);
    const before = work?.at(-1);
    const gapSeconds = before === undefined ? -1 : shift.around.startEpoch - before.endEpoch;
    if (work !== undefined && join !== undefined && gapSeconds >= 0 && gapSeconds <= join.gap * 60) {
      work.push(shift);
    } else {
      works.push([shift]);
    }
  }
  return works;
}
