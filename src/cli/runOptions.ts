import { resolve } from 'node:path';
import { configOf, type LoadedConfig, unknownEmployer } from '../config/config.js';
import { suggestion } from '../config/input/nearestName.js';
import type { Context } from '../context.js';
import { assertAnyDelivery } from '../delivery/deliveries.js';
import { EXCEPTION_CODES, type ExceptionCode, isExceptionCode } from '../domain/exceptions/finding.js';
import { parseLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { RunRequest } from '../run.js';
import {
  booleanOption,
  CONFIG_OPTION,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
  requiredText,
  textWithDefault,
} from './command.js';
import type { CommandSession } from './commandSession.js';

/** Of `export`, `check` and `corrections`. */
export const RUN_PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  ...EMPLOYER_OPTION,
  template: repeated('export.option.template', 'name', 'configured'),
  out: optionalText('option.out', 'folder'),
  final: booleanOption('export.option.final'),
  supersede: optionalText('export.option.supersede', 'reason'),
  'estimate-from': optionalText('export.option.estimateFrom', 'date'),
  accept: repeated('export.option.accept', 'accept'),
  read: { choices: ['once', 'twice'], describe: 'export.option.read' },
  'dry-run': booleanOption('export.option.dryRun'),
  jobs: textWithDefault('export.option.jobs', '4', 'number'),
  deliver: booleanOption('export.option.deliver'),
  mail: booleanOption('export.option.mail'),
  ...OUTPUT_OPTIONS,
} as const;

export interface RunOptions extends ParsedOptions<typeof RUN_PARAMETERS> {
  /** Where the findings of an export are listed in full; not an option of the command line. */
  readonly hint?: string;
  /** Folder of the store, absolute; not an option of the command line. */
  readonly store?: string;
}

/** @throws PaytallyError USAGE */
export function refuseContradictions({ final, read, supersede }: RunOptions): void {
  if (final && read === 'once')
    throw new PaytallyError('USAGE', message('usage.finalReadsTwice'), { record: '--read once' });
  if (supersede !== undefined && !final)
    throw new PaytallyError('USAGE', message('usage.supersedeNeedsFinal'), { record: '--supersede' });
}

/** @throws PaytallyError CONFIG_INVALID */
export function refuseNoDeliveries(
  { deliver, mail }: Pick<RunOptions, 'deliver' | 'mail'>,
  loaded: LoadedConfig,
  keys: readonly string[],
): void {
  if (!deliver && !mail) return;
  assertAnyDelivery(
    keys.map((key) => configOf(loaded, key)),
    deliver ? 'all' : 'mail',
  );
}

/** What is asked of each employer. @throws PaytallyError USAGE, EMPLOYER_UNKNOWN */
export function requestBuilder(
  options: RunOptions,
  { cwd }: Context,
  { loaded, storeFolder }: Pick<CommandSession, 'loaded' | 'storeFolder'>,
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
function parseEstimateFrom({ estimateFrom }: RunOptions): Pick<RunRequest, 'estimateFrom'> {
  if (estimateFrom === undefined) return {};
  const date = parseLocalDate(estimateFrom);
  if (date !== undefined) return { estimateFrom: date };
  const text = message('usage.notADate', { option: '--estimate-from', value: estimateFrom });
  throw new PaytallyError('USAGE', text, { record: estimateFrom });
}

/** What the command line says, else the configuration; both relative to where they are said. */
export function outFolder(
  { out }: Pick<RunOptions, 'out'>,
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

/** What an employer's run accepts, with the reasons. */
interface Accepted {
  readonly accepted: ReadonlyMap<ExceptionCode, string>;
  /** The reason for using a store that is older than its witnesses. */
  readonly storeOlder: string | undefined;
}

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
): (employerKey: string) => Accepted {
  const acceptances = texts.map((text) => parseAcceptance(text, isFinal, employers));
  return (employerKey) => {
    const general = acceptances.filter(({ employer }) => employer === undefined);
    const own = acceptances.filter(({ employer }) => employer === employerKey);
    const reasons = new Map([...general, ...own].map(({ code, reason }) => [code, reason]));
    const storeOlder = reasons.get(STORE_OLDER);
    reasons.delete(STORE_OLDER);
    return { accepted: reasons as ReadonlyMap<ExceptionCode, string>, storeOlder };
  };
}

function parseAcceptance(text: string, isFinal: boolean, employers: readonly string[]): Acceptance {
  const [, employer, code = '', reason = ''] = text.match(/^(?:([^:=]*):)?([^=]*)=?(.*)$/s) ?? [];
  if (employer !== undefined && !employers.includes(employer)) throw unknownEmployer(employer, employers);
  if (code !== STORE_OLDER && !isExceptionCode(code)) {
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
