import { join } from 'node:path';
import { Claims, isClaimAlive } from './claims.js';
import { Connection } from './connection.js';
import type { Coordination, LockName } from './coordination.js';
import { makeFolder } from './makeFolder.js';
import { RequestLog } from './requestLog.js';

/** How long a request counts: longer than the service's 60 seconds, because its clock and ours differ. */
export const REQUEST_WINDOW_MS = 61_000;

interface MachineClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Steady, and the same for all processes of the computer. @default nowMs */
  machineMs?(): number;
}

/**
 * For the processes of one computer: files in a folder, locked by the operating system.
 * @param folder of the store, or another one for counting requests; created at first use
 */
export function openMachineCoordination(folder: string, clock: MachineClock): Coordination {
  const claims = new Claims(folder);
  const machineMs = () => clock.machineMs?.() ?? clock.nowMs();
  const requests = new RequestLog({ folder, windowMs: REQUEST_WINDOW_MS, machineMs });
  return {
    lock: async (work) => {
      const { release } = acquireWorkLock(folder, work);
      return { release: async () => release() };
    },
    owner: async () => claims.owner,
    isAlive: async (owner) => isClaimAlive(folder, owner),
    nowMs: async () => clock.nowMs(),
    requests,
    close: async () => {
      await requests.close();
      claims.close();
    },
  };
}

/**
 * Holds a lock for a kind of work until it is released or the process ends. The operating system releases it then, so
 * that abandoned work can be distinguished from running work.
 * @throws PaytallyError STORE_BUSY
 */
export function acquireWorkLock(storeFolder: string, work: LockName): { readonly release: () => void } {
  makeFolder(storeFolder);
  const path = join(storeFolder, `${work}.lock`);
  const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (failure) {
    connection.close();
    throw failure;
  }
  return { release: () => connection.close() };
}
