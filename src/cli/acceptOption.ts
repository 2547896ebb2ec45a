import { EXCEPTION_CODES, type ExceptionCode, isExceptionCode } from '../domain/exceptions/exceptionCode.js';
import { PaytallyError } from '../errors.js';
import { didYouMean } from '../inputErrors/nearestName.js';

/**
 * Reads `--accept CODE[=REASON]`. Any code may be accepted, also one that did not occur.
 * @throws PaytallyError USAGE for an unknown code, or a final run without a reason
 */
export function parseAccepted(texts: readonly string[], isFinal: boolean): Map<ExceptionCode, string> {
  return new Map(texts.map((text) => accepted(text, isFinal)));
}

function accepted(text: string, isFinal: boolean): [ExceptionCode, string] {
  const [, code = '', reason = ''] = text.match(/^([^=]*)=?(.*)$/s) ?? [];
  if (!isExceptionCode(code)) {
    throw new PaytallyError(
      'USAGE',
      `--accept ${text}: there is no exception "${code}".${didYouMean(code, EXCEPTION_CODES)}`,
      {
        record: text,
        remedy: `Use one of ${EXCEPTION_CODES.join(', ')}.`,
      },
    );
  }
  if (isFinal && reason.trim() === '') {
    throw new PaytallyError('USAGE', `--accept ${code}: a final run records why an exception was accepted.`, {
      record: text,
      remedy: `Write --accept "${code}=the reason".`,
    });
  }
  return [code, reason.trim()];
}
