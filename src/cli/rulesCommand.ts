import { configOf } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import type { PayLineKind } from '../domain/pay/payLine.js';
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
  json: '{ "employers": [{ "employer", "zone", "asOf", "tables", "findings" }] }',
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

function rulesText({ employer, zone, asOf, tables, labels, findings }: RulesChecked): string {
  const named = Object.entries(labels).map(([code, label]) => `  ${printable(code)}: ${printable(label)}`);
  const problems = findings.map(({ rule, message }) => `  ${rule}: ${printable(message)}`);
  return [
    `${employer}: what the pay rules would pay from ${asOf} on, in ${zone}, for work without breaks`,
    ...tables.map((table) => tableText(table, tables.length)),
    ...(named.length === 0 ? [] : [['Pay codes:', ...named].join('\n')]),
    problems.length === 0 ? 'Every rule takes minutes.' : ['To look at:', ...problems].join('\n'),
  ].join('\n\n');
}

function tableText({ persona, examples }: ExampleTable, count: number): string {
  const rows = examples.map(({ name, lines }) => [
    `  ${name}`,
    ...columnsOf(lines).map((texts) => printable(texts.join(', '))),
  ]);
  const hasCounts = rows.some(([, , , beside]) => beside !== '');
  const heading = ['  work', 'paid', 'on top', 'counts and credits'];
  const table = textTable([heading, ...rows].map((cells) => (hasCounts ? cells : cells.slice(0, 3))));
  return count === 1 ? table : `${printable(persona)}\n${table}`;
}

/** Base codes, loadings and what is no time stand apart, so that nobody adds them up. */
function columnsOf(lines: ExampleTable['examples'][number]['lines']): readonly (readonly string[])[] {
  const texts = (...kinds: readonly PayLineKind[]): string[] =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .map(
        ({ payCode, minutes, quantity }) =>
          `${quantity === undefined ? hours(minutes) : `${quantity}×`} ${payCode}`,
      );
  return [texts('base', 'topup'), texts('loading'), texts('count', 'credit')];
}

function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
