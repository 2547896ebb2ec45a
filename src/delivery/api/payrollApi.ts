import { z } from 'zod';
import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { StoredRun } from '../../store/runs.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { failedDelivery } from '../deliveryFailure.js';
import type { DeliveryEffects, DeliveryFolders, DeliveryKind } from '../deliveryKind.js';
import { readRunFile } from '../outgoingFile.js';
import { resolveApiAccount, type Vendor } from './apiAccount.js';
import { ApiClient, type ApiFile, type DayTexts, unreachableApi } from './apiRequest.js';

/** The parts that differ between the APIs of payroll systems. */
export interface PayrollApi<Settings extends ApiDelivery> extends Vendor<Settings> {
  /** The vendor's ID of the client or organisation of the files. */
  readonly client: (settings: Settings) => string | undefined;
  /** The clients of the person who signed in, where the vendor lists them. */
  readonly findClients?: (api: ApiClient<Settings>) => Promise<readonly ApiClientName[]>;
  /** What only a connected user with access to the client can read. */
  readonly checkPath: (settings: Settings) => string;
  /** Sends a file, once. @throws DeliveryFailure */
  readonly send: (api: ApiClient<Settings>, file: ApiFile) => Promise<DeliveryReceipt>;
  /**
   * The state of a file that was sent.
   * @param content undefined if it is no longer stored
   * @throws DeliveryFailure
   */
  readonly ask: (
    api: ApiClient<Settings>,
    receipt: DeliveryReceipt,
    content: () => Promise<Uint8Array | undefined>,
  ) => Promise<DeliveryReceipt>;
}

/** A client or organisation of the vendor. */
export interface ApiClientName {
  readonly id: string;
  readonly name: string;
}

/** Deliveries to a payroll system's API, which receives one file per request, and accepts or rejects each. */
export function apiKind<Settings extends ApiDelivery>(api: PayrollApi<Settings>): DeliveryKind<Settings> {
  const open = async (
    effects: DeliveryEffects,
    delivery: { readonly name: string; readonly settings: Settings },
    folders: DeliveryFolders,
    signal: AbortSignal,
  ) => {
    const { name, settings } = delivery;
    if (api.client(settings) === undefined)
      throw failedDelivery(message('api.noClient', { vendor: api.title, name }), { retryAfterMs: 'never' });
    return new ApiClient(effects, await resolveApiAccount(effects, api, delivery, folders), settings, signal);
  };
  return {
    target: (settings) => `${api.client(settings) ?? '?'}@${new URL(settings.address ?? api.address).host}`,
    replaces: false,
    isPerFile: () => true,
    prepare: async ({
      effects,
      store,
      settings,
      item,
      run,
      files: [outgoing],
      signal,
      unlessSilent,
      ...folders
    }) => {
      const { name, messageId, createdAt } = item;
      const client = await open(effects, { name, settings }, folders, signal);
      if (outgoing === undefined) throw failedDelivery(message('delivery.notConfigured', { name }));
      const { file, sealed } = outgoing;
      const ofOthers = (days: DayTexts) => filesOfOthers(store, item, { vendor: api.title, days });
      const facts = { messageId, template: file.template, createdAt, lastDay: run.period.to, ofOthers };
      let receipt: DeliveryReceipt | undefined;
      const send = () =>
        unlessSilent(new URL(client.account.address).host, unreachableApi(client.account), async () => {
          receipt = await api.send(client, { ...sealed, ...facts });
        });
      return { staged: [], send, receipt: () => receipt };
    },
    check: async (effects, { name, settings }, folders) => {
      const client = await open(effects, { name, settings }, folders, effects.context.signal);
      await client.read(api.checkPath(settings), z.unknown());
      return message('api.doctor.ready', { name, vendor: api.title, recipient: api.client(settings) ?? '' });
    },
    askReceipt: async ({ effects, name, settings, receipt, content, signal, ...folders }) =>
      api.ask(await open(effects, { name, settings }, folders, signal), receipt, content),
  };
}

interface OthersAsked {
  readonly vendor: string;
  readonly days: DayTexts;
}

/**
 * The files of other employers: two employers can have one account, such as an organisation in Xero.
 * @throws DeliveryFailure if one that may have these days is missing or changed: whose hours the account has cannot be
 * told then
 */
async function filesOfOthers(
  store: Store,
  { runId, recipient }: DeliveryItem,
  { vendor, days }: OthersAsked,
): Promise<Uint8Array[]> {
  const own = store.run(runId)?.employerId;
  const arrived = await store.arrivedFiles({ recipient });
  const others = arrived.filter((file) => store.run(file.runId)?.employerId !== own);
  const contents = await Promise.all(
    others.map(async ({ runId: other, path, sha256, employerKey: employer }) => {
      if (path === undefined) return undefined;
      return readRunFile({ name: '', template: '', sha256, path }).catch((cause: unknown) => {
        if (!canHave(store.run(other), days)) return undefined;
        throw failedDelivery(message('api.othersUnreadable', { vendor, path, employer }), { cause });
      });
    }),
  );
  return contents.filter((content) => content !== undefined);
}

/** A correction can restate days of other periods. */
function canHave(run: StoredRun | undefined, { from, to }: DayTexts): boolean {
  return run?.state !== 'final' || (run.period.from <= to && from <= run.period.to);
}
