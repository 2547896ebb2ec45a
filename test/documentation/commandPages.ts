import type { Options } from 'yargs';
import { type Command, positionalNames } from '../../src/cli/command.js';
import { allCommands } from '../../src/cli/program.js';

/** A section per command, from what it declares. */
export async function commandSections(): Promise<string> {
  return (await allCommands()).map(section).join('\n\n');
}

function section(command: Command): string {
  const positionals = positionalNames(command);
  const parameters = Object.entries(command.parameters);
  const words = parameters.filter(([name]) => positionals.includes(name));
  const options = parameters.filter(([name]) => !positionals.includes(name));
  const examples = command.examples.map(
    ([line, explanation]) => `- \`${line.replace('$0', 'paytally')}\`: ${explanation}`,
  );
  const rows = [
    ...words.map(([name, settings]) => row(`\`${name}\``, settings)),
    ...options.map(([name, settings]) => row(`\`--${name}\``, settings)),
  ];
  return [
    `## paytally ${command.usage.replaceAll('<', '').replaceAll('>', '')}`,
    `${command.describe}.`,
    ...(examples.length === 0 ? [] : [examples.join('\n')]),
    ['| option | default | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(command.json === undefined ? [] : [`\`--json\` prints \`${command.json}\`.`]),
  ].join('\n\n');
}

function row(name: string, settings: Options): string {
  const { default: fallback, choices, defaultDescription, demandOption } = settings;
  const describe = settings.describe ?? settings.description ?? '';
  const shown = demandOption ? 'required' : (defaultDescription ?? defaultText(fallback));
  const listed = choices === undefined ? '' : ` (${choices.map((choice) => `\`${choice}\``).join(', ')})`;
  return `| ${[name, shown, `${describe}${listed}`].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultText(value: unknown): string {
  return value === undefined || value === false ? '' : `\`${String(value)}\``;
}
