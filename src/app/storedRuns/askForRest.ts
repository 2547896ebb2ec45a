import type { Config, LoadedConfig } from '../../config/config.js';
import { type NamedDelivery, selectDeliveries } from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import type { MailedRun } from '../../delivery/mail/mailText.js';
import { changedMessageId } from '../../delivery/planDeliveries.js';
import { haveFiles, isSameFile, isSamePlace } from '../../delivery/samePlace.js';
import { message } from '../../i18n/message.js';
import { oneLine } from '../../runtime/outsideText.js';
import {
  type DeliveryFile,
  type DeliveryItem,
  mayHaveArrived,
  type NewDelivery,
} from '../../store/outbox.js';
import type { DeliveryState } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { warnOfUntakenFiles } from '../corrections/correctionDeliveries.js';
import { assertUniqueDeliveredNames } from '../export/uniqueFileNames.js';
import type { HistoryRun } from '../ledger/history.js';
import { loadStoredRun } from '../ledger/storedRun.js';
import { planStoredCorrection, planStoredRun } from './planAgain.js';

/** The states of items that `send` sends without being asked for them. */
export const USUAL: readonly DeliveryState[] = ['pending', 'failed'];

/** The deliveries of a run that were not requested before. */
interface Rest {
  readonly items: readonly NewDelivery[];
  /** The message IDs of all that go to the addresses of today; undefined if these are not asked for. */
  readonly today: ReadonlySet<string> | undefined;
}

export const NO_REST: Rest = { items: [], today: undefined };

/** A recorded run, and what to ask for. */
interface RestOrder {
  readonly loaded: LoadedConfig;
  /** Of today. */
  readonly config: Config;
  readonly run: HistoryRun;
  readonly mailed: Pick<MailedRun, 'period' | 'state'>;
  /** Names of deliveries; undefined for all. */
  readonly names: readonly string[] | undefined;
  /** Names of deliveries that the user wants to send again, whatever their state. */
  readonly again: readonly string[];
  readonly isDryRun: boolean;
  readonly toCurrent?: boolean;
}

/**
 * Adds deliveries that were not requested before to the outbox; a dry run adds none. For the addresses of today, those
 * to addresses that have changed are new, and those with other rows than were sent. What still waits for a former
 * address, or for a delivery that has another name today, is withdrawn.
 * @throws PaytallyError DELIVERY_UNKNOWN, RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RENDER_REFUSED, RUN_PURGED
 */
export async function askForRest(host: DeliveryEffects, store: Store, order: RestOrder): Promise<Rest> {
  const { loaded, config, run, names, isDryRun, toCurrent = false } = order;
  const { period, state } = order.mailed;
  const known = store.outbox.findByRun(run.runId);
  const there = new Set(toCurrent ? [] : known.map(({ name }) => name));
  const asked = selectDeliveries(config, state, { kind: 'all', names });
  const deliveries = asked.filter(({ name }) => !there.has(name));
  if (deliveries.length === 0) return NO_REST;
  await assertUniqueDeliveredNames(
    config.employerKey,
    namingOf(loaded, run, state, deliveries),
    host.context,
  );
  const stored = known.map((item) => ({ ...item, files: store.outbox.readFiles(item.id) }));
  const plan = run.state === 'correction' ? planStoredCorrection : planStoredRun;
  const planned = await plan(host, store, { loaded, config, run, period, state, deliveries });
  if (run.state === 'correction') {
    const taken = [...planned, ...stored].flatMap(({ files }) => files.map(({ template }) => template));
    warnOfUntakenFiles(host.terminal, run, asked, new Set(taken));
  }
  const { items, former, today } = compareWithOutbox(host, store, { ...order, stored, deliveries }, planned);
  if (!isDryRun) store.outbox.add(items, former);
  return { items, today: toCurrent ? today : undefined };
}

function namingOf(
  loaded: LoadedConfig,
  { period: { from, to } }: HistoryRun,
  state: 'draft' | 'final',
  deliveries: readonly NamedDelivery[],
): Parameters<typeof assertUniqueDeliveredNames>[1] {
  const deliver = { kind: 'all', names: deliveries.map(({ name }) => name) } as const;
  return { loaded, periodText: `${from}..${to}`, state, templates: 'configured', deliver };
}

/** An item of the outbox with its files. */
type StoredItem = DeliveryItem & Pick<NewDelivery, 'files'>;

/** The run's items in the outbox, and the deliveries that are planned. */
interface KnownOrder extends RestOrder {
  readonly stored: readonly StoredItem[];
  readonly deliveries: readonly NamedDelivery[];
}

/** The items that are new, those of the outbox that they replace, and the message IDs of all that are planned. */
function compareWithOutbox(
  host: DeliveryEffects,
  store: Store,
  order: KnownOrder,
  planned: readonly NewDelivery[],
): {
  readonly items: readonly NewDelivery[];
  readonly former: readonly StoredItem[];
  readonly today: ReadonlySet<string>;
} {
  const { config, stored, deliveries, toCurrent = false } = order;
  const rest = planned.flatMap((item) => restOf(host, store, order, item) ?? []);
  const kept = new Set(rest.flatMap((each) => ('kept' in each ? each.kept : [])));
  const added = rest.flatMap((each) => ('kept' in each ? [] : each));
  const isFormer = (item: StoredItem) =>
    toCurrent && !kept.has(item) && deliveries.some(({ name }) => name === item.name);
  const former = stored.filter(
    (item) => USUAL.includes(item.state) && (isFormer(item) || isRenamed(config, item, added)),
  );
  const staying = stored.filter((item) => !former.includes(item));
  const items = withFreshIds(added, staying);
  return { items, former, today: new Set([...kept, ...items].map(({ messageId }) => messageId)) };
}

