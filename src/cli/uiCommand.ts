import { resolve } from 'node:path';
import { saveShortcut } from '../app/setup/desktopIcon.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { openPage } from '../runtime/openPage.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  homeFolder,
  languageFor,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  parsePort,
  textWithDefault,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  open: booleanOption('ui.option.open', true),
  port: textWithDefault('ui.option.port', '0', 'port'),
  'read-only': booleanOption('ui.option.readOnly'),
  shortcut: booleanOption('ui.option.shortcut'),
  json: booleanOption('option.json'),
  language: OUTPUT_OPTIONS.language,
};

export const uiCommand = command({
  usage: 'ui',
  examples: [
    ['$0 ui', 'ui.example.open'],
    ['$0 ui --shortcut', 'ui.example.shortcut'],
    ['$0 ui --read-only --no-open --port 4100', 'ui.example.readOnly'],
  ],
  json: '{ "url" } | { "shortcut" }',
  parameters: PARAMETERS,
  run: serve,
});

/** An icon on the desktop opens the window with the same configuration, so that the command is typed once. */
async function saveIcon(
  { config, readOnly, json }: ParsedOptions<typeof PARAMETERS>,
  context: Context,
): Promise<ExitStatus> {
  const options = [
    ...(config === undefined ? [] : ['--config', resolve(context.cwd, config)]),
    ...(readOnly ? ['--read-only'] : []),
  ];
  const path = await saveShortcut({ options, folder: homeFolder(context, config) }, context);
  const language = await languageFor(config, context);
  const terminal = context.openTerminal({ quiet: false, progress: false });
  terminal.result(json ? JSON.stringify({ shortcut: path }) : sayIn(language)('commands.shortcut', { path }));
  return ExitStatus.done;
}

/** Serves the page until Ctrl-C, or until it is idle. */
async function serve(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { config, readOnly: isReadOnly } = options;
  if (options.shortcut) return saveIcon(options, context);
  const terminal = context.openTerminal({ quiet: false, progress: false });
  const language = await languageFor(config, context);
  // Loaded when needed: its libraries take memory in every run.
  const { startUi } = await import('../ui/uiServer.js');
  const ui = await startUi(context, {
    config,
    isReadOnly,
    language,
    port: parsePort('--port', options.port),
  });
  try {
    terminal.result(options.json ? JSON.stringify({ url: ui.url }) : ui.url);
    if (!options.json) terminal.message(message('ui.openYourself'));
    const forget = options.open ? openPage(ui.url) : undefined;
    const reason = await ui.ended;
    forget?.();
    if (reason === 'idle') terminal.message(message('ui.endedIdle'));
    return ExitStatus.done;
  } finally {
    await ui.close();
  }
}
