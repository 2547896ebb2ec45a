import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { configOf, type LoadedConfig } from '../../../config/config.js';
import { loadConfigText } from '../../../config/load.js';
import { cautionText, parseSecret, readSecret } from '../../../config/readCredentials.js';
import { EMPLOYER_KEY } from '../../../config/schema/configSchema.js';
import type { Context } from '../../../context.js';
import { loadNamed } from '../../../documents/template/loadNamed.js';
import { zoneByName } from '../../../domain/time/tzdata.js';
import { PaytallyError } from '../../../errors.js';
import { LOCALE_NAMES } from '../../../i18n/csvLocale.js';
import { isBuiltIn, LANGUAGES } from '../../../i18n/language.js';
import { type AnyMessage, message, type Text } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import { openSource } from '../../../sources/staging/openSource.js';
import { parseBaseUrl } from '../../../sources/transport/baseUrl.js';
import { checkNetwork } from '../../doctor/checkService.js';
import type { RunHost } from '../../export/runHost.js';
import { withRunHost } from '../../session/openSession.js';
import type { Country } from './countries.js';
import {
  type Answers,
  addEmployer,
  buildConfig,
  type InitFlags,
  isPresetFile,
  parsePresetName,
  presetFile,
  refuseTakenKey,
} from './initialConfig.js';

/** The situation before the first answer. */
export interface InitPlace {
  /** The path of the configuration. */
  readonly path: string;
  /** The text of the configuration to which an employer is added; undefined if there is none, or it is replaced. */
  readonly text: string | undefined;
  /** If false, only the format of answers is checked. */
  readonly asksService: boolean;
}

type ClosedAnswers = Partial<Pick<InitFlags, 'language' | 'locale' | 'preset' | 'secretEnv'>> &
  Pick<InitFlags, 'template'>;

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Receives what the user should know besides errors. */
export interface CheckReport {
  readonly warn: (text: AnyMessage) => void;
  /** Runs a slow step and shows its progress. */
  readonly withProgress: <Result>(step: AnyMessage, work: () => Promise<Result>) => Promise<Result>;
}

/** Checks each answer of a dialogue or a form, with the code that will use it. */
export class AnswerChecks {
  readonly #context: Context;
  readonly #place: InitPlace;
  readonly #report: CheckReport;

  constructor(context: Context, place: InitPlace, report: CheckReport) {
    this.#context = context;
    this.#place = place;
    this.#report = report;
  }

  /** Flags without a question in the dialogue, or with a closed list of answers. @throws PaytallyError */
  async flags({ language, locale, preset, template, secretEnv }: ClosedAnswers): Promise<void> {
    const { cwd, packageFolder, env } = this.#context;
    if (language !== undefined && !isBuiltIn(language)) throw unknownValue('--language', language, LANGUAGES);
    if (locale !== undefined && !LOCALE_NAMES.some((name) => name === locale))
      throw unknownValue('--locale', locale, LOCALE_NAMES);
    const rules = parsePresetName(preset);
    if (rules !== undefined) await refuseMissingPreset(rules, packageFolder);
    for (const name of template) await loadNamed(name, packageFolder, cwd, env);
    if (secretEnv !== undefined) this.variable(secretEnv);
  }

