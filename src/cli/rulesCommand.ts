import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import type { PayLineKind } from '../domain/pay/payLine.js';
import type { ExampleTable } from '../domain/rulesCheck/examples.js';
import { ExitStatus } from '../errors.js';
import { checkRules, type RulesChecked, rulesJson } from '../export/checkRules.js';
import { formatMessage } from '../i18n/formatMessage.js';
import { hoursText } from '../i18n/hoursText.js';
import type { Language } from '../i18n/language.js';
import { translated } from '../i18n/messages/messages.js';
import { terminalTexts, withLabel } from '../i18n/text.js';
import {
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { openSession } from './commandSession.js';
import { fittedText, printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['check'], 'check', 'What to do'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const rulesCommand = command({
  usage: 'rules [action]',
  describe: 'Show what the pay rules would pay, and which of them never take a minute',
  examples: [
    ['$0 rules check', 'A night, a Sunday, a holiday, a tenth hour: what each would be paid'],
    ['$0 rules check --employer bakery --json', 'For programs'],
  ],
  json: '{ "employers": [{ "employer", "zone", "asOf", "tables", "findings", "naming" }] }',
  parameters: PARAMETERS,
  run: check,
});

async function check(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const employers: RulesChecked[] = [];
  for (const key of session.employers)
    employers.push(await checkRules(configOf(loaded, key), loaded.folder, context.clock.nowMs()));
  const notation = (key: string) => ({ language: loaded.language, hours: configOf(loaded, key).hours });
  const shown = () =>
    employers.map((checked) => rulesText(checked, notation(checked.employer), terminal.width)).join('\n\n');
  terminal.result(options.json ? JSON.stringify({ employers: employers.map(rulesJson) }) : shown());
  return ExitStatus.done;
}

/** How hours are written, and in which language. */
type Notation = Pick<Config, 'hours' | 'language'>;

function rulesText(
  { employer, zone, asOf, tables, labels, findings, naming }: RulesChecked,
  notation: Notation,
  width: number | undefined,
): string {
  const { language } = notation;
  const say = terminalTexts(language);
  const inLanguage = (text: string) => translated(text, language);
  const labelled = Object.entries(labels).map(
    ([code, label]) => `  ${withLabel(language, printable(code), printable(label))}`,
  );
  const problems = findings.map(
    ({ rule, message }) => `  ${withLabel(language, rule, printable(formatMessage(message, language)))}`,
  );
  const named = naming.map(
    ({ rule, payCode, names }) => `  ${withLabel(language, `${rule} (${payCode})`, printable(names))}`,
  );
  const onlyRun = inLanguage('These rules name records. A run reports RULE_UNUSED if no work has them');
  return [
    fittedText(
      inLanguage(
        `${employer}: what the pay rules would pay from ${asOf} on, in ${zone}, for work without breaks`,
      ),
      width,
    ),
    ...tables.map((table) => tableText(table, tables.length, notation, width)),
    ...(labelled.length === 0 ? [] : [titledList(say('payCodes'), labelled, language)]),
    ...(named.length === 0 ? [] : [fittedText(titledList(onlyRun, named, language), width)]),
    problems.length === 0
      ? inLanguage('Every rule takes minutes.')
      : fittedText(titledList(say('lookAt'), problems, language), width),
  ].join('\n\n');
}

function titledList(title: string, lines: readonly string[], language: Language): string {
  return [withLabel(language, title, '').trimEnd(), ...lines].join('\n');
}

function tableText(
  { persona, examples }: ExampleTable,
  count: number,
  notation: Notation,
  width: number | undefined,
): string {
  const { language } = notation;
  const say = terminalTexts(language);
  const rows = examples.map(({ name, lines }) => [
    `  ${formatMessage(name, language)}`,
    ...amountColumns(lines, notation).map((texts) => printable(texts.join(', '))),
  ]);
  const hasCounts = rows.some(([, , , beside]) => beside !== '');
  const heading = [`  ${say('work')}`, say('paid'), say('onTop'), say('counts')];
  const shown = [heading, ...rows].map((cells) => (hasCounts ? cells : cells.slice(0, 3)));
  const table = tableWithin(shown, width);
  return count === 1 ? table : `${printable(formatMessage(persona, language))}\n${table}`;
}

/** Base codes, loadings and untimed amounts have separate columns, so that readers do not add them up. */
function amountColumns(
  lines: ExampleTable['examples'][number]['lines'],
  { hours, language }: Notation,
): readonly (readonly string[])[] {
  const texts = (...kinds: readonly PayLineKind[]): string[] =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .map(
        ({ payCode, minutes, quantity }) =>
          `${quantity === undefined ? hoursText(minutes, hours, language) : `${quantity}×`} ${payCode}`,
      );
  return [texts('base', 'topup'), texts('loading'), texts('count', 'credit')];
}
