import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerSlots } from '../src/store/postgres/serverSlots.js';
import { RequestLog } from '../src/store/requestLog.js';
import { REQUEST_WINDOW_MS, type RequestSlots, SlotLeases } from '../src/store/slotLeases.js';
import { noPostgres, type PostgresServer, startPostgres } from '../test/support/servers/postgresServer.js';
import type { Bench, Candidate } from './benchResult.js';

const SLOTS = 5000;
/** More than are taken, so that no slot must be released; leases are of 25, as with the limit of the service. */
const BUCKET = { name: '["address","bench"]', limit: 8 * SLOTS };
const clock = { nowMs: () => performance.now(), sleep: (ms: number) => delay(ms) };
/** The unit of processor time on Linux: fields 14 and 15 of `stat` are in hundredths of a second (proc(5)). */
const TICK_MS = 10;

async function take(leases: SlotLeases, count: number): Promise<void> {
  for (let taken = 0; taken < count; taken += 1) {
    const one = await leases.take([BUCKET]);
    if (one === undefined || 'leftMs' in one) throw new Error('no slot');
    one.settle();
  }
}

function ticksOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** The processor time of the PostgreSQL processes that serve this process and its tables. */
function serverCpuMs({ sql }: PostgresServer): number {
  const pids = sql(`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`).split('\n');
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0);
}

function candidate(name: string, store: 'SQLite' | 'PostgreSQL', counted: 'own' | 'server'): Candidate {
  return {
    name,
    prepare: async (scale) => {
      if (store === 'PostgreSQL' && noPostgres !== undefined)
        return () => ({ units: 1, result: '', skipped: String(noPostgres) });
      const slots = Math.round(SLOTS * scale);
      const postgres = store === 'PostgreSQL' ? await startPostgres() : undefined;
      const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
      const shared: RequestSlots =
        postgres === undefined
          ? new RequestLog({ folder, windowMs: REQUEST_WINDOW_MS, machineMs: clock.nowMs })
          : new ServerSlots(postgres.database());
      process.on('exit', () => {
        postgres?.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      const leases = new SlotLeases(shared, clock);
      await take(leases, 1);
      return async () => {
        const before = postgres === undefined ? 0 : serverCpuMs(postgres);
        await take(leases, slots);
        const outcome = { units: slots, result: `${slots} slots` };
        if (postgres === undefined || counted === 'own') return outcome;
        return { ...outcome, outside: { cpuMs: serverCpuMs(postgres) - before, peakBytes: 0 } };
      };
    },
  };
}

export const bench: Bench = {
  title: 'slots of a rate limit that several processes share, one after the other, in leases of 25',
  unit: 'slots',
  candidates: [
    candidate('SQLite', 'SQLite', 'own'),
    candidate('PostgreSQL: this process', 'PostgreSQL', 'own'),
    candidate('PostgreSQL: its processes', 'PostgreSQL', 'server'),
  ],
};
