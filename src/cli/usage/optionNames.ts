import yargs from 'yargs';
import type { Command } from '../command.js';

/** yargs adds these to every command. */
const ALWAYS = ['help', 'version'];

/** The options that a command takes, without dashes: those that its help lists. */
export async function optionNames(command: Command): Promise<string[]> {
  const help = await command.options(yargs().help(false).version(false).wrap(null)).getHelp();
  return [...[...help.matchAll(/^\s+--([\w-]+)/gm)].map(([, name = '']) => name), ...ALWAYS];
}

/** `export` of `export <period>`. */
export function commandName({ usage }: Command): string {
  return usage.split(' ')[0] ?? usage;
}
