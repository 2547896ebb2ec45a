import { openSession, withRunHost } from '../app/session/openSession.js';
import { connectAccount } from '../app/setup/connectAccount.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { openPage } from '../runtime/openPage.js';
import type { Terminal } from '../runtime/terminal.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  requiredText,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  ...EMPLOYER_OPTION,
  name: requiredText('connect.option.name', 'delivery'),
  open: booleanOption('connect.option.open', true),
  replace: booleanOption('connect.option.replace'),
  ...OUTPUT_OPTIONS,
};

export const connectCommand = command({
  usage: 'connect <name>',
  examples: [
    ['$0 connect datev', 'connect.example.plain'],
    ['$0 connect datev --no-open', 'connect.example.noOpen'],
  ],
  json: '{ "connection": { "name", "vendor", "tokens", "expiresAt" } }',
  parameters: PARAMETERS,
  run: connect,
});

/** Connects a payroll system's API. */
async function connect(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const { name, replace } = options;
  const show = (url: string) => {
    showAddress(terminal, url, options.json);
    return options.open ? openPage(url) : () => {};
  };
  const { vendor, tokenPath, expiresAt, client } = await withRunHost(context, session, options, (host) =>
    connectAccount(host, context, session, { name, replace, show }),
  );
  if (expiresAt === undefined) {
    terminal.message(message('api.connect.kept', { vendor, path: tokenPath }));
    return ExitStatus.done;
  }
  const connection = { name, vendor, tokens: tokenPath, expiresAt };
  const done = sayIn(loaded.language)('api.connect.done', { vendor, path: tokenPath, client });
  terminal.result(options.json ? JSON.stringify({ connection }) : done);
  return ExitStatus.done;
}

/** The one JSON object on stdout is the result. */
function showAddress(terminal: Terminal, url: string, isJson: boolean): void {
  if (isJson) terminal.alert(url);
  else {
    terminal.message(message('api.connect.signIn'));
    terminal.result(url);
  }
}
