import { unknownEmployer } from '../config/config.js';
import { EXCEPTION_CODES, type ExceptionCode, isExceptionCode } from '../domain/exceptions/exceptionCode.js';
import { PaytallyError } from '../errors.js';
import { didYouMean } from '../inputErrors/nearestName.js';

/** Code -> reason, by employer. */
export type AcceptedOf = (employerKey: string) => ReadonlyMap<ExceptionCode, string>;

interface Acceptance {
  /** undefined: for every employer. */
  readonly employer: string | undefined;
  readonly code: ExceptionCode;
  readonly reason: string;
}

/**
 * Reads `--accept CODE[=REASON]` and `--accept EMPLOYER:CODE[=REASON]`, which goes before the former. Any code may be
 * accepted, also one that did not occur.
 * @param employers keys of the configuration
 * @throws PaytallyError USAGE for an unknown code, or a final run without a reason; EMPLOYER_UNKNOWN
 */
export function parseAccepted(
  texts: readonly string[],
  isFinal: boolean,
  employers: readonly string[],
): AcceptedOf {
  const accepted = texts.map((text) => acceptance(text, isFinal, employers));
  return (employerKey) => {
    const general = accepted.filter(({ employer }) => employer === undefined);
    const own = accepted.filter(({ employer }) => employer === employerKey);
    return new Map([...general, ...own].map(({ code, reason }) => [code, reason]));
  };
}

function acceptance(text: string, isFinal: boolean, employers: readonly string[]): Acceptance {
  const [, employer, code = '', reason = ''] = text.match(/^(?:([^:=]*):)?([^=]*)=?(.*)$/s) ?? [];
  if (employer !== undefined && !employers.includes(employer)) throw unknownEmployer(employer, employers);
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
    const what = employer === undefined ? code : `${employer}:${code}`;
    throw new PaytallyError('USAGE', `--accept ${what}: a final run records why an exception was accepted.`, {
      record: text,
      remedy: `Write --accept "${what}=the reason".`,
    });
  }
  return { employer, code, reason: reason.trim() };
}
