import { findConfigFolder, readConfiguredLanguage } from '../config/load.js';
import type { Context } from '../context.js';
import { type Language, languageOf } from '../i18n/language.js';

/** The language of the configuration that the arguments name; without a configuration, that of the person's system. */
export function argumentLanguage(argv: readonly string[], context: Speaker): Promise<Language> {
  return languageFor(configArgument(argv), context);
}

type Speaker = Pick<Context, 'cwd' | 'env'>;

/** @param config as given with `--config`; otherwise the nearest configuration counts */
export function languageFor(config: string | undefined, { cwd, env }: Speaker): Promise<Language> {
  const system = languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG || 'en');
  return readConfiguredLanguage(config, cwd, system);
}

/** What stands after `--config`, where the arguments may not be valid. */
export function configArgument(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--config' || word.startsWith('--config='));
  const word = argv[at];
  if (at < 0) return undefined;
  return word?.startsWith('--config=') ? word.slice('--config='.length) : argv[at + 1];
}

/** Where a command records what it is writing: beside the configuration, or in the working folder if there is none. */
export function homeFolder({ cwd }: Pick<Context, 'cwd'>, config?: string): string {
  return findConfigFolder({ path: config, cwd }) ?? cwd;
}
