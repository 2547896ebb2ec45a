import type { Scrubber } from './config/secrets/scrubber.js';
import type { Clock, Http } from './read/transport/effects.js';
import type { UndiciHttpOptions } from './read/transport/undiciHttp.js';
import type { Questions } from './runtime/questions.js';
import type { Terminal, TerminalOptions } from './runtime/terminal.js';

/** Every effect that the program has on the world beside its files, so that tests can stand in for it. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Name of the system's user, for the ledger. */
  readonly user: string;
  /** Of the program. */
  readonly version: string;
  /** Where the package's own `templates` and `samples` are. */
  readonly packageFolder: string;
  /** The compiled thread in which templates of others are rendered; undefined where the program is not compiled. */
  readonly renderWorker: URL | undefined;
  /** Aborted by Ctrl-C, with a PaytallyError INTERRUPTED as its reason. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Knows the live secrets and takes them out of everything that is said. */
  readonly scrubber: Scrubber;
  /** undefined if there is no user to ask. */
  readonly questions: Questions | undefined;
  /** Everything that comes through stdin; empty where a person sits there. */
  readonly readInput: () => Promise<string>;
  readonly openTerminal: (options: TerminalOptions) => Terminal;
  readonly openHttp: (options: UndiciHttpOptions) => Http;
}
