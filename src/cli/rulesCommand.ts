import { configOf } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import type { ExampleTable } from '../domain/rulesCheck/examples.js';
import { ExitStatus } from '../errors.js';
import { checkRules, type RulesChecked } from '../pipeline/rules/checkRules.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { printable, textTable } from './terminalText.js';

interface RulesOptions extends OutputOptions, ConfigOption {
  readonly action: 'check';
  readonly employer: readonly string[];
}

export const rulesCommand = command<RulesOptions>({
  usage: 'rules [action]',
  describe: 'Show what the pay rules would pay, and which of them never take a minute',
  examples: [
    ['$0 rules check', 'A night, a Sunday, a holiday, a tenth hour: what each would be paid'],
    ['$0 rules check --employer bakery --json', 'For programs'],
  ],
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('action', { choices: ['check'], default: 'check', describe: 'What to do' })
        .option('employer', many('Employer key (repeatable)', 'all')),
    ),
  run,
});

async function run(options: RulesOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const employers = keys.map((key) => checkRules(configOf(loaded, key), context.clock.nowMs()));
  const terminal = context.openTerminal(options);
  terminal.result(options.json ? JSON.stringify({ employers }) : employers.map(rulesText).join('\n\n'));
  return ExitStatus.done;
}

function rulesText({ employer, zone, asOf, tables, findings }: RulesChecked): string {
  const problems = findings.map(({ rule, message }) => `  ${rule}: ${printable(message)}`);
  return [
    `${employer}: what the pay rules would pay from ${asOf} on, in ${zone}, for work without breaks`,
    ...tables.map((table) => tableText(table, tables.length)),
    problems.length === 0 ? 'Every rule takes minutes.' : ['To look at:', ...problems].join('\n'),
  ].join('\n\n');
}

function tableText({ persona, examples }: ExampleTable, count: number): string {
  const rows = examples.map(({ name, lines }) => [
    `  ${name}`,
    ...columnsOf(lines).map((texts) => printable(texts.join(', '))),
  ]);
  const table = textTable([['  work', 'paid', 'on top'], ...rows]);
  return count === 1 ? table : `${printable(persona)}\n${table}`;
}

/** Base codes and loadings stand apart, so that nobody adds them up. */
function columnsOf(lines: ExampleTable['examples'][number]['lines']): readonly (readonly string[])[] {
  const texts = (onTop: boolean): string[] =>
    lines
      .filter(({ kind }) => (kind === 'loading') === onTop)
      .map(({ payCode, minutes }) => `${hours(minutes)} ${payCode}`);
  return [texts(false), texts(true)];
}

function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
