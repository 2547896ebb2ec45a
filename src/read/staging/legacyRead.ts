import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { LIST_LACKS } from '../../domain/records/periodData.js';
import { LIST_NAMES } from '../../domain/records/records.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { MARGIN_DAYS } from '../../domain/timesheet/beyondMargin.js';
import type { Store, StoredRun } from '../../store/store.js';
import { SCOPES } from '../auth/scopes.js';
import { readAgain } from '../reading/readAgain.js';
import { paddedWindow } from '../reading/readWindows.js';
import { rememberedEmployees, storeSink } from './fetchPeriod.js';
import { factsToStore, fieldsOf } from './storedFacts.js';

/** Reads made of records of version 0.1, by run: nothing refers to them, so they go with the process. */
const madeOf = new WeakMap<Store, Map<string, string>>();

/**
 * A read made of what version 0.1 kept of a run, which had records by list and day and no reads.
 * @returns its id; undefined where the run has no such records, or no longer
 */
export function legacyRead(store: Store, run: StoredRun, config: Config): string | undefined {
  const made = madeOf.get(store) ?? new Map<string, string>();
  madeOf.set(store, made);
  const known = made.get(run.runId);
  if (known !== undefined || !hasLegacyRecords(store, run)) return known;
  const { employerId, period, startedAt, manifest } = run;
  const window = paddedWindow(period, MARGIN_DAYS);
  const readId = store.beginRead({ employerId, ...window, startedAt });
  try {
    const read = readAgain(
      { window, records: (list) => jsonOf(store, run.runId, list), unavailable: unavailableIn(manifest) },
      {
        hints: { pins: config.fields, known: fieldsOf(manifest) },
        language: config.language,
        isZone: (name) => properZoneName(name) !== undefined,
        configuredEstablishments: Object.keys(config.zones),
      },
      storeSink(store, readId),
    );
    const remembered = rememberedEmployees(store, employerId, read.employees);
    store.completeRead(
      readId,
      factsToStore(read, { rememberedEmployees: remembered, goneEstablishments: [] }),
    );
  } catch (failure) {
    store.dropRead(readId);
    throw failure;
  }
  made.set(run.runId, readId);
  return readId;
}

/** The read of a run, of whatever version. @returns undefined where its records are gone */
export function readIdOf(store: Store, runId: string, config: Config): string | undefined {
  const run = store.run(runId);
  return run === undefined ? undefined : (run.readId ?? legacyRead(store, run, config));
}

/** Whether a run's records are kept as version 0.1 kept them. @param person just those that name this person */
export function hasLegacyRecords(store: Store, { runId, readId }: StoredRun, person?: string): boolean {
  if (readId !== null) return false;
  const wanted = person === undefined ? '' : JSON.stringify(person);
  return LIST_NAMES.some((list) => {
    for (const json of jsonOf(store, runId, list)) if (json.includes(wanted)) return true;
    return false;
  });
}

function* jsonOf(store: Store, runId: string, list: (typeof LIST_NAMES)[number]): Iterable<string> {
  for (const { json } of store.rawRecords(runId, list)) yield json;
}

const lackOfList = z.object({
  code: z.literal('LIST_UNAVAILABLE'),
  record: z.enum(LIST_NAMES),
  facts: z.object({
    lack: z.enum(LIST_LACKS),
    permission: z.string(),
    scope: z.enum(SCOPES),
    module: z.string(),
  }),
});
const withFindings = z.object({ findings: z.array(z.unknown()).default([]) });

/** A list without records was empty, or could not be read: only the findings tell. */
function unavailableIn(manifest: unknown) {
  const { findings } = withFindings.parse(manifest);
  return findings.flatMap((finding) => {
    const found = lackOfList.safeParse(finding).data;
    return found === undefined ? [] : [{ list: found.record, ...found.facts, reason: '' }];
  });
}
