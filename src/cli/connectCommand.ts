import { type ActionSession, openSession, withRunHost } from '../app/actions/actionSession.js';
import { saveTenant } from '../app/setup/configEdit.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import { suggestion } from '../config/input/nearestName.js';
import { type ApiDelivery, isApiDelivery } from '../config/schema/deliverySchema.js';
import type { Context } from '../context.js';
import { type ApiAccount, readTokens, resolveApiAccount } from '../delivery/api/apiAccount.js';
import { ApiClient } from '../delivery/api/apiRequest.js';
import { authorise } from '../delivery/api/authorise.js';
import type { ApiClientName } from '../delivery/api/payrollApi.js';
import { DeliveryFailure } from '../delivery/deliveryFailure.js';
import type { DeliveryEffects } from '../delivery/deliveryKind.js';
import { kindOf, payrollApiOf } from '../delivery/deliveryKinds.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { questionWords } from '../runtime/questions.js';
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
import { openPage } from './desktop.js';

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

/** Asks the user to authorise the program at a payroll system's API, and tests the connection. */
async function connect(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, storeFolder, terminal, employers } = session;
  const settings = apiDeliveryOf(loaded, employers, options.name);
  const { language } = loaded;
  const say = sayIn(language);
  return withRunHost(context, session, options, async (host) => {
    const { name } = options;
    const api = payrollApiOf(settings);
    const folders = { folder: loaded.folder, storeFolder };
    const account = await resolveApiAccount(host, api, { name, settings }, folders);
    const names = { vendor: account.title, path: account.tokenPath };
    if ((await readTokens(host, account)) !== undefined && !options.replace) {
      if (context.questions === undefined)
        throw new PaytallyError('USAGE', message('api.connect.exists', names), { record: options.name });
      const words = questionWords(language);
      if (!(await context.questions.confirm(say('api.connect.replace', names), words))) {
        terminal.message(message('api.connect.kept', names));
        return ExitStatus.done;
      }
    }
    const forget: (() => void)[] = [];
    const show = (url: string) => {
      showAddress(terminal, url, options.json);
      if (options.open) forget.push(openPage(url));
    };
    const tokens = await authorise(host, account, { language, show }).finally(() => {
      for (const each of forget) each();
    });
    const connected = await withClient(host, context, { settings, account, session, name }, async (found) => {
      await saveTenant(context, session, name, found.id);
      terminal.message(
        message('api.connect.foundClient', { vendor: account.title, ...found, delivery: name }),
      );
    });
    await tryConnection(() => kindOf(connected).check(host, { name, settings: connected }, folders));
    const { title: vendor, tokenPath } = account;
    const connection = { name, vendor, tokens: tokenPath, expiresAt: tokens.expiresAt };
    const done = say('api.connect.done', { vendor, path: tokenPath, client: api.client(connected) ?? '' });
    terminal.result(options.json ? JSON.stringify({ connection }) : done);
    return ExitStatus.done;
  });
}

interface Connected {
  readonly settings: ApiDelivery;
  readonly account: ApiAccount;
  readonly session: ActionSession;
  readonly name: string;
}

/**
 * The settings with the client of the person who signed in, if the configuration names none. @throws PaytallyError
 * AUTH_REJECTED without a client, USAGE if there are several and the user cannot be asked
 */
async function withClient(
  effects: DeliveryEffects,
  { questions, signal }: Context,
  { settings, account, session, name }: Connected,
  save: (found: ApiClientName) => Promise<void>,
): Promise<ApiDelivery> {
  const { findClients } = payrollApiOf(settings);
  if (settings.to !== 'xero' || settings.tenant !== undefined || findClients === undefined) return settings;
  const found = await findClients(new ApiClient(effects, account, settings, signal));
  const [first, ...others] = found;
  const vendor = account.title;
  if (first === undefined)
    throw new PaytallyError('AUTH_REJECTED', message('api.connect.noOrganisation', { vendor }), {
      record: name,
    });
  const labelOf = (each: ApiClientName) => `${each.name} (${each.id})`;
  let chosen = first;
  if (others.length > 0) {
    const list = found.map(labelOf).join(', ');
    if (questions === undefined)
      throw new PaytallyError('USAGE', message('api.connect.severalOrganisations', { vendor, list, name }), {
        record: `deliveries.${name}.tenant`,
      });
    const question = sayIn(session.loaded.language)('api.connect.whichOrganisation', { vendor });
    const id = await questions.choose(
      question,
      found.map((each) => ({ value: each.id, label: labelOf(each) })),
    );
    chosen = found.find((each) => each.id === id) ?? first;
  }
  await save(chosen);
  return { ...settings, tenant: chosen.id };
}

/** The one JSON object on stdout is the result. */
function showAddress(terminal: Terminal, url: string, isJson: boolean): void {
  if (isJson) terminal.alert(url);
  else {
    terminal.message(message('api.connect.signIn'));
    terminal.result(url);
  }
}

/** @throws PaytallyError AUTH_REJECTED: the tokens are stored, but are not valid for this client */
async function tryConnection(check: () => Promise<unknown>): Promise<void> {
  await check().catch((failure: unknown) => {
    if (!(failure instanceof DeliveryFailure)) throw failure;
    const { text, remedyText: remedy } = failure;
    throw new PaytallyError('AUTH_REJECTED', message('api.connect.untried', { reason: text }), {
      remedy,
      cause: failure,
    });
  });
}

/**
 * @throws PaytallyError DELIVERY_UNKNOWN for a name that no employer has, USAGE for a delivery that is not to an API
 */
function apiDeliveryOf(loaded: LoadedConfig, employers: readonly string[], name: string): ApiDelivery {
  const found = employers.map((key) => configOf(loaded, key).deliveries);
  const settings = found.flatMap((deliveries) => deliveries[name] ?? [])[0];
  if (settings === undefined) {
    const known = [...new Set(found.flatMap((deliveries) => Object.keys(deliveries)))];
    const [employer = ''] = employers;
    const text = message('delivery.unknown', { name, employer, ...suggestion(name, known) });
    throw new PaytallyError('DELIVERY_UNKNOWN', text, { record: name });
  }
  if (isApiDelivery(settings)) return settings;
  throw new PaytallyError('USAGE', message('api.connect.notApi', { name, to: settings.to }), {
    record: `deliveries.${name}`,
  });
}
