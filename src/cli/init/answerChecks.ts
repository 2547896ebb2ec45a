import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { readLanguageFile } from '../../config/languageFile.js';
import { loadConfigText } from '../../config/load.js';
import { parseSecret, readSecret } from '../../config/readCredentials.js';
import { EMPLOYER_KEY } from '../../config/schema/configSchema.js';
import type { Context } from '../../context.js';
import { checkNetwork } from '../../doctor/checkService.js';
import { PaytallyError } from '../../errors.js';
import { LOCALE_NAMES } from '../../i18n/csvLocale.js';
import { isBuiltIn } from '../../i18n/language.js';
import { readEstablishments } from '../../read/reading/readSingleList.js';
import { discoveryOptions, employerAccess } from '../../read/staging/fetchPeriod.js';
import { readEffects } from '../../read/staging/readObserver.js';
import { parseBaseUrl } from '../../read/transport/baseUrl.js';
import { loadNamed } from '../../render/template/loadNamed.js';
import type { RunHost } from '../../run.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { withRunHost } from '../commandSession.js';
import type { InitDialogue } from './dialogue.js';
import {
  type Answers,
  addEmployer,
  buildConfig,
  type InitFlags,
  parsePresetName,
  refuseTakenKey,
} from './initialConfig.js';

/** What is there before the first answer. */
export interface InitPlace {
  /** Of the configuration. */
  readonly path: string;
  /** Of the configuration that gets an employer more; undefined: there is none, or it is replaced. */
  readonly text: string | undefined;
  /** False: only the form of answers is looked at. */
  readonly asksService: boolean;
}

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Looks at each answer when it is given, by the code that will use it. */
export class AnswerChecks {
  readonly #context: Context;
  readonly #place: InitPlace;
  readonly #dialogue: InitDialogue;

  constructor(context: Context, place: InitPlace, dialogue: InitDialogue) {
    this.#context = context;
    this.#place = place;
    this.#dialogue = dialogue;
  }

  /** Flags that are no questions of the dialogue, or lists of it. @throws PaytallyError */
  async flags({ language, locale, preset, template, secretEnv }: InitFlags): Promise<void> {
    const { cwd, packageFolder } = this.#context;
    if (language !== undefined && !isBuiltIn(language)) await readLanguageFile(resolve(cwd, language));
    if (locale !== undefined && !LOCALE_NAMES.some((name) => name === locale)) {
      throw new PaytallyError('USAGE', `--locale ${locale} is not known.`, {
        record: '--locale',
        remedy: `Write one of ${LOCALE_NAMES.join(', ')}.`,
      });
    }
    const rules = parsePresetName(preset);
    if (rules !== undefined) await refuseMissingPreset(rules, packageFolder);
    for (const name of template) await loadNamed(name, packageFolder, cwd);
    if (secretEnv !== undefined) this.variable(secretEnv);
  }

  /** That something answers there. @throws PaytallyError CONFIG_INVALID, BASE_URL_INSECURE, SERVICE_* */
  async baseUrl(baseUrl: string): Promise<void> {
    parseBaseUrl(baseUrl);
    const employer = { employerId: 'x', clientId: 'x', clientSecret: { env: 'X' } };
    const loaded = await this.#load(stringify({ baseUrl, employers: { x: employer } }));
    if (!this.#place.asksService) return;
    await this.#dialogue.withProgress('Looking whether the service answers', () =>
      this.#withHost(loaded, (host) => checkNetwork(host, baseUrl)),
    );
  }

  /** @throws PaytallyError USAGE for a key that no employer can have, or that another one has */
  key(key: string): void {
    if (!EMPLOYER_KEY.test(key)) {
      throw new PaytallyError('USAGE', `"${key}" is no key of an employer.`, {
        record: '--key',
        remedy: 'Use letters without accents, digits, - and _, with a letter or a digit first: bakery-south.',
      });
    }
    const { path, text } = this.#place;
    if (text !== undefined) refuseTakenKey(parseDocument(text), path, key);
  }

  /** @throws PaytallyError USAGE */
  variable(name: string): void {
    if (ENV_NAME.test(name)) return;
    throw new PaytallyError('USAGE', `"${name}" is no name of an environment variable.`, {
      record: '--secret-env',
      remedy: 'Use letters, digits and _, such as BAKERY_SECRET; the secret itself is not meant.',
    });
  }

  /** Text that a configuration can hold as it is. @throws PaytallyError USAGE */
  plainText(record: string, text: string): void {
    if (text.trim() !== '' && !/\p{Cc}|\$\{/u.test(text)) return;
    throw new PaytallyError('USAGE', `The configuration cannot hold ${JSON.stringify(text)} as ${record}.`, {
      record,
      remedy: 'Write it as the portal or the payslips show it: in one line, not empty, and without "${".',
    });
  }

  /** A secret as it was typed or piped; what is odd about it is said. @throws PaytallyError SECRET_INVALID */
  secret(text: string, place: string): Secret {
    const { secret, cautions } = parseSecret(text, place);
    this.#context.scrubber.add(secret);
    for (const { message, remedy } of cautions)
      this.#dialogue.warn(`Warning: ${message} What to do: ${remedy}`);
    return secret;
  }

  /**
   * That the service gives a token for these credentials, and shows this employer. A permission that is missing is no
   * matter of an answer: the doctor tells.
   * @throws PaytallyError AUTH_REJECTED, EMPLOYER_MISMATCH, SERVICE_*, SECRET_* …
   */
  async integration(draft: Answers): Promise<void> {
    const loaded = await this.#load(this.configText(draft));
    const secret = draft.typedSecret ?? (await this.#readStoredSecret(draft));
    if (secret === undefined || !this.#place.asksService) return;
    const config = configOf(loaded, draft.key);
    const discovery = discoveryOptions(config, []);
    await this.#dialogue.withProgress('Trying the credentials', () =>
      this.#withHost(loaded, async (host) => {
        try {
          await readEstablishments(employerAccess(config, secret), readEffects(host), discovery);
        } catch (failure) {
          const isLack = failure instanceof PaytallyError && LACKS.has(failure.code);
          if (!isLack) throw failure;
        }
      }),
    );
  }

  /** The configuration with these answers. @throws PaytallyError as addEmployer does */
  configText(answers: Answers): string {
    const { path, text } = this.#place;
    return text === undefined ? buildConfig(answers, this.#context) : addEmployer(text, path, answers);
  }

  /** In its file, or in the environment; a variable that is not set here is set elsewhere. */
  async #readStoredSecret({ secret }: Answers): Promise<Secret | undefined> {
    const { cwd, env, scrubber } = this.#context;
    if ('env' in secret && !env[secret.env]) {
      if (this.#place.asksService)
        this.#dialogue.warn(
          `Warning: the variable ${secret.env} is not set here, so the credentials were not tried.`,
        );
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

/** Permissions and modules, which no answer can change. */
const LACKS: ReadonlySet<string> = new Set(['SCOPE_MISSING', 'PERMISSION_DENIED']);

/** Where the pay rules to begin with are. */
export function presetPath(packageFolder: string, preset: string): string {
  return join(packageFolder, 'samples/presets', `${preset}.yaml`);
}

async function refuseMissingPreset(preset: string, packageFolder: string): Promise<void> {
  await access(presetPath(packageFolder, preset)).catch(() => {
    throw new PaytallyError('USAGE', `There are no pay rules "${preset}".`, { record: '--preset' });
  });
}
