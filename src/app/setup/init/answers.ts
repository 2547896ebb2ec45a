import { PaytallyError } from '../../../errors.js';
import { formatMessage } from '../../../i18n/formatMessage.js';
import { type Language, languageOf } from '../../../i18n/language.js';
import { message } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import { type AnswerChecks, unknownValue } from './answerChecks.js';
import { COUNTRIES, type Country } from './countries.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, type InitFlags, parsePresetName } from './initialConfig.js';
import type { PayrollSystem } from './payrollSystems.js';

export const DEFAULT_TEMPLATE = 'monthly-hours';

/** The values known before the first question. */
export interface InitState {
  /** false if the configuration has an employer already: general settings are not asked again. */
  readonly isFirst: boolean;
  readonly payrollSystems: () => Promise<(country: string) => readonly PayrollSystem[]>;
  /** The typed or piped secret for a new file. @throws PaytallyError SECRET_* */
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
  { isFirst, payrollSystems, readSecret }: InitState,
): Promise<Answers> {
  const before = dialogue.language;
  if (dialogue.questions === undefined) refuseMissing(flags, isFirst);
  const country = await askCountry(flags, dialogue);
  if (flags.language !== undefined) dialogue.language = languageOf(flags.language);
  else if (isFirst) dialogue.language = await askLanguage(country, dialogue);
  await checks.flags(flags);
  checks.country(country);
  const place = await askPlace(flags, dialogue, checks, isFirst);
  const isOther = isOtherSource(place);
  const { baseUrl } = place;
  const name = await askName(flags, dialogue, checks);
  const key = await dialogue.ask({
    given: flags.key,
    ask: (questions) => questions.text(dialogue.say('init.ask.key'), employerKeyFrom(name)),
    otherwise: employerKeyFrom(name),
    check: (answer) => checks.key(answer),
  });
  const language = flags.language ?? dialogue.language;
  const locale = flags.locale ?? country.locale;
  // A flag for the country also selects its language, if the configuration has another one for all employers.
  const ownLanguage = flags.language ?? (speaks(country, before) ? undefined : country.languages[0]);
  const own = { templates: undefined, language: ownLanguage, locale };
  const zone = await askZone({ ...flags, ...place }, country, dialogue, checks);
  const draft = { baseUrl, key, name, zone, language, locale, own };
  const integration = isOther
    ? await otherSource({ ...flags, ...place }, key, dialogue, checks, readSecret)
    : await askIntegration({ ...draft, ...NOT_NEEDED_YET }, flags, dialogue, checks, readSecret);
  // Pay rules are included for all employers, so a further employer is not asked for them.
  const preset = isFirst ? await askPreset(flags, dialogue, country) : undefined;
  const templates = await askTemplates(flags, dialogue, country.code, payrollSystems);
  const isChosen = flags.template.length > 0 || templates.length > 1;
  return {
    ...draft,
    ...integration,
    preset,
    templates,
    own: { ...own, templates: isChosen ? templates : undefined },
  };
}

/** Placeholders for answers that do not matter, or whose files do not exist, while the credentials are tested. */
export const NOT_NEEDED_YET = { preset: undefined, templates: [DEFAULT_TEMPLATE] };

/** The source that the flags name; otherwise the address of the service, or a folder or file of records. */
async function askPlace(
  { baseUrl, csv, kimai }: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  isFirst: boolean,
): Promise<Pick<InitFlags, 'baseUrl' | 'csv' | 'kimai'>> {
  if (!isFirst || isOtherSource({ csv, kimai })) return { baseUrl, csv, kimai };
  const isFolder = (place: string) => baseUrl === undefined && checks.isFolder(place);
  const answer = await dialogue.ask({
    given: baseUrl,
    ask: (questions, refused) => questions.text(dialogue.say('init.ask.place'), refused),
    otherwise: '',
    check: (place) => (isFolder(place) ? undefined : checks.baseUrl(place)),
  });
  return isFolder(answer) ? { baseUrl, csv: answer, kimai } : { baseUrl: answer, csv, kimai };
}

function askName({ name, key }: InitFlags, dialogue: InitDialogue, checks: AnswerChecks): Promise<string> {
  return dialogue.ask({
    given: name,
    ask: (questions) => questions.text(dialogue.say('init.ask.name'), key),
    otherwise: key ?? 'Employer',
    check: (answer) => checks.plainText('name', answer),
  });
}

/** Files may not say where the work was; a country with a single zone does. */
async function askZone(
  { zone, csv }: Pick<InitFlags, 'zone' | 'csv'>,
  country: Country,
  dialogue: InitDialogue,
  checks: AnswerChecks,
): Promise<string | undefined> {
  if (zone === undefined && (csv === undefined || country.zone !== undefined)) return country.zone;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answer = await dialogue.ask({
    given: zone,
    ask: (questions) => questions.text(dialogue.say('init.ask.zone'), here),
    otherwise: '',
    check: (name) => checks.zone(name),
  });
  return answer === '' ? undefined : answer;
}

function isOtherSource({ csv, kimai }: Pick<InitFlags, 'csv' | 'kimai'>): boolean {
  return csv !== undefined || kimai !== undefined;
}

