const SCALES = [1, 10, 100, 1000, 10_000];
const MOST_DIGITS = 15;

/** Half away from zero, by the displayed decimal digits, like Excel's ROUND; undefined for odd `digits`. */
export function roundDecimal(value: number, digits: number): number | undefined {
  if (!Number.isInteger(digits) || Math.abs(digits) > MOST_DIGITS) return undefined;
  const scale = SCALES[digits] ?? 10 ** digits;
  const scaled = Math.abs(value) * scale;
  const isNearHalf = Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6;
  if (digits >= 0 && scaled < 1e9 && !isNearHalf) return (Math.sign(value) * Math.round(scaled)) / scale;
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toPrecision(15).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`);
}
