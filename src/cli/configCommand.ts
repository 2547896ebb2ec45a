import { relative } from 'node:path';
import { loadConfig } from '../config/load.js';
import { type ShownSetting, shownSettings } from '../config/shownSettings.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
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

interface ConfigOptions extends OutputOptions, ConfigOption {
  readonly action: 'show';
  readonly employer: readonly string[];
}

export const configCommand = command<ConfigOptions>({
  usage: 'config [action]',
  describe: 'Show what holds for an employer, and from which file and line',
  examples: [
    ['$0 config show --employer bakery', 'Every setting with where it stands'],
    ['$0 config show --json', 'For programs: all employers'],
  ],
  json: '{ "employers": [{ "employer", "settings": [{ "key", "value", "source": { "file", "line" } | "default" }] }] }',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('action', { choices: ['show'], default: 'show', describe: 'What to do' })
        .option('employer', many('Employer key (repeatable)', 'all')),
    ),
  run,
});

async function run(options: ConfigOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const shown = keys.map((employer) => ({ employer, settings: shownSettings(loaded, employer) }));
  const terminal = context.openTerminal(options);
  terminal.result(
    options.json
      ? JSON.stringify({ employers: shown.map(asJson) })
      : shown
          .map(({ employer, settings }) => `${employer}\n${settingsText(settings, context.cwd)}`)
          .join('\n\n'),
  );
  return ExitStatus.done;
}

function asJson({ employer, settings }: { employer: string; settings: readonly ShownSetting[] }): object {
  return {
    employer,
    settings: settings.map(({ key, value, source }) => ({
      key,
      value,
      source: source === undefined ? 'default' : { file: source.file, line: source.line },
    })),
  };
}

function settingsText(settings: readonly ShownSetting[], cwd: string): string {
  return textTable(
    settings.map(({ key, value, source }) => [
      `  ${key}`,
      printable(typeof value === 'string' ? value : JSON.stringify(value)),
      source === undefined ? 'default' : `${relative(cwd, source.file) || source.file}:${source.line}`,
    ]),
  );
}
