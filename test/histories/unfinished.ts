/**
 * What the program is known not to do yet: it is left out of what is asked of it, so that the rest is asked. Each name
 * goes as soon as it holds; `PAYTALLY_UNFINISHED=none` asks everything.
 */
const NAMES = [
  /** Counts are corrected. */
  'times',
  /** Leave in days is corrected. */
  'days',
  /** What a process that was killed left beside a chain file or in an inbox is taken away, whatever its number was. */
  'temporary-files',
] as const;

export type Unfinished = (typeof NAMES)[number];

export function isUnfinished(name: Unfinished): boolean {
  return process.env.PAYTALLY_UNFINISHED !== 'none' && NAMES.includes(name);
}
