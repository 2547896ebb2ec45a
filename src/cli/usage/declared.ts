import type { Argv, Options, PositionalOptions } from 'yargs';
import type { Command } from '../command.js';

/** What a command takes, as it declares it: the source of its help, its hints, its completion and its reference page. */
export interface Declared {
  readonly options: ReadonlyMap<string, Options>;
  readonly positionals: ReadonlyMap<string, PositionalOptions>;
}

/** Asks a command for its options with something that writes them down instead of yargs. */
export function declaredBy(command: Command): Declared {
  const options = new Map<string, Options>();
  const positionals = new Map<string, PositionalOptions>();
  const recorder: Argv = new Proxy({} as Argv, {
    get: (_, method) => (name: string, settings: Options & PositionalOptions) => {
      if (method === 'option') options.set(name, settings);
      if (method === 'positional') positionals.set(name, settings);
      return recorder;
    },
  });
  command.options(recorder);
  return { options, positionals };
}

/** yargs adds these to every command. */
const ALWAYS = ['help', 'version'];

/** The options that a command takes, without dashes. */
export function optionNames(command: Command): string[] {
  return [...declaredBy(command).options.keys(), ...ALWAYS];
}

/** `export` of `export <period>`. */
export function commandName({ usage }: Command): string {
  return usage.split(' ')[0] ?? usage;
}
