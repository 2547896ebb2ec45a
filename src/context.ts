import type { BuiltInLanguage } from './i18n/language.js';
import type { Questions } from './runtime/questions.js';
import type { Scrubber } from './runtime/secrets/scrubber.js';
import type { Terminal, TerminalOptions } from './runtime/terminal.js';
import type { Clock, Http } from './sources/transport/effects.js';
import type { UndiciHttpOptions } from './sources/transport/undiciHttp.js';

/** Every external effect of the program except its files, so that tests can replace it. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Name of the system's user, for the ledger. */
  readonly user: string;
  /** The version of paytally. */
  readonly version: string;
  /** The folder with the package's own `templates` and `samples`. */
  readonly packageFolder: string;
  /** Aborted by Ctrl-C, with a PaytallyError INTERRUPTED as its reason. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** A number of at least 0 and below 1. */
  readonly random: () => number;
  /** Knows the live secrets and removes them from all output. */
  readonly scrubber: Scrubber;
  /** undefined if there is no user to ask. */
  readonly questions: Questions | undefined;
  /** All input from stdin; empty if stdin is a terminal. */
  readonly readInput: () => Promise<string>;
  /** The language of the person who runs the command; undefined if neither an option nor the system names one. */
  readonly language?: BuiltInLanguage | undefined;
  readonly openTerminal: (options: TerminalOptions) => Terminal;
  readonly openHttp: (options: UndiciHttpOptions) => Http;
}
