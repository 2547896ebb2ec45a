import type { Argv, Options } from 'yargs';
import { PaytallyError } from '../errors.js';

/** An option that is given once; yargs would quietly hand over a list. */
export function once(name: string): (value: unknown) => string | undefined {
  return (value) => {
    if (value === undefined || typeof value === 'string') return value;
    throw new PaytallyError('USAGE', `--${name} takes one value, and only once.`, { record: `--${name}` });
  };
}

/** The settings of an option that can be repeated: always a list, empty where it is not given. */
export function many(describe: string, otherwise: string): Options {
  return {
    type: 'string',
    describe,
    default: [],
    defaultDescription: otherwise,
    coerce: (value: unknown) => (Array.isArray(value) ? value : [value]).map(String),
  };
}

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: boolean;
  readonly verbose: boolean;
}

/** How much is said, and in what form. */
export function withOutputOptions(args: Argv): Argv {
  return args
    .option('json', {
      type: 'boolean',
      default: false,
      describe: 'Print one JSON object instead of a summary',
    })
    .option('quiet', { type: 'boolean', default: false, describe: 'Print the result and failures only' })
    .option('progress', {
      type: 'boolean',
      default: true,
      describe: 'Show progress on a terminal',
    })
    .option('verbose', {
      type: 'boolean',
      default: false,
      describe: 'Say what the client does: waits, retries, passes',
    });
}

export interface ConfigOption {
  readonly config: string | undefined;
}

export function withConfigOption(args: Argv): Argv {
  return args.option('config', {
    type: 'string',
    describe: 'Configuration file; default: paytally.yaml here or in a folder above',
    coerce: once('config'),
  });
}

export const PERIOD_HELP =
  '2026-10, 2026-Q4, 2026, 2026-W44, 2026-10-01..2026-10-31, last-month, this-month, last-week, or a pay calendar of the configuration';