  /** Whether there is a folder or file of this path, seen from the folder of the configuration. */
  isFolder(place: string): boolean {
    return place.trim() !== '' && existsSync(resolve(dirname(this.#place.path), place));
  }

  /**
   * Checks that a service answers at the address. @throws PaytallyError CONFIG_INVALID, BASE_URL_INSECURE, SERVICE_*
   */
  async baseUrl(baseUrl: string): Promise<void> {
    parseBaseUrl(baseUrl);
    const employer = { employerId: 'x', clientId: 'x', clientSecret: { env: 'X' } };
    const loaded = await this.#load(stringify({ baseUrl, employers: { x: employer } }));
    if (!this.#place.asksService) return;
    await this.#report.withProgress(message('init.checkingAddress'), () =>
      this.#withHost(loaded, (host) => checkNetwork(host, baseUrl)),
    );
  }

  /** @param name empty for none @throws PaytallyError ZONE_UNKNOWN */
  zone(name: string): void {
    if (name !== '') zoneByName(name);
  }

  /** @throws PaytallyError USAGE for an invalid key, or one that another employer has */
  key(key: string): void {
    if (!EMPLOYER_KEY.test(key))
      throw new PaytallyError('USAGE', message('init.badKey', { key }), { record: '--key' });
    const { path, text } = this.#place;
    if (text !== undefined) refuseTakenKey(parseDocument(text), path, key);
  }

  /** Warns if the pay rules of all employers were made for another country than the new employer's. */
  country({ code, preset, locale }: Country & { readonly code: string }): void {
    const { text, path } = this.#place;
    if (text === undefined || code === 'other') return;
    const all = (parseDocument(text).toJS() ?? {}) as Record<'include' | 'payRules' | 'locale', unknown>;
    const rules = [all.include].flat().find((file) => typeof file === 'string' && isPresetFile(file));
    if (rules === undefined && all.payRules === undefined) return;
    const isSame = rules === undefined ? all.locale === locale : preset && rules === presetFile(preset);
    const file = typeof rules === 'string' ? rules : basename(path);
    if (!isSame) this.#report.warn(message('init.otherRules', { file, path: basename(path) }));
  }

  /** Says that pay rules which a user has adapted are not replaced. */
  keptRules(file: string): void {
    this.#report.warn(message('init.rulesKept', { file }));
  }

  /** Warns if an employer of the configuration has the same ID: both keys would share its records. */
  employerId(employerId: string): void {
    const { text } = this.#place;
    const { employers = {} } = (text === undefined ? {} : parseDocument(text).toJS()) as {
      employers?: Record<string, { employerId?: unknown }>;
    };
    const [earlier] = Object.entries(employers).find(([, each]) => each.employerId === employerId) ?? [];
    if (earlier !== undefined)
      this.#report.warn(message('init.sameEmployer', { employerId, employer: earlier }));
  }

  /** @throws PaytallyError USAGE */
  variable(name: string): void {
    if (ENV_NAME.test(name)) return;
    throw new PaytallyError('USAGE', message('init.badVariable', { name }), { record: '--secret-env' });
  }

  /** Text that a configuration can store unchanged. @throws PaytallyError USAGE */
  plainText(setting: string, text: string): void {
    if (text.trim() !== '' && !/\p{Cc}|\$\{/u.test(text)) return;
    const problem = message('init.badText', { text: JSON.stringify(text), setting });
    throw new PaytallyError('USAGE', problem, { record: setting });
  }

  /** Validates a secret that was typed or piped, and warns if it looks wrong. @throws PaytallyError SECRET_INVALID */
  secret(text: string, place: Text, record: string): Secret {
    const { secret, cautions } = parseSecret(text, place, record);
    this.#context.scrubber.add(secret);
    for (const caution of cautions) this.#report.warn(cautionText(caution));
    return secret;
  }

  /**
   * Checks that the service issues a token for these credentials and shows this employer. No answer can add a missing
   * permission, so the doctor reports it.
   * @throws PaytallyError AUTH_REJECTED, EMPLOYER_MISMATCH, SERVICE_*, SECRET_* …
   */
  async integration(draft: Answers): Promise<void> {
    const loaded = await this.#load(this.configText(draft));
    const secret = draft.enteredSecret ?? (await this.#readStoredSecret(draft));
    if (secret === undefined || !this.#place.asksService) return;
    const config = configOf(loaded, draft.key);
    const { folder } = loaded;
    await this.#report.withProgress(message('init.checkingCredentials'), () =>
      this.#withHost(loaded, async (host) => {
        try {
          await openSource(host, { config, folder, secret }, []).readEstablishments();
        } catch (failure) {
          if (!isLack(failure)) throw failure;
        }
      }),
    );
  }

  /** Checks that another source than the Workforce API can be read. @throws PaytallyError as the source */
  async otherSource(draft: Answers): Promise<void> {
    const loaded = await this.#load(this.configText(draft));
    const config = configOf(loaded, draft.key);
    const { folder } = loaded;
    await this.#report.withProgress(message('init.checkingAddress'), () =>
      this.#withHost(loaded, (host) =>
        openSource(host, { config, folder, secret: draft.enteredSecret }, []).readEmployees('once'),
      ),
    );
  }

  /** The configuration with these answers. @throws PaytallyError as addEmployer does */
  configText(answers: Answers): string {
    const { path, text } = this.#place;
    return text === undefined ? buildConfig(answers, this.#context) : addEmployer(text, path, answers);
  }

  /** From its file or from the environment; a variable that is not set here may be set elsewhere. */
  async #readStoredSecret({ secret }: Answers): Promise<Secret | undefined> {
    const { cwd, env, scrubber } = this.#context;
    if ('env' in secret && !env[secret.env]) {
      if (this.#place.asksService) this.#report.warn(message('init.variableNotSet', { name: secret.env }));
      return undefined;
    }
    const read = await readSecret(secret, cwd, env);
    scrubber.add(read.secret);
    return read.secret;
  }

  #load(text: string): Promise<LoadedConfig> {
    return loadConfigText(text, this.#place.path, this.#context.env);
  }

  async #withHost(loaded: LoadedConfig, work: (host: RunHost) => Promise<unknown>): Promise<void> {
    const terminal = this.#context.openTerminal({ quiet: true, progress: false });
    await withRunHost(this.#context, { loaded, terminal }, { verbose: false }, work);
  }
}

/** Whether a permission or a module is missing: no answer can change that. */
export function isLack(failure: unknown): boolean {
  return failure instanceof PaytallyError && ['SCOPE_MISSING', 'PERMISSION_DENIED'].includes(failure.code);
}

/** The file of sample pay rules. */
export function presetPath(packageFolder: string, preset: string): string {
  return join(packageFolder, 'samples/presets', `${preset}.yaml`);
}

async function refuseMissingPreset(preset: string, packageFolder: string): Promise<void> {
  const files = await readdir(join(packageFolder, 'samples/presets'));
  const known = files.map((file) => basename(file, '.yaml')).sort();
  if (known.includes(preset)) return;
  const text = message('init.presetUnknown', { preset, known: known.join(', ') });
  throw new PaytallyError('USAGE', text, { record: '--preset' });
}

/** The error for a value of a flag that is not in a closed list. */
export function unknownValue(flag: string, value: string, known: readonly string[]): PaytallyError {
  const text = message('init.unknownValue', { flag, value, known: known.join(', ') });
  return new PaytallyError('USAGE', text, { record: flag });
}
