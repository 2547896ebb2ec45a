import { formatMessage, type Reader, sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { Message } from '../../i18n/message.js';
import { type ExceptionCode, type Finding, isExceptionCode, type RatedFinding } from './finding.js';

/**
 * The sentence for a finding.
 * @param reader determines language and notation of hours; by default English and `7:30`
 */
export function findingMessage(finding: Finding, reader: Language | Reader = 'en'): string {
  return formatMessage(findingText(finding), reader);
}

/** The same sentence, as a message. */
export function findingText({ code, record, facts }: Finding): Message {
  return { id: `exceptions.${code}`, values: { record, ...facts } };
}

/** The short name of an exception, and its remedy. */
export function exceptionWording(
  code: ExceptionCode,
  language: Language,
): { readonly title: string; readonly remedy: string } {
  const say = sayIn(language);
  return { title: say(`exceptions.${code}.title`), remedy: say(`exceptions.${code}.remedy`) };
}

/** A short name for an exception code; the code itself if it is unknown. */
export function exceptionName(language: Language, code: string): string {
  return isExceptionCode(code) ? exceptionWording(code, language).title : code;
}

const RATED = ['block', 'block-final', 'warn'] as const satisfies readonly RatedFinding['severity'][];

/** What the severities mean, in words. */
export function severityNames(language: Language): Readonly<Record<RatedFinding['severity'], string>> {
  const say = sayIn(language);
  const names = RATED.map((severity) => [severity, say(`work.severity.${severity}`)]);
  return Object.fromEntries(names) as Record<RatedFinding['severity'], string>;
}
