/* Background jobs that the server has reported, for all pages. */
import type { JobAnswer } from '../jobs.js';
import type { EventsAnswer } from '../startRoutes.js';
import { post } from './client.js';
import { useEffect, useState } from './preact.js';

const jobs = new Map<string, JobAnswer>();
/** Ended work of other processes, which may have changed the data on the page. */
let endedElsewhere = 0;
let elsewhereBefore: readonly string[] = [];
const watchers = new Set<() => void>();

/** A value of the reported work; the component is rendered again when it changes. */
function useReported<Value>(find: () => Value, key = ''): Value {
  const [value, setValue] = useState(find);
  useEffect(() => {
    const watch = () => setValue(find);
    watch();
    watchers.add(watch);
    return () => {
      watchers.delete(watch);
    };
  }, [key]);
  return value;
}

export function useJobs(): readonly JobAnswer[] {
  return useReported(() => [...jobs.values()]);
}

/** The newest job of a kind for an employer and a period. */
export function useJob(kind: string, employer: string, period: string): JobAnswer | undefined {
  const isOf = (job: JobAnswer) => job.kind === kind && job.employer === employer && job.period === period;
  return useReported(() => [...jobs.values()].findLast(isOf), `${kind} ${employer} ${period}`);
}

/** A value that changes whenever work of another process ends. */
export function useWorkElsewhere(): number {
  return useReported(() => endedElsewhere);
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
  if (event.jobs.length > 0 || isEnded) for (const watch of watchers) watch();
}
