import type { LocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { type Language, type LanguagePack, regionalLanguage } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import type { Secret } from '../runtime/secrets/secret.js';
import { isMap, type SettingSource } from './configSource.js';
import type { FolderAbsences } from './folderAbsences.js';
import { suggestion } from './input/nearestName.js';
import type { EmployerConfig, ProgramConfig, SharedConfig } from './schema/configSchema.js';
import type { SecretSource } from './schema/values.js';

/** An employer's effective settings: its own over the general ones. */
export type EmployerSettings = EmployerConfig &
  SharedConfig & {
    /** The texts of an earlier version of the program, which a stored run was written with. */
    readonly languagePack?: LanguagePack | undefined;
  };

/** The whole configuration, validated. */
export interface WholeConfig extends ProgramConfig {
  readonly employers: Readonly<Record<string, EmployerSettings>>;
}

/** The effective settings of one employer. Every step of a run takes these, and never those of all employers. */
export interface Config
  extends ProgramConfig,
    Omit<SharedConfig, 'language'>,
    Pick<EmployerSettings, 'languagePack'> {
  /** With the region of the locale, and the wording of a stored run. */
  readonly language: Language;
  readonly employerKey: string;
  /** Shown to people; the key if no name is configured. */
  readonly employerName: string;
  readonly employer: EmployerConfig;
  /** Planned shifts replace time entries from this day on; set on the command line for one run. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** A configuration and its file. Its paths are relative to `folder`. */
export interface LoadedConfig {
  readonly config: WholeConfig;
  readonly path: string;
  readonly folder: string;
  /** Language of the program itself: the general setting, or the one that all employers share. */
  readonly language: Language;
  /** The place of a setting, by its path in the files; undefined for a default. */
  readonly sourceOf: (path: readonly string[]) => SettingSource | undefined;
  /** A secret that the store needs, from its place. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
  readonly secretOf: (source: SecretSource) => Promise<Secret>;
  /** Absence files in the folders of sources, by the key of the employer; null where there is none. */
  readonly found: FolderAbsences;
  /** The files that were read, by path, so that an unchanged configuration need not be read again. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The effective settings of an employer. @throws PaytallyError EMPLOYER_UNKNOWN with the nearest key */
export function configOf({ config }: Pick<LoadedConfig, 'config'>, employerKey: string): Config {
  const known = configs.get(config) ?? new Map<string, Config>();
  configs.set(config, known);
  const effective = known.get(employerKey) ?? effectiveConfig(config, employerKey);
  known.set(employerKey, effective);
  return effective;
}

/**
 * The key of a stored employer in today's configuration: its own, unless another employer has it today, or the only one
 * that has its employer ID; undefined if there is none.
 * @param employerId undefined if it is not recorded
 */
export function keyToday(
  { config: { employers } }: Pick<LoadedConfig, 'config'>,
  employer: string,
  employerId: string | undefined,
): string | undefined {
  const own = Object.hasOwn(employers, employer) ? employers[employer] : undefined;
  if (own !== undefined && (employerId === undefined || own.employerId === employerId)) return employer;
  const keys = Object.keys(employers).filter((key) => employers[key]?.employerId === employerId);
  return keys.length === 1 ? keys[0] : undefined;
}

/** Cached, because each employer's settings are requested many times and have many keys. */
const configs = new WeakMap<WholeConfig, Map<string, Config>>();

function effectiveConfig(config: WholeConfig, employerKey: string): Config {
  const { employers, ...program } = config;
  const settings = Object.hasOwn(employers, employerKey) ? employers[employerKey] : undefined;
  if (settings === undefined) throw unknownEmployer(employerKey, Object.keys(employers));
  const employerName = settings.name ?? employerKey;
  const language = regionalLanguage(settings.language, settings.locale);
  return { ...program, ...settings, language, employerKey, employerName, employer: settings };
}

/** @param known keys of the configuration */
export function unknownEmployer(key: string, known: readonly string[]): PaytallyError {
  const values = { employer: key, known: known.join(', '), ...suggestion(key, known) };
  return new PaytallyError('EMPLOYER_UNKNOWN', message('config.employerUnknown', values), { record: key });
}

/** An effective setting of an employer, and its source. */
export interface EffectiveSetting {
  /** The key in the file: `rounding.step`, `employerId`. */
  readonly key: string;
  readonly value: unknown;
  /** undefined for a default. */
  readonly source: SettingSource | undefined;
}

/** Derived from other settings, or not a setting of an employer. */
const DERIVED_KEYS: readonly (keyof Config | '$schema')[] = [
  'employerKey',
  'employerName',
  'employer',
  'languagePack',
  'include',
  '$schema',
];

/** All effective settings of an employer, by key. Of secrets, only their places. */
export function listSettings(loaded: LoadedConfig, employerKey: string): EffectiveSetting[] {
  const config = configOf(loaded, employerKey);
  const language = loaded.config.employers[employerKey]?.language;
  return Object.entries({ ...config, language })
    .filter(([key]) => !DERIVED_KEYS.some((other) => other === key))
    .flatMap(([key, value]) => flattenSettings(value, [key]))
    .map(({ path, value }) => ({
      key: path.join('.'),
      value,
      source: loaded.sourceOf(['employers', employerKey, ...path]) ?? loaded.sourceOf(path),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function flattenSettings(
  value: unknown,
  path: readonly string[],
): { path: readonly string[]; value: unknown }[] {
  if (value === undefined) return [];
  if (!isMap(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => flattenSettings(inner, [...path, key]));
}
