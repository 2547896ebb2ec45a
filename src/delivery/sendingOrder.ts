import type { Config } from '../config/config.js';
import { encryptionOf } from '../config/schema/deliverySchema.js';
import { isWhollyFinal } from '../domain/month/monthStatus.js';
import type { Period } from '../domain/period/period.js';
import { toLocalDate } from '../domain/time/localDate.js';
import { type Message, message } from '../i18n/message.js';
import { oneLine } from '../runtime/outsideText.js';
import { type ArrivedFile, type DeliveryFile, type DeliveryItem, mayHaveArrived } from '../store/outbox.js';
import type { Store } from '../store/store.js';
import { baseName, matchesTemplate, recipientPlace } from './deliveries.js';
import type { PreparedAttempt } from './deliveryKind.js';
import { kindOf } from './deliveryKinds.js';
import { haveFiles, isSamePlace } from './samePlace.js';

/** What the ledger has for the days of a run. */
export interface LedgerOfDays {
  /** Of the run itself. */
  readonly state: 'draft' | 'final' | 'correction' | 'superseded' | 'purge';
  readonly days: Readonly<Record<'from' | 'to', string>>;
  /** For a draft: the finals that count and have some of its days. */
  readonly finals: () => readonly LedgerFinal[];
  /** Finals and corrections of these days before it, in the ledger's order. */
  readonly earlier: () => readonly string[];
  /** Whether an earlier run can still be sent: not if people were purged from it. */
  readonly canBeSent: (runId: string) => boolean;
  /** Corrections of these days after it, in the ledger's order. */
  readonly later: () => readonly string[];
  /** Whether a correction's file of a template has the right values again, instead of differences. */
  readonly restates: (runId: string, template: string) => boolean;
}

interface LedgerFinal {
  readonly runId: string;
  readonly templates: readonly string[];
  readonly period: Period;
}

/** The input of the checks. */
export interface SendingOrder {
  readonly store: Store;
  readonly config: Config;
  readonly ledger: LedgerOfDays;
}

/**
 * Why an item is not sent now. `wait`: it stays pending until payroll has what comes before it. `refuse`: it fails,
 * until the user has changed something. `drop`: it is never sent.
 */
export interface HeldBack {
  readonly held: 'wait' | 'refuse' | 'drop';
  readonly reason: Message;
}

/** @param isAsked whether the user wants to send exactly this one, whatever its state */
export function heldByLedger(
  order: SendingOrder,
  item: DeliveryItem,
  isAsked: boolean,
): HeldBack | undefined {
  const { ledger } = order;
  if (ledger.state === 'draft') return afterFinal(order, item);
  if (ledger.state !== 'correction' || isAsked) return undefined;
  const before = ledger
    .earlier()
    .flatMap((runId) => missingIn(order.store.outbox, sameDeliveries(order, item, runId)))
    .find((earlier) => ledger.canBeSent(earlier.runId));
  if (before === undefined) return undefined;
  const values = { name: item.name, run: item.runId, earlier: before.runId };
  return { held: 'wait', reason: message('delivery.afterEarlier', values) };
}

/** A draft is no longer sent where a final goes, once finals have all of its days: it would replace them there. */
function afterFinal(
  { store, config, ledger }: SendingOrder,
  { name, runId, employerKey }: DeliveryItem,
): HeldBack | undefined {
  const settings = config.deliveries[name];
  if (settings === undefined) return undefined;
  const isOfDelivery = ({ runId: final, templates }: LedgerFinal): boolean => {
    const isTaken = (template: string) =>
      settings.templates?.some((called) => matchesTemplate(template, called)) ?? true;
    const isSentThere =
      settings.when !== 'draft' || store.outbox.findByRun(final).some((it) => it.name === name);
    return isSentThere && templates.some(isTaken);
  };
  const finals = ledger.finals().filter(isOfDelivery);
  const [first] = finals;
  const days = { from: toLocalDate(ledger.days.from), to: toLocalDate(ledger.days.to) };
  const isCovered = isWhollyFinal({ period: days, finals: finals.map(({ period }) => period) });
  if (first === undefined || !isCovered) return undefined;
  const values = { employer: employerKey, name, run: runId, final: first.runId };
  return { held: 'drop', reason: message('delivery.draftAfterFinal', values) };
}

