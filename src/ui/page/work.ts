/* Background jobs that the server has reported, for all pages. */
import { post } from './client.js';
import { useEffect, useState } from './preact.js';
import type { EventsAnswer, JobAnswer } from './shapes.js';

export type Watcher = (jobs: ReadonlyMap<string, JobAnswer>) => void;

/** Ended work of other processes, which may have changed the data on the page. */
let endedElsewhere = 0;
let elsewhereBefore: readonly string[] = [];

const jobs = new Map<string, JobAnswer>();
export const watchers = new Set<Watcher>();

/** The newest job of a kind for an employer and a period; updates as it changes. */
export function useJob(kind: string, employer: string, period: string): JobAnswer | undefined {
  const find = () =>
    [...jobs.values()]
      .filter((job) => job.kind === kind && job.employer === employer && job.period === period)
      .at(-1);
  const [job, setJob] = useState(find);
  useEffect(() => {
    const watch = () => setJob(find());
    watch();
    watchers.add(watch);
    return () => {
      watchers.delete(watch);
    };
  }, [kind, employer, period]);
  return job;
}

/** A value that changes whenever work of another process ends. */
export function useWorkElsewhere(): number {
  const [count, setCount] = useState(endedElsewhere);
  useEffect(() => {
    const watch = () => setCount(endedElsewhere);
    watchers.add(watch);
    return () => {
      watchers.delete(watch);
    };
  }, []);
  return count;
}

export function cancelJob(id: string): void {
  void post(`/api/jobs/${id}/cancel`);
}

/** Applies a message of the event stream. */
export function takeEvent(event: EventsAnswer): void {
  for (const job of event.jobs) jobs.set(job.id, job);
  const isEnded = elsewhereBefore.some((text) => !event.elsewhere.includes(text));
  elsewhereBefore = event.elsewhere;
  if (isEnded) endedElsewhere += 1;
  if (event.jobs.length > 0 || isEnded) for (const watch of watchers) watch(jobs);
}
