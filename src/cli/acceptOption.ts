import { unknownEmployer } from '../config/config.js';
import { didYouMean } from '../config/input/nearestName.js';
import { EXCEPTION_CODES, type ExceptionCode, isExceptionCode } from '../domain/exceptions/finding.js';
import { PaytallyError } from '../errors.js';

/** Code -> reason, by employer. */
export type AcceptedOf = (employerKey: string) => ReadonlyMap<ExceptionCode, string>;

/** Not an exception of records, and accepted in the same way. */
const STORE_OLDER = 'STORE_OLDER';

interface Acceptance {
  /** undefined: for every employer. */
  readonly employer: string | undefined;
  readonly code: ExceptionCode | typeof STORE_OLDER;
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
    return new Map(
      [...general, ...own].flatMap(({ code, reason }) => (code === STORE_OLDER ? [] : [[code, reason]])),
    );
  };
}

/**
 * The reason for going on with a store that is older than its witnesses, of the same options.
 * @throws as `parseAccepted`
 */
export function parseStoreOlder(
  texts: readonly string[],
  isFinal: boolean,
  employers: readonly string[],
): (employerKey: string) => string | undefined {
  const accepted = texts
    .map((text) => acceptance(text, isFinal, employers))
    .filter(({ code }) => code === STORE_OLDER);
  return (employerKey) =>
    (
      accepted.findLast(({ employer }) => employer === employerKey) ??
      accepted.findLast(({ employer }) => employer === undefined)
    )?.reason;
}

function acceptance(text: string, isFinal: boolean, employers: readonly string[]): Acceptance {
  const [, employer, code = '', reason = ''] = text.match(/^(?:([^:=]*):)?([^=]*)=?(.*)$/s) ?? [];
  if (employer !== undefined && !employers.includes(employer)) throw unknownEmployer(employer, employers);
  if (code !== STORE_OLDER && !isExceptionCode(code)) {
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
