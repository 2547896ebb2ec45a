import { type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { paint } from '../runtime/paint.js';
import { fittedText, wrapped } from '../runtime/wrapText.js';
import {
  type Command,
  type CommandName,
  commandGroups,
  commandName,
  type Parameter,
  positionalNames,
} from './command.js';
import { labelColumns } from './terminalText.js';
import { TOPIC_NAMES } from './topicText.js';

/** Options of nearly every command, in a separate group. */
const COMMON_OPTIONS = ['config', 'json', 'quiet', 'progress', 'verbose', 'language'];

/** The help of `paytally --help`: all commands in their groups. */
export function overviewText(commands: readonly CommandName[], language: Language, width: number): string {
  const say = sayIn(language);
  const least = Math.max(...commands.map((name) => name.length));
  const groups = commandGroups(commands).map(({ group, names }) => {
    const rows = names.map((name): [string, string] => [name, describedCommand(name, say)]);
    return `${paint.heading(say(`help.group.${group}`))}\n${labelColumns(rows, width, { least })}`;
  });
  const usage = `paytally ${say('help.value.command')} [${say('help.value.options')}]`;
  const more: readonly [string, string][] = [
    [`paytally help ${say('help.value.command')}`, say('help.moreOnCommand')],
    [`paytally help ${say('help.value.topic')}`, `${say('help.moreOnTopic')} ${TOPIC_NAMES.join(', ')}`],
  ];
  return [
    wrapped(say('help.intro'), width).join('\n'),
    titled(say('help.title.usage'), `  ${usage}`),
    ...groups,
    labelColumns(more, width),
  ].join('\n\n');
}

/** A one-line description of a command. */
export function describedCommand(name: CommandName, say: Say): string {
  return say(`help.${name}`);
}

/** The help of one command. */
export function commandHelp(command: Command, language: Language, width: number): string {
  const say = sayIn(language);
  const name = commandName(command) as CommandName;
  const shown = Object.entries(command.parameters).filter(([, { hidden }]) => hidden !== true);
  const words = positionalNames(command);
  const row = ([option, settings]: [string, Parameter]): [string, string] => {
    const isOption = !words.includes(option);
    return [parameterLabel(option, settings, command, say), parameterText(settings, isOption, say)];
  };
  const options = shown.filter(([option]) => !words.includes(option));
  const own = options.filter(([option]) => !COMMON_OPTIONS.includes(option));
  const common = options.filter(([option]) => COMMON_OPTIONS.includes(option));
  const section = (title: string, rows: readonly [string, string][]) =>
    rows.length === 0 ? [] : [titled(title, labelColumns(rows, width))];
  return [
    wrapped(describedCommand(name, say), width).join('\n'),
    titled(say('help.title.usage'), `  ${usageLine(command, say)}`),
    ...section(say('help.title.arguments'), shown.filter(([option]) => words.includes(option)).map(row)),
    ...section(say('help.title.options'), own.map(row)),
    ...section(say('help.title.commonOptions'), [
      ...common.map(row),
      ['-h, --help', say('help.option.help')],
    ]),
    ...examples(command, say, width),
    ...jsonOutput(command, say, width),
    wrapped(say('help.exitStatus'), width).join('\n'),
  ].join('\n\n');
}

function titled(title: string, text: string): string {
  return `${paint.heading(title)}\n${text}`;
}

/** `paytally export PERIOD [options]` */
export function usageLine(command: Command, say: Say): string {
  const words = command.usage.split(' ').slice(1);
  const shown = words.map((word) => {
    const [name = ''] = /\w+/.exec(word) ?? [];
    const label = valueLabel(command.parameters[name], say) + (word.includes('..') ? '...' : '');
    return word.startsWith('<') ? label : `[${label}]`;
  });
  return ['paytally', commandName(command), ...shown, `[${say('help.value.options')}]`].join(' ');
}

/** `--template NAME`, or `PERIOD` for a positional. */
export function parameterLabel(name: string, settings: Parameter, command: Command, say: Say): string {
  if (positionalNames(command).includes(name)) return valueLabel(settings, say);
  if (settings.type === 'boolean') return settings.default === true ? `--no-${name}` : `--${name}`;
  return `--${name} ${valueLabel(settings, say)}`;
}

/** The placeholder of a parameter's value: its choices, or a word such as FILE. */
export function valueLabel(settings: Parameter | undefined, say: Say): string {
  const { choices, value } = settings ?? {};
  if (choices !== undefined) return choices.join('|');
  return value === undefined ? '' : say(`help.value.${value}`);
}

/** Required arguments have no brackets. */
function parameterText(settings: Parameter, isOption: boolean, say: Say): string {
  const { describe, demandOption } = settings;
  const fallback = defaultLabel(settings, say);
  const notes = [
    ...(isOption && demandOption === true ? [`[${say('help.required')}]`] : []),
    ...(fallback === '' ? [] : [`[${say('help.default')} ${fallback}]`]),
  ];
  return [say(`help.${describe}`), ...notes].join(' ');
}

/** The default of a parameter; empty if its text states it, or if there is none. */
export function defaultLabel({ default: fallback, defaultText }: Parameter, say: Say): string {
  if (defaultText !== undefined) return say(`help.default.${defaultText}`);
  return typeof fallback === 'string' ? fallback : '';
}

/** Command lines are not wrapped; each is above its description. */
function examples(command: Command, say: Say, width: number): string[] {
  if (command.examples.length === 0) return [];
  const lines = command.examples.flatMap(([line, explanation]) => [
    `  ${line.replace('$0', 'paytally')}`,
    ...wrapped(say(`help.${explanation}`), width, '      '),
  ]);
  return [titled(say('help.title.examples'), lines.join('\n'))];
}

function jsonOutput({ json }: Command, say: Say, width: number): string[] {
  if (json === undefined) return [];
  const outputs = typeof json === 'string' ? [json] : Object.entries(json).map((each) => each.join(': '));
  const lines = outputs.flatMap((each) => wrapped(each, width, '  ', '    '));
  return [titled(fittedText(say('help.title.json'), width), lines.join('\n'))];
}
