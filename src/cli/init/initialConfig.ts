import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { type Document, isMap as isYamlMap, parseDocument, stringify } from 'yaml';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { translated } from '../../i18n/messages/messages.js';
import type { Secret } from '../../runtime/secrets/secret.js';

/** What the command line sets; `init` asks the user for the rest, if there is one. */
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
  /** The secret to write into the file; undefined if the file exists, or the secret is in a variable. */
  readonly typedSecret: Secret | undefined;
  readonly zone: string | undefined;
  readonly language: string;
  readonly locale: string | undefined;
  readonly preset: string | undefined;
  readonly templates: readonly string[];
  /** Answers for this employer that differ from the settings of all employers. */
  readonly own: OwnSettings;
}

/** Properties are undefined if not answered: the settings of all employers apply. */
interface OwnSettings {
  readonly templates: readonly string[] | undefined;
  readonly language: string | undefined;
  readonly locale: string | undefined;
}

/** The text of a first `paytally.yaml`, with a word about each part. */
export function buildConfig(answers: Answers, context: Pick<Context, 'cwd' | 'packageFolder'>): string {
  const { baseUrl = '', language, locale, preset, templates, key } = answers;
  const comment = (text: string) => `# ${translated(text, language)}`;
  const line = (name: string, value: unknown, text: string) => [
    comment(text),
    ...yamlLines({ [name]: value }),
  ];
  return [
    `# yaml-language-server: $schema=${schemaPath(context)}`,
    comment(
      'What paytally reads, and how. "paytally doctor" checks it; "paytally config show" says what holds.',
    ),
    ...line('baseUrl', baseUrl, 'Address of the Workforce API.'),
    ...(preset === undefined
      ? []
      : line(
          'include',
          [presetFile(preset)],
          'Pay rules to begin with: adapt them, and let payroll check them.',
        )),
    '',
    comment(
      'An employer for each client, by a key of your own: it is used on the command line and in file names.',
    ),
    ...yamlLines({ employers: { [key]: employerBlock(answers) } }),
    '',
    ...line('templates', templates, 'Files of an export; "paytally templates" lists all there are.'),
    ...line('language', language, 'Language of reports and of what there is to do: en, nl, fr or de.'),
    ...(locale === undefined
      ? []
      : line('locale', locale, 'How CSV for people is written, so that it opens right.')),
    comment('Which local day minutes count for: start, split, end or majority.'),
    'attribution: start',
    '',
  ].join('\n');
}

/** Relative to the file, where both are on one disk. */
function schemaPath({ cwd, packageFolder }: Pick<Context, 'cwd' | 'packageFolder'>): string {
  const path = relative(cwd, join(packageFolder, 'paytally.schema.json'));
  return isAbsolute(path) ? path : path.replaceAll('\\', '/');
}

/**
 * The configuration with one more employer and the settings of that employer only; comments and order stay.
 * @throws PaytallyError CONFIG_INVALID if the file cannot be read, USAGE if the key is taken
 */
export function addEmployer(text: string, path: string, answers: Answers): string {
  const document = parseDocument(text);
  refuseTakenKey(document, path, answers.key);
  const employer = { ...employerBlock(answers), ...ownSettings(document, answers) };
  document.setIn(['employers', answers.key], document.createNode(employer));
  return document.toString({ lineWidth: 0 });
}

/** @throws PaytallyError CONFIG_INVALID where the file cannot be read, USAGE where the key is taken */
export function refuseTakenKey(document: Document, path: string, key: string): void {
  const employers: unknown = document.get('employers', true);
  if (document.errors.length > 0 || !isYamlMap(employers)) {
    throw new PaytallyError('CONFIG_INVALID', `${path} cannot be read as it is, so no employer was added.`, {
      record: path,
      remedy: 'Run "paytally doctor" and correct what it names, then run init again.',
    });
  }
  if (!employers.has(key)) return;
  throw new PaytallyError('USAGE', `${path} has an employer "${key}" already; nothing was changed.`, {
    record: '--key',
    remedy: 'Choose another key with --key, or correct that employer in the file.',
  });
}

/** The answers for the employer that differ from the settings of all employers. */
function ownSettings(document: Document, { own }: Answers): object {
  const all = document.toJS() as Record<string, unknown>;
  const differs = (name: string, value: unknown) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(all[name]);
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => differs(name, value)));
}

/** The file name of the copy beside the configuration. */
export function presetFile(preset: string): string {
  return `rules-${preset}.yaml`;
}

function employerBlock({ employerId, clientId, secret, name, key, zone }: Answers): object {
  return {
    employerId,
    clientId,
    clientSecret: secret,
    name,
    employees: `employees-${key}.csv`,
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
    throw new PaytallyError(
      'USAGE',
      `All employers of ${path} are read from ${String(configured)}; nothing was changed.`,
      {
        record: '--base-url',
        remedy: `Leave out --base-url, or run "paytally init" in a folder of its own for ${baseUrl}.`,
      },
    );
  }
  const rules = parsePresetName(preset);
  if (rules === undefined) return;
  const file = presetFile(rules);
  const included: readonly unknown[] = Array.isArray(include) ? include : [include];
  if (included.includes(file)) return;
  throw new PaytallyError(
    'USAGE',
    `Pay rules that are included in ${path} hold for all of its employers; nothing was changed.`,
    {
      record: '--preset',
      remedy: `Leave out --preset and write payRules of its own below this employer, or run "paytally init" in a folder of its own.`,
    },
  );
}

const NO_PRESET = 'none';

/** `belgium` of `belgium` or `belgium.yaml`; undefined where none is wanted. */
export function parsePresetName(preset: string | undefined): string | undefined {
  return preset === undefined || preset === NO_PRESET ? undefined : basename(preset, '.yaml');
}
