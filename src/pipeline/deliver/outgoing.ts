import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../config/config.js';
import type { Period } from '../../domain/period/period.js';
import type { DeliveryFile, NewDelivery } from '../../store/deliveries.js';
import type { OutcomeFile, RunState } from '../outcome.js';
import type { TemplateOutput } from '../render/renderTemplates.js';
import type { NamedDelivery } from './chosenDeliveries.js';
import { deliveryId } from './deliveryId.js';
import { mailWords } from './mailOf.js';
import { type Recipient, type RecipientShare, sameForAll } from './recipients.js';
import { targetText } from './targetText.js';

/** What planning the deliveries of a run needs. */
export interface OutgoingOrder {
  readonly config: Config;
  /** Of the configuration: paths in it are relative to it. */
  readonly folder: string;
  readonly runId: string;
  readonly period: Period;
  readonly state: RunState;
  readonly deliveries: readonly NamedDelivery[];
  /** Recipients with files of their own. @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID */
  readonly recipientsOf: (delivery: NamedDelivery) => Promise<readonly Recipient[]>;
  /** Files with just the rows of a share, of some of the run's templates (undefined: all). */
  readonly render: (
    share: RecipientShare,
    templates: readonly string[] | undefined,
  ) => Promise<readonly TemplateOutput[]>;
}

/** The deliveries of a run, but for the files that it writes itself, which are known at its end. */
export type PlannedOutgoing = (files: readonly OutcomeFile[]) => readonly NewDelivery[];

/**
 * Works out who gets what, before anything is written: addresses are checked, texts are written once, and files for
 * single recipients are made.
 * @throws PaytallyError RECIPIENT_INVALID, CONFIG_INVALID, RENDER_REFUSED
 */
export async function planOutgoing(order: OutgoingOrder): Promise<PlannedOutgoing> {
  const { config, folder, runId, period, state } = order;
  const plans: PlannedOutgoing[] = [];
  const recipients = new Map<NamedDelivery, readonly Recipient[]>();
  for (const delivery of order.deliveries) {
    const { settings, name } = delivery;
    if (settings.to !== 'mail') continue;
    mailWords(config, { name, settings }, { period, state }, []);
    recipients.set(
      delivery,
      isShared(settings.recipients) ? await order.recipientsOf(delivery) : sameForAll(settings),
    );
  }
  for (const delivery of order.deliveries) {
    const { settings, name } = delivery;
    const listed = recipients.get(delivery) ?? [];
    const targets =
      settings.to === 'mail' ? listed : [{ address: targetText(settings, folder), share: WHOLE }];
    for (const { address, share } of targets) {
      const own = share.kind === 'whole' ? undefined : await ownFiles(order, share, settings.templates);
      const item = { runId, employerKey: config.employerKey, name, recipient: address, details: {} };
      const messageId = deliveryId(config, runId, name, address);
      plans.push((files) => [{ ...item, messageId, files: own ?? filesOf(files, settings.templates) }]);
    }
  }
  return (files) => plans.flatMap((plan) => plan(files)).filter((item) => item.files.length > 0);
}

const WHOLE: RecipientShare = { kind: 'whole' };

/** Whether each recipient gets files of their own. */
export function isShared(recipients: unknown): boolean {
  return !Array.isArray(recipients);
}

function filesOf(files: readonly OutcomeFile[], templates: readonly string[] | undefined): DeliveryFile[] {
  return files
    .filter(({ template }) => templates?.some((name) => isCalled(template, name)) ?? true)
    .map(({ path, template, sha256 }) => ({ name: baseName(path), template, sha256, path }));
}

/** A template of one's own is named by its path in the configuration. */
export function isCalled(template: string, name: string): boolean {
  return template === name || template === baseName(name).replace(/\.(?:ya?ml|xlsx)$/i, '');
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

async function ownFiles(
  { render }: OutgoingOrder,
  share: RecipientShare,
  templates: readonly string[] | undefined,
): Promise<DeliveryFile[]> {
  const outputs = await render(share, templates);
  return Promise.all(
    outputs.map(async ({ template, file: { name, content } }) => {
      const bytes = content instanceof Uint8Array ? content : await buffer(Readable.from(content));
      return { name, template, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
    }),
  );
}
