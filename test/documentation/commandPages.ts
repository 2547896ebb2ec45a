import type { Options, PositionalOptions } from 'yargs';
import type { Command } from '../../src/cli/command.js';
import { allCommands } from '../../src/cli/commands.js';
import { declaredBy } from '../../src/cli/usage/declared.js';

/** A section per command, from what it declares. */
export async function commandSections(): Promise<string> {
  return (await allCommands()).map(section).join('\n\n');
}

function section(command: Command): string {
  const { options, positionals } = declaredBy(command);
  const examples = command.examples.map(
    ([line, explanation]) => `- \`${line.replace('$0', 'paytally')}\`: ${explanation}`,
  );
  const rows = [
    ...[...positionals].map(([name, settings]) => row(`\`${name}\``, settings)),
    ...[...options].map(([name, settings]) => row(`\`--${name}\``, settings)),
  ];
  return [
    `## paytally ${command.usage.replaceAll('<', '').replaceAll('>', '')}`,
    `${command.describe}.`,
    ...(examples.length === 0 ? [] : [examples.join('\n')]),
    ['| takes | default | means |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(command.json === undefined ? [] : [`\`--json\` prints \`${command.json}\`.`]),
  ].join('\n\n');
}

function row(name: string, settings: Options | PositionalOptions): string {
  const { default: fallback, choices, demandOption } = settings;
  const defaultDescription = 'defaultDescription' in settings ? settings.defaultDescription : undefined;
  const describe = settings.describe ?? settings.description ?? '';
  const shown = demandOption ? 'required' : (defaultDescription ?? defaultText(fallback));
  const listed = choices === undefined ? '' : ` (${choices.map((choice) => `\`${choice}\``).join(', ')})`;
  return `| ${[name, shown, `${describe}${listed}`].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultText(value: unknown): string {
  return value === undefined || value === false ? '' : `\`${String(value)}\``;
}
