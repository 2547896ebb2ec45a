import { PaytallyError } from '../../errors.js';
import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import type { Questions } from '../../questions.js';
import { COUNTRIES, type Country } from './countries.js';
import { presetName } from './presetName.js';
import { spokenQuestions } from './spokenQuestions.js';

/** What the command line says; everything else is asked, where there is somebody to ask. */
export interface InitFlags {
  readonly baseUrl: string | undefined;
  readonly key: string | undefined;
  readonly employerId: string | undefined;
  readonly name: string | undefined;
  readonly clientId: string | undefined;
  readonly secretEnv: string | undefined;
  readonly secretFile: string | undefined;
  readonly country: string | undefined;
  readonly language: string | undefined;
  readonly locale: string | undefined;
  readonly preset: string | undefined;
  readonly template: readonly string[];
}

/** Everything that a configuration needs to begin with. */
export interface Answers {
  /** undefined where the configuration has it already. */
  readonly baseUrl: string | undefined;
  readonly key: string;
  readonly employerId: string;
  readonly name: string;
  readonly clientId: string;
  readonly secret: { readonly env: string } | { readonly file: string };
  readonly zone: string | undefined;
  readonly language: string;
  readonly locale: string | undefined;
  readonly preset: string | undefined;
  readonly templates: readonly string[];
  /** What was said of this employer, for where the configuration says otherwise for all. */
  readonly own: OwnSettings;
}

/** undefined where nothing was said: what holds for all holds. */
export interface OwnSettings {
  readonly templates: readonly string[] | undefined;
  readonly language: string | undefined;
  readonly locale: string | undefined;
}

const ALWAYS = 'monthly-hours';

/** What is there before anything is asked. */
export interface Beginning {
  /** false where the configuration has an employer already: what holds for all is not asked again. */
  readonly isFirst: boolean;
  /** In which the first question is asked; of later employers all of them. */
  readonly language: Language;
  /** Whether the layout of a built-in template is known from one source only. */
  readonly isWeak: (template: string) => Promise<boolean>;
}

/**
 * Puts flags and answers together. The country comes first: it says in which language the rest is asked.
 * @throws PaytallyError USAGE with every flag that is missing, where nobody can be asked
 */
export async function answersOf(
  flags: InitFlags,
  questions: Questions | undefined,
  { isFirst, language: before, isWeak }: Beginning,
): Promise<Answers> {
  if (questions === undefined) refuseMissing(flags, isFirst);
  const first = questions === undefined ? undefined : spokenQuestions(questions, before);
  const country = await countryOf(flags, first);
  const language = flags.language ?? (isFirst ? await languageIn(country, first) : before);
  const asker = questions === undefined ? undefined : spokenQuestions(questions, language);
  const ask = async (given: string | undefined, message: string, otherwise?: string): Promise<string> =>
    given ?? (await asker?.text(message, otherwise)) ?? otherwise ?? '';
  const baseUrl = isFirst ? await ask(flags.baseUrl, 'Address of the Workforce API') : flags.baseUrl;
  const name =
    flags.name ??
    (await asker?.text('Name of the employer, as people read it', flags.key)) ??
    flags.key ??
    'Employer';
  const key = await ask(flags.key, 'Key of the employer, for command lines and file names', keyFrom(name));
  const employerId = await ask(flags.employerId, 'Employer id (in the portal, beside the integration)');
  const clientId = await ask(flags.clientId, 'Client id of the integration');
  const secret = await secretPlace(flags, asker, key);
  const locale = flags.locale ?? country.locale;
  // Who names a country means its language too, where another one holds for all.
  const ownLanguage = flags.language ?? (speaks(country, before) ? undefined : country.languages[0]);
  // Pay rules are included for all employers, so that they are no question of the next one.
  const preset = isFirst ? await presetOf(flags, asker, country, language) : undefined;
  const templates = await templatesOf(flags, asker, country, isWeak);
  const isChosen = flags.template.length > 0 || templates.length > 1;
  return {
    baseUrl,
    key,
    employerId,
    name,
    clientId,
    secret,
    zone: country.zone,
    language,
    locale,
    preset,
    templates,
    own: { templates: isChosen ? templates : undefined, language: ownLanguage, locale },
  };
}

function speaks({ languages }: Country, language: Language): boolean {
  return languages.some((each) => each === language);
}

const LANGUAGE_NAMES = { en: 'English', nl: 'Nederlands', fr: 'français', de: 'Deutsch' } as const;

/** Asked where a country has several that we speak. */
async function languageIn(
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
export function keyFrom(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'employer';
}

async function secretPlace(
  { secretEnv, secretFile }: InitFlags,
  questions: Questions | undefined,
  key: string,
): Promise<Answers['secret']> {
  if (secretEnv !== undefined) return { env: secretEnv };
  const file = secretFile ?? `secrets/${key}`;
  if (secretFile !== undefined || questions === undefined) return { file };
  const place = await questions.choose('Where is the secret of the integration to be kept?', [
    { value: 'file', label: `in ${file}, readable for you alone (typed unseen now)` },
    { value: 'env', label: 'in an environment variable that you set yourself' },
  ]);
  if (place === 'file') return { file };
  return {
    env: await questions.text('Name of the variable', `${key.replaceAll('-', '_').toUpperCase()}_SECRET`),
  };
}

async function countryOf({ country }: InitFlags, questions: Questions | undefined): Promise<Country> {
  const choices = Object.entries(COUNTRIES).map(([value, { name }]) => ({ value, label: name }));
  const code = country ?? (await questions?.choose('Country', choices)) ?? 'other';
  const found = COUNTRIES[code.toUpperCase()] ?? COUNTRIES[code];
  if (found !== undefined) return found;
  throw new PaytallyError('USAGE', `--country ${code} is not known.`, {
    record: '--country',
    remedy: `Write one of ${Object.keys(COUNTRIES).join(', ')}.`,
  });
}

async function presetOf(
  { preset }: InitFlags,
  questions: Questions | undefined,
  country: Country,
  language: Language,
): Promise<string | undefined> {
  if (preset !== undefined) return presetName(preset);
  if (questions === undefined || country.preset === undefined) return undefined;
  const message = `Begin with the pay rules of ${translated(country.name, language)} (to be adapted and checked by payroll)?`;
  return (await questions.confirm(message)) ? country.preset : undefined;
}

async function templatesOf(
  { template }: InitFlags,
  questions: Questions | undefined,
  country: Country,
  isWeak: Beginning['isWeak'],
): Promise<readonly string[]> {
  if (template.length > 0) return template;
  if (questions === undefined) return [ALWAYS];
  const system = await questions.choose('Payroll system', [
    { value: '', label: 'none yet: a workbook with the hours' },
    ...(await Promise.all(
      country.payroll.map(async (name) => ({
        value: name,
        label: (await isWeak(name)) ? `${name} (WEAK: one source only, import one test file first)` : name,
      })),
    )),
  ]);
  return system === '' ? [ALWAYS] : [ALWAYS, system];
}
