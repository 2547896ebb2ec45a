/**
 * Whole units per row whose sum is the rounded total: each row is its exact value rounded down or up,
 * and the rows with the largest remainders go up (ties: the earlier row).
 * @param minutes the rows, signed
 * @param scale units per hour, such as 100
 */
export function largestRemainder(minutes: readonly number[], scale: number, totalUnits: number): number[] {
  const units = minutes.map((value) => Math.floor((value * scale) / 60));
  const remainders = minutes.map((value, index) => ({ index, rest: (((value * scale) % 60) + 60) % 60 }));
  let missing = totalUnits - units.reduce((sum, value) => sum + value, 0);
  for (const { index } of remainders.sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (missing-- <= 0) break;
    units[index] = (units[index] ?? 0) + 1;
  }
  return units;
}
