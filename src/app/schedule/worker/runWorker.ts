import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { z } from 'zod';
import { configOf } from '../../../config/config.js';
import type { Context } from '../../../context.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { importOptional } from '../../../runtime/notWritten.js';
import { IS_FRESH, STALE_SECONDS } from '../../../store/postgres/leases.js';
import { openQueuePool, type Server, type ServerQueries } from '../../../store/postgres/server.js';
import { type ServerUse, useServer } from '../../../store/postgres/serverUse.js';
import type { RunHost } from '../../export/runHost.js';
import { type LookOrder, look, type ScheduleOrder, wallTimeClock } from '../keepSchedules.js';
import type { MonitorAttempts } from '../monitor/monitorDue.js';

export interface WorkerOrder extends Omit<ScheduleOrder, 'until' | 'stateFile'> {
  /** Employers at the same time. */
  readonly jobs: number;
  /** Clients whose employers this worker handles; undefined for all employers. */
  readonly clients: readonly string[] | undefined;
  /** Called when jobs can be taken. */
  readonly onReady?: () => void;
}

type Queue = typeof import('graphile-worker');

/** The longest time until deliveries of other processes and changed settings are found. */
const LOOK_AGAIN_MS = 15 * 60_000;
/** The delay after a failure that a retry may fix. */
const TRY_AGAIN_MS = 60_000;
/** Longer than any check: a job that hangs is interrupted and repeated. */
const JOB_DEADLINE_MS = 2 * 3_600_000;
/** The program ends by then, at a safe point or not: other processes take over its work. */
const STOP_WITHIN_MS = 9000;
const POLL_MS = 1000;
/** A priority above all jobs that were not started. */
const RETAKEN_PRIORITY = -10;
/** With the time after which a process counts as lost, its jobs are taken over within 30 seconds. */
const LOST_EVERY_MS = 2000;
/** How long a job that is done counts as known. */
const DONE_MS = 60_000;
/** The longest time until a missing job is added again, such as one that a worker with an older configuration ended. */
const ADD_EVERY_TURNS = 60_000 / LOST_EVERY_MS;

/**
 * Takes part in the work on a shared store until the program is asked to end.
 * @throws PaytallyError STORE_UNUSABLE, CONFIG_INVALID
 */
export async function runWorker(host: RunHost, order: WorkerOrder): Promise<void> {
  await useServer(order.loaded.config.store, async (use) => {
    await use.entry.start();
    const known = new Set<string>();
    const attempts: MonitorAttempts = new Map();
    const begun = { ...order, startedMs: wallTimeClock(host.context.clock).nowMs() };
    const lookAt: LookAt = (job) => nextLook(host, begun, job, attempts);
    const runner = await startRunner(lookAt, order, use, known);
    let isOver = false;
    const ended = runner.promise
      .catch(() => undefined)
      .then(() => {
        isOver = true;
      });
    try {
      await keepJobs(host.context, order, use, { known, isOver: () => isOver });
    } finally {
      await Promise.race([
        runner.stop().catch(() => undefined),
        delay(STOP_WITHIN_MS, undefined, { ref: false }),
      ]);
      await Promise.race([ended, delay(0)]);
      // The queue would lock a job that has not reached a safe point for four hours.
      await freeJobs(use.server, use.entry.workers).catch(() => undefined);
    }
  });
}

