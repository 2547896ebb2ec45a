import {
  type Command,
  type CommandName,
  commandName,
  type Parameter,
  positionalNames,
} from '../../src/cli/command.js';
import { allCommands } from '../../src/cli/commands.js';
import { defaultLabel, describedCommand, parameterLabel, usageLine } from '../../src/cli/helpText.js';
import { sayIn } from '../../src/i18n/formatMessage.js';

const say = sayIn('en');

/** A section per command, from its declarations. */
export async function commandSections(): Promise<string> {
  return (await allCommands()).map(section).join('\n\n');
}

function section(command: Command): string {
  const positionals = positionalNames(command);
  const parameters = Object.entries(command.parameters).filter(([, { hidden }]) => hidden !== true);
  const words = parameters.filter(([name]) => positionals.includes(name));
  const options = parameters.filter(([name]) => !positionals.includes(name));
  const examples = command.examples.map(
    ([line, explanation]) => `- \`${line.replace('$0', 'paytally')}\`: ${say(`help.${explanation}`)}`,
  );
  return [
    `## ${usageLine(command, say).replace(' [options]', '')}`,
    `${describedCommand(commandName(command) as CommandName, say)}.`,
    ...(examples.length === 0 ? [] : [examples.join('\n')]),
    [
      '| option | default | meaning |',
      '| --- | --- | --- |',
      ...[...words, ...options].map((each) => row(each, command)),
    ].join('\n'),
    ...jsonLines(command),
  ].join('\n\n');
}

function row([name, settings]: [string, Parameter], command: Command): string {
  const shown = settings.demandOption ? 'required' : defaultLabel(settings, say);
  const label = `\`${parameterLabel(name, settings, command, say)}\``;
  const cells = [label, shown, say(`help.${settings.describe}`)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function jsonLines({ json }: Command): string[] {
  if (json === undefined) return [];
  if (typeof json === 'string') return [`\`--json\` prints \`${json}\`.`];
  const lines = Object.entries(json).map(([action, output]) => `- \`${action}\`: \`${output}\``);
  return [`\`--json\` prints:\n\n${lines.join('\n')}`];
}
