import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { countRows, type OutputFile } from '../render/outputFile.js';
import { joinedFailure } from '../runtime/joinedFailure.js';
import { refuseFullMemory } from '../runtime/memoryGuard.js';
import { hasCode, notWritten } from '../runtime/notWritten.js';
import { type FolderMode, makeFolder } from '../store/makeFolder.js';
import type { SharedRecord, Store } from '../store/store.js';

/** A complete file on disk. */
export interface WrittenFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

interface Staged extends WrittenFile {
  readonly temporary: string;
  readonly backup: string;
}

/** Options for writing the files of a run. */
interface WriteOrder {
  readonly folder: string;
  readonly files: readonly OutputFile[];
  readonly signal: AbortSignal;
  /** Of the files. @default 0o600 */
  readonly mode?: FileMode;
  /** Knows what is about to be put where, so that the next start can take it back if this process dies. */
  readonly journal?:
    | { readonly runId: string; readonly store: Pick<Store, 'journal' | 'shared'> }
    | undefined;
  /** Makes the run official once its files are in place. If it throws, they are taken back. */
  readonly seal?: (written: readonly WrittenFile[]) => void;
}

/**
 * Writes all files of a run or none: each beside its place first, flushed to the disk, then all renamed into place;
 * what stood there before comes back if a rename or the seal fails. New folders let in whom the files do.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN; OUT_OF_MEMORY; whatever the signal's reason is, where it was aborted
 */
export async function writeFiles({
  folder,
  files,
  signal,
  mode = 0o600,
  journal,
  seal,
}: WriteOrder): Promise<WrittenFile[]> {
  refuseClashes(folder, files);
  const staged: Staged[] = [];
  const ways = new Map(files.map((file) => [file, wayOf(folder, file.name)]));
  const besides = [...ways.values()].flatMap(({ temporary, backup }) => [temporary, backup]);
  try {
    makeFolder(folder, folderModeOf(mode));
    journal?.store.journal.track(besides);
    const inOrder = await eachFile(files, async (file) => {
      const way = ways.get(file) ?? wayOf(folder, file.name);
      const one = await stage(way, file, { signal, mode });
      staged.push(one);
      return one;
    });
    signal.throwIfAborted();
    await sweepLeftovers(folder, inOrder);
    const written = inOrder.map(({ temporary: _, backup: __, ...file }) => file);
    const { runId, store } = journal ?? {};
    if (store?.shared !== undefined && runId !== undefined)
      await recordThenMove(
        inOrder.map((each) => ({ ...each, mode })),
        runId,
        store.shared,
        () => seal?.(written),
      );
    else await moveAll(inOrder, journal, () => seal?.(written));
    forget(journal, besides);
    return written;
  } catch (cause) {
    await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true })));
    if (cause instanceof PaytallyError || signal.aborted || !hasCode(cause)) throw cause;
    throw notWritten(folder, cause);
  }
}

/** The run is official by now: what the journal still names is gone, and the next start forgets it too. */
function forget(journal: WriteOrder['journal'], paths: readonly string[]): void {
  try {
    journal?.store.journal.untrack(paths);
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
  }
}

