import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { isSea } from 'node:sea';
import { type Document, isMap as isYamlMap, parseDocument, stringify } from 'yaml';
import type { Context } from '../../../context.js';
import { PaytallyError } from '../../../errors.js';
import { sayIn } from '../../../i18n/formatMessage.js';
import { languageOf } from '../../../i18n/language.js';
import { message } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';

/** Values from the command line; `init` asks the user for the others if there is one. */
export interface InitFlags {
  readonly baseUrl: string | undefined;
  /** The folder or file of another source than the Workforce API. */
  readonly csv: string | undefined;
  /** The format of that file. */
  readonly format: string | undefined;
  /** The address of an installation of Kimai as the source. */
  readonly kimai: string | undefined;
  readonly key: string | undefined;
  readonly employerId: string | undefined;
  readonly name: string | undefined;
  readonly clientId: string | undefined;
  readonly secretEnv: string | undefined;
  readonly secretFile: string | undefined;
  readonly country: string | undefined;
  /** The time zone of work without an establishment. */
  readonly zone: string | undefined;
  readonly language: string | undefined;
  readonly locale: string | undefined;
  readonly preset: string | undefined;
  readonly template: readonly string[];
}

type SecretPlace = { readonly env: string } | { readonly file: string };

/** As it is written in the configuration. */
type OtherSource =
  | { readonly csv: string; readonly format?: string }
  | { readonly kimai: string; readonly token: SecretPlace };

/** Everything that a first configuration needs. */
export interface Answers {
  /** Undefined if the configuration already has it. */
  readonly baseUrl: string | undefined;
  readonly key: string;
  /** Another source than the Workforce API: then the employer has no ID and client there. */
  readonly source?: OtherSource | undefined;
  readonly employerId: string;
  readonly name: string;
  readonly clientId: string;
  readonly secret: SecretPlace;
  /** The secret to write into the file; undefined if the file exists, or the secret is in a variable. */
  readonly enteredSecret: Secret | undefined;
  readonly zone: string | undefined;
  readonly language: string;
  readonly locale: string | undefined;
  readonly preset: string | undefined;
  readonly templates: readonly string[];
  /** Whether the employer is the sample one: with made-up payroll IDs, pay codes and settings of a payroll system. */
  readonly isPractice?: boolean;
  /** Answers for this employer that differ from the settings of all employers. */
  readonly own: OwnSettings;
}

/** Properties are undefined if not answered: the settings of all employers apply. */
interface OwnSettings {
  readonly templates: readonly string[] | undefined;
  readonly language: string | undefined;
  readonly locale: string | undefined;
}

/** The payroll system of the sample employer. */
export const PRACTICE_SYSTEM = 'partena';

/** Made-up settings of that system: a code for normal hours, and the number of the employer. */
const PRACTICE_PAYROLL = {
  payCodes: { NORMAL: { external: 'A0050' } },
  variables: { [PRACTICE_SYSTEM]: { dossier: '123456' } },
};

/** The text of a first `paytally.yaml`, with a comment on each part. */
export function buildConfig(answers: Answers, context: Pick<Context, 'cwd' | 'packageFolder'>): string {
  const { baseUrl = '', source, language, locale, preset, templates, key, isPractice = false } = answers;
  const say = sayIn(languageOf(language));
  const line = (comment: string, setting: object) => [`# ${comment}`, ...yamlLines(setting)];
  return [
    // An executable has no file that an editor could read.
    ...(isSea() ? [] : [`# yaml-language-server: $schema=${schemaPath(context)}`]),
    `# ${say('init.comment.head')}`,
    ...(source === undefined
      ? line(say('init.comment.address'), { baseUrl })
      : line(say('init.comment.source'), { source })),
    ...(isPractice ? line(say('init.comment.sandbox'), { sandbox: true }) : []),
    ...(preset === undefined ? [] : line(say('init.comment.include'), { include: [presetFile(preset)] })),
    '',
    ...line(say('init.comment.employers'), { employers: { [key]: employerBlock(answers) } }),
    '',
    ...line(say('init.comment.templates'), { templates }),
    ...(isPractice ? line(say('init.comment.practice'), PRACTICE_PAYROLL) : []),
    ...line(say('init.comment.language'), { language }),
    ...(locale === undefined ? [] : line(say('init.comment.locale'), { locale })),
    ...line(say('init.comment.attribution'), { attribution: 'start' }),
    '',
  ].join('\n');
}

