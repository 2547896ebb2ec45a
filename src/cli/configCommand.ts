import { relative } from 'node:path';
import { type EffectiveSetting, listSettings } from '../config/config.js';
import { languageFileText } from '../config/languageFile.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { isBuiltIn, LANGUAGES } from '../language/language.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { printable, tableWithin } from './terminalText.js';

interface ConfigOptions extends OutputOptions, ConfigOption {
  readonly action: 'show' | 'language';
  readonly from: string | undefined;
  readonly employer: readonly string[];
}

export const configCommand = command<ConfigOptions>({
  usage: 'config [action]',
  describe: 'Show what holds for an employer and from where, or what a further language has to say',
  examples: [
    ['$0 config show --employer bakery', 'Every setting with where it stands'],
    ['$0 config show --json', 'For programs: all employers'],
    [
      '$0 config language --from fr > it.yaml',
      'Everything there is to say, to be translated; then "language: ./it.yaml"',
    ],
  ],
  json: '{ "employers": [{ "employer", "settings": [{ "key", "value", "source": { "file", "line" } | "default" }] }] }',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('action', {
          choices: ['show', 'language'],
          default: 'show',
          describe: 'show the settings, or print a language as a file',
        })
        .option('from', {
          choices: LANGUAGES,
          default: 'en',
          describe: 'language: the one whose texts are printed',
        })
        .option('employer', many('Employer key (repeatable)', 'all')),
    ),
  run,
});

async function run(options: ConfigOptions, context: Context): Promise<ExitStatus> {
  if (options.action === 'language') return printLanguage(options, context);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const shown = keys.map((employer) => ({ employer, settings: listSettings(loaded, employer) }));
  const terminal = context.openTerminal(options);
  terminal.result(
    options.json
      ? JSON.stringify({ employers: shown.map(asJson) })
      : shown
          .map(
            ({ employer, settings }) => `${employer}\n${settingsText(settings, context.cwd, terminal.width)}`,
          )
          .join('\n\n'),
  );
  return ExitStatus.done;
}

function printLanguage({ from = 'en' }: ConfigOptions, context: Context): ExitStatus {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  terminal.result(languageFileText(isBuiltIn(from) ? from : 'en').trimEnd());
  return ExitStatus.done;
}

function asJson({ employer, settings }: { employer: string; settings: readonly EffectiveSetting[] }): object {
  return {
    employer,
    settings: settings.map(({ key, value, source }) => ({
      key,
      value,
      source: source === undefined ? 'default' : { file: source.file, line: source.line },
    })),
  };
}

function settingsText(settings: readonly EffectiveSetting[], cwd: string, width: number | undefined): string {
  return tableWithin(
    settings.map(({ key, value, source }) => [
      `  ${key}`,
      printable(typeof value === 'string' ? value : JSON.stringify(value)),
      source === undefined ? 'default' : `${relative(cwd, source.file) || source.file}:${source.line}`,
    ]),
    width,
  );
}
