import { z } from 'zod';
import { FIELD_TARGETS, type FoundField } from '../../api/discovery/targets.js';
import type { EmployerRead } from '../../api/reading/readEmployer.js';
import { paddedWindow, type ReadWindow } from '../../api/reading/readWindows.js';
import { LIST_NAMES, type ListName } from '../../domain/records/records.js';
import type { NewLink } from '../../store/ledgerLink.js';
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

const storedDigests = z.object({
  digests: z.partialRecord(z.enum(LIST_NAMES), z.array(z.tuple([z.string(), z.string()]))),
});

/** id -> hash of the read of the last 24 hours over exactly this window. */
export function recentDigests(
  store: Store,
  employerId: string,
  window: ReadWindow,
  marginDays: number,
): Digests {
  const { from, to } = paddedWindow(window, marginDays);
  const stored = storedDigests.safeParse(store.latestRead({ employerId, from, to })?.facts);
  const digests: Digests = {};
  for (const list of LIST_NAMES) {
    const pairs = stored.success ? stored.data.digests[list] : undefined;
    if (pairs !== undefined) digests[list] = new Map(pairs);
  }
  return digests;
}

/** Keeps a run with its raw records, and what it learned about people, places and fields. */
export function rememberRun(
  store: Store,
  header: RunHeader,
  read: EmployerRead,
  outcome: RunOutcome,
  link?: NewLink,
): void {
  const { employerId } = header;
  store.saveFieldEvidence(employerId, { fields: read.fields });
  store.rememberEmployees(employerId, read.employees);
  store.rememberEstablishments(employerId, read.establishments);
  const readId = stageRead(store, header, read);
  store.recordRun({
    ...header,
    readId,
    manifest: { ...outcomeJson(outcome), findings: outcome.findings, fields: read.fields },
    ...(link === undefined ? {} : { link }),
  });
}

function stageRead(store: Store, { employerId, startedAt }: RunHeader, read: EmployerRead): string {
  const readId = store.beginRead({ employerId, ...read.window, startedAt });
  const shifts = new Map((read.shifts ?? []).map((shift) => [shift.id, shift.employeeId]));
  const entries = new Map(read.entries.map((entry) => [entry.id, entry]));
  for (const list of LIST_NAMES) {
    const records = read.raw(list).map(({ id, day, json }, place) => ({
      place,
      id,
      person: entries.get(id)?.employeeId ?? shifts.get(id) ?? null,
      shiftId: entries.get(id)?.shiftId ?? null,
      day,
      digest: read.digests[list]?.get(id) ?? '',
      json,
    }));
    store.stagePage(readId, list, records);
  }
  const digests = Object.fromEntries(
    Object.entries(read.digests).map(([list, ofList]) => [list, [...ofList]]),
  );
  store.completeRead(readId, { digests });
  return readId;
}