/** Relative to the configuration, if both are on the same disk. */
function schemaPath({ cwd, packageFolder }: Pick<Context, 'cwd' | 'packageFolder'>): string {
  const path = relative(cwd, join(packageFolder, 'paytally.schema.json'));
  return isAbsolute(path) ? path : path.replaceAll('\\', '/');
}

/**
 * The configuration with one more employer and the settings of that employer only. Comments and order are preserved.
 * @throws PaytallyError CONFIG_INVALID if the file cannot be read, USAGE if the key is taken
 */
export function addEmployer(text: string, path: string, answers: Answers): string {
  const document = parseDocument(text);
  refuseTakenKey(document, path, answers.key);
  const { source } = answers;
  const own = source === undefined ? {} : { source };
  const employer = { ...own, ...employerBlock(answers), ...ownSettings(document, answers) };
  document.setIn(['employers', answers.key], document.createNode(employer));
  return document.toString({ lineWidth: 0 });
}

/** @throws PaytallyError CONFIG_INVALID if the file cannot be read, USAGE if the key is taken */
export function refuseTakenKey(document: Document, path: string, key: string): void {
  const employers: unknown = document.get('employers', true);
  if (document.errors.length > 0 || !isYamlMap(employers)) {
    throw new PaytallyError('CONFIG_INVALID', message('init.notReadable', { path }), { record: path });
  }
  if (!employers.has(key)) return;
  throw new PaytallyError('USAGE', message('init.keyTaken', { path, key }), { record: '--key' });
}

/** The answers for the employer that differ from the settings of all employers. */
function ownSettings(document: Document, { own }: Answers): object {
  const all = document.toJS() as Record<string, unknown>;
  const differs = (name: string, value: unknown) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(all[name]);
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => differs(name, value)));
}

/** The file name of the copy next to the configuration. */
export function presetFile(preset: string): string {
  return `rules-${preset}.yaml`;
}

/** Whether a file has the name of such a copy. */
export function isPresetFile(file: string): boolean {
  return file.startsWith('rules-') && file.endsWith('.yaml');
}

/** The file of an employer's payroll IDs, next to the configuration. */
export function mappingFile(key: string): string {
  return `employees-${key}.csv`;
}

function employerBlock({ source, employerId, clientId, secret, name, key, zone }: Answers): object {
  return {
    // Of another source the ID is the key: it stays when the key is changed, and so do the finals.
    ...(source === undefined ? { employerId, clientId, clientSecret: secret } : { employerId: key }),
    name,
    employees: mappingFile(key),
    ...(zone === undefined ? {} : { zone }),
  };
}

function yamlLines(value: object): string[] {
  return stringify(value, { lineWidth: 0, flowCollectionPadding: true }).trimEnd().split('\n');
}

/**
 * Refuses flags for settings that all employers of a configuration share: they would be ignored, or would change the
 * other employers. A flag with the same value is allowed.
 * @throws PaytallyError USAGE
 */
export async function refuseSharedFlags(
  { baseUrl, preset }: Pick<InitFlags, 'baseUrl' | 'preset'>,
  path: string,
): Promise<void> {
  const all: unknown = parseDocument(await readFile(path, 'utf8')).toJS();
  const { baseUrl: configured, include } = (all ?? {}) as { baseUrl?: unknown; include?: unknown };
  if (baseUrl !== undefined && baseUrl !== configured) {
    const text = message('init.sharedAddress', { path, configured: String(configured), baseUrl });
    throw new PaytallyError('USAGE', text, { record: '--base-url' });
  }
  const rules = parsePresetName(preset);
  if (rules === undefined) return;
  const file = presetFile(rules);
  const included: readonly unknown[] = Array.isArray(include) ? include : [include];
  if (included.includes(file)) return;
  throw new PaytallyError('USAGE', message('init.sharedPreset', { path }), { record: '--preset' });
}

const NO_PRESET = 'none';

/** `belgium` of `belgium` or `belgium.yaml`; undefined for none. */
export function parsePresetName(preset: string | undefined): string | undefined {
  return preset === undefined || preset === NO_PRESET ? undefined : basename(preset, '.yaml');
}
