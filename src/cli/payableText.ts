import { verdictOf } from '../language/review/verdict.js';
import type { RunOutcome } from '../run.js';

/** Whether the period can be paid, in the words of the front sheet and of the review. */
export function payableText({
  findings,
  accepted,
  language,
}: Pick<RunOutcome, 'findings' | 'accepted' | 'language'>): string {
  const open = findings.filter(({ code }) => !accepted.has(code));
  const blocking = open.filter(({ severity }) => severity !== 'warn').length;
  return verdictOf(language, { blocking, warnings: open.length - blocking, isFinal: false }).text;
}
