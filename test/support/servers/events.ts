import { request } from 'node:http';
import type { JobAnswer } from '../../../src/ui/jobs.js';
import type { EventsAnswer } from '../../../src/ui/startRoutes.js';

/** A tab that listens to the window's events. */
export interface Tab {
  /** All events received, in order. */
  readonly events: EventsAnswer[];
  /** The latest state received for a job. */
  readonly job: (id: string) => JobAnswer | undefined;
  readonly close: () => void;
}

export function openTab(origin: string, headers: Readonly<Record<string, string>>): Tab {
  const events: EventsAnswer[] = [];
  let rest = '';
  const call = request(`${origin}/api/events`, { headers }, (answer) => {
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) events.push(JSON.parse(part.replace(/^data: ?/, '')) as EventsAnswer);
    });
  });
  // The test closes it while it is read.
  call.on('error', () => undefined);
  call.end();
  return {
    events,
    job: (id) => events.flatMap(({ jobs }) => jobs).findLast((job) => job.id === id),
    close: () => call.destroy(),
  };
}
