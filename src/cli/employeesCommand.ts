import type { Argv } from 'yargs';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { openRunHost } from '../export/runHost.js';
import { type EmployeesListing, employeesListing } from '../people/employeesListing.js';
import { syncEmployees } from '../people/employeesSync.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import { type ConfigOption, many, type OutputOptions, withConfigOption, withOutputOptions } from './commonOptions.js';
import { employeesText, syncText } from './employees/employeesText.js';
import { spokenTerminal } from './spokenTerminal.js';

interface EmployeesOptions extends OutputOptions, ConfigOption {
  readonly action: 'list' | 'sync';
  readonly employer: readonly string[];
  readonly dryRun: boolean;
}

export const employeesCommand = command<EmployeesOptions>({
  usage: 'employees [action]',
  describe: 'List employees with their payroll numbers; bring the mapping file up to date',
  examples: [
    ['$0 employees', 'Who there is, with which number'],
    ['$0 employees sync --dry-run', 'Who would be added to the mapping file'],
    ['$0 employees sync', 'Adds new people and marks who is gone; what you typed stays as it is'],
  ],
  json: '{ "employers": [{ "employer", "mapping", "employees", "problems" }] } for list, { "files": [{ "path", "employers", "effect", "added", "gone", "returned" }] } for sync',
  options: withEmployeesOptions,
  run,
});

function withEmployeesOptions(args: Argv): Argv {
  const named = withConfigOption(args)
    .positional('action', { choices: ['list', 'sync'], default: 'list', describe: 'What to do' })
    .option('employer', many('Employer key (repeatable)', 'all'))
    .option('dry-run', { type: 'boolean', default: false, describe: 'sync: show what would change' });
  return withOutputOptions(named);
}

async function run(options: EmployeesOptions, context: Context): Promise<ExitStatus> {
  if (options.dryRun && options.action === 'list') {
    throw new PaytallyError('USAGE', '"employees list" writes nothing anyway.', {
      record: '--dry-run',
      remedy: 'Leave out --dry-run, or write: paytally employees sync --dry-run',
    });
  }
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const terminal = spokenTerminal(context, options, loaded);
  const host = await openRunHost(context, loaded, terminal, options);
  try {
    if (options.action === 'sync') {
      const files = await syncEmployees(host, loaded, keys, options.dryRun ? 'plan' : 'write');
      terminal.result(
        options.json
          ? JSON.stringify({ files })
          : files.map((file) => syncText(file, context.cwd, loaded.language)).join('\n\n'),
      );
      return ExitStatus.done;
    }
    const employers: EmployeesListing[] = [];
    for (const key of keys) employers.push(await employeesListing(host, loaded, key));
    terminal.result(
      options.json
        ? JSON.stringify({ employers })
        : employers.map((listing) => employeesText(listing, loaded.language, terminal.width)).join('\n\n'),
    );
    return ExitStatus.done;
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}
