import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { Store } from '../../store/store.js';

/**
 * The settings of a stored run's employer: those of its key, or of the only key that has its employer ID today.
 * @throws PaytallyError EMPLOYER_UNKNOWN
 */
export function configOfRun(
  loaded: Pick<LoadedConfig, 'config'>,
  store: Store,
  { runId, employer }: { readonly runId: string; readonly employer: string },
): Config {
  return configOf(loaded, keyOfRun(loaded, store, { runId, employer }) ?? employer);
}

/** The key of the employer in today's configuration; undefined if it has none. */
export function keyOfRun(
  { config: { employers } }: Pick<LoadedConfig, 'config'>,
  store: Store,
  { runId, employer }: { readonly runId: string; readonly employer: string },
): string | undefined {
  if (Object.hasOwn(employers, employer)) return employer;
  const employerId = store.run(runId)?.employerId;
  const keys = Object.keys(employers).filter((key) => employers[key]?.employerId === employerId);
  return keys.length === 1 ? keys[0] : undefined;
}