/** Where a file stands before it is in its place, and what stood there meanwhile. */
function wayOf(folder: string, name: string): Pick<Staged, 'path' | 'temporary' | 'backup'> {
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.part`);
  return { path: join(folder, name), temporary, backup: `${temporary}.old` };
}

async function stage(
  way: Pick<Staged, 'path' | 'temporary' | 'backup'>,
  file: OutputFile,
  { signal, mode }: { readonly signal: AbortSignal; readonly mode: FileMode },
): Promise<Staged> {
  const { temporary } = way;
  const handle = await open(temporary, 'wx', mode);
  try {
    // Whatever the machine's mask would take away: what a group may read is configured.
    await handle.chmod(mode);
    const { bytes, sha256 } = await copyInto(handle, file, signal);
    await handle.sync();
    await handle.close();
    return { ...way, rows: countRows(file), bytes, sha256 };
  } catch (cause) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw cause;
  }
}

async function copyInto(
  handle: FileHandle,
  file: OutputFile,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  const chunks = file.content instanceof Uint8Array ? [file.content] : file.content;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    refuseFullMemory();
    digest.update(chunk);
    bytes += chunk.length;
    await handle.writeFile(chunk);
  }
  return { bytes, sha256: digest.digest('hex') };
}

/**
 * Renames in order, then seals; at a failure every place gets back what it held. A file's name never stands empty on
 * the way, and what is about to happen is in the journal: after a process that is killed, the next start takes it back.
 */
async function moveAll(
  staged: readonly Staged[],
  journal: WriteOrder['journal'],
  seal: () => void,
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const moves = await Promise.all(
    staged.map(async (each) => ({ ...each, isReplacing: await isThere(each.path) })),
  );
  const dropBackups = () => Promise.all(moves.map(({ backup }) => rm(backup, { force: true })));
  journal?.store.journal.begin(
    journal.runId,
    moves.map(({ path, temporary, backup, sha256, isReplacing }) => {
      return { path, temporary, backup: isReplacing ? backup : undefined, sha256 };
    }),
  );
  try {
    for (const { path, temporary, backup, isReplacing } of moves) {
      if (isReplacing) await keepAside(path, backup);
      await rename(temporary, path);
      undo.push(() => (isReplacing ? rename(backup, path) : rm(path, { force: true })));
    }
    seal();
  } catch (cause) {
    // What cannot be taken back now stays in the journal, with its backup, for the next start.
    const steps = await Promise.allSettled(undo.map((step) => step()));
    if (steps.every(({ status }) => status === 'fulfilled')) {
      await dropBackups();
      journal?.store.journal.abandon(journal.runId);
    }
    throw cause;
  }
  await dropBackups();
}

/**
 * In a shared store the run is official with the check-in; then its files get their names, by this process or, if it
 * dies, by the next one that opens the employer.
 */
async function recordThenMove(
  files: readonly (Staged & { readonly mode: number })[],
  runId: string,
  shared: SharedRecord,
  seal: () => void,
): Promise<void> {
  for (const { path } of files) await isThere(path);
  await shared.keepFiles(runId, files);
  try {
    seal();
  } catch (cause) {
    await shared.forgetFiles(runId);
    throw cause;
  }
  await shared.checkIn();
  for (const { path, temporary } of files) await rename(temporary, path);
  shared.markPlaced(runId);
}

/** A second name for the file; a copy where the file system has no such thing. */
async function keepAside(path: string, backup: string): Promise<void> {
  try {
    await link(path, backup);
  } catch {
    await copyFile(path, backup);
  }
}

/** Whether a file exists there; a folder in its place stops the run before any file is moved. */
async function isThere(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR', errno: -21, path });
  return there !== undefined;
}

/** Two files of one name would be one, and a system takes no name of any length. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export function refuseClashes(folder: string, files: readonly OutputFile[]): void {
  refuseLongNames(files);
  const names = files.map(({ name }) => name.toLowerCase());
  const twice = files.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (!twice) return;
  throw new PaytallyError(
    'OUTPUT_NOT_WRITTEN',
    message('output.sameName', { path: join(folder, twice.name) }),
    {
      record: twice.name,
    },
  );
}

/** A file that an export would write. */
interface PlannedFile extends WrittenFile {
  /** Set where another file stands there, which the export would replace. */
  readonly replaces?: true;
}

/**
 * The files that `writeFiles` would write: rendered completely, then discarded.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function planFiles(
  folder: string,
  files: readonly OutputFile[],
  signal: AbortSignal,
): Promise<PlannedFile[]> {
  refuseClashes(folder, files);
  return eachFile(files, async (file): Promise<PlannedFile> => {
    const { name, content } = file;
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      signal.throwIfAborted();
      digest.update(chunk);
      bytes += chunk.length;
    }
    const path = join(folder, name);
    const replaced = existsSync(path) ? { replaces: true as const } : {};
    return { path, rows: countRows(file), bytes, sha256: digest.digest('hex'), ...replaced };
  });
}

/**
 * Does something with every file, one after the other, covers after the files that they name. Some files find only while they are made that a value does not
 * fit: the others are then made all the same, so that one error tells everything.
 * @returns what each gave, in the order of the files
 * @throws PaytallyError RENDER_REFUSED; any other failure at once
 */
async function eachFile<Result>(
  files: readonly OutputFile[],
  use: (file: OutputFile) => Promise<Result>,
): Promise<Result[]> {
  const refusals: unknown[] = [];
  const results = new Map<OutputFile, Result>();
  for (const file of [...files].sort((a, b) => (a.coverRank ?? 0) - (b.coverRank ?? 0))) {
    try {
      results.set(file, await use(file));
    } catch (failure) {
      if (!(failure instanceof PaytallyError && failure.code === 'RENDER_REFUSED')) throw failure;
      refusals.push(failure);
    }
  }
  if (refusals.length > 0) throw joinedFailure(refusals);
  return files.flatMap((file) => results.get(file) ?? []);
}

/** A final is for reading only. */
type FileMode = 0o600 | 0o400 | 0o640 | 0o440;

/** The mode of a run's files: `outputMode` sets who may read them, and finals and corrections are read-only. */
export function fileMode(state: 'draft' | 'final' | 'correction', readers: Config['outputMode']): FileMode {
  if (state === 'draft') return readers === 'group' ? 0o640 : 0o600;
  return readers === 'group' ? 0o440 : 0o400;
}

/** The mode of a folder for such files: the same users may read it. */
export function folderModeOf(mode: FileMode): FolderMode {
  return mode === 0o640 || mode === 0o440 ? 0o750 : 0o700;
}

/** The limit of file systems, in bytes, not characters. */
const MOST_BYTES = 255;
/** A dot before, and what a file's name bears behind it until the file is complete: `.0123456789ab.part.old`. */
const WHILE_WRITTEN_BYTES = 24;

/** Before anything is written: the system would refuse it in the midst of it. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export function refuseLongNames(files: readonly OutputFile[]): void {
  const most = MOST_BYTES - WHILE_WRITTEN_BYTES;
  const long = files.find(({ name }) => Buffer.byteLength(name) > most);
  if (long === undefined) return;
  const { name } = long;
  const bytes = Buffer.byteLength(name);
  throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('output.nameTooLong', { bytes, most, name }), {
    record: name,
  });
}

/** Longer than any run takes to write its files. */
const LEFT_AFTER_MS = 3_600_000;
const LEFTOVER = /^\.(.+)\.[0-9a-f]{12}\.part(\.old)?$/;

interface FreshFile {
  readonly path: string;
  /** Written just now: its time is what the disk's clock says. */
  readonly temporary: string;
}

/** Takes away what runs that were killed left of these files: they hold people's data. */
async function sweepLeftovers(folder: string, fresh: readonly FreshFile[]): Promise<void> {
  const [first] = fresh;
  if (first === undefined) return;
  const { mtimeMs: nowMs } = await stat(first.temporary);
  const ours = new Set(fresh.map(({ path }) => basename(path)));
  for (const name of await readdir(folder)) {
    if (!ours.has(LEFTOVER.exec(name)?.[1] ?? '')) continue;
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined);
    if (left !== undefined && nowMs - left.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
}
