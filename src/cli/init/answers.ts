import { PaytallyError } from '../../errors.js';
import { type Language, languageOf } from '../../i18n/language.js';
import { translated } from '../../i18n/messages/messages.js';
import type { Questions } from '../../runtime/questions.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { AnswerChecks } from './answerChecks.js';
import { COUNTRIES, type Country } from './countries.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, type InitFlags, parsePresetName } from './initialConfig.js';

const DEFAULT_TEMPLATE = 'monthly-hours';

/** The settings known before the first question. */
export interface InitState {
  /** false where the configuration has an employer already: what holds for all is not asked again. */
  readonly isFirst: boolean;
  /** Whether the layout of a built-in template is known from one source only. */
  readonly isWeak: (template: string) => Promise<boolean>;
  /** The secret for a file that is not there yet, typed or piped. @throws PaytallyError SECRET_* */
  readonly readSecret: (draft: Pick<Answers, 'secret' | 'key'>) => Promise<Secret | undefined>;
}

/**
 * Combines flags and answers, and validates each as it is entered. The country comes first: it sets the language of
 * the remaining questions. A rejected answer is explained.
 * @throws PaytallyError USAGE listing every missing flag, if no user can be asked; otherwise the error of the
 * rejected answer
 */
export async function collectAnswers(
  flags: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  { isFirst, isWeak, readSecret }: InitState,
): Promise<Answers> {
  const before = dialogue.language;
  if (dialogue.questions === undefined) refuseMissing(flags, isFirst);
  const country = await askCountry(flags, dialogue.questions);
  if (flags.language !== undefined) dialogue.language = languageOf(flags.language);
  else if (isFirst) dialogue.language = await askLanguage(country, dialogue.questions);
  await checks.flags(flags);
  const baseUrl = isFirst ? await askAddress(flags, dialogue, checks) : flags.baseUrl;
  const name = await askName(flags, dialogue, checks);
  const key = await dialogue.ask({
    given: flags.key,
    ask: (questions) =>
      questions.text('Key of the employer, for command lines and file names', employerKeyFrom(name)),
    otherwise: employerKeyFrom(name),
    check: (answer) => checks.key(answer),
  });
  const language = flags.language ?? dialogue.language;
  const locale = flags.locale ?? country.locale;
  // A flag for the country also selects its language, if the configuration has another one for all employers.
  const ownLanguage = flags.language ?? (speaks(country, before) ? undefined : country.languages[0]);
  const own = { templates: undefined, language: ownLanguage, locale };
  const draft = { baseUrl, key, name, zone: country.zone, language, locale, own };
  const integration = await askIntegration(
    { ...draft, ...NOT_ASKED_YET },
    flags,
    dialogue,
    checks,
    readSecret,
  );
  // Pay rules are included for all employers, so that they are no question of the next one.
  const preset = isFirst ? await askPreset(flags, dialogue, country) : undefined;
  const templates = await askTemplates(flags, dialogue.questions, country, isWeak);
  const isChosen = flags.template.length > 0 || templates.length > 1;
  return {
    ...draft,
    ...integration,
    preset,
    templates,
    own: { ...own, templates: isChosen ? templates : undefined },
  };
}

/** Placeholders for answers that are asked later, while the credentials are tested. */
const NOT_ASKED_YET = { preset: undefined, templates: [DEFAULT_TEMPLATE] };

function askAddress({ baseUrl }: InitFlags, dialogue: InitDialogue, checks: AnswerChecks): Promise<string> {
  return dialogue.ask({
    given: baseUrl,
    ask: (questions, refused) => questions.text('Address of the Workforce API', refused),
    otherwise: '',
    check: (answer) => checks.baseUrl(answer),
  });
}

function askName({ name, key }: InitFlags, dialogue: InitDialogue, checks: AnswerChecks): Promise<string> {
  return dialogue.ask({
    given: name,
    ask: (questions) => questions.text('Name of the employer, as people read it', key),
    otherwise: key ?? 'Employer',
    check: (answer) => checks.plainText('name', answer),
  });
}

type Integration = Pick<Answers, 'employerId' | 'clientId' | 'secret' | 'typedSecret'>;

