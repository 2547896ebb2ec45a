import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import {
  type DeliverySettings,
  encryptionOf,
  type MailDelivery,
  type MailSettings,
} from '../config/schema/deliverySchema.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { oneLine } from '../runtime/outsideText.js';
import type { DeliveryItem } from '../store/outbox.js';
import type { DeliveryReceipt } from '../store/stagedFiles.js';
import type { Store } from '../store/store.js';
import { type DeliveryFailure, failedDelivery, UnansweredDelivery } from './deliveryFailure.js';
import type { DeliveryEffects, OutgoingFile, PreparedAttempt } from './deliveryKind.js';
import { kindOf } from './deliveryKinds.js';
import { writeToFolder } from './folder.js';
import { composeMail, type MailMessage } from './mail/composeMail.js';
import {
  buildMailContent,
  type MailedRun,
  parseConfiguredMailbox,
  renderMailWording,
} from './mail/mailText.js';
import { SmtpSession, unansweredServerFailure } from './mail/smtpSession.js';
import { encryptFile, readRunFile, safeName, stageContents, withTemporaryFiles } from './outgoingFile.js';
import { resolveEncryption, resolveSmtpSettings } from './resolveSettings.js';
import { resolveSftpTarget, settleServerFiles } from './sftp/sftp.js';

/** The time for running work to complete when the program is asked to end. */
const PATIENCE_MS = 4000;

const NOWHERE_ELSE: FileLocations = { lines: [], putAside: undefined };

/** How often each server had failed to answer before the command began to send. */
export interface Silences {
  atStart?: ReadonlyMap<string, number>;
}

/** The input of a session. */
export interface SessionOrder {
  readonly effects: DeliveryEffects;
  readonly silences: Silences;
  readonly store: Store;
  readonly storeFolder: string;
  readonly config: Config;
  /** The configuration's folder. */
  readonly folder: string;
}

/** The connections of one employer's deliveries, open while anything is sent. Every call is one attempt. */
export class DeliverySession {
  readonly #order: SessionOrder;
  #smtp: Promise<SmtpSession> | undefined;
  /** Aborts shortly after the program was asked to end. */
  readonly #forced = new AbortController();
  readonly #onAbort = () => {
    setTimeout(() => this.#giveUp(), PATIENCE_MS).unref();
  };

