import { z } from 'zod';
import { FIELD_TARGETS, type FoundField } from '../../api/discovery/targets.js';
import type { EmployerRead } from '../../api/reading/readEmployer.js';
import { paddedWindow, type ReadWindow } from '../../api/reading/readWindows.js';
import { LIST_NAMES, type ListName } from '../../domain/records/records.js';
import type { RunHeader, Store } from '../../store/store.js';
import { outcomeJson, type RunOutcome } from '../outcome.js';

const storedFields = z.object({
  fields: z.array(
    z.object({
      target: z.enum(FIELD_TARGETS),
      path: z.string(),
      how: z.enum(['pin', 'known', 'name', 'value']),
      evidence: z.string(),
      always: z.boolean(),
    }),
  ),
});

type Digests = Partial<Record<ListName, ReadonlyMap<string, string>>>;

/** Where earlier runs found the undocumented fields; nothing where the memory is not readable. */
export function knownFields(store: Store, employerId: string): FoundField[] {
  const parsed = storedFields.safeParse(store.fieldEvidence(employerId));
  return parsed.success ? parsed.data.fields : [];
}

/** id -> hash of the reads of the last 24 hours over exactly this window. */
export function recentDigests(
  store: Store,
  employerId: string,
  window: ReadWindow,
  marginDays: number,
): Digests {
  const { from, to } = paddedWindow(window, marginDays);
  const digests: Digests = {};
  for (const list of LIST_NAMES) {
    const read = store.latestRead({ employerId, list, from, to });
    if (read !== undefined) digests[list] = read.digests;
  }
  return digests;
}

/** Keeps a run with its raw records, and what it learned about people, places and fields. */
export function rememberRun(store: Store, header: RunHeader, read: EmployerRead, outcome: RunOutcome): void {
  const { employerId } = header;
  for (const list of LIST_NAMES) {
    const digests = read.digests[list];
    if (digests !== undefined) store.saveRead({ employerId, list, ...read.window }, digests);
  }
  store.saveFieldEvidence(employerId, { fields: read.fields });
  store.rememberEmployees(employerId, read.employees);
  store.rememberEstablishments(employerId, read.establishments);
  const writer = store.writeRun(header);
  for (const list of LIST_NAMES) for (const { day, json } of read.raw(list)) writer.add(list, day, json);
  writer.commit({ ...outcomeJson(outcome), findings: outcome.findings, fields: read.fields });
}
