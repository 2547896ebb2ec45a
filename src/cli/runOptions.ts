import type { Argv } from 'yargs';
import { type ConfigOption, many, type OutputOptions, once, PERIOD_HELP, withConfigOption, withOutputOptions } from './commonOptions.js';

/** The options of `export` and `check`. */
export interface RunOptions extends OutputOptions, ConfigOption {
  readonly period: string;
  readonly employer: readonly string[];
  readonly template: readonly string[];
  readonly out: string | undefined;
  readonly final: boolean;
  readonly supersede: string | undefined;
  /** A day, as written. */
  readonly estimateFrom?: string | undefined;
  readonly accept: readonly string[];
  readonly read: 'once' | 'twice' | undefined;
  readonly dryRun: boolean;
  readonly deliver: boolean;
  readonly mail: boolean;
  /** A number, as written. */
  readonly jobs: string;
  /** Where the findings of an export are listed in full; not an option of the command line. */
  readonly hint?: string;
  /** Folder of the store, absolute; not an option of the command line. */
  readonly store?: string;
}

export function withRunOptions(args: Argv): Argv {
  const named = withConfigOption(args)
    .positional('period', { type: 'string', demandOption: true, describe: PERIOD_HELP })
    .option('employer', many('Employer key (repeatable)', 'all'))
    .option('template', many('Template name or path (repeatable)', 'those of the configuration'))
    .option('out', {
      type: 'string',
      describe: 'Folder for the files; default: that of the configuration, else ./out',
      coerce: once('out'),
    })
    .option('final', {
      type: 'boolean',
      default: false,
      describe: 'A final run: reads twice, and no open questions',
    })
    .option('supersede', {
      type: 'string',
      describe: 'REASON: the final takes earlier ones of these days back, which nobody was sent',
      coerce: once('supersede'),
    })
    .option('estimate-from', {
      type: 'string',
      describe: 'DATE: from this day of the period on published shifts stand in for entries',
      coerce: once('estimate-from'),
    })
    .option('accept', many('[EMPLOYER:]CODE[=REASON]: go on in spite of an exception (repeatable)', 'none'))
    .option('read', {
      choices: ['once', 'twice'] as const,
      describe: 'How often a draft reads; default: once',
    })
    .option('dry-run', {
      type: 'boolean',
      default: false,
      describe: 'Do everything but write; show the plan',
    })
    .option('jobs', {
      type: 'string',
      default: '4',
      describe: 'Employers at once',
      coerce: (value: unknown) => once('jobs')(value) ?? '4',
    })
    .option('deliver', {
      type: 'boolean',
      default: false,
      describe: 'Carry out the deliveries of the configuration once the files are in place',
    })
    .option('mail', { type: 'boolean', default: false, describe: 'Only the mails of them' });
  return withOutputOptions(named);
}
