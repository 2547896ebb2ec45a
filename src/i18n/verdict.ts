import { sayIn } from './formatMessage.js';
import type { Language } from './language.js';

/** The items of a period that must be resolved and that should be reviewed. */
export interface OpenMatters {
  readonly blocking: number;
  /** Warnings that were not accepted. */
  readonly warnings: number;
  /** Whether the files belong to a final: they are then as exported, whatever was accepted. */
  readonly isFinal: boolean;
}

/** Whether a period can be paid. */
export interface Verdict {
  readonly kind: 'bad' | 'look' | 'good';
  readonly text: string;
}

/** The common verdict of the front sheet, the review and the end of `check`. */
export function verdictOf(language: Language, { blocking, warnings, isFinal }: OpenMatters): Verdict {
  const say = sayIn(language);
  if (blocking > 0) return { kind: 'bad', text: say('review.verdict.blocked', { count: blocking }) };
  if (isFinal) return { kind: 'good', text: say('review.verdict.final') };
  if (warnings === 0) return { kind: 'good', text: say('review.verdict.ready') };
  return { kind: 'look', text: say('review.verdict.warnings', { count: warnings }) };
}