/** Adds missing jobs and frees lost ones until the program is asked to end. */
async function keepJobs(
  { clock, signal }: Context,
  order: WorkerOrder,
  use: ServerUse,
  queue: { readonly known: ReadonlySet<string>; readonly isOver: () => boolean },
): Promise<void> {
  const { server } = use;
  const employers = employersOf(order);
  const add = () => addJobs(server, employers, wallTimeClock(clock).nowMs());
  await add();
  const schedules = employers.map(({ employerKey }) => configOf(order.loaded, employerKey).schedule);
  order.onEvent({ kind: 'started', schedules: schedules.flatMap((each) => Object.keys(each)).length });
  order.onReady?.();
  for (let turn = 1; !signal.aborted; turn += 1) {
    // The queue gives up if the database does not return: the program that started this one restarts it.
    if (queue.isOver())
      throw new PaytallyError('STORE_UNUSABLE', message('worker.queueEnded'), { record: server.name });
    await freeLostJobs(use).catch(() => undefined);
    await freeUnknownJobs(use, queue.known).catch(() => undefined);
    if (turn % ADD_EVERY_TURNS === 0) await add().catch(() => undefined);
    await delay(LOST_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Frees the jobs of processes without a heartbeat, and gives them priority. A process that was only slow finds its
 * employers taken over, and records nothing.
 */
async function freeLostJobs({ server }: ServerUse): Promise<void> {
  await server.transaction(async (queries) => {
    const lost = await queries.query<{ id: string; workers: string[] }>(
      `SELECT id, workers FROM instance WHERE NOT ${IS_FRESH} FOR UPDATE SKIP LOCKED`,
    );
    if (lost.length === 0) return;
    const workers = lost.flatMap((each) => each.workers);
    await freeJobs(queries, workers);
    await queries.query('DELETE FROM instance WHERE id = ANY ($1)', [lost.map(({ id }) => id)]);
  }, 'repeatable');
}

/** Jobs that the queue has given to this process with an answer that was lost: it would keep them for four hours. */
async function freeUnknownJobs({ server, entry }: ServerUse, known: ReadonlySet<string>): Promise<void> {
  await server.query(
    `WITH unknown AS (
       UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = now(), attempts = 0,
         priority = $3
       WHERE locked_by = ANY ($1::text[]) AND id <> ALL ($2::bigint[])
         AND locked_at < now() - interval '${STALE_SECONDS} s' RETURNING job_queue_id)
     UPDATE graphile_worker._private_job_queues AS queue SET locked_at = NULL, locked_by = NULL
     FROM unknown WHERE queue.id = unknown.job_queue_id AND queue.locked_by = ANY ($1::text[])`,
    [entry.workers, [...known], RETAKEN_PRIORITY],
  );
}

/** The next worker takes these jobs before those that were not started. */
async function freeJobs(queries: ServerQueries, workers: readonly string[]): Promise<void> {
  const sql = 'SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY ($1::text[])';
  const jobs = await queries.query<{ id: string }>(sql, [workers]);
  await queries.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
  await queries.query(
    'SELECT graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), priority => $2, attempts => 0)',
    [jobs.map(({ id }) => id), RETAKEN_PRIORITY],
  );
}

/** A task for each client, so that a worker takes only jobs of its own clients. */
function taskOf(client: string | undefined): string {
  return client === undefined ? 'look' : `look:${client}`;
}

interface JobEmployer {
  readonly employerKey: string;
  readonly task: string;
}

function employersOf({ loaded, employers, clients }: WorkerOrder): readonly JobEmployer[] {
  return employers.flatMap((employerKey) => {
    const { client } = configOf(loaded, employerKey).employer;
    const isOurs = clients === undefined || (client !== undefined && clients.includes(client));
    return isOurs ? [{ employerKey, task: taskOf(client) }] : [];
  });
}

/** A job for each employer that has none; a job that the queue has given up is retried. */
async function addJobs(server: Server, employers: readonly JobEmployer[], nowMs: number): Promise<void> {
  await server.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => 0)
     FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL`,
  );
  await server.query(
    `SELECT graphile_worker.add_job(task, json_build_object('employer', employer, 'addedMs', $3::bigint),
       queue_name => employer, job_key => employer, job_key_mode => 'unsafe_dedupe')
     FROM unnest($1::text[], $2::text[]) AS wanted (task, employer)
     WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = employer)`,
    [employers.map(({ task }) => task), employers.map(({ employerKey }) => employerKey), Math.floor(nowMs)],
  );
}

/** @param known gets the jobs that this process is carrying out */
async function startRunner(
  lookAt: LookAt,
  order: WorkerOrder,
  { server, entry }: ServerUse,
  known: Set<string>,
): Promise<Runner> {
  const name: string = 'graphile-worker';
  const { run, Logger: JobLogger } = await importOptional<Queue>(
    () => import(name),
    (cause) => new PaytallyError('STORE_UNUSABLE', message('worker.noPackage'), { record: name, cause }),
  );
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => void entry.setWorkers([workerPool.id]).catch(() => undefined));
  events.on('job:start', ({ job }) => void known.add(job.id));
  // The queue may have to repeat that a job is done.
  events.on('job:complete', ({ job }) => void setTimeout(() => known.delete(job.id), DONE_MS).unref());
  const taskOfClient = taskFor(lookAt, order, server);
  const tasks = new Set(employersOf(order).map(({ task }) => task));
  const taskList: TaskList = Object.fromEntries([...tasks].map((task) => [task, taskOfClient(task)]));
  const pgPool = await openQueuePool(order.loaded.config.store, order.jobs + 2);
  const start = () =>
    run({
      pgPool,
      concurrency: order.jobs,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: new JobLogger(() => () => undefined) satisfies Logger,
      events,
      taskList,
    });
  const runner = await server.repeatAfterLoss(start);
  void runner.promise.catch(() => undefined).then(() => pgPool.end());
  return runner;
}

const jobPayload = z.object({
  employer: z.string(),
  /** When the job was added, in wall time; undefined after a look. */
  addedMs: z.number().optional(),
});
type Job = z.infer<typeof jobPayload>;

/**
 * The time from which an employer without an earlier look counts as looked at: a worker that was started again does not
 * pass over what was due while the job waited.
 */
export function lookingSince({ addedMs }: Pick<Job, 'addedMs'>, startedMs: number): number {
  return Math.min(startedMs, addedMs ?? startedMs);
}

/** Processes an employer, then schedules its job for the next time that there is something to do. */
function taskFor(lookAt: LookAt, order: WorkerOrder, server: Server) {
  return (task: string) =>
    async (payload: unknown): Promise<void> => {
      const job = jobPayload.parse(payload);
      const { employer } = job;
      if (!order.employers.includes(employer)) return;
      const { isLooked, ...next } = await lookAt(job);
      await server.query(
        `SELECT graphile_worker.add_job($1, $5::json, queue_name => $2,
           run_at => now() + $3 * interval '1 ms', job_key => $2, priority => $4)`,
        [
          task,
          employer,
          Math.max(0, next.inMs),
          next.priority,
          JSON.stringify(isLooked ? { employer } : job),
        ],
      );
    };
}

/** When there is something to do next. */
interface NextLook {
  readonly inMs: number;
  readonly priority: number;
  /** False if this look failed or did not begin. */
  readonly isLooked: boolean;
}

/** Processes what is due for an employer. */
type LookAt = (job: Job) => Promise<NextLook>;

async function nextLook(
  host: RunHost,
  order: WorkerOrder & Pick<LookOrder, 'startedMs'>,
  job: Job,
  attempts: MonitorAttempts,
): Promise<NextLook> {
  const { employer } = job;
  const { signal } = host.context;
  const stopped = { inMs: 0, priority: RETAKEN_PRIORITY, isLooked: false };
  if (signal.aborted) return stopped;
  const within = AbortSignal.any([signal, AbortSignal.timeout(JOB_DEADLINE_MS)]);
  const clock = wallTimeClock(host.context.clock);
  const own = { ...host, context: { ...host.context, clock, signal: within }, silences: {} };
  const scheduled = {
    ...order,
    startedMs: lookingSince(job, order.startedMs),
    employers: [employer],
    until: 'nothing-is-due',
    stateFile: undefined,
  } as const;
  try {
    const next = await look(own, scheduled, attempts, true);
    const inMs = next === undefined ? LOOK_AGAIN_MS : next * 1000 - clock.nowMs();
    return { inMs: Math.min(inMs, LOOK_AGAIN_MS), priority: 0, isLooked: true };
  } catch (failure) {
    if (signal.aborted) return stopped;
    if (!(failure instanceof PaytallyError)) throw failure;
    order.onEvent({ kind: 'look-failed', employer, failure });
    return { inMs: TRY_AGAIN_MS, priority: 0, isLooked: false };
  }
}
