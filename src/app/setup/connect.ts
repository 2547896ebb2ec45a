import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { CONFIG_NAME, findConfigFolder } from '../../config/findConfig.js';
import { loadConfig, loadConfigText } from '../../config/load.js';
import { parseSecret } from '../../config/readCredentials.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { openSource } from '../../sources/staging/openSource.js';
import { diagnose } from '../doctor/diagnose.js';
import type { Check } from '../doctor/doctorFinding.js';
import { withRunHost } from '../session/openSession.js';
import { AnswerChecks } from './init/answerChecks.js';
import { countryOf, DEFAULT_TEMPLATE, NOT_NEEDED_YET } from './init/answers.js';
import { createMapping } from './init/firstLook.js';
import { type Answers, mappingFile, parsePresetName, presetFile } from './init/initialConfig.js';
import { writeAnswers } from './init/writeAnswers.js';
import { lineDifference } from './lineDifference.js';
import { fileDigest } from './payrollIds.js';

/** Where time is recorded. */
export const SOURCES = ['workforce', 'csv', 'kimai'] as const;

/** The form to connect an employer: all answers to the questions of `init` at once. */
export const connectForm = z.strictObject({
  source: z.enum(SOURCES).default('workforce'),
  /** The folder or file of a CSV source. */
  csv: z.string().trim().default(''),
  /** The program whose export it is; empty for the columns of docs/sources.md. */
  format: z.string().default(''),
  /** The address of an installation of Kimai. */
  kimai: z.string().trim().default(''),
  baseUrl: z.string().trim(),
  name: z.string().trim(),
  key: z.string().trim(),
  employerId: z.string().trim(),
  clientId: z.string().trim(),
  /** Stored only in a file that only this user can read. */
  secret: z.string(),
  country: z.string(),
  /** The time zone of CSV files if the country has several, or is not listed. */
  zone: z.string().trim().default(''),
  language: z.string(),
  /** The sample pay rules to include. */
  preset: z.string().nullable(),
  templates: z.array(z.string()),
  /** The service is this window's sandbox, so its secret is known. */
  isSandbox: z.boolean(),
});
export type ConnectForm = z.output<typeof connectForm>;

/** The place of a configuration, or of a new one. */
interface ConnectPlace {
  readonly path: string;
  /** The text of the existing configuration. */
  readonly text: string | undefined;
}

async function placeOf(context: Context, config: string | undefined): Promise<ConnectPlace> {
  const folder = findConfigFolder({ path: config, cwd: context.cwd });
  if (folder === undefined) return { path: join(context.cwd, CONFIG_NAME), text: undefined };
  const { path } = await loadConfig({ path: config, cwd: context.cwd, env: context.env });
  return { path, text: await readFile(path, 'utf8') };
}

/** Checks that a service answers at the address. @throws PaytallyError CONFIG_INVALID, BASE_URL_INSECURE, SERVICE_* */
export async function checkConnectAddress(
  context: Context,
  config: string | undefined,
  baseUrl: string,
): Promise<void> {
  const { checks } = await openChecks(context, config);
  await checks.baseUrl(baseUrl);
}

/**
 * Checks all answers with the service. Returns its data, and what would be written with a digest, so that only that is
 * written. Writes nothing. @throws as `init`
 */
export async function previewConnect(context: Context, config: string | undefined, form: ConnectForm) {
  const { answers, checks, place, warnings, inFolder } = await checkedAnswers(context, config, form);
  const { loaded, withSecret } = await loadedInMemory(inFolder, place, answers, checks, form.secret);
  const { findings } = await diagnose(
    withSecret,
    {
      loaded,
      employerKeys: [answers.key],
      templates: 'configured',
      out: resolve(inFolder.cwd, './out'),
      storeFolder: resolve(loaded.folder, loaded.config.store),
      verbose: false,
    },
    silentTerminal(),
  );
  const text = checks.configText(answers);
  return {
    ...(await readEmployerLists(withSecret, loaded, answers)),
    // The mapping file is created when the answers are written.
    findings: findings.filter(
      ({ check, status }) => SHOWN_CHECKS.includes(check) && (status !== 'ok' || check !== 'fields'),
    ),
    warnings,
    files: [
      place.path,
      ...('file' in answers.secret && answers.enteredSecret !== undefined ? [answers.secret.file] : []),
      ...(answers.preset === undefined ? [] : [presetFile(answers.preset)]),
      mappingFile(answers.key),
    ],
    difference: lineDifference(place.text ?? '', text),
    digest: digestOf(place, text),
  };
}