  constructor(order: SessionOrder) {
    this.#order = order;
    order.effects.context.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  #giveUp(): void {
    this.#forced.abort();
    void this.#smtp?.then(
      (smtp) => smtp.abort(),
      () => undefined,
    );
  }

  /**
   * Reads, encrypts and names the files of an item; nothing is sent yet.
   * @throws DeliveryFailure; PaytallyError if the configuration is unsuitable
   */
  async prepare(item: DeliveryItem, run: MailedRun): Promise<PreparedAttempt> {
    const settings = this.#settingsOf(item);
    if (this.isElsewhere(item)) throw failedDelivery(message('delivery.addressChanged', { name: item.name }));
    const files = await this.#encryptedFiles(item, settings);
    if (settings.to === 'mail') return { staged: [], send: () => this.#sendMail(item, settings, run, files) };
    return kindOf(settings).prepare({
      ...this.#order,
      settings,
      item,
      run,
      files,
      signal: this.#forced.signal,
      unlessSilent: (server, silent, send) => this.#unlessSilent(server, silent, send),
    });
  }

  /**
   * Whether the delivery has another destination today than when the run was made: a receipt must say where a file
   * went, and the user decides where it goes. Mails have their recipient in the outbox.
   */
  isElsewhere({ name, recipient }: Pick<DeliveryItem, 'name' | 'recipient'>): boolean {
    const settings = this.#order.config.deliveries[name];
    if (settings === undefined || settings.to === 'mail') return false;
    return kindOf(settings).target(settings, this.#order.folder) !== recipient;
  }

  /** Finds and removes files that earlier attempts of these deliveries left on servers. */
  async settleOnServers(names: ReadonlySet<string>): Promise<void> {
    const { employerKey, deliveries } = this.#order.config;
    for (const staged of this.#order.store.outbox.stagedOnServers()) {
      if (staged.employerKey !== employerKey || !names.has(staged.name)) continue;
      const settings = deliveries[staged.name];
      // The next attempt reports why it cannot log in.
      const { effects, folder, storeFolder } = this.#order;
      const target =
        settings?.to === 'sftp'
          ? await resolveSftpTarget(effects, settings, folder, storeFolder, this.#forced.signal).catch(
              () => undefined,
            )
          : undefined;
      await settleServerFiles(
        this.#order.store,
        target,
        staged,
        new Date(this.#order.effects.context.clock.nowMs()),
      );
    }
  }

  /**
   * Makes what was recorded count for all processes before something is sent.
   * @throws PaytallyError STORE_TAKEN_OVER if another process has taken over the employer
   */
  async checkIn(): Promise<void> {
    await this.#order.store.shared?.checkIn();
  }

  /** A mail that is not a delivery: a notice. @throws DeliveryFailure */
  async sendNotice(notice: MailMessage, recipient: string): Promise<void> {
    await this.#sendMessage(notice, recipient);
  }

  async close(): Promise<void> {
    this.#order.effects.context.signal.removeEventListener('abort', this.#onAbort);
    const smtp = this.#smtp;
    this.#smtp = undefined;
    (await smtp?.catch(() => undefined))?.close();
  }

  /** The current state of a sent file at the API. @throws DeliveryFailure */
  async askReceipt(item: DeliveryItem): Promise<DeliveryReceipt | undefined> {
    const { name, receipt } = item;
    const settings = this.#settingsOf(item);
    if (settings.to === 'mail' || receipt === undefined) return undefined;
    const content = async () => (await this.#encryptedFiles(item, settings))[0]?.sealed.content;
    const { signal } = this.#forced;
    return kindOf(settings).askReceipt?.({ ...this.#order, name, settings, receipt, content, signal });
  }

  #settingsOf({ name }: DeliveryItem): DeliverySettings {
    const settings = this.#order.config.deliveries[name];
    if (settings !== undefined) return settings;
    throw failedDelivery(message('delivery.notConfigured', { name }));
  }

  async #encryptedFiles(item: DeliveryItem, settings: DeliverySettings): Promise<OutgoingFile[]> {
    const encryption = await resolveEncryption(
      this.#order.effects,
      encryptionOf(settings),
      this.#order.folder,
    );
    const files = this.#order.store.outbox.readFiles(item.id);
    return Promise.all(
      files.map(async (file) => ({
        file,
        sealed: await encryptFile({ name: file.name, content: await readRunFile(file) }, encryption),
      })),
    );
  }

  async #sendMail(
    item: DeliveryItem,
    settings: MailDelivery,
    run: MailedRun,
    files: readonly OutgoingFile[],
  ): Promise<void> {
    const mail = this.#mailSettings();
    const named = { name: item.name, settings };
    const words = renderMailWording(
      this.#order.config,
      named,
      run,
      files.map(({ file }) => file),
      item.details,
    );
    const carried = fitsInMail(settings, files);
    const places = carried ? NOWHERE_ELSE : await locateFiles(this.#order.store, item, settings, files);
    const attached = carried ? files.map(({ sealed: file }) => file) : [];
    const { recipients, cc = [] } = settings;
    const isList = Array.isArray(recipients);
    const mailMessage: MailMessage = {
      from: parseConfiguredMailbox(mail.from),
      replyTo: mail.replyTo === undefined ? undefined : parseConfiguredMailbox(mail.replyTo),
      to: (isList ? recipients : [item.recipient]).map(parseConfiguredMailbox),
      cc: isList ? cc.map(parseConfiguredMailbox) : [],
      ...buildMailContent(this.#order.config, words, attached, places.lines),
      messageId: item.messageId,
      date: new Date(this.#order.effects.context.clock.nowMs()),
    };
    await this.#sendMessage(mailMessage, item.recipient);
    if (places.putAside !== undefined) this.#warnPutAside(item, settings, places.putAside);
  }

  /** Recipients can rarely open that folder, so the user who runs paytally must be informed. */
  #warnPutAside({ name, recipient }: DeliveryItem, { maxMegabytes }: MailDelivery, folder: string): void {
    const { employerKey } = this.#order.config;
    this.#order.effects.terminal.alert(
      message('delivery.filesPutAside', {
        employer: employerKey,
        delivery: name,
        recipient: oneLine(recipient),
        megabytes: maxMegabytes,
        folder,
      }),
    );
  }

  /** A server that did not answer once during this command is not contacted again. */
  async #sendMessage(mail: MailMessage, recipient: string): Promise<void> {
    const smtp = await this.#openSmtp();
    await this.#unlessSilent(smtp.server, unansweredServerFailure(smtp.server), async () => {
      await smtp.send(await composeMail(mail), mail.from.address, recipient);
    });
  }

  async #unlessSilent(server: string, silent: DeliveryFailure, send: () => Promise<void>): Promise<void> {
    const { outbox } = this.#order.store;
    const before = silencesAtStart(this.#order).get(server) ?? 0;
    if ((outbox.silences().get(server) ?? 0) > before) throw silent;
    try {
      await send();
    } catch (failure) {
      if (failure instanceof UnansweredDelivery) this.#recordSilence(server);
      throw failure;
    }
  }

  /** An unwritable store must not hide the outcome of the message. */
  #recordSilence(server: string): void {
    try {
      this.#order.store.outbox.recordSilence(server);
    } catch (failure) {
      if (!(failure instanceof PaytallyError)) throw failure;
    }
  }

  #mailSettings(): MailSettings {
    const { mail } = this.#order.config;
    if (mail === undefined) throw failedDelivery(message('delivery.noMail'));
    return mail;
  }

  #openSmtp(): Promise<SmtpSession> {
    const mail = this.#mailSettings();
    this.#smtp ??= resolveSmtpSettings(
      this.#order.effects,
      mail,
      this.#order.config,
      this.#order.folder,
    ).then((settings) => new SmtpSession(settings));
    return this.#smtp;
  }
}

