import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, type FileHandle, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.js';
import { type OutputFile, pathWithin } from '../../documents/outputFile.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { joinedFailure } from '../../runtime/joinedFailure.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { hasCode, notWritten } from '../../runtime/notWritten.js';
import type { TemporaryFiles } from '../../store/claims.js';
import { type FolderMode, makeFolder } from '../../store/makeFolder.js';
import type { SharedRecord, Store } from '../../store/store.js';

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
  /** The mode of the files. @default 0o600 */
  readonly mode?: FileMode;
  /** The store's journal, or a claim: if this process dies, the next start removes what was half written. */
  readonly temporaries: TemporaryFiles;
  /** Records the planned moves, so that the next start can undo them if this process dies. */
  readonly journal?:
    | { readonly runId: string; readonly store: Pick<Store, 'journal' | 'shared'> }
    | undefined;
  /** Makes the run official once its files are in place. If it throws, the moves are undone. */
  readonly seal?: (written: readonly WrittenFile[]) => void;
}

/**
 * Writes all files of a run or none: each first under a temporary name, flushed to disk, then all renamed; earlier
 * files are restored if a rename or the seal fails. New folders have the same readers as the files.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN; OUT_OF_MEMORY; the signal's reason, if it was aborted
 */
export async function writeFiles({
  folder,
  files,
  signal,
  mode = 0o600,
  temporaries,
  journal,
  seal,
}: WriteOrder): Promise<WrittenFile[]> {
  refuseClashes(folder, files);
  const staged: Staged[] = [];
  const ways = new Map(files.map((file) => [file, wayOf(folder, file)]));
  const besides = [...ways.values()].flatMap(({ temporary, backup }) => [temporary, backup]);
  try {
    makeFolders(folder, files, folderModeOf(mode));
    temporaries.track(besides);
    const inOrder = await eachFile(files, async (file) => {
      const way = ways.get(file) ?? wayOf(folder, file);
      const one = await stage(way, file, { signal, mode });
      staged.push(one);
      return one;
    });
    signal.throwIfAborted();
    await sweepLeftovers(inOrder);
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
    forget(temporaries, besides);
    return written;
  } catch (cause) {
    await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true })));
    await dropEmptyFolders(folder, files);
    if (cause instanceof PaytallyError || signal.aborted || !hasCode(cause)) throw cause;
    throw notWritten(folder, cause);
  }
}

/** The run is official by now: entries that are still listed are obsolete, and the next start removes them. */
function forget(temporaries: TemporaryFiles, paths: readonly string[]): void {
  try {
    temporaries.untrack(paths);
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
  }
}

/** The temporary path of a file, and the backup of the earlier file. */
function wayOf(folder: string, file: OutputFile): Pick<Staged, 'path' | 'temporary' | 'backup'> {
  const path = join(folder, pathWithin(file));
  const temporary = join(dirname(path), `.${file.name}.${randomBytes(6).toString('hex')}.part`);
  return { path, temporary, backup: `${temporary}.old` };
}

/** The folder of the run, and those of the period within it. */
function makeFolders(folder: string, files: readonly OutputFile[], mode: FolderMode): void {
  makeFolder(folder, mode);
  for (const file of files) if (file.folder !== undefined) makeFolder(join(folder, file.folder), mode);
}

/** Folders of the period that a failed run has made are empty; others stay. */
async function dropEmptyFolders(folder: string, files: readonly OutputFile[]): Promise<void> {
  const within = new Set(files.flatMap((file) => file.folder ?? []));
  await Promise.allSettled([...within].map((each) => rmdir(join(folder, each))));
}

async function stage(
  way: Pick<Staged, 'path' | 'temporary' | 'backup'>,
  file: OutputFile,
  { signal, mode }: { readonly signal: AbortSignal; readonly mode: FileMode },
): Promise<Staged> {
  const { temporary } = way;
  const handle = await open(temporary, 'wx', mode);
  try {
    // Regardless of the umask, because the group's permission is configured.
    await handle.chmod(mode);
    const { bytes, sha256 } = await copyInto(handle, file, signal);
    await handle.sync();
    await handle.close();
    return { ...way, rows: file.rows, bytes, sha256 };
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
 * Renames in order, then seals; after a failure all earlier files are restored. A final path is never empty in between,
 * and the planned moves are in the journal: if the process is killed, the next start undoes them.
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
    // Moves that cannot be undone now stay in the journal, with their backups, for the next start.
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

/** A second name for the file; a copy if the file system has no hard links. */
async function keepAside(path: string, backup: string): Promise<void> {
  try {
    await link(path, backup);
  } catch {
    await copyFile(path, backup);
  }
}

/** Whether a file exists there; a folder with that name stops the run before any file is moved. */
async function isThere(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR', errno: -21, path });
  return there !== undefined;
}

/** Refuses two files with the same name, and names that are too long. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export function refuseClashes(folder: string, files: readonly OutputFile[]): void {
  refuseLongNames(files);
  const paths = files.map((file) => pathWithin(file).toLowerCase());
  const twice = files.find((_, index) => paths.indexOf(paths[index] ?? '') !== index);
  if (!twice) return;
  throw new PaytallyError(
    'OUTPUT_NOT_WRITTEN',
    message('output.sameName', { path: join(folder, pathWithin(twice)) }),
    {
      record: twice.name,
    },
  );
}

/** A file that an export would write. */
interface PlannedFile extends WrittenFile {
  /** Set if the export would replace an existing file. */
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
    const { content } = file;
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      signal.throwIfAborted();
      digest.update(chunk);
      bytes += chunk.length;
    }
    const path = join(folder, pathWithin(file));
    const replaced = existsSync(path) ? { replaces: true as const } : {};
    return { path, rows: file.rows, bytes, sha256: digest.digest('hex'), ...replaced };
  });
}

/**
 * Runs an action for every file in turn, covers after the files that they list. Some files detect only during
 * generation that a value does not fit: the others are still generated, so that one error contains all problems.
 * @returns the results in the order of the files
 * @throws PaytallyError RENDER_REFUSED; any other failure immediately
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

/** A final is read-only. */
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
/** The prefix dot, and the suffix of an incomplete file: `.0123456789ab.part.old`. */
const WHILE_WRITTEN_BYTES = 24;

/**
 * Before anything is written: otherwise the system would refuse it during writing. @throws PaytallyError
 * OUTPUT_NOT_WRITTEN
 */
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

/** Longer than any run needs to write its files. */
const LEFT_AFTER_MS = 3_600_000;
const LEFTOVER = /^\.(.+)\.[0-9a-f]{12}\.part(\.old)?$/;

interface FreshFile {
  readonly path: string;
  /** A file written just now has the time of the disk's clock. */
  readonly temporary: string;
}

/** Removes the remains of these files from killed runs, because they contain personal data. */
async function sweepLeftovers(fresh: readonly FreshFile[]): Promise<void> {
  const [first] = fresh;
  if (first === undefined) return;
  const { mtimeMs: nowMs } = await stat(first.temporary);
  const ours = new Set(fresh.map(({ path }) => path));
  const folders = [...new Set(fresh.map(({ path }) => dirname(path)))];
  const listed = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => ({ folder, name }))),
  );
  for (const { folder, name } of listed.flat()) {
    if (!ours.has(join(folder, LEFTOVER.exec(name)?.[1] ?? ''))) continue;
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined);
    if (left !== undefined && nowMs - left.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
}