/**
 * What is to be sent of a planned item: the item of the outbox that is the same, or the files that its place has not
 * had; undefined if there are none. Places and files decide, because a message ID also depends on the sender, on the
 * names of files and on the name of the delivery.
 */
function restOf(
  host: DeliveryEffects,
  store: Store,
  order: KnownOrder,
  planned: NewDelivery,
): NewDelivery | { readonly kept: StoredItem } | undefined {
  const { config, stored } = order;
  const isAgain = order.again.includes(planned.name);
  const atPlace = stored.filter((item) => isSamePlace(config.deliveries, planned, item));
  const own = atPlace.filter(({ name }) => name === planned.name);
  const arrived = own.filter(({ state }) => !USUAL.includes(state));
  const isSame = isAgain ? isSent : hasFilesOf;
  const same = arrived.find((item) => isSame(item, planned));
  if (same !== undefined) return { kept: same };
  const files = isAgain ? planned.files : withoutFiles(planned.files, arrived);
  const others = isAgain ? [] : atPlace.filter((item) => item.name !== planned.name && mayHaveArrived(item));
  const left = withoutFiles(files, others);
  if (left.length < files.length) tellOther(host, order, planned, files, others);
  if (left.length === 0) return undefined;
  const waiting = own.find(
    (item) => USUAL.includes(item.state) && item.recipient === planned.recipient && isNamedSame(item, left),
  );
  if (waiting !== undefined) return { kept: waiting };
  const rest = { ...planned, files: left };
  return isAgain || arrived.length === 0 || isComparable(host, store, order, rest) ? rest : undefined;
}

function withoutFiles(
  files: readonly DeliveryFile[],
  items: readonly Pick<StoredItem, 'files'>[],
): readonly DeliveryFile[] {
  return files.filter((file) => !items.some((item) => haveFiles(item.files, [file])));
}

function hasFilesOf({ files }: StoredItem, planned: NewDelivery): boolean {
  return haveFiles(files, planned.files);
}

/** Whether sending an item again sends exactly what is planned. */
function isSent(item: StoredItem, planned: NewDelivery): boolean {
  const isComplete = item.files.length === planned.files.length && hasFilesOf(item, planned);
  return isComplete && item.recipient === planned.recipient;
}

/** With the names of today too: a server may have refused another one. */
function isNamedSame({ files }: StoredItem, others: readonly DeliveryFile[]): boolean {
  const isThere = (other: DeliveryFile) =>
    files.some((file) => file.name === other.name && isSameFile(file, other));
  return files.length === others.length && others.every(isThere);
}

function tellOther(
  { terminal }: DeliveryEffects,
  { config, run: { runId } }: RestOrder,
  { name, recipient }: NewDelivery,
  files: readonly DeliveryFile[],
  others: readonly StoredItem[],
): void {
  const other = others.find((item) => withoutFiles(files, [item]).length < files.length);
  const values = { employer: config.employerKey, delivery: name, recipient: oneLine(recipient), run: runId };
  terminal.alert(message('delivery.sentByOther', { ...values, other: other?.name ?? '' }));
}

/**
 * Another version of paytally may write the same rows in other bytes: whether a recipient's own file has other rows than
 * were sent can't be told then.
 */
function isComparable(
  { context, terminal }: DeliveryEffects,
  store: Store,
  { loaded, run }: RestOrder,
  { name, recipient, files }: NewDelivery,
): boolean {
  if (files.every((file) => 'path' in file)) return true;
  const { madeBy } = loadStoredRun(store, run.runId, { loaded, packageFolder: context.packageFolder });
  if (madeBy.version === context.version) return true;
  const values = { employer: run.employer, delivery: name, recipient: oneLine(recipient) };
  terminal.alert(message('delivery.filesNotCompared', values));
  return false;
}

/** Whether an item waits for a delivery that has another name today, under which its files are sent now. */
function isRenamed({ deliveries }: Config, item: StoredItem, items: readonly NewDelivery[]): boolean {
  if (Object.hasOwn(deliveries, item.name) || mayHaveArrived(item)) return false;
  const there = items.filter((each) => isSamePlace(deliveries, each, item)).flatMap(({ files }) => files);
  return haveFiles(there, item.files);
}

/** A message that replaces another one to the same recipient has a key of its own. */
function withFreshIds(items: readonly NewDelivery[], stored: readonly StoredItem[]): readonly NewDelivery[] {
  const taken = new Set(stored.map(({ messageId }) => messageId));
  return items.map((item) => {
    let { messageId } = item;
    while (taken.has(messageId)) messageId = changedMessageId(messageId, item.files);
    return { ...item, messageId };
  });
}