/** A source that the flags name: only Kimai has a secret. */
async function otherSource(
  { csv, format, kimai, ...flags }: InitFlags,
  key: string,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  readSecret: InitState['readSecret'],
): Promise<Integration & Pick<Answers, 'source'>> {
  const none = { employerId: '', clientId: '' };
  if (kimai === undefined) {
    const source = { csv: csv ?? '', ...(format === undefined ? {} : { format }) };
    return { ...none, source, secret: { env: '' }, enteredSecret: undefined };
  }
  const token = await askSecretPlace({ csv, format, kimai, ...flags }, dialogue, checks, key);
  const enteredSecret = await readSecret({ secret: token, key });
  return { ...none, source: { kimai, token }, secret: token, enteredSecret };
}

type Integration = Pick<Answers, 'employerId' | 'clientId' | 'secret' | 'enteredSecret'>;

/** Asks for employer ID, client ID and secret until the service accepts them: only all three can be tested. */
async function askIntegration(
  draft: Omit<Answers, keyof Integration>,
  flags: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
  readSecret: InitState['readSecret'],
): Promise<Integration> {
  const asked = (
    given: string | undefined,
    setting: 'employerId' | 'clientId',
    refused: string | undefined,
  ) =>
    dialogue.ask({
      given,
      ask: (questions) => questions.text(dialogue.say(`init.ask.${setting}`), refused),
      otherwise: '',
      check: (answer) => checks.plainText(setting, answer),
    });
  for (let before: Integration | undefined; ; ) {
    const given = before === undefined ? flags : { employerId: undefined, clientId: undefined };
    const employerId = await asked(given.employerId, 'employerId', before?.employerId);
    checks.employerId(employerId);
    const clientId = await asked(given.clientId, 'clientId', before?.clientId);
    const secret = before?.secret ?? (await askSecretPlace(flags, dialogue, checks, draft.key));
    let integration: Integration = { employerId, clientId, secret, enteredSecret: undefined };
    const refusal = await dialogue.tryStep(async () => {
      integration = { ...integration, enteredSecret: await readSecret({ secret, key: draft.key }) };
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

/** The languages of the country, and English for those who speak none of them. Asks only if there are several. */
async function askLanguage({ languages }: Country, { questions, say }: InitDialogue): Promise<Language> {
  const offered = [...new Set([...languages, 'en' as const])];
  if (questions === undefined || offered.length === 1) return languages[0];
  const choices = offered.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return questions.choose(say('init.ask.language'), choices);
}

function refuseMissing(flags: InitFlags, isFirst: boolean): void {
  if (isOtherSource(flags)) return;
  const needed: readonly (readonly [flag: string, value: string | undefined])[] = [
    ...(isFirst ? [['--base-url', flags.baseUrl] as const] : []),
    ['--employer-id', flags.employerId],
    ['--client-id', flags.clientId],
  ];
  const missing = needed.flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  if (missing.length === 0) return;
  const text = message('init.missingFlags', { flags: missing.join(', ') });
  throw new PaytallyError('USAGE', text, { record: missing[0] ?? '' });
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
  const { questions, say } = dialogue;
  if (secretEnv !== undefined) return { env: secretEnv };
  const file = secretFile ?? `secrets/${key}`;
  if (secretFile !== undefined || questions === undefined) return { file };
  const place = await questions.choose(say('init.ask.secretPlace'), [
    { value: 'file', label: say('init.ask.secretInFile', { file }) },
    { value: 'env', label: say('init.ask.secretInVariable') },
  ]);
  if (place === 'file') return { file };
  const usual = `${key.replaceAll('-', '_').toUpperCase()}_SECRET`;
  const env = await dialogue.ask({
    given: undefined,
    ask: (questions) => questions.text(say('init.ask.variable'), usual),
    otherwise: usual,
    check: (answer) => checks.variable(answer),
  });
  return { env };
}

async function askCountry(
  { country }: InitFlags,
  { questions, say, language }: InitDialogue,
): Promise<Country & { readonly code: string }> {
  const choices = Object.entries(COUNTRIES).map(([value, { name }]) => ({
    value,
    label: formatMessage(name, language),
  }));
  return countryOf(country ?? (await questions?.choose(say('init.ask.country'), choices)) ?? 'other');
}

/** The country with a code. @throws PaytallyError USAGE */
export function countryOf(code: string): Country & { readonly code: string } {
  for (const each of [code.toUpperCase(), code]) {
    const found = COUNTRIES[each];
    if (found !== undefined) return { ...found, code: each };
  }
  throw unknownValue('--country', code, Object.keys(COUNTRIES));
}

async function askPreset(
  { preset }: InitFlags,
  { questions, say }: InitDialogue,
  country: Country,
): Promise<string | undefined> {
  if (preset !== undefined) return parsePresetName(preset);
  if (questions === undefined || country.preset === undefined) return undefined;
  const isWanted = await questions.confirm(say('init.ask.preset', { country: country.name }));
  return isWanted ? country.preset : undefined;
}

async function askTemplates(
  { template }: InitFlags,
  { questions, say }: InitDialogue,
  country: string,
  payrollSystems: InitState['payrollSystems'],
): Promise<readonly string[]> {
  if (template.length > 0) return template;
  if (questions === undefined) return [DEFAULT_TEMPLATE];
  const system = await questions.choose(say('init.ask.payroll'), [
    { value: '', label: say('init.ask.noPayroll') },
    ...(await payrollSystems())(country).map(({ name, note }) => ({
      value: name,
      label: note === undefined ? name : say(`init.ask.${note}`, { template: name }),
    })),
  ]);
  return system === '' ? [DEFAULT_TEMPLATE] : [DEFAULT_TEMPLATE, system];
}
