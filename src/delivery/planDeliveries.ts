import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Config } from '../config/config.js';
import { isApiDelivery } from '../config/schema/deliverySchema.js';
import { type OutcomeFile, outputBytes, type TemplateOutput } from '../documents/outputFile.js';
import type { ExportState } from '../domain/computed/computedPeriod.js';
import { parseMailbox } from '../domain/people/mailbox.js';
import type { Period } from '../domain/period/period.js';
import { keptPaths } from '../store/keptPaths.js';
import type { DeliveryFile, NewDelivery } from '../store/outbox.js';
import { targetsOf } from './currentAddresses.js';
import { nameDeliveredFiles, validateFileNamePattern } from './deliveredNames.js';
import {
  baseName,
  matchesTemplate,
  type NamedDelivery,
  type Recipient,
  type RecipientShare,
} from './deliveries.js';
import { kindOf } from './deliveryKinds.js';
import { buildMessageId, type MailList } from './mail/composeMail.js';
import { renderMailWording } from './mail/mailText.js';

/** The input for planning the deliveries of a run. */
export interface DeliveryPlanOptions {
  readonly config: Config;
  /** The configuration's folder, to which its paths are relative. */
  readonly folder: string;
  readonly runId: string;
  readonly period: Period;
  readonly state: ExportState;
  readonly deliveries: readonly NamedDelivery[];
  /** Recipients with their own files. @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID */
  readonly recipientsOf: (delivery: NamedDelivery) => Promise<readonly Recipient[]>;
  /** Files with just the rows of a share, of some of the run's templates (undefined: all). */
  readonly render: (share: RecipientShare, templates: readonly string[] | undefined) => Promise<ShareOutputs>;
  /** The cover of the whole run; requested if a delivery needs one. */
  readonly cover: () => readonly MailList[];
}

/** Files of a share, and their summary lines for a mail. */
export interface ShareOutputs {
  readonly outputs: readonly TemplateOutput[];
  readonly cover: () => readonly MailList[];
}

/** The deliveries of a run, except the files that it writes itself, which are known at its end. */
export type PlannedDeliveries = (files: readonly OutcomeFile[]) => readonly NewDelivery[];

/**
 * Determines recipients and files before anything is written: addresses are checked, texts are written once, and files
 * for single recipients are made.
 * @throws PaytallyError RECIPIENT_INVALID, CONFIG_INVALID, RENDER_REFUSED
 */
export async function planDeliveries(order: DeliveryPlanOptions): Promise<PlannedDeliveries> {
  const { config, folder, runId, period, state } = order;
  const plans: PlannedDeliveries[] = [];
  const recipients = new Map<NamedDelivery, readonly Recipient[]>();
  for (const delivery of order.deliveries) {
    const { settings, name } = delivery;
    validateFileNamePattern(delivery, order);
    if (settings.to !== 'mail') continue;
    renderMailWording(config, { name, settings }, { period, state }, []);
    if (splitsByRecipient(settings.recipients)) recipients.set(delivery, await order.recipientsOf(delivery));
  }
  for (const delivery of order.deliveries) {
    const { settings, name } = delivery;
    const targets = recipients.get(delivery) ?? targetsOf(delivery, folder);
    const isPerFile = settings.to !== 'mail' && kindOf(settings).isPerFile(settings);
    // An API takes the data of a month, and not the description of a file.
    const taken = (files: readonly OutcomeFile[]) =>
      isApiDelivery(settings) ? files.filter(({ isCompanion }) => isCompanion !== true) : files;
    for (const { address, share } of targets) {
      const isWhole = share.kind === 'whole';
      const own = isWhole ? undefined : await order.render(share, settings.templates);
      const hasCover = settings.to === 'mail' && settings.cover;
      const details = hasCover ? { cover: (own?.cover ?? order.cover)() } : {};
      // A folder that was moved with the configuration is the same one.
      const place = isAbsolute(address) ? keptPaths(folder).kept(address) : address;
      const messageId = deliveryMessageId(config, runId, name, place);
      const item = { runId, employerKey: config.employerKey, name, recipient: address, messageId, details };
      const items = (files: readonly DeliveryFile[]): NewDelivery[] =>
        isPerFile
          ? files.map((file) => ({
              ...item,
              messageId: deliveryMessageId(config, runId, name, `${place}/${file.name}`),
              files: [file],
            }))
          : [{ ...item, files }];
      const ownFiles = own && (await outboxFiles(own.outputs));
      const named = (files: readonly OutcomeFile[]) =>
        nameDeliveredFiles(delivery, runFilesFor(taken(files), settings.templates), order);
      plans.push((files) => items(ownFiles ?? named(files)));
    }
  }
  return (files) => plans.flatMap((plan) => plan(files)).filter((item) => item.files.length > 0);
}

/** The unique key of a run's delivery to a recipient, and the Message-ID of a mail. */
function deliveryMessageId(config: Config, runId: string, name: string, recipient: string): string {
  const sender = config.mail === undefined ? undefined : parseMailbox(config.mail.from)?.address;
  const domain = sender?.slice(sender.lastIndexOf('@') + 1) ?? 'paytally.invalid';
  return buildMessageId([runId, name, recipient], domain);
}

/** The key of a message that replaces another one to the same recipient, because its files have changed since. */
export function changedMessageId(messageId: string, files: readonly Pick<DeliveryFile, 'sha256'>[]): string {
  const domain = messageId.slice(messageId.lastIndexOf('@') + 1, -1);
  return buildMessageId([messageId, ...files.map(({ sha256 }) => sha256)], domain);
}

/** Whether each recipient gets separate files. */
export function splitsByRecipient(recipients: unknown): boolean {
  return !Array.isArray(recipients);
}

function runFilesFor(
  files: readonly OutcomeFile[],
  templates: readonly string[] | undefined,
): DeliveryFile[] {
  return files
    .filter(({ template }) => templates?.some((name) => matchesTemplate(template, name)) ?? true)
    .map(({ path, template, sha256 }) => ({ name: baseName(path), template, sha256, path }));
}

/** Files made for one recipient exist only in the outbox. */
async function outboxFiles(outputs: readonly TemplateOutput[]): Promise<DeliveryFile[]> {
  return Promise.all(
    outputs.map(async ({ template, file }) => {
      const bytes = await outputBytes(file);
      return { name: file.name, template, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
    }),
  );
}
