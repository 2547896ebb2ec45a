import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { failedDelivery } from '../deliveryFailure.js';
import type { DeliveryAttempt, DeliveryKind, PreparedAttempt } from '../deliveryKind.js';
import { type ApiAccount, type ApiHost, resolveApiAccount, type Vendor } from './apiAccount.js';
import { type ApiFile, unreachableApi } from './apiRequest.js';

/** A request to an API, with its account and client. */
export interface ApiCall<Settings> {
  readonly host: ApiHost;
  readonly account: ApiAccount;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** The parts that differ between the APIs of payroll systems. Its requests throw `DeliveryFailure`. */
export interface PayrollApi<Settings extends ApiDelivery> {
  readonly vendor: Vendor;
  /** The vendor's ID of the client or organisation of the files. */
  readonly client: (settings: Settings) => string;
  /** Sends a file, once. */
  readonly send: (call: ApiCall<Settings>, file: ApiFile) => Promise<DeliveryReceipt>;
  /** The state of a file that was sent. @param content undefined if it is no longer stored */
  readonly ask: (
    call: ApiCall<Settings>,
    receipt: DeliveryReceipt,
    content: () => Promise<Uint8Array | undefined>,
  ) => Promise<DeliveryReceipt>;
  /** Whether the connected user may access the client. */
  readonly check: (call: ApiCall<Settings>) => Promise<unknown>;
}

/** Deliveries to a payroll system's API, which receives one file per request, and accepts or rejects each. */
export function apiKind<Settings extends ApiDelivery>(api: PayrollApi<Settings>): DeliveryKind<Settings> {
  const { vendor, client } = api;
  return {
    target: (settings) => `${client(settings)}@${new URL(settings.address ?? vendor.address).host}`,
    replacesIn: () => undefined,
    isPerFile: true,
    prepare: (attempt) => prepareApiAttempt(api, attempt),
    check: async (host, { name, settings }, folders) => {
      const account = await resolveApiAccount(host, vendor, { name, settings }, folders);
      await api.check({ host, account, settings, signal: host.context.signal });
      return message('api.doctor.ready', { name, vendor: vendor.title, recipient: client(settings) });
    },
    askReceipt: async ({ host, name, settings, receipt, content, signal, ...folders }) => {
      const account = await resolveApiAccount(host, vendor, { name, settings }, folders);
      return api.ask({ host, account, settings, signal }, receipt, content);
    },
  };
}

async function prepareApiAttempt<Settings extends ApiDelivery>(
  api: PayrollApi<Settings>,
  {
    host,
    settings,
    item,
    run,
    files: [outgoing],
    signal,
    unlessSilent,
    ...folders
  }: DeliveryAttempt<Settings>,
): Promise<PreparedAttempt> {
  const { name, messageId, createdAt } = item;
  const account = await resolveApiAccount(host, api.vendor, { name, settings }, folders);
  if (outgoing === undefined) throw failedDelivery(message('delivery.notConfigured', { name }));
  const { file, sealed } = outgoing;
  const facts = { messageId, template: file.template, createdAt, lastDay: run.period.to };
  let receipt: DeliveryReceipt | undefined;
  const send = () =>
    unlessSilent(new URL(account.address).host, unreachableApi(account), async () => {
      receipt = await api.send({ host, account, settings, signal }, { ...sealed, ...facts });
    });
  return { staged: [], send, receipt: () => receipt };
}
