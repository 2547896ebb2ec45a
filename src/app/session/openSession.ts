import { type LoadedConfig, unknownEmployer } from '../../config/config.js';
import { reloadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { formatText } from '../../i18n/formatMessage.js';
import {
  type BuiltInLanguage,
  builtInOf,
  type Language,
  regionalLanguage,
  spokenLanguage,
} from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import type { Terminal, TerminalOptions } from '../../runtime/terminal.js';
import { storeFolderOf } from '../../sources/staging/withStore.js';
import type { Store } from '../../store/store.js';
import { type HostOptions, openRunHost, type RunHost } from '../export/runHost.js';
import { findOlderStoreOfAll } from '../ledger/chainFile.js';
import { type LedgerUse, withLedger } from '../ledger/history.js';

/**
 * The input of an action: its configuration, the chosen employers, and a terminal in the language of the person, which
 * is also that of the loaded configuration. Without one, the configured language.
 */
export interface ActionSession {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly storeFolder: string;
  /** Keys given with --employer, each once; all of the configuration if there are none. */
  readonly employers: readonly string[];
  readonly terminal: Terminal;
}

export interface SessionOptions extends TerminalOptions {
  readonly config: string | undefined;
  readonly employer?: readonly string[];
  /** The language of reports if the configuration sets none. */
  readonly reportLanguage?: BuiltInLanguage;
}

/**
 * Loads the configuration of a command line.
 * @param before loaded earlier by this program; reused if its files have not changed
 * @throws PaytallyError like `loadConfig`; EMPLOYER_UNKNOWN
 */
export async function openSession(
  options: SessionOptions,
  context: Context,
  before?: LoadedConfig,
): Promise<ActionSession> {
  const { config: path, reportLanguage: language } = options;
  const read = await reloadConfig({ path, cwd: context.cwd, env: context.env, language }, before);
  const loaded = { ...read, language: spokenLanguage(context.language, read.language) };
  return {
    loaded,
    storeFolder: storeFolderOf(loaded),
    employers: chooseEmployers(options.employer ?? [], Object.keys(loaded.config.employers)),
    terminal: openLocalizedTerminal(context, options, loaded.language),
  };
}

export function chooseEmployers(chosen: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = chosen.find((key) => !known.includes(key));
  if (unknown !== undefined) throw unknownEmployer(unknown, known);
  return chosen.length > 0 ? [...new Set(chosen)] : known;
}

/** A terminal with messages, failures and progress in the given language. Results are unchanged. */
export function openLocalizedTerminal(
  context: Context,
  options: TerminalOptions,
  language: Language,
): Terminal {
  const terminal = context.openTerminal(options);
  if (language === 'en') return terminal;
  return {
    ...terminal,
    message: (text) => terminal.message(formatText(text, language)),
    alert: (text) => terminal.alert(formatText(text, language)),
    progress: (text) => terminal.progress(text === undefined ? undefined : formatText(text, language)),
  };
}

/** Runs work with an open host, and closes it afterwards. @throws as `openRunHost` */
export async function withRunHost<Result>(
  context: Context,
  { loaded, terminal }: Pick<ActionSession, 'loaded' | 'terminal'>,
  options: HostOptions,
  work: (host: RunHost) => Promise<Result>,
): Promise<Result> {
  const host = await openRunHost(context, loaded, terminal, options);
  try {
    return await work(host);
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}

/**
 * Opens the store for a command about earlier runs. Warns if the store was restored from a backup and may lack newer
 * runs.
 */
export function withRunHistory<Result>(
  context: Pick<Context, 'clock'>,
  session: ActionSession,
  use: (store: Store) => Promise<Result>,
  about: LedgerUse = {},
): Promise<Result> {
  const warned = (store: Store) => {
    const older = findOlderStoreOfAll(store, session);
    if (older !== undefined)
      session.terminal.alert(message('terminal.warning', { text: older.text, remedy: older.remedyText }));
    return use(store);
  };
  return withLedger(context, session, warned, about);
}

/**
 * The language in which a command tells of an employer, whatever the language of its reports: that of the session, with
 * the employer's notation of dates.
 */
export function currentLanguage({ config, language }: LoadedConfig, employerKey: string): Language {
  const settings = config.employers[employerKey];
  if (settings === undefined) return language;
  return spokenLanguage(builtInOf(language), regionalLanguage(settings.language, settings.locale));
}
