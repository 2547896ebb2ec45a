import type { LocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { type Language, type LanguagePack, regionalLanguage } from '../i18n/language.js';
import { isMap, type SettingSource } from './configSource.js';
import { didYouMean } from './input/nearestName.js';
import type { EmployerConfig, ProgramConfig, SharedConfig } from './schema/configSchema.js';

/** An employer with everything that holds for it: its own settings over the general ones. */
export type EmployerSettings = EmployerConfig &
  SharedConfig & {
    /** Of a language that a file says, known by its code in `language`. */
    readonly languagePack?: LanguagePack | undefined;
  };

/** The whole configuration, checked. */
export interface WholeConfig extends ProgramConfig {
  readonly employers: Readonly<Record<string, EmployerSettings>>;
}

/** What holds for one employer; every step of a run takes this, and never the settings of all. */
export interface Config extends ProgramConfig, SharedConfig, Pick<EmployerSettings, 'languagePack'> {
  readonly employerKey: string;
  /** What people read; the key where no name is configured. */
  readonly employerName: string;
  readonly employer: EmployerConfig;
  /** From this day on published shifts stand in for entries: set by the command line, for one run. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** A configuration and where it came from: other paths in it are relative to `folder`. */
export interface LoadedConfig {
  readonly config: WholeConfig;
  readonly path: string;
  readonly folder: string;
  /** In which the program itself speaks: what stands for all, else what all employers have. */
  readonly language: Language;
  /** Where a setting stands, by its path in the files; undefined where it is a default. */
  readonly sourceOf: (path: readonly string[]) => SettingSource | undefined;
}

/** What holds for an employer. @throws PaytallyError EMPLOYER_UNKNOWN with the nearest key */
export function configOf({ config }: Pick<LoadedConfig, 'config'>, employerKey: string): Config {
  const { employers, ...program } = config;
  const settings = Object.hasOwn(employers, employerKey) ? employers[employerKey] : undefined;
  if (settings === undefined) throw unknownEmployer(employerKey, Object.keys(employers));
  const employerName = settings.name ?? employerKey;
  const language = regionalLanguage(settings.language, settings.locale);
  return { ...program, ...settings, language, employerKey, employerName, employer: settings };
}

/** @param known keys of the configuration */
export function unknownEmployer(key: string, known: readonly string[]): PaytallyError {
  return new PaytallyError(
    'EMPLOYER_UNKNOWN',
    `The configuration has no employer "${key}".${didYouMean(key, known)}`,
    { record: key, remedy: `Use one of: ${known.join(', ')}.` },
  );
}

/** A setting that holds for an employer, and from where. */
export interface EffectiveSetting {
  /** As in the file: `rounding.step`, `employerId`. */
  readonly key: string;
  readonly value: unknown;
  /** undefined where it is the default. */
  readonly source: SettingSource | undefined;
}

/** Made from other settings, or told apart here. */
const DERIVED_KEYS: readonly (keyof Config | '$schema')[] = [
  'employerKey',
  'employerName',
  'employer',
  'languagePack',
  'include',
  '$schema',
];

/** Everything that holds for an employer, by key. Secrets are shown as where they are. */
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
