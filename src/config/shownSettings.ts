import { type Config, configOf, type LoadedConfig } from './config.js';
import { isMap, type SettingSource } from './source.js';

/** A setting that holds for an employer, and from where. */
export interface ShownSetting {
  /** As in the file: `rounding.step`, `employerId`. */
  readonly key: string;
  readonly value: unknown;
  /** undefined where it is the default. */
  readonly source: SettingSource | undefined;
}

/** Made from other settings, or told apart here. */
const NOT_WRITTEN: readonly (keyof Config | '$schema')[] = [
  'employerKey',
  'employerName',
  'employer',
  'languagePack',
  'include',
  '$schema',
];

/** Everything that holds for an employer, by key. Secrets are shown as where they are. */
export function shownSettings(loaded: LoadedConfig, employerKey: string): ShownSetting[] {
  const config = configOf(loaded, employerKey);
  return Object.entries(config)
    .filter(([key]) => !NOT_WRITTEN.some((other) => other === key))
    .flatMap(([key, value]) => singleSettings(value, [key]))
    .map(({ path, value }) => ({
      key: path.join('.'),
      value,
      source: loaded.sourceOf(['employers', employerKey, ...path]) ?? loaded.sourceOf(path),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function singleSettings(
  value: unknown,
  path: readonly string[],
): { path: readonly string[]; value: unknown }[] {
  if (value === undefined) return [];
  if (!isMap(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => singleSettings(inner, [...path, key]));
}
