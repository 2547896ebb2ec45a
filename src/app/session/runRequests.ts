import { resolve } from 'node:path';
import { configOf, type LoadedConfig, unknownEmployer } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import type { Context } from '../../context.js';
import { assertAnyDelivery } from '../../delivery/deliveries.js';
import { type AcceptedKey, EXCEPTION_CODES, isAcceptedKey } from '../../domain/exceptions/finding.js';
import { parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { RunRequest } from '../export/runRequest.js';
import type { ActionSession } from './openSession.js';

/** The options of a run, for the command line and the window. */
export interface RunChoices {
  readonly period: string;
  readonly final: boolean;
  readonly read?: 'once' | 'twice' | undefined;
  /** Names or paths; those of the configuration if empty. */
  readonly template: readonly string[];
  /** The folder of the configuration if undefined. */
  readonly out?: string | undefined;
  /** `CODE=REASON` or `EMPLOYER:CODE=REASON`. */
  readonly accept: readonly string[];
  readonly supersede?: string | undefined;
  readonly estimateFrom?: string | undefined;
  readonly deliver: boolean;
  readonly mail: boolean;
  /** Folder of the store, absolute. */
  readonly store?: string;
}

/** @throws PaytallyError USAGE */
export function refuseContradictions({ final, read, supersede }: RunChoices): void {
  if (final && read === 'once')
    throw new PaytallyError('USAGE', message('usage.finalReadsTwice'), { record: '--read once' });
  if (supersede !== undefined && !final)
    throw new PaytallyError('USAGE', message('usage.supersedeNeedsFinal'), { record: '--supersede' });
}

/** @throws PaytallyError CONFIG_INVALID */
export function refuseNoDeliveries(
  { deliver, mail }: Pick<RunChoices, 'deliver' | 'mail'>,
  loaded: LoadedConfig,
  keys: readonly string[],
): void {
  if (!deliver && !mail) return;
  assertAnyDelivery(
    keys.map((key) => configOf(loaded, key)),
    deliver ? 'all' : 'mail',
  );
}

/** Builds the request for each employer. @throws PaytallyError USAGE, EMPLOYER_UNKNOWN */
export function requestBuilder(
  options: RunChoices,
  { cwd }: Context,
  { loaded, storeFolder }: Pick<ActionSession, 'loaded' | 'storeFolder'>,
  effect: RunRequest['effect'],
): (employerKey: string) => RunRequest {
  const employers = Object.keys(loaded.config.employers);
  const acceptedBy = parseAccepted(options.accept, options.final, employers);
  return (employerKey) => ({
    loaded,
    periodText: options.period,
    state: options.final ? 'final' : 'draft',
    read: options.final ? 'twice' : (options.read ?? 'once'),
    templates: options.template.length > 0 ? options.template : 'configured',
    out: outFolder(options, cwd, loaded, employerKey),
    storeFolder: options.store ?? storeFolder,
    ...acceptedBy(employerKey),
    supersede: options.supersede,
    ...parseEstimateFrom(options),
    effect,
    ...(options.deliver || options.mail ? { deliver: { kind: options.deliver ? 'all' : 'mail' } } : {}),
  });
}

/** @throws PaytallyError USAGE */
function parseEstimateFrom({ estimateFrom }: RunChoices): Pick<RunRequest, 'estimateFrom'> {
  if (estimateFrom === undefined) return {};
  const date = parseLocalDate(estimateFrom);
  if (date !== undefined) return { estimateFrom: date };
  const text = message('usage.notADate', { option: '--estimate-from', value: estimateFrom });
  throw new PaytallyError('USAGE', text, { record: estimateFrom });
}

/** The folder from the command line, otherwise from the configuration; each relative to its own source. */
export function outFolder(
  { out }: Pick<RunChoices, 'out'>,
  cwd: string,
  loaded: LoadedConfig,
  employerKey: string,
): string {
  if (out !== undefined) return resolve(cwd, out);
  const configured = configOf(loaded, employerKey).out;
  return configured === undefined ? resolve(cwd, './out') : resolve(loaded.folder, configured);
}

/** Not an exception of records, and accepted in the same way. */
const STORE_OLDER = 'STORE_OLDER';

/** The exceptions that an employer's run accepts, with the reasons. */
interface Accepted {
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** The reason for using a store that is older than its witnesses. */
  readonly storeOlder: string | undefined;
}

interface Acceptance {
  /** Every employer if undefined. */
  readonly employer: string | undefined;
  readonly code: AcceptedKey | typeof STORE_OLDER;
  readonly reason: string;
}

/**
 * Reads `--accept CODE[=REASON]`, `--accept CODE@RECORD[=REASON]` for a single one, and `--accept
 * EMPLOYER:CODE[=REASON]`, which takes precedence over the first form. Any code may be accepted, also one that did not
 * occur.
 * @param employers keys of the configuration
 * @throws PaytallyError USAGE for an unknown code, or a final run without a reason; EMPLOYER_UNKNOWN
 */
export function parseAccepted(
  texts: readonly string[],
  isFinal: boolean,
  employers: readonly string[],
): (employerKey: string) => Accepted {
  const acceptances = texts.map((text) => parseAcceptance(text, isFinal, employers));
  return (employerKey) => {
    const general = acceptances.filter(({ employer }) => employer === undefined);
    const own = acceptances.filter(({ employer }) => employer === employerKey);
    const reasons = new Map([...general, ...own].map(({ code, reason }) => [code, reason]));
    const storeOlder = reasons.get(STORE_OLDER);
    reasons.delete(STORE_OLDER);
    return { accepted: reasons as ReadonlyMap<AcceptedKey, string>, storeOlder };
  };
}

function parseAcceptance(text: string, isFinal: boolean, employers: readonly string[]): Acceptance {
  const [, employer, code = '', reason = ''] = text.match(/^(?:([^:=]*):)?([^=]*)=?(.*)$/s) ?? [];
  if (employer !== undefined && !employers.includes(employer)) throw unknownEmployer(employer, employers);
  if (code !== STORE_OLDER && !isAcceptedKey(code)) {
    const values = { given: text, code, codes: EXCEPTION_CODES.join(', ') };
    const near = suggestion(code, EXCEPTION_CODES);
    throw new PaytallyError('USAGE', message('usage.unknownException', { ...values, ...near }), {
      record: text,
    });
  }
  if (isFinal && reason.trim() === '') {
    const what = employer === undefined ? code : `${employer}:${code}`;
    throw new PaytallyError('USAGE', message('usage.acceptNeedsReason', { what }), { record: text });
  }
  return { employer, code, reason: reason.trim() };
}
