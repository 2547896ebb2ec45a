import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { updateChainFiles } from '../chainFiles.js';
import { Claims, type TemporaryFiles, temporaryName } from '../claims.js';
import { Connection, ContentNotCopied } from '../connection.js';
import { type KeptPaths, keptPaths } from '../keptPaths.js';
import { makeFolder } from '../makeFolder.js';
import { openWorkingCopy } from '../openStore.js';
import { type ArrivedFile, type ArrivedQuestion, arrivedCondition, arrivedFile } from '../outbox.js';
import type { SharedRecord, Store } from '../store.js';
import { CheckIns } from './checkIn.js';
import { type CopyDepth, checkOut } from './checkOut.js';
import { type FilePlaceSettings, openKeptFiles } from './filePlace.js';
import { findUnplaced, type Lease, type SharedEmployer, takeLeases } from './leases.js';
import type { Server } from './server.js';
import { type ServerUse, useServer } from './serverUse.js';

/** The location of a shared store, and the employers to check out. */
export interface SharedPlace {
  readonly url: string;
  /** This computer's folder for working copies. */
  readonly folder: string;
  /** The base of relative paths. */
  readonly base: string;
  readonly files: FilePlaceSettings;
  readonly employers: readonly SharedEmployer[];
  /** Only one process writes an employer at a time; any number read. */
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  /** @default the needs of the newest runs, unless more is requested */
  readonly depth?: CopyDepth;
}

/** A working copy with the right to check it in. */
interface Session {
  readonly url: string;
  readonly employerIds: ReadonlySet<string>;
  readonly path: string;
  readonly shared: SharedRecord;
}

/** The employers that this process is writing. Work within other work on the same employer shares its copy. */
const sessions = new Set<Session>();

/**
 * Checks the employers out into a working copy, passes it on, and checks in the changes, even after an error. Work that
 * needs older content than was copied is repeated with a complete copy.
 * @throws PaytallyError STORE_BUSY, STORE_TAKEN_OVER, STORE_UNUSABLE
 */
export async function withSharedStore<Result>(
  place: SharedPlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const open = [...sessions].find(
    ({ url, employerIds }) =>
      url === place.url && place.employers.every(({ employerId }) => employerIds.has(employerId)),
  );
  if (open !== undefined) return withCopy(open.path, place, open.shared, false, use);
  return useServer(place.url, async (server) => {
    if (place.mode === 'read') await placeLeftFiles(server, place);
    const within = (depth: CopyDepth) =>
      place.mode === 'read' ? reading(server, place, depth, use) : writing(server, place, depth, use);
    if (place.depth !== undefined && place.depth !== 'recent') return within(place.depth);
    if (new Set(place.employers.map((each) => each.employerId)).size > 1) return within('whole');
    try {
      return await within('recent');
    } catch (failure) {
      if (!(failure instanceof ContentNotCopied)) throw failure;
      return within('whole');
    }
  });
}

async function withCopy<Result>(
  path: string,
  { mode, base, now }: SharedPlace,
  shared: SharedRecord | undefined,
  isFirst: boolean,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openWorkingCopy(path, { mode, base, now, shared, isFirst });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

async function reading<Result>(
  { server }: ServerUse,
  place: SharedPlace,
  depth: CopyDepth,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  return withCopyFolder(place, async (folder) => {
    const path = join(folder, COPY_NAME);
    await checkOut(server, place.employers, { path, depth });
    return withCopy(path, place, undefined, false, use);
  });
}

async function writing<Result>(
  at: ServerUse,
  place: SharedPlace,
  depth: CopyDepth,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { server, entry } = at;
  await entry.start();
  const leases = await takeLeases(at, place.employers);
  try {
    return await withCopyFolder(place, async (folder, temporaries) => {
      const paths = { copy: join(folder, COPY_NAME), base: join(folder, BASE_NAME) };
      await checkOut(server, place.employers, { path: paths.copy, base: paths.base, depth });
      const checkIns = new CheckIns(server, leases, paths);
      try {
        return await withSession(server, place, leases, paths.copy, checkIns, temporaries, use);
      } finally {
        await checkIns.close();
      }
    });
  } finally {
    await entry.release(leases.map(({ token }) => token));
  }
}

async function withSession<Result>(
  server: Server,
  place: SharedPlace,
  leases: readonly Lease[],
  path: string,
  checkIns: CheckIns,
  temporaries: TemporaryFiles,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const tools = new Connection(path, { timeoutMs: COPY_BUSY_MS });
  const paths = keptPaths(place.base);
  const employerId = leases[0]?.employerId ?? '';
  const files = openKeptFiles(tools, { settings: place.files, paths, employerId, temporaries });
  const ids = leases.map((lease) => lease.employerId);
  const shared: SharedRecord = {
    ...files,
    checkIn: () => checkIns.checkIn(),
    arrivedFromOthers: (asked) => arrivedFromOthers(server, ids, asked, paths),
  };
  const session = {
    url: place.url,
    path,
    shared,
    employerIds: new Set(ids),
  };
  sessions.add(session);
  try {
    const result = await withCopy(path, place, shared, true, async (store) => {
      await files.placeLeft();
      try {
        return await use(store);
      } catch (failure) {
        // Work before the failure is kept, as in a store of one computer.
        if (!(failure instanceof ContentNotCopied)) await checkIns.checkIn().catch(() => undefined);
        throw failure;
      }
    });
    await checkIns.checkIn();
    // The witness of a moved store may be outside of the output folder.
    updateChainFiles(tools, paths);
    return result;
  } finally {
    sessions.delete(session);
    tools.close();
  }
}

/** As of now, because others send while this process works. */
async function arrivedFromOthers(
  server: Server,
  employerIds: readonly string[],
  asked: ArrivedQuestion,
  paths: KeptPaths,
): Promise<readonly ArrivedFile[]> {
  const [column, text] = arrivedCondition(asked, paths);
  const rows = await server.query<Record<string, unknown>>(
    `SELECT delivery.id, "runId", "employerKey", recipient, sha256, path, "changedAt"
     FROM "deliveryFile" AS file JOIN delivery ON delivery.id = file."deliveryId"
     WHERE ${column} = $1 AND state IN ('sent', 'unknown') AND NOT (delivery."ofEmployer" = ANY ($2))
     ORDER BY "changedAt", delivery.id`,
    [text, employerIds],
  );
  return rows.map((row) => arrivedFile(row, paths));
}

/** Completes the files of runs that a process recorded before it died. */
async function placeLeftFiles(use: ServerUse, place: SharedPlace): Promise<void> {
  const ids = await findUnplaced(
    use.server,
    place.employers.map(({ employerId }) => employerId),
  );
  for (const employer of place.employers)
    if (ids.includes(employer.employerId))
      await writing(use, { ...place, mode: 'write', employers: [employer] }, 'recent', async () => undefined);
}

const COPY_NAME = 'working.sqlite';
const BASE_NAME = 'base.sqlite';
const COPY_BUSY_MS = 5000;

/** A folder that is removed after the work, or at the next start of any command if this process is killed. */
async function withCopyFolder<Result>(
  { folder: home, base }: SharedPlace,
  use: (folder: string, temporaries: TemporaryFiles) => Promise<Result>,
): Promise<Result> {
  const folder = join(home, temporaryName('work'));
  const claims = new Claims(home);
  try {
    claims.track([folder]);
    claims.trackStore({ folder, base });
    makeFolder(folder);
    return await use(folder, claims);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    claims.close();
  }
}
