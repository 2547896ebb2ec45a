import { relative } from 'node:path';
import { openSession } from '../app/session/openSession.js';
import { type EffectiveSetting, listSettings } from '../config/config.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import {
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['show'], 'show', 'config.option.action'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const configCommand = command({
  usage: 'config [action]',
  examples: [
    ['$0 config show --employer bakery', 'config.example.show'],
    ['$0 config show --json', 'config.example.json'],
  ],
  json: '{ "employers": [{ "employer", "settings": [{ "key", "value", "source": { "file", "line" } | "default" }] }] }',
  parameters: PARAMETERS,
  run: async (options, context) => {
    await printSettings(options, context);
    return ExitStatus.done;
  },
});

async function printSettings(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<void> {
  const { loaded, employers, terminal } = await openSession(options, context);
  const listed = employers.map((employer) => ({ employer, settings: listSettings(loaded, employer) }));
  terminal.result(
    options.json
      ? JSON.stringify({ employers: listed.map(settingsJson) })
      : listed
          .map(
            ({ employer, settings }) =>
              `${employer}\n${settingsTable(settings, loaded.language, context.cwd, terminal.width)}`,
          )
          .join('\n\n'),
  );
}

function settingsJson({
  employer,
  settings,
}: {
  employer: string;
  settings: readonly EffectiveSetting[];
}): object {
  return {
    employer,
    settings: settings.map(({ key, value, source }) => ({
      key,
      value,
      source: source === undefined ? 'default' : { file: source.file, line: source.line },
    })),
  };
}

function settingsTable(
  settings: readonly EffectiveSetting[],
  language: Language,
  cwd: string,
  width: number | undefined,
): string {
  return tableWithin(
    settings.map(({ key, value, source }) => [
      `  ${key}`,
      printable(typeof value === 'string' ? value : JSON.stringify(value)),
      source === undefined
        ? sayIn(language)('terminal.config.default')
        : `${relative(cwd, source.file) || source.file}:${source.line}`,
    ]),
    width,
  );
}
