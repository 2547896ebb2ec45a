/** `unknown`: it may have arrived; nothing but a person's word sends it again. */
export type DeliveryState = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown';

/** A file to deliver: one of the run's on the disk, or one made for this recipient alone, kept in the store. */
export type DeliveryFile = {
  /** Without folder. */
  readonly name: string;
  readonly template: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
} & ({ readonly path: string } | { readonly bytes: Uint8Array });

/** One message to one recipient, or one upload, that a run asks for. */
export interface NewDelivery {
  readonly runId: string;
  readonly employerKey: string;
  /** Its name in the configuration. */
  readonly name: string;
  /** A mail address, `user@host:/folder`, or a folder. */
  readonly recipient: string;
  /** The same for the same run, delivery and recipient, whenever it is sent. */
  readonly messageId: string;
  readonly files: readonly DeliveryFile[];
  /** What the message says of the run: see delivery/outgoing. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A file on its way into a folder or onto a server: whole under its temporary name first, then renamed. */
export interface StagedFile {
  /** Where it is until it is whole. */
  readonly temporary: string;
  /** Where the receiver finds it. */
  readonly path: string;
  readonly bytes: number;
  /** Of the bytes that are delivered; lower-case hexadecimal. */
  readonly sha256: string;
  readonly isManifest: boolean;
  /** Of the folder on this machine; undefined on a server. */
  readonly inode: number | undefined;
}

/** What is found of a file: its temporary name, its own with the same content, or neither. */
export type Trace = 'staged' | 'named' | 'missing';

/** The files of one attempt, as long as some may be left under their temporary names. */
export interface StagedDelivery {
  readonly messageId: string;
  readonly attempt: number;
  readonly employerKey: string;
  /** Of the delivery in the configuration. */
  readonly name: string;
  /** Of the item whose newest attempt this is; undefined where there is none any more. */
  readonly id: number | undefined;
  readonly state: DeliveryState | undefined;
  readonly files: readonly StagedFile[];
}

export interface DeliveryItem extends Omit<NewDelivery, 'files'> {
  readonly id: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Why the last attempt failed, or is unknown. */
  readonly problem: string | undefined;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When a running schedule tries again; undefined where it does not. */
  readonly nextTryAt: Date | undefined;
}

export interface DeliveryOutcome {
  readonly state: DeliveryState;
  readonly problem?: string | undefined;
  readonly nextTryAt?: Date | undefined;
}

/**
 * What runs want delivered: pending → sending → sent | failed | unknown. Only one process delivers from a store at a
 * time (`deliveryLock`), so that what stands at `sending` when it begins was left by one that died.
 */
export interface Outbox {
  /** Puts all of them there, or none. */
  add(items: readonly NewDelivery[]): void;
  /** In the order in which they were added. */
  ofRun(runId: string): readonly DeliveryItem[];
  ofEmployer(employerKey: string): readonly DeliveryItem[];
  /** Keys of the employers whose runs went, or are to go, to a recipient. */
  employersOf(recipient: string): readonly string[];
  /** Pending and failed ones. */
  waiting(): readonly DeliveryItem[];
  filesOf(id: number): readonly DeliveryFile[];
  /**
   * Moves it to `sending` and records the files that the attempt stages, before the first is made; false where it is in
   * none of the states `from` (any more).
   */
  claim(id: number, from: readonly DeliveryState[], staged: readonly StagedFile[]): boolean;
  settle(id: number, outcome: DeliveryOutcome): void;
  /** Attempts on servers whose temporary files may be left there. */
  stagedOnServers(): readonly StagedDelivery[];
  /** Its temporary files are gone. */
  forgetStaged(staged: StagedDelivery): void;
  /** For who holds the lock: settles mails and files in folders that were interrupted; removes temporary files. */
  settleInterrupted(): void;
  /** How often each server was found not to answer, by `host:port`. */
  silences(): ReadonlyMap<string, number>;
  recordSilence(server: string): void;
  /** What stands at `sending`. */
  orphans(): readonly DeliveryItem[];
  unknown(): readonly DeliveryItem[];
  /** Forgets a run's deliveries and their files. */
  drop(runId: string): void;
}
