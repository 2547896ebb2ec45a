import type { LoadedConfig } from '../config/config.js';
import { readConfiguredLanguage } from '../config/load.js';
import type { Context } from '../context.js';
import { type Language, languageOf } from '../language/language.js';
import { translated } from '../language/messages/messages.js';
import type { Terminal, TerminalOptions } from '../runtime/terminal.js';

/** A terminal whose messages, failures and progress are in the language of the configuration. Results are not touched. */
export function spokenTerminal(
  context: Context,
  options: TerminalOptions,
  { language }: Pick<LoadedConfig, 'language'>,
): Terminal {
  const terminal = context.openTerminal(options);
  if (language === 'en') return terminal;
  const inLanguage = (text: string) => translated(text, language);
  return {
    ...terminal,
    message: (text) => terminal.message(inLanguage(text)),
    alert: (text) => terminal.alert(inLanguage(text)),
    progress: (text) => terminal.progress(text === undefined ? undefined : inLanguage(text)),
  };
}

/** The language of the configuration that a command line means; where there is none, that of the person's system. */
export function languageOfArguments(
  argv: readonly string[],
  context: Pick<Context, 'cwd' | 'env'>,
): Promise<Language> {
  return readConfiguredLanguage(configArgument(argv), context.cwd, systemLanguage(context));
}

/** What stands after `--config`, where the arguments may not be valid. */
export function configArgument(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--config' || word.startsWith('--config='));
  const word = argv[at];
  if (at < 0) return undefined;
  return word?.startsWith('--config=') ? word.slice('--config='.length) : argv[at + 1];
}

/** By `LC_ALL`, `LC_MESSAGES` or `LANG`, as `de_AT.UTF-8`; English for a language that we do not speak. */
function systemLanguage({ env }: Pick<Context, 'env'>): Language {
  return languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG || 'en');
}