/**
 * The number of failed connections at the start of this command: failures found by other processes meanwhile count too.
 */
export function silencesAtStart({
  silences,
  store: { outbox },
}: Pick<SessionOrder, 'silences' | 'store'>): ReadonlyMap<string, number> {
  silences.atStart ??= outbox.silences();
  return silences.atStart;
}

/** The folder next to a run's files for files too large for a mail, by delivery, recipient and run. */
const TOO_LARGE_FOLDER = 'too-large-for-mail';

/** The location of files that a mail does not attach. */
interface FileLocations {
  /** `template: folder` */
  readonly lines: readonly string[];
  /** The folder with the files made only for this recipient; undefined if there is none. */
  readonly putAside: string | undefined;
}

/** Whether a mail attaches its files: if that is allowed and they are small enough together. */
function fitsInMail(settings: MailDelivery, files: readonly OutgoingFile[]): boolean {
  return settings.attach && isSmallEnough(settings, files);
}

/**
 * The location of the files. Files made for one recipient exist only in the outbox: if they should be attached but are
 * too large, they are written next to the run's files, in the form in which they would have been sent. If they should
 * not be attached, their rows are in the run's own files.
 * @throws DeliveryFailure if the folder cannot be written
 */
async function locateFiles(
  store: Store,
  item: DeliveryItem,
  settings: MailDelivery,
  files: readonly OutgoingFile[],
): Promise<FileLocations> {
  const runFolder = runFolderOf(store, item.runId);
  const own = files.filter(({ file }) => !('path' in file));
  const isLarge = settings.attach && own.length > 0;
  const putAside =
    isLarge && runFolder !== undefined ? await writeOversized(store, runFolder, item, own) : undefined;
  const lines = files.map(({ file }) => {
    const folder = 'path' in file ? dirname(file.path) : (putAside ?? runFolder);
    return folder === undefined ? file.template : `${file.template}: ${folder}`;
  });
  return { lines: [...new Set(lines)], putAside };
}

function isSmallEnough({ maxMegabytes }: MailDelivery, files: readonly OutgoingFile[]): boolean {
  return files.reduce((sum, { sealed }) => sum + sealed.content.length, 0) <= maxMegabytes * 1_000_000;
}

const manifestOfFiles = z.object({ files: z.array(z.object({ path: z.string() })) });

function runFolderOf(store: Store, runId: string): string | undefined {
  const [first] = manifestOfFiles.safeParse(store.run(runId)?.manifest).data?.files ?? [];
  return first === undefined ? undefined : dirname(store.paths.placed(first.path));
}

async function writeOversized(
  store: Store,
  runFolder: string,
  { name, recipient, runId }: DeliveryItem,
  files: readonly OutgoingFile[],
): Promise<string> {
  // Employers and periods may share the run's folder and the names of files.
  const folder = join(runFolder, TOO_LARGE_FOLDER, safeName(name), safeName(recipient), runId);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw failedDelivery(message('delivery.tooLargeFolder', { folder }), { cause });
  });
  const inFolder = (file: string) => join(folder, file);
  const listed = files.map(({ sealed: file }) => ({ file }));
  const filled = stageContents(listed, { stagedAt: inFolder, namedAt: inFolder });
  const temporary = filled.map((file) => file.temporary);
  await withTemporaryFiles(store, temporary, () => writeToFolder(folder, filled));
  return folder;
}
