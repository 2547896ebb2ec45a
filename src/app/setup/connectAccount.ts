import { configOf, type LoadedConfig } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import { type ApiDelivery, isApiDelivery } from '../../config/schema/deliverySchema.js';
import type { Context } from '../../context.js';
import { type ApiAccount, readTokens, resolveApiAccount } from '../../delivery/api/apiAccount.js';
import { ApiClient } from '../../delivery/api/apiRequest.js';
import { authorise } from '../../delivery/api/authorise.js';
import type { ApiClientName } from '../../delivery/api/payrollApi.js';
import { DeliveryFailure } from '../../delivery/deliveryFailure.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { kindOf, payrollApiOf } from '../../delivery/deliveryKinds.js';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { message } from '../../i18n/message.js';
import { questionWords } from '../../runtime/questions.js';
import type { ActionSession } from '../session/openSession.js';
import { saveTenant } from './configEdit.js';

interface ConnectOptions {
  /** The delivery's name in the configuration. */
  readonly name: string;
  /** Whether existing tokens are replaced without a question. */
  readonly replace: boolean;
  /** Shows the sign-in address; what it returns hides it again. */
  readonly show: (url: string) => () => void;
}

/** A payroll system's API that the program may use now, or whose tokens were kept. */
export interface ConnectedAccount {
  readonly vendor: string;
  /** The file of the tokens; absolute. */
  readonly tokenPath: string;
  /** undefined if the user keeps the existing connection. */
  readonly expiresAt: string | undefined;
  /** The client in the API, if it has any; empty if not. */
  readonly client: string;
}

/**
 * Asks the user to authorise the program at a payroll system's API, stores the tokens and tests the connection.
 * @throws PaytallyError DELIVERY_UNKNOWN, USAGE, AUTH_REJECTED, SERVICE_UNREACHABLE, OUTPUT_NOT_WRITTEN
 */
export async function connectAccount(
  effects: DeliveryEffects,
  context: Context,
  session: ActionSession,
  { name, replace, show }: ConnectOptions,
): Promise<ConnectedAccount> {
  const { loaded, storeFolder, employers } = session;
  const settings = apiDeliveryOf(loaded, employers, name);
  const { language } = loaded;
  const api = payrollApiOf(settings);
  const folders = { folder: loaded.folder, storeFolder };
  const account = await resolveApiAccount(effects, api, { name, settings }, folders);
  const { title: vendor, tokenPath } = account;
  const isKept =
    !replace &&
    (await readTokens(effects, account)) !== undefined &&
    !(await mayReplace(context, session, account));
  if (isKept) return { vendor, tokenPath, expiresAt: undefined, client: '' };
  const hide: (() => void)[] = [];
  const showing = { language, show: (url: string) => void hide.push(show(url)) };
  const tokens = await authorise(effects, account, showing).finally(() => {
    for (const each of hide) each();
  });
  const found = await findClient(effects, context, { settings, account, session, name });
  if (found !== undefined) {
    await saveTenant(context, session, name, found.id);
    session.terminal.message(message('api.connect.foundClient', { vendor, ...found, delivery: name }));
  }
  const connected: ApiDelivery =
    found === undefined || settings.to !== 'xero' ? settings : { ...settings, tenant: found.id };
  await tryConnection(() => kindOf(connected).check(effects, { name, settings: connected }, folders));
  return { vendor, tokenPath, expiresAt: tokens.expiresAt, client: api.client(connected) ?? '' };
}

/** @throws PaytallyError USAGE if the user cannot be asked */
async function mayReplace(
  { questions }: Pick<Context, 'questions'>,
  { loaded: { language } }: ActionSession,
  { title: vendor, tokenPath: path, name }: ApiAccount,
): Promise<boolean> {
  if (questions === undefined)
    throw new PaytallyError('USAGE', message('api.connect.exists', { vendor, path }), { record: name });
  const words = questionWords(language);
  return questions.confirm(sayIn(language)('api.connect.replace', { vendor, path }), words);
}

interface Connected {
  readonly settings: ApiDelivery;
  readonly account: ApiAccount;
  readonly session: ActionSession;
  readonly name: string;
}

/**
 * The client of the person who signed in, if the configuration names none. @throws PaytallyError AUTH_REJECTED without
 * a client, USAGE if there are several and the user cannot be asked
 */
async function findClient(
  effects: DeliveryEffects,
  { questions, signal }: Context,
  { settings, account, session, name }: Connected,
): Promise<ApiClientName | undefined> {
  const { findClients } = payrollApiOf(settings);
  if (settings.to !== 'xero' || settings.tenant !== undefined || findClients === undefined) return undefined;
  const found = await findClients(new ApiClient(effects, account, settings, signal));
  const [first, ...others] = found;
  const vendor = account.title;
  if (first === undefined)
    throw new PaytallyError('AUTH_REJECTED', message('api.connect.noOrganisation', { vendor }), {
      record: name,
    });
  if (others.length === 0) return first;
  const labelOf = (each: ApiClientName) => `${each.name} (${each.id})`;
  if (questions === undefined) {
    const list = found.map(labelOf).join(', ');
    throw new PaytallyError('USAGE', message('api.connect.severalOrganisations', { vendor, list, name }), {
      record: `deliveries.${name}.tenant`,
    });
  }
  const id = await questions.choose(
    sayIn(session.loaded.language)('api.connect.whichOrganisation', { vendor }),
    found.map((each) => ({ value: each.id, label: labelOf(each) })),
  );
  return found.find((each) => each.id === id) ?? first;
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