/** About the service; the folders and files of this computer are checked on use. */
const SHOWN_CHECKS: readonly Check[] = ['network', 'clock', 'token', 'scopes', 'zones', 'lists', 'fields'];

/** Writes what the preview showed. @throws PaytallyError USAGE if that has changed meanwhile; as `init` */
export async function connect(
  context: Context,
  config: string | undefined,
  form: ConnectForm,
  digest: string,
) {
  const { answers, checks, place, inFolder } = await checkedAnswers(context, config, form);
  if (digestOf(place, checks.configText(answers)) !== digest)
    throw new PaytallyError('USAGE', message('connect.changedMeanwhile', { path: place.path }), {
      record: place.path,
    });
  const files = await writeAnswers(place.path, answers, checks, inFolder);
  const loaded = await loadConfig({ path: place.path, cwd: inFolder.cwd, env: context.env });
  const people = await createMapping(loaded, answers.key, inFolder, silentTerminal(), false).catch(
    (failure: unknown) => {
      // The employees can be added later: the configuration is complete.
      if (failure instanceof PaytallyError && failure.code !== 'INTERRUPTED') return undefined;
      throw failure;
    },
  );
  return { employer: answers.key, files: [...files, join(inFolder.cwd, mappingFile(answers.key))], people };
}

interface OpenedChecks {
  readonly place: ConnectPlace;
  readonly checks: AnswerChecks;
  /** For readers whose language may differ from that of the answers. */
  readonly warnings: readonly AnyMessage[];
  /** The context with the folder of the configuration. */
  readonly inFolder: Context;
}

async function openChecks(context: Context, config: string | undefined): Promise<OpenedChecks> {
  const place = await placeOf(context, config);
  const inFolder = { ...context, cwd: dirname(place.path) };
  const warnings: AnyMessage[] = [];
  const checks = new AnswerChecks(
    inFolder,
    { ...place, asksService: true },
    { warn: (text) => void warnings.push(text), withProgress: (_, work) => work() },
  );
  return { place, checks, warnings, inFolder };
}

/** Checks a form like the answers to the questions of `init`. @throws PaytallyError for the first invalid answer */
async function checkedAnswers(
  context: Context,
  config: string | undefined,
  form: ConnectForm,
): Promise<OpenedChecks & { readonly answers: Answers }> {
  const opened = await openChecks(context, config);
  const { place, checks, inFolder } = opened;
  const isFirst = place.text === undefined;
  const answers = answersOf(form, isFirst, freeSecretFile(inFolder.cwd, form.key));
  const { baseUrl, preset, name, key, employerId, clientId } = answers;
  await checks.flags({ language: form.language, preset, template: form.templates });
  checks.country(countryOf(form.country));
  if (answers.source !== undefined) return { ...opened, answers: await otherAnswers(form, answers, checks) };
  if (baseUrl !== undefined) await checks.baseUrl(baseUrl);
  checks.plainText('name', name);
  checks.key(key);
  checks.plainText('employerId', employerId);
  checks.employerId(employerId);
  checks.plainText('clientId', clientId);
  const complete = { ...answers, enteredSecret: secretOf(form, answers, checks) };
  await checks.integration({ ...complete, ...NOT_NEEDED_YET });
  return { ...opened, answers: complete };
}

/** The answers for another source than the Workforce API, which is read once. @throws PaytallyError as its source */
async function otherAnswers(form: ConnectForm, answers: Answers, checks: AnswerChecks): Promise<Answers> {
  checks.plainText('name', answers.name);
  checks.key(answers.key);
  checks.plainText(form.source, form.source === 'csv' ? form.csv : form.kimai);
  const secret = form.source === 'kimai' ? secretOf(form, answers, checks) : undefined;
  const complete = { ...answers, enteredSecret: secret };
  await checks.otherSource({ ...complete, ...NOT_NEEDED_YET });
  return complete;
}