/** The deliveries of another run to the same place, whatever their names, with a file of the same template. */
function sameDeliveries(
  { store: { outbox }, config: { deliveries } }: Pick<SendingOrder, 'store' | 'config'>,
  item: DeliveryItem,
  runId: string,
): readonly DeliveryItem[] {
  const templates = templatesOf(outbox, item);
  return outbox
    .findByRun(runId)
    .filter((other) => isSamePlace(deliveries, item, other))
    .filter((other) => templatesOf(outbox, other).some((template) => templates.includes(template)));
}

/** Those of a run to one place whose files did not arrive, with another delivery either. */
function missingIn(outbox: Store['outbox'], same: readonly DeliveryItem[]): readonly DeliveryItem[] {
  const arrived = same.filter(mayHaveArrived).flatMap(({ id }) => outbox.readFiles(id));
  return same.filter((item) => !mayHaveArrived(item) && !haveFiles(arrived, outbox.readFiles(item.id)));
}

function templatesOf(outbox: Store['outbox'], { id }: DeliveryItem): readonly string[] {
  return outbox.readFiles(id).map(({ template }) => template);
}

/**
 * The corrections that must follow an item: they have the right values of its days, which it would set back. Each of
 * them may have arrived.
 */
export function findRestated(order: SendingOrder, item: DeliveryItem): readonly DeliveryItem[] {
  const { ledger, store } = order;
  return ledger
    .later()
    .flatMap((runId) => sameDeliveries(order, item, runId))
    .filter(({ state }) => state === 'sent' || state === 'unknown')
    .filter((later) =>
      templatesOf(store.outbox, later).some((template) => ledger.restates(later.runId, template)),
    );
}

/**
 * Whether a file that is at the destination under the same name must not be replaced: another employer's, or that of
 * another final or correction, which payroll has not fetched yet.
 * @throws DeliveryFailure if the destination cannot be inspected
 */
export async function heldByFile(
  { store, config }: SendingOrder,
  item: DeliveryItem,
  { staged, there }: PreparedAttempt,
): Promise<HeldBack | undefined> {
  const settings = config.deliveries[item.name];
  if (settings === undefined || settings.to === 'mail' || !kindOf(settings).replaces) return undefined;
  const files = store.outbox.readFiles(item.id);
  const place = recipientPlace(item.recipient);
  // Finals share a companion, which describes their files, as long as it does not change.
  const known = await Promise.all(
    files.map(async (file) =>
      (await store.arrivedFiles({ fileName: file.name }))
        .filter(({ recipient }) => recipientPlace(recipient) === place)
        .filter(({ runId, path }) => runId === item.runId || !('path' in file && file.path === path)),
    ),
  );
  if (!known.flat().some((file) => isOther(store, item, file))) return undefined;
  if (there === undefined) return atDropBox(item, files, known);
  const digests = await there();
  // Encrypted files are other bytes each time.
  const isSealed = encryptionOf(settings) !== undefined;
  const paths = staged.filter(({ isManifest }) => !isManifest).map(({ path }) => path);
  for (const [index, path] of paths.entries()) {
    const digest = digests.get(path);
    if (digest === undefined) continue;
    const last = known[index]?.filter(({ sha256 }) => isSealed || sha256 === digest).at(-1);
    if (last !== undefined && isOther(store, item, last)) return keptFile(item, last, path);
  }
  return undefined;
}

/** A drop box does not show what it has: only names that employers share are known to be wrong there. */
function atDropBox(
  item: DeliveryItem,
  files: readonly DeliveryFile[],
  known: readonly (readonly ArrivedFile[])[],
): HeldBack | undefined {
  for (const [index, { name }] of files.entries()) {
    const last = known[index]?.at(-1);
    if (last !== undefined && last.employerKey !== item.employerKey) return keptFile(item, last, name);
  }
  return undefined;
}

/** Whether a file is of a run that this one may not replace: only the employer's drafts may be. */
function isOther(store: Store, item: DeliveryItem, { runId, employerKey }: ArrivedFile): boolean {
  if (employerKey !== item.employerKey) return true;
  return runId !== item.runId && store.run(runId)?.state !== 'draft';
}

function keptFile(item: DeliveryItem, { runId, employerKey }: ArrivedFile, path: string): HeldBack {
  const values = {
    name: item.name,
    run: item.runId,
    file: oneLine(baseName(path)),
    recipient: oneLine(item.recipient),
    other: runId,
  };
  return employerKey === item.employerKey
    ? { held: 'wait', reason: message('delivery.notFetched', values) }
    : { held: 'refuse', reason: message('delivery.ofOtherEmployer', { ...values, employer: employerKey }) };
}
