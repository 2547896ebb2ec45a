import { reviewTexts } from '../../language/review/reviewTexts.js';
import type { ReportContext } from './reportContext.js';

/** Of a final: who made it and when, and what stands before it in the ledger; nothing of a draft. */
export function closingFacts({ run, language, draft }: ReportContext): (readonly [string, string])[] {
  if (draft || run('madeAt') === '') return [];
  const words = reviewTexts(language);
  const at = run('madeAt')
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  const previous = [run('previousFinal'), run('previousFinalDigest')].filter(Boolean).join(' · ');
  const takenBack = [run('takenBack'), run('takenBackReason')].filter(Boolean).join(': ');
  return [
    [words.made, words.madeBy.replace('{at}', at).replace('{by}', run('madeBy') || '–')],
    [words.chainBefore, run('previousDigest') || words.firstLink],
    [words.previousFinal, previous || '–'],
    ...(takenBack === '' ? [] : [[words.takenBack, takenBack] as const]),
  ];
}
