import { distance } from 'fastest-levenshtein';
import { type AnyMessage, eitherOf } from '../../i18n/message.js';

/** Minimum length at which a part of a name matches the name. */
const MIN_PART_LENGTH = 3;

/** The most similar known name, if it is similar enough. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  return nearestNames(written, known, 1)[0];
}

/** Similar known names, the most similar first: names with a few different letters, or that contain the text. */
export function nearestNames(written: string, known: readonly string[], most = 3): string[] {
  const wanted = written.toLowerCase();
  const limit = Math.max(wanted.length < 3 ? 1 : 2, Math.floor(wanted.length / 3));
  return known
    .map((name) => ({ name, edits: editDistance(wanted, name.toLowerCase(), limit) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Values of a text that ends with `{near, plural, =0 {} other { Did you mean {names}?}}`. */
export interface Suggestion {
  readonly near: number;
  /** `"a" or "b"` */
  readonly names: AnyMessage;
}

/** Similar known names, as values of a text. */
export function suggestion(written: string, known: readonly string[], most = 3): Suggestion {
  const names = nearestNames(written, known, most).map((name) => `"${name}"`);
  return { near: names.length, names: eitherOf(names) };
}

/** ` Did you mean "a" or "b"?`, with the space before it; empty where nothing is near. */
export function didYouMean(written: string, known: readonly string[], most = 3): string {
  const near = nearestNames(written, known, most).map((name) => `"${name}"`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

/** Ranks a name that only contains the text after those with a few different letters. */
function editDistance(wanted: string, name: string, limit: number): number {
  const edits = distance(wanted, name);
  const isPart = wanted.length >= MIN_PART_LENGTH && name.includes(wanted);
  return isPart ? Math.min(edits, limit) : edits;
}
