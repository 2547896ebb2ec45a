import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { message } from '../i18n/message.js';
import { oneLine } from '../runtime/outsideText.js';
import type { Secret } from '../runtime/secrets/secret.js';
import type { DeliveryFile } from '../store/outbox.js';
import { MAYBE_FETCHED, type StagedFile, stateByTraces, type Trace } from '../store/stagedFiles.js';
import type { Store } from '../store/store.js';
import { DeliveryFailure, failedDelivery } from './deliveryFailure.js';

/** How files are encrypted for delivery; the run's files remain unchanged. */
export interface Encryption {
  /** Workbooks use it directly, so that Excel asks for it; other files only inside an AES zip. */
  readonly password: Secret | undefined;
  /** The treatment of files that are not workbooks. */
  readonly others: 'zip' | 'refuse';
  /** An OpenPGP public key (armored); files then end in `.pgp`. */
  readonly publicKey: string | undefined;
}

export interface NamedContent {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The file as sent. @throws DeliveryFailure if it cannot be encrypted: it is never sent unencrypted instead */
export async function encryptFile(file: NamedContent, encryption: Encryption): Promise<NamedContent> {
  const closed =
    encryption.password === undefined
      ? file
      : await encryptWithPassword(file, encryption.password.reveal(), encryption.others);
  return encryption.publicKey === undefined ? closed : encryptWithPublicKey(closed, encryption.publicKey);
}

async function encryptWithPassword(
  file: NamedContent,
  password: string,
  others: Encryption['others'],
): Promise<NamedContent> {
  if (/\.xls[xm]$/i.test(file.name)) {
    const { default: officeCrypto } = await import('officecrypto-tool');
    return { name: file.name, content: officeCrypto.encrypt(Buffer.from(file.content), { password }) };
  }
  if (others === 'zip') return { name: `${file.name}.zip`, content: await aesZip(file, password) };
  throw failedDelivery(message('delivery.encrypt.notWorkbook', { name: file.name }));
}

/** AES-256, which 7-Zip and WinZip can open; Windows itself cannot. */
async function aesZip({ name, content }: NamedContent, password: string): Promise<Uint8Array> {
  const { BlobWriter, Uint8ArrayReader, ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(new BlobWriter('application/zip'), {
    password,
    encryptionStrength: 3,
    useWebWorkers: false,
  });
  await writer.add(name, new Uint8ArrayReader(content));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

/** The parts of openpgp that are used; users who need it install it. */
interface OpenPgp {
  readonly readKey: (options: { armoredKey: string }) => Promise<unknown>;
  readonly createMessage: (options: { binary: Uint8Array; filename: string }) => Promise<unknown>;
  readonly encrypt: (options: {
    message: unknown;
    encryptionKeys: unknown;
    format: 'binary';
  }) => Promise<Uint8Array>;
}

async function encryptWithPublicKey(
  { name, content }: NamedContent,
  armoredKey: string,
): Promise<NamedContent> {
  const pgp = await loadOpenPgp();
  try {
    const encryptionKeys = await pgp.readKey({ armoredKey });
    const plain = await pgp.createMessage({ binary: content, filename: name });
    const encrypted = await pgp.encrypt({ message: plain, encryptionKeys, format: 'binary' });
    return { name: `${name}.pgp`, content: encrypted };
  } catch (cause) {
    throw failedDelivery(message('delivery.encrypt.badKey'), { cause });
  }
}

async function loadOpenPgp(): Promise<OpenPgp> {
  const name: string = 'openpgp';
  try {
    return (await import(name)) as OpenPgp;
  } catch (cause) {
    throw failedDelivery(message('delivery.encrypt.noPackage'), { cause });
  }
}

/** The bytes of a file as the run created it. @throws DeliveryFailure if the file is missing or changed */
export async function readRunFile(file: DeliveryFile): Promise<Uint8Array> {
  if ('bytes' in file) return file.bytes;
  const content = await readFile(file.path).catch((cause: unknown) => {
    throw failedDelivery(message('delivery.fileUnreadable', { path: file.path }), { cause });
  });
  if (createHash('sha256').update(content).digest('hex') === file.sha256) return content;
  throw failedDelivery(message('delivery.fileChanged', { path: file.path }));
}

/** Paths and checksum of a file: the data that survives if the process is killed. */
export interface StagedPaths {
  /** Its path until it is complete: a name of letters, digits, dots and hyphens in its folder. */
  readonly temporary: string;
  /** Its path for the receiver. */
  readonly path: string;
  readonly bytes: number;
  /** The digest of the content; lower-case hexadecimal. */
  readonly sha256: string;
}

/** A file that is being delivered to a folder or server: first complete under its temporary name, then renamed. */
export interface StagedContent extends StagedPaths {
  readonly isManifest: boolean;
  readonly content: Uint8Array;
}

/** How paths of a destination are joined. */
interface StagingPlace {
  readonly stagedAt: (name: string) => string;
  readonly namedAt: (name: string) => string;
}

/** A file to deliver, and its data for a manifest; undefined for no manifest. */
export interface FileToStage {
  readonly file: NamedContent;
  readonly manifest?: FileManifest | undefined;
}

/** The files of a delivery, each with its manifest if the delivery has them. */
export function filesToStage(
  { manifest }: { readonly manifest: boolean },
  { runId }: { readonly runId: string },
  files: readonly { readonly file: { readonly sha256: string }; readonly sealed: NamedContent }[],
): FileToStage[] {
  return files.map(({ file: { sha256 }, sealed: file }) => ({
    file,
    manifest: manifest ? { runId, sha256 } : undefined,
  }));
}

/** The run and digest allow receivers to recognise files that they already have. */
interface FileManifest {
  readonly runId: string;
  /**
   * The digest of the file as the run created it, before any encryption, so that it is the same each time the file is
   * sent.
   */
  readonly sha256: string;
}

/** Each file under a new temporary name, preceded by its manifest. */
export function stageContents(files: readonly FileToStage[], place: StagingPlace): StagedContent[] {
  return files.flatMap(({ file, manifest }) => {
    const name = safeName(file.name);
    const own = buildStagedContent(name, file.content, false, place);
    return manifest === undefined ? [own] : [buildManifest(name, manifest, place), own];
  });
}

/** Its content is the same in every attempt. */
function buildManifest(file: string, { runId, sha256 }: FileManifest, place: StagingPlace): StagedContent {
  const text = `${JSON.stringify({ runId, file, sha256 }, undefined, 2)}\n`;
  return buildStagedContent(`${file}.manifest.json`, Buffer.from(text), true, place);
}

function buildStagedContent(
  name: string,
  content: Uint8Array,
  isManifest: boolean,
  { stagedAt, namedAt }: StagingPlace,
): StagedContent {
  return {
    temporary: stagedAt(`.paytally-${randomBytes(6).toString('hex')}.part`),
    path: namedAt(name),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isManifest,
    content,
  };
}

export function stagedFile({ content: _, ...file }: StagedContent, inode: number | undefined): StagedFile {
  return { ...file, inode };
}

/** Renames the files; if that fails, the files found decide the outcome. */
export async function renameStaged(
  files: readonly StagedFile[],
  rename: () => Promise<void>,
  look: () => Promise<readonly Trace[] | undefined> | readonly Trace[] | undefined,
): Promise<void> {
  try {
    await rename();
  } catch (failure) {
    const traces = await look();
    const state = traces === undefined ? 'unknown' : stateByTraces(files, traces);
    if (state === 'sent') return;
    if (state === 'failed') throw failure;
    if (traces !== undefined || !(failure instanceof DeliveryFailure))
      throw new DeliveryFailure('unknown', MAYBE_FETCHED, { cause: failure });
    // Nothing could be inspected, so the state says what the server said.
    throw new DeliveryFailure('unknown', failure.text, { cause: failure, remedy: failure.remedyText });
  }
}

/** Creates files that are removed at the end, or at the next start if this process is killed. */
export async function withTemporaryFiles<Result>(
  { journal }: Pick<Store, 'journal'>,
  paths: readonly string[],
  use: () => Promise<Result>,
): Promise<Result> {
  journal.track(paths);
  try {
    return await use();
  } finally {
    for (const path of paths) await rm(path, { force: true });
    journal.untrack(paths);
  }
}

const LONGEST = 120;
/** Path separators, and characters that Windows does not allow in names. */
const NOT_IN_NAMES = /[/\\:*?"<>|]/g;
/** Device names of Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name that is not a path, a device or a hidden file on any recipient's machine. */
export function safeName(name: string): string {
  const plain = oneLine(name.normalize('NFC'))
    .replace(NOT_IN_NAMES, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - ending.length).slice(0, LONGEST - ending.length);
  const safe = `${stem}${ending}`;
  if (safe === '') return 'file';
  return DEVICE.test(safe) ? `_${safe}` : safe;
}
