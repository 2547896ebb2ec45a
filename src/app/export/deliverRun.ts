import type { Config } from '../../config/config.js';
import type { Context } from '../../context.js';
import {
  type DeliveryChoice,
  emptyDeliveryWarnings,
  type NamedDelivery,
  selectDeliveries,
} from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import type { Silences } from '../../delivery/deliverySession.js';
import { deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import { type PlannedDeliveries, splitsByRecipient } from '../../delivery/planDeliveries.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { countFindings } from '../../domain/month/monthStatus.js';
import { addressKey } from '../../domain/people/mailbox.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import { listed, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import { isBusyFailure } from '../../store/storeFailure.js';
import { ledgerOfDays } from '../ledger/ledgerOfDays.js';
import type { RunOutcome } from './outcome.js';
import type { PreparedRun } from './prepareRun.js';
import { planRunDeliveries } from './runDeliveries.js';
import { recipientsOfRun } from './runRecipients.js';
import type { RunRequest } from './runRequest.js';
import type { ComputedRun } from './runSource.js';

export interface SharedAddresses {
  readonly terminal: Pick<Terminal, 'alert'>;
  /** Normalised address -> the employers whose personal files this command sends to it. */
  readonly addressees: Map<string, Set<string>>;
}

interface SendEffects extends DeliveryEffects, Pick<SharedAddresses, 'addressees'> {
  readonly silences: Silences;
}

/**
 * Attempts each delivery of a run once, after its files are in place; leaves them for later if another process is
 * sending for too long.
 */
export async function deliverRun(
  effects: SendEffects,
  { config, folder }: PreparedRun,
  store: Store,
  { loaded, storeFolder }: Pick<RunRequest, 'loaded' | 'storeFolder'>,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  const items = store.outbox.findByRun(outcome.runId);
  warnOfSharedAddresses(effects, config, store, items);
  const { runId, period, state, people, control, month } = outcome;
  const links = store.ledger.links(config.employer.employerId);
  const { warnings } = month?.counts ?? countFindings(outcome.findings);
  const figures = { people, minutes: control.exported.minutes, warnings };
  const run = { period, state, digest: links.find((link) => link.runId === runId)?.digest, figures };
  const { silences } = effects;
  const ledger = ledgerOfDays(store, runId, { loaded, packageFolder: effects.context.packageFolder });
  const common = { effects, silences, store, storeFolder, config, folder };
  const order = { ...common, run, ledger, from: ['pending'] as const };
  try {
    await sendDeliveries(order, items);
  } catch (failure) {
    if (!isBusyFailure(failure)) throw failure;
  }
  return { ...outcome, deliveries: store.outbox.findByRun(outcome.runId).map(deliveryStatusOf) };
}

const NOTHING: PlannedDeliveries = (_files: readonly OutcomeFile[]) => [];

export interface DeliveryIntent {
  readonly deliver?: DeliveryChoice | undefined;
  /** Exception code, or code and record -> reason. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/**
 * The recipients and files of a run's deliveries, before anything is written.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, DELIVERY_UNKNOWN, RENDER_REFUSED
 */
export async function runOutgoing(
  context: Context,
  terminal: Pick<Terminal, 'alert'>,
  run: ComputedRun,
  { deliver, accepted }: DeliveryIntent,
): Promise<PlannedDeliveries> {
  if (deliver === undefined) return NOTHING;
  const { config, folder } = run.prepared;
  const { state } = run.computed.run;
  const deliveries = selectDeliveries(config, state, deliver);
  const templates = run.prepared.templates.map(({ name }) => name);
  for (const warning of emptyDeliveryWarnings(config.employerKey, deliveries, templates))
    terminal.alert(warning);
  return planRunDeliveries(context, run, accepted, {
    config,
    folder,
    runId: run.runId,
    period: run.fetched.period,
    state,
    deliveries,
    recipientsOf: (delivery) => {
      warnOfUnplacedHours(terminal, run, delivery);
      return recipientsOfRun(run, delivery, folder);
    },
  });
}

const MOST_NAMES = 10;

/** Hours that a delivery by place or team sends to no recipient, because nothing says where they belong. */
function warnOfUnplacedHours(
  terminal: Pick<Terminal, 'alert'>,
  { prepared: { config, mapping }, computed, kept }: ComputedRun,
  { name: delivery, settings }: NamedDelivery,
): void {
  if (settings.to !== 'mail' || Array.isArray(settings.recipients) || 'column' in settings.recipients) return;
  const by = 'teams' in settings.recipients ? 'teams' : 'establishments';
  const left = kept.unplaced(by === 'teams' ? 'teamId' : 'establishmentId');
  const nameOf = createNameDirectory(computed.data, mapping.employees, computed.period);
  const names = [...new Set(left.map(({ employeeId }) => nameOf(employeeId)))];
  if (names.length === 0) return;
  const values = {
    employer: config.employerKey,
    delivery,
    by,
    minutes: left.reduce((sum, { minutes }) => sum + minutes, 0),
    names: listed(names.slice(0, MOST_NAMES)),
    more: Math.max(0, names.length - MOST_NAMES),
  };
  terminal.alert(message('delivery.hoursWithoutRecipient', values));
}

/**
 * Files of single recipients under an address that serves another employer too, by the outbox or in this very command:
 * usually a slip in a mapping file.
 */
export function warnOfSharedAddresses(
  { terminal, addressees }: SharedAddresses,
  { employerKey, deliveries }: Config,
  store: Store,
  items: readonly Pick<DeliveryItem, 'name' | 'recipient'>[],
): void {
  const own = items.filter(({ name }) => {
    const settings = deliveries[name];
    return settings?.to === 'mail' && splitsByRecipient(settings.recipients);
  });
  for (const address of new Set(own.map(({ recipient }) => recipient))) {
    const here = addressees.get(addressKey(address)) ?? new Set<string>();
    const others = new Set([...store.outbox.findEmployers(address), ...here]);
    others.delete(employerKey);
    addressees.set(addressKey(address), here.add(employerKey));
    if (others.size > 0)
      terminal.alert(
        message('delivery.sharedAddress', {
          employer: employerKey,
          address,
          others: [...others].sort().join(', '),
        }),
      );
  }
}
