/** What a clock with the offset shows at an instant: `2026-10-24 22:00`, with seconds where there are any. */
export function clockReading(epochSeconds: number, offsetSeconds: number): string {
  const text = new Date((epochSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(':00') ? text.slice(0, 16) : text;
}