/** @throws PaytallyError USAGE for an unknown country or sample pay rules with an invalid name */
function answersOf(form: ConnectForm, isFirst: boolean, secretFile: string): Answers {
  const { key, name, employerId, clientId, language, templates } = form;
  const source = otherSource(form, secretFile);
  const asked = form.source === 'csv' && form.zone !== '' ? form.zone : undefined;
  const { zone = asked, locale } = countryOf(form.country);
  const isChosen = templates.length > 0;
  return {
    baseUrl: isFirst && source === undefined ? form.baseUrl : undefined,
    ...(source === undefined ? {} : { source }),
    key,
    name,
    employerId,
    clientId,
    secret: { file: secretFile },
    enteredSecret: undefined,
    zone,
    language,
    locale,
    // Pay rules are included for all employers, so a further employer does not choose them.
    preset: isFirst ? parsePresetName(form.preset ?? undefined) : undefined,
    templates: isChosen ? templates : [DEFAULT_TEMPLATE],
    isPractice: isFirst && form.isSandbox,
    own: { language, locale, templates: isChosen ? templates : undefined },
  };
}

function otherSource({ source, csv, format, kimai }: ConnectForm, secretFile: string): Answers['source'] {
  if (source === 'csv') return { csv, ...(format === '' ? {} : { format }) };
  return source === 'kimai' ? { kimai, token: { file: secretFile } } : undefined;
}

/** @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
function secretOf({ secret }: ConnectForm, answers: Answers, checks: AnswerChecks) {
  const { key } = answers;
  const file = 'file' in answers.secret ? answers.secret.file : '';
  if (secret.trim() !== '') return checks.secret(secret.replace(/\r?\n$/, ''), file, file);
  throw new PaytallyError('SECRET_MISSING', message('init.noSecret', { key, file }), { record: file });
}

/** A separate file for each secret, because an existing one may have another purpose. */
function freeSecretFile(folder: string, key: string): string {
  const names = Array.from(
    { length: 100 },
    (_, index) => `secrets/${key}${index === 0 ? '' : `-${index + 1}`}`,
  );
  return names.find((name) => !existsSync(join(folder, name))) ?? `secrets/${key}`;
}

/** The planned configuration, with the secret only in memory. */
async function loadedInMemory(
  context: Context,
  { path }: ConnectPlace,
  answers: Answers,
  checks: AnswerChecks,
  secret: string,
): Promise<{ readonly loaded: LoadedConfig; readonly withSecret: Context }> {
  const withSecret = { ...context, env: { ...context.env, [SECRET_VARIABLE]: secret.replace(/\r?\n$/, '') } };
  // The file of the pay rules does not exist yet.
  const place = { env: SECRET_VARIABLE };
  const { source } = answers;
  const inMemory = source !== undefined && 'kimai' in source ? { source: { ...source, token: place } } : {};
  const text = checks.configText({ ...answers, ...inMemory, preset: undefined, secret: place });
  return { loaded: await loadConfigText(text, path, withSecret.env), withSecret };
}

/** Of this process alone. */
const SECRET_VARIABLE = 'PAYTALLY_TYPED_SECRET';

/** Establishments and people, as far as the integration may read them. */
async function readEmployerLists(context: Context, loaded: LoadedConfig, { key }: Answers) {
  const config = configOf(loaded, key);
  const typed = context.env[SECRET_VARIABLE] ?? '';
  // A folder of CSV files needs none.
  const secret = typed === '' ? undefined : parseSecret(typed, SECRET_VARIABLE, SECRET_VARIABLE).secret;
  return withRunHost(context, { loaded, terminal: silentTerminal() }, { verbose: false }, async (host) => {
    const source = openSource(host, { config, folder: loaded.folder, secret }, []);
    const { establishments } = await source.readEstablishments().catch(noneIfRefused({ establishments: [] }));
    const people = await source.readEmployees('once').catch(noneIfRefused(undefined));
    return {
      establishments: establishments.map(({ id, label, zone }) => ({
        name: label ?? id,
        zone: zone ?? null,
      })),
      // null if the integration cannot read them.
      people: people?.employees.length ?? null,
    };
  });
}

function noneIfRefused<Value>(nothing: Value): (failure: unknown) => Value {
  return (failure) => {
    if (failure instanceof PaytallyError && failure.code !== 'INTERRUPTED') return nothing;
    throw failure;
  };
}

function digestOf({ text = '' }: ConnectPlace, after: string): string {
  return fileDigest(Buffer.from(text), Buffer.from(after));
}

function silentTerminal() {
  const nothing = () => undefined;
  return { result: nothing, message: nothing, alert: nothing, progress: nothing, width: undefined };
}
