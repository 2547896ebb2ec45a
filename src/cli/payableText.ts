import { reviewTexts } from '../language/review/reviewTexts.js';
import { filledIn } from '../language/text.js';
import type { RunOutcome } from '../pipeline/outcome.js';

/** Whether the period can be paid, in the words of the front sheet and of the review. */
export function payableText({
  findings,
  accepted,
  language,
}: Pick<RunOutcome, 'findings' | 'accepted' | 'language'>): string {
  const words = reviewTexts(language);
  const open = findings.filter(({ code }) => !accepted.has(code));
  const blocking = open.filter(({ severity }) => severity !== 'warn').length;
  if (blocking > 0) return filledIn(words.blocked, { count: blocking });
  return open.length > 0 ? filledIn(words.readyWithWarnings, { count: open.length }) : words.ready;
}
