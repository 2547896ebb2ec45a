import { checkRules, type RulesChecked, rulesJson } from '../app/export/checkRules.js';
import { openSession } from '../app/session/openSession.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import type { AccountExample } from '../domain/account/accountExamples.js';
import type { PayLineKind } from '../domain/pay/payLine.js';
import type { ExampleTable } from '../domain/rulesCheck/examples.js';
import { ExitStatus } from '../errors.js';
import { formatMessage, type Reader, type Say, sayIn } from '../i18n/formatMessage.js';
import { fittedText } from '../runtime/wrapText.js';
import {
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { suggestNextCommand } from './nextCommand.js';
import { nextCheck } from './nextStep.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['check'], 'check', 'rules.option.action'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const rulesCommand = command({
  usage: 'rules [action]',
  examples: [
    ['$0 rules check', 'rules.example.check'],
    ['$0 rules check --employer bakery --json', 'rules.example.json'],
  ],
  json: '{ "employers": [{ "employer", "zone", "asOf", "tables", "account", "findings", "naming" }] }',
  parameters: PARAMETERS,
  run: check,
});

async function check(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const employers: RulesChecked[] = [];
  for (const key of session.employers)
    employers.push(await checkRules(configOf(loaded, key), loaded.folder, context.clock.nowMs()));
  const reader = (key: string) => ({ language: loaded.language, hours: configOf(loaded, key).hours });
  const shown = () =>
    employers.map((checked) => rulesText(checked, reader(checked.employer), terminal.width)).join('\n\n');
  terminal.result(options.json ? JSON.stringify({ employers: employers.map(rulesJson) }) : shown());
  suggestNextCommand(nextCheck(loaded, options), { terminal, context, options });
  return ExitStatus.done;
}

function rulesText(checked: RulesChecked, reader: Reader, width: number | undefined): string {
  const { employer, zone, asOf, tables, account, labels, findings, naming } = checked;
  const { language } = reader;
  const say = sayIn(reader);
  const labelled = (label: string, text: string) =>
    `  ${say('terminal.labelled', { label: printable(label), value: printable(text) })}`;
  const codes = Object.entries(labels).map(([code, label]) => labelled(code, label));
  const problems = findings.map(({ rule, message }) => labelled(rule, formatMessage(message, language)));
  const named = naming.map(
    ({ rule, payCode, names }) =>
      `  ${say('terminal.rules.rule', { rule, payCode, names: printable(names) })}`,
  );
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [fittedText([title, ...lines].join('\n'), width)];
  return [
    fittedText(say('terminal.rules.heading', { employer, day: asOf, zone }), width),
    ...tables.map((table) => tableText(table, tables.length, reader, width)),
    ...(account === undefined ? [] : [accountText(account, reader, width)]),
    ...list(say('terminal.rules.payCodes'), codes),
    ...list(say('terminal.rules.named'), named),
    ...(problems.length === 0
      ? [say('terminal.rules.allApply')]
      : list(say('terminal.rules.findings'), problems)),
  ].join('\n\n');
}

const HEADINGS = ['work', 'paid', 'onTop', 'counts'] as const;

function tableText(
  { persona, examples }: ExampleTable,
  count: number,
  reader: Reader,
  width: number | undefined,
): string {
  const { language } = reader;
  const say = sayIn(reader);
  const rows = examples.map(({ name, lines }) => [
    formatMessage(name, language),
    ...amountColumns(lines, say).map((texts) => printable(texts.join(', '))),
  ]);
  const hasCounts = rows.some(([, , , counts]) => counts !== '');
  const headings = HEADINGS.map((name) => say(`terminal.heading.${name}`));
  const shown = [headings, ...rows].map(([work = '', ...amounts]) => [
    `  ${work}`,
    ...(hasCounts ? amounts : amounts.slice(0, 2)),
  ]);
  const table = tableWithin(shown, width);
  return count === 1 ? table : `${printable(formatMessage(persona, language))}\n${table}`;
}

const ACCOUNT_HEADINGS = ['day', 'worked', 'credited', 'owed', 'balance'] as const;

/** What days do to the hours account. */
function accountText(examples: readonly AccountExample[], reader: Reader, width: number | undefined): string {
  const say = sayIn(reader);
  const hours = (minutes: number): string => (minutes === 0 ? '' : say('terminal.rules.hours', { minutes }));
  const headings = ACCOUNT_HEADINGS.map((name) => say(`terminal.rules.account.${name}`));
  const rows = examples.map(({ name, worked, credits, target, change }) => [
    `  ${formatMessage(name, reader.language)}`,
    ...[worked, credits, target].map(hours),
    say('terminal.rules.change', { minutes: change }),
  ]);
  const [first = '', ...others] = headings;
  const table = tableWithin([[`  ${first}`, ...others], ...rows], width);
  return `${fittedText(say('terminal.rules.account.heading'), width)}\n${table}`;
}

/** Base codes, loadings and untimed amounts have separate columns, so that readers do not add them up. */
function amountColumns(lines: ExampleTable['examples'][number]['lines'], say: Say): readonly string[][] {
  const texts = (...kinds: readonly PayLineKind[]): string[] =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ payCode, minutes, quantity }) =>
        quantity === undefined
          ? say('terminal.rules.minutes', { minutes, payCode })
          : say('terminal.rules.times', { quantity, payCode }),
      );
  return [texts('base', 'topup'), texts('loading'), texts('count', 'credit')];
}
