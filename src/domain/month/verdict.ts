import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { MonthStatus } from './monthStatus.js';

/** What a verdict is about: the state of a period, and whether the reader has its final or something newer before them. */
export interface Judged extends Pick<MonthStatus, 'state' | 'counts' | 'exceptions'> {
  readonly about: 'the final' | 'a read';
}

/** Whether a period can be paid. */
export interface Verdict {
  readonly kind: 'bad' | 'look' | 'good';
  readonly text: string;
}

/** The common verdict of the cover sheet, the review, the window, mails and the end of `check`. */
export function verdictOf(language: Language, { state, counts, exceptions, about }: Judged): Verdict {
  const say = sayIn(language);
  const { blocking, warnings } = counts;
  switch (state) {
    case 'unread':
      return { kind: 'bad', text: say('review.verdict.unread') };
    case 'blocked':
      return { kind: 'bad', text: say('review.verdict.blocked', { count: blocking }) };
    case 'ready':
      return warnings === 0
        ? { kind: 'good', text: say('review.verdict.ready') }
        : { kind: 'look', text: say('review.verdict.warnings', { count: warnings }) };
    case 'changed':
      return { kind: 'look', text: say('review.verdict.changed') };
    default:
      return { kind: 'good', text: finalText(language, { state, exceptions, about }) };
  }
}

function finalText(language: Language, { state, exceptions, about }: Omit<Judged, 'counts'>): string {
  const say = sayIn(language);
  if (about === 'the final') return say('review.verdict.final');
  const corrected = state === 'corrected' ? 'yes' : 'no';
  return say('review.verdict.unchanged', { corrected, uncompared: exceptions.BALANCE_NOT_COMPARED ?? 0 });
}
