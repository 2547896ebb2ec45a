import { IS_FRESH } from '../store/postgres/leases.js';
import type { Server } from '../store/postgres/server.js';

/** With the time after which a process counts as lost, its jobs are taken up within 30 seconds. */
export const LOST_EVERY_MS = 5000;

/**
 * Frees the jobs of processes that have shown no sign of life, and puts them before others. A process that was only slow
 * finds its employers taken over, and records nothing.
 * @returns how many jobs there were
 */
export async function freeLostJobs(server: Server, priority: number): Promise<number> {
  return server.transaction(async (queries) => {
    const lost = await queries.query<{ id: string; workers: string[] }>(
      `SELECT id, workers FROM instance WHERE NOT ${IS_FRESH} AND workers <> '{}' FOR UPDATE SKIP LOCKED`,
    );
    if (lost.length === 0) return 0;
    const workers = lost.flatMap((each) => each.workers);
    const jobs = await queries.query<{ id: string }>(
      'SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY ($1::text[])',
      [workers],
    );
    await queries.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
    await queries.query(
      'SELECT graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), priority => $2, attempts => 0)',
      [jobs.map(({ id }) => id), priority],
    );
    await queries.query('DELETE FROM instance WHERE id = ANY ($1)', [lost.map(({ id }) => id)]);
    return jobs.length;
  });
}