/** Employer id, client id and secret, which only together can be tried: they are asked for until the service takes them. */
async function askIntegration(
  draft: Omit<Answers, keyof Integration>,
  flags: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  readSecret: InitState['readSecret'],
): Promise<Integration> {
  const asked = (given: string | undefined, message: string, record: string, refused: string | undefined) =>
    dialogue.ask({
      given,
      ask: (questions) => questions.text(message, refused),
      otherwise: '',
      check: (answer) => checks.plainText(record, answer),
    });
  const ID = 'Employer id (in the portal, beside the integration)';
  for (let before: Integration | undefined; ; ) {
    const given = before === undefined ? flags : { employerId: undefined, clientId: undefined };
    const employerId = await asked(given.employerId, ID, 'employerId', before?.employerId);
    const clientId = await asked(
      given.clientId,
      'Client id of the integration',
      'clientId',
      before?.clientId,
    );
    const secret = before?.secret ?? (await askSecretPlace(flags, dialogue, checks, draft.key));
    let integration: Integration = { employerId, clientId, secret, typedSecret: undefined };
    const refusal = await dialogue.tryStep(async () => {
      integration = { ...integration, typedSecret: await readSecret({ secret, key: draft.key }) };
      await checks.integration({ ...draft, ...integration });
    });
    if (refusal === undefined) return integration;
    before = integration;
  }
}

function speaks({ languages }: Country, language: Language): boolean {
  return languages.some((each) => each === language);
}

const LANGUAGE_NAMES = { en: 'English', nl: 'Nederlands', fr: 'français', de: 'Deutsch' } as const;

/** Asked where a country has several that we speak. */
async function askLanguage(
  { languages: [first, ...others] }: Country,
  questions: Questions | undefined,
): Promise<Language> {
  if (questions === undefined || others.length === 0) return first;
  const choices = [first, ...others].map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return questions.choose('Language of reports and messages', choices);
}

function refuseMissing(flags: InitFlags, isFirst: boolean): void {
  const needed: readonly (readonly [flag: string, value: string | undefined])[] = [
    ...(isFirst ? [['--base-url', flags.baseUrl] as const] : []),
    ['--employer-id', flags.employerId],
    ['--client-id', flags.clientId],
  ];
  const missing = needed.flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  if (missing.length === 0) return;
  throw new PaytallyError('USAGE', `Without a terminal nothing is asked: ${missing.join(', ')} is missing.`, {
    record: missing[0] ?? '',
    remedy: `Add ${missing.join(', ')}, or run "paytally init" in a terminal; "paytally init --sandbox" needs nothing.`,
  });
}

/** `Bakery Van den Broeck` → `bakery-van-den-broeck`. */
export function employerKeyFrom(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'employer';
}

async function askSecretPlace(
  { secretEnv, secretFile }: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  key: string,
): Promise<Answers['secret']> {
  const questions = dialogue.questions;
  if (secretEnv !== undefined) return { env: secretEnv };
  const file = secretFile ?? `secrets/${key}`;
  if (secretFile !== undefined || questions === undefined) return { file };
  const place = await questions.choose('Where is the secret of the integration to be kept?', [
    { value: 'file', label: `in ${file}, readable for you alone (typed unseen now)` },
    { value: 'env', label: 'in an environment variable that you set yourself' },
  ]);
  if (place === 'file') return { file };
  const usual = `${key.replaceAll('-', '_').toUpperCase()}_SECRET`;
  const env = await dialogue.ask({
    given: undefined,
    ask: (questions) => questions.text('Name of the variable', usual),
    otherwise: usual,
    check: (answer) => checks.variable(answer),
  });
  return { env };
}

async function askCountry({ country }: InitFlags, questions: Questions | undefined): Promise<Country> {
  const choices = Object.entries(COUNTRIES).map(([value, { name }]) => ({ value, label: name }));
  const code = country ?? (await questions?.choose('Country', choices)) ?? 'other';
  const found = COUNTRIES[code.toUpperCase()] ?? COUNTRIES[code];
  if (found !== undefined) return found;
  throw new PaytallyError('USAGE', `--country ${code} is not known.`, {
    record: '--country',
    remedy: `Write one of ${Object.keys(COUNTRIES).join(', ')}.`,
  });
}

async function askPreset(
  { preset }: InitFlags,
  { questions, language }: InitDialogue,
  country: Country,
): Promise<string | undefined> {
  if (preset !== undefined) return parsePresetName(preset);
  if (questions === undefined || country.preset === undefined) return undefined;
  const message = `Begin with the pay rules of ${translated(country.name, language)} (to be adapted and checked by payroll)?`;
  return (await questions.confirm(message)) ? country.preset : undefined;
}

async function askTemplates(
  { template }: InitFlags,
  questions: Questions | undefined,
  country: Country,
  isWeak: InitState['isWeak'],
): Promise<readonly string[]> {
  if (template.length > 0) return template;
  if (questions === undefined) return [DEFAULT_TEMPLATE];
  const system = await questions.choose('Payroll system', [
    { value: '', label: 'none yet: a workbook with the hours' },
    ...(await Promise.all(
      country.payroll.map(async (name) => ({
        value: name,
        label: (await isWeak(name)) ? `${name} (WEAK: one source only, import one test file first)` : name,
      })),
    )),
  ]);
  return system === '' ? [DEFAULT_TEMPLATE] : [DEFAULT_TEMPLATE, system];
}
