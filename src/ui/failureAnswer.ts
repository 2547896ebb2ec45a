import { factsOf, toReportable } from '../actions/failureFacts.js';
import type { Context } from '../context.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { FailureAnswer } from './page/shapes.js';

/** What happened, to which record, and what to do, in the reader's language. A bug keeps its details to itself. */
export function failureAnswer(
  failure: unknown,
  context: Pick<Context, 'version' | 'scrubber'>,
  language: Language,
): FailureAnswer {
  const { code, text, remedy, record } = factsOf(toReportable(failure, context));
  const clean = (said: string) => context.scrubber.clean(said);
  return {
    code,
    message: clean(formatMessage(text, language)),
    remedy: clean(formatMessage(remedy, language)),
    record: record === undefined ? null : clean(record),
  };
}
