import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/* Imports only Node's own modules: every command looks for its configuration, even if it does not read it. */

export const CONFIG_NAME = 'paytally.yaml';

/** Where a command looks for its configuration. */
export interface ConfigPlace {
  /** The path given with --config; otherwise `paytally.yaml` is searched from `cwd` upwards. */
  readonly path?: string | undefined;
  readonly cwd: string;
}

/** The paths on which a configuration may be, the nearest first. */
export function configPaths({ path, cwd }: ConfigPlace): readonly string[] {
  return path ? [resolve(cwd, path)] : [...foldersUpwards(cwd)].map((folder) => join(folder, CONFIG_NAME));
}

/** The folder of the configuration, without reading it; undefined if there is none. */
export function findConfigFolder(place: ConfigPlace): string | undefined {
  const found = configPaths(place).find((path) => existsSync(path));
  return found === undefined ? undefined : dirname(found);
}

/** A folder and its parents. */
function* foldersUpwards(from: string): Generator<string> {
  let folder = resolve(from);
  for (; folder !== dirname(folder); folder = dirname(folder)) yield folder;
  yield folder;
}
