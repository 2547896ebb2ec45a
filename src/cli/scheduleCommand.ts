import type { Context } from '../context.js';
import type { ExitStatus } from '../errors.js';
import { command } from './command.js';
import { many, once, withConfigOption, withOutputOptions } from './commonOptions.js';
import { printTimes } from './schedule/printTimes.js';
import { printUnits } from './schedule/printUnits.js';
import { runSchedules } from './schedule/runSchedules.js';
import type { ScheduleOptions } from './schedule/scheduleOptions.js';

export const scheduleCommand = command<ScheduleOptions>({
  usage: 'schedule [action] [target]',
  describe: 'Show the runs by the clock, print units that start them, or carry them out',
  examples: [
    ['$0 schedule list', 'The next ten times of each schedule, in local time'],
    ['$0 schedule run --due', 'Carries out what is due, and ends'],
    ['$0 schedule run --log json', 'Stays, and carries everything out itself'],
    ['$0 schedule print systemd', 'Units that start "schedule run --due" every quarter of an hour'],
    ['$0 schedule print systemd --out /etc/systemd/system', 'The same, where systemd looks for them'],
  ],
  json: 'of list { "times": [{ "name", "employer", "at", "period" }] }, of print { "units" }, of run { "runs" } as "export" does',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('action', { choices: ['list', 'print', 'run'], default: 'list', describe: 'What to do' })
        .positional('target', {
          choices: ['systemd', 'cron', 'windows', 'kubernetes'],
          describe: 'print: for what; default: all of them',
        })
        .option('employer', many('Employer key (repeatable)', 'all'))
        .option('from', {
          type: 'string',
          describe: 'list: times after this instant; default: now',
          coerce: once('from'),
        })
        .option('count', {
          type: 'string',
          describe: 'list: so many in all; default: ten of each',
          coerce: once('count'),
        })
        .option('due', { type: 'boolean', default: false, describe: 'run: what is due now, then end' })
        .option('out', {
          type: 'string',
          describe:
            'run: folder for the files; default: that of the configuration, else ./out; print: folder that gets the units',
          coerce: once('out'),
        })
        .option('log', { choices: ['text', 'json'], default: 'text', describe: 'run: form of the log' }),
    ),
  run,
});

async function run(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  switch (options.action) {
    case 'list':
      return printTimes(options, context);
    case 'print':
      return printUnits(options, context);
    case 'run':
      return runSchedules(options, context);
  }
}
