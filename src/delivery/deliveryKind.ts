import type { DeliverySettings } from '../config/schema/deliverySchema.js';
import type { Context } from '../context.js';
import type { AnyMessage } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import type { DeliveryFile, DeliveryItem } from '../store/outbox.js';
import type { DeliveryReceipt, StagedFile } from '../store/stagedFiles.js';
import type { Store } from '../store/store.js';
import type { DeliveryFailure } from './deliveryFailure.js';
import type { MailedRun } from './mail/mailText.js';
import type { NamedContent } from './outgoingFile.js';

/** What deliveries need of the program: clock, secrets, network and terminal. */
export interface DeliveryEffects {
  readonly context: Context;
  readonly http: ReturnType<Context['openHttp']>;
  readonly terminal: Terminal;
}

/** The folder of the configuration, and that of its store; absolute. */
export interface DeliveryFolders {
  readonly folder: string;
  readonly storeFolder: string;
}

/** A file of a delivery, and its sent form, encrypted if the delivery requires it. */
export interface OutgoingFile {
  readonly file: DeliveryFile;
  readonly sealed: NamedContent;
}

/** The input of one attempt to send. */
export interface DeliveryAttempt<Settings> extends DeliveryFolders {
  readonly effects: DeliveryEffects;
  readonly store: Store;
  readonly settings: Settings;
  readonly item: DeliveryItem;
  readonly run: MailedRun;
  readonly files: readonly OutgoingFile[];
  /** Aborts shortly after the program was asked to end. */
  readonly signal: AbortSignal;
  /** Sends, unless the server has failed to answer since this command began, and then throws `silent`. */
  readonly unlessSilent: (
    server: string,
    silent: DeliveryFailure,
    send: () => Promise<void>,
  ) => Promise<void>;
}

/** A prepared attempt: the files to record first, and the action. */
export interface PreparedAttempt {
  /** Files that are first written under temporary names; none for a kind that sends immediately. */
  readonly staged: readonly StagedFile[];
  /** @throws DeliveryFailure; temporary files may be left */
  readonly send: () => Promise<void>;
  /**
   * SHA-256 of what is at the destination under the names of these files, by path; undefined for a kind that replaces
   * nothing or cannot inspect its destination. @throws DeliveryFailure
   */
  readonly there?: () => Promise<ReadonlyMap<string, string>>;
  /** After sending, a payroll API's receipt. */
  readonly receipt?: () => DeliveryReceipt | undefined;
}

/** A file that was sent to a payroll system's API. */
export interface SentFile<Settings> extends DeliveryFolders {
  readonly effects: DeliveryEffects;
  readonly name: string;
  readonly settings: Settings;
  readonly receipt: DeliveryReceipt;
  /** undefined if it is no longer stored. */
  readonly content: () => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

/** Everything that differs between the kinds of delivery except mail, whose recipients are people. */
export interface DeliveryKind<Settings extends DeliverySettings> {
  /** The destination of files, for display and the outbox. @param folder of the configuration */
  readonly target: (settings: Settings, folder: string) => string;
  /** Whether a file at the target replaces one of the same name. */
  readonly replaces: boolean;
  /** Whether each file is a separate delivery with its own state. */
  readonly isPerFile: (settings: Settings) => boolean;
  /** Prepares everything; sends nothing yet. @throws DeliveryFailure, PaytallyError */
  readonly prepare: (attempt: DeliveryAttempt<Settings>) => Promise<PreparedAttempt>;
  /** Logs in, and sends nothing. @returns the message of `doctor`. @throws DeliveryFailure, PaytallyError */
  readonly check: (
    effects: DeliveryEffects,
    delivery: { readonly name: string; readonly settings: Settings },
    folders: DeliveryFolders,
  ) => Promise<AnyMessage>;
  /** Requests the state of a file. @returns undefined if no further state is available. @throws DeliveryFailure */
  readonly askReceipt?: (sent: SentFile<Settings>) => Promise<DeliveryReceipt | undefined>;
}
