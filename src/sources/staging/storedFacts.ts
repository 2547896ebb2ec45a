import { z } from 'zod';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import {
  LIST_LACKS,
  LOSABLE_LISTS,
  type PeriodFacts,
  type ReadExtent,
} from '../../domain/records/periodData.js';
import { type Employee, type Establishment, LIST_NAMES } from '../../domain/records/records.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { messageOfStored, storedMessage } from '../../i18n/formatMessage.js';
import { joined, message } from '../../i18n/message.js';
import type { JsonObject } from '../../store/canonicalJson.js';
import type { ReadHeader, Store, StoredRead } from '../../store/store.js';
import { FIELD_TARGETS, type FoundField, fieldOfStored, storedField } from '../records/foundFields.js';
import type { SourceRead } from '../source.js';

/** JSON has no undefined. */
const textOrUndefined = z
  .string()
  .optional()
  .transform((text): string | undefined => text);
const date = z.string().transform(toLocalDate);
const named = z.array(z.object({ id: z.string(), label: textOrUndefined }));
const employees = z.array(
  z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), isActive: z.boolean() }),
);

const storedFields = z.array(
  z
    .object({
      target: z.enum(FIELD_TARGETS),
      path: z.string(),
      how: z.enum(['pin', 'known', 'name', 'value']),
      evidence: z.string(),
      always: z.boolean(),
    })
    .transform(fieldOfStored),
);

const storedFacts = z.object({
  establishments: z.array(z.object({ id: z.string(), zone: textOrUndefined, label: textOrUndefined })),
  holidays: z.array(
    z.object({ date, name: z.string(), originalDate: date.optional().transform((day) => day) }),
  ),
  employees: employees.nullable(),
  rememberedEmployees: employees,
  agencyWorkers: named,
  teams: named,
  tasks: named,
  hasPlanning: z.boolean(),
  hasReviews: z.boolean().optional(),
  pairsShifts: z.boolean().optional(),
  invalid: z.array(
    z.object({
      list: z.enum(LIST_NAMES),
      id: z.string(),
      problems: z.array(z.string().transform(messageOfStored)),
      workedMinutes: z.number(),
    }),
  ),
  changedWhileReading: z.array(z.string()),
  goneEstablishments: z.array(z.string()),
  unavailable: z.array(
    z.object({
      list: z.enum(LIST_NAMES),
      lack: z.enum(LIST_LACKS),
      permission: z.string(),
      scope: z.string(),
      module: z.string(),
    }),
  ),
  extent: z
    .object({
      place: z.string(),
      days: z.object({ from: date, to: date }).optional(),
      savedEpoch: z.number().optional(),
      lacking: z.array(z.object({ date, entries: z.number() })),
    })
    .optional(),
  onlyOwner: z.object({ name: z.string(), others: z.number() }).optional(),
  lostLists: z.array(z.enum(LOSABLE_LISTS)).optional(),
  /** Days whose records count, if more were read for working-time limits. */
  counted: z.object({ from: date, to: date }).optional(),
  fields: storedFields,
  digests: z.partialRecord(z.enum(LIST_NAMES), z.object({ records: z.number(), digest: z.string() })),
});

/** The facts of a read except its shifts and time entries, with the known entities at that time. */
type StoredFacts = z.infer<typeof storedFacts>;

/** The facts of a complete read. @param remembered the store's known people and places */
export function buildStoredFacts(
  read: SourceRead,
  remembered: {
    readonly rememberedEmployees: readonly Employee[];
    readonly goneEstablishments: readonly string[];
  } & Pick<PeriodFacts, 'extent' | 'onlyOwner' | 'lostLists'>,
  counted?: Days,
): JsonObject {
  const { extent, onlyOwner, lostLists = [], ...known } = remembered;
  const isUnreadable = read.unavailable.some(({ list }) => list === 'employees');
  return {
    establishments: read.establishments,
    holidays: read.holidays,
    employees: isUnreadable ? null : read.employees,
    ...known,
    agencyWorkers: read.agencyWorkers,
    teams: read.teams,
    tasks: read.tasks,
    hasPlanning: read.hasPlanning,
    ...(read.hasReviews === false ? { hasReviews: false } : {}),
    ...(read.pairsShifts === true ? { pairsShifts: true } : {}),
    invalid: read.invalid.map((record) => ({ ...record, problems: record.problems.map(storedMessage) })),
    changedWhileReading: read.changedWhileReading,
    unavailable: read.unavailable,
    ...(extent === undefined ? {} : { extent: storedExtent(extent) }),
    ...(onlyOwner === undefined ? {} : { onlyOwner }),
    ...(lostLists.length === 0 ? {} : { lostLists }),
    ...(counted === undefined ? {} : { counted: { from: counted.from, to: counted.to } }),
    fields: read.fields.map(storedField),
    digests: read.digests,
  };
}

function storedExtent({ place, days, savedEpoch, lacking }: ReadExtent): JsonObject {
  return {
    place,
    ...(days === undefined ? {} : { days: { from: days.from, to: days.to } }),
    ...(savedEpoch === undefined ? {} : { savedEpoch }),
    lacking: lacking.map(({ date: day, entries }) => ({ date: day, entries })),
  };
}

/** A read of some days in which the service lists nothing. @returns its ID */
export function storeNothing(store: Store, days: Omit<ReadHeader, 'startedAt'>, nowMs: number): string {
  const readId = store.beginRead({ ...days, startedAt: new Date(nowMs) });
  const nothing: StoredFacts = {
    establishments: [],
    holidays: [],
    employees: null,
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    hasPlanning: true,
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    fields: [],
    digests: {},
  };
  store.completeRead(readId, nothing);
  return readId;
}

/** @throws PaytallyError STORE_UNUSABLE if another version of the program wrote a different format */
export function parseStoredFacts({ readId, facts }: StoredRead): StoredFacts {
  const parsed = storedFacts.safeParse(facts);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PaytallyError(
    'STORE_UNUSABLE',
    message('read.stored.unexpectedShape', { read: readId, field: issue?.path.join('.') ?? '' }),
    { record: readId },
  );
}

/** Paths of undocumented fields in earlier runs; empty if the stored paths are not readable. */
export function parseStoredFields(evidence: JsonObject | undefined): FoundField[] {
  const parsed = z.object({ fields: storedFields }).safeParse(evidence);
  return parsed.success ? parsed.data.fields : [];
}

/** The digests of a read's lists; empty if it has no readable ones. */
export function parseStoredDigests(read: StoredRead | undefined): StoredFacts['digests'] {
  const parsed = storedFacts.pick({ digests: true }).safeParse(read?.facts);
  return parsed.success ? parsed.data.digests : {};
}

/** The holidays of a read, and whether it had planned shifts; none if its facts are not readable. */
export function parseStoredLists(read: StoredRead): Pick<StoredFacts, 'holidays'> & { hasShifts: boolean } {
  const parsed = storedFacts.pick({ holidays: true, hasPlanning: true, digests: true }).safeParse(read.facts);
  if (!parsed.success) return { holidays: [], hasShifts: false };
  const { holidays, hasPlanning, digests } = parsed.data;
  return { holidays, hasShifts: hasPlanning && (digests.shifts?.records ?? 0) > 0 };
}

type Zones = Readonly<Record<string, string>>;

/**
 * Zones of the configuration fill gaps, and add establishments that the service does not list.
 * @throws PaytallyError CONFIG_INVALID if the two contradict each other: minutes would be assigned to other days
 */
export function mergeConfiguredZones(listed: readonly Establishment[], zones: Zones): Establishment[] {
  const contradiction = findZoneConflicts(listed, zones);
  if (contradiction !== undefined) throw contradiction;
  const known = new Set(listed.map(({ id }) => id));
  const added = Object.entries(zones).filter(([id]) => !known.has(id));
  return [
    ...listed.map((establishment) => ({
      ...establishment,
      zone: establishment.zone ?? zones[establishment.id],
    })),
    ...added.map(([id, zone]) => ({ id, zone, label: undefined })),
  ];
}

/** Establishments whose zone differs between configuration and service, all in one error. */
export function findZoneConflicts(listed: readonly Establishment[], zones: Zones): PaytallyError | undefined {
  const lines = listed.flatMap(({ id, zone, label }) => {
    const configured = zones[id];
    if (zone === undefined || configured === undefined || isSameZone(zone, configured)) return [];
    const establishment = label === undefined ? id : `${label} (${id})`;
    return message('fields.zoneConflict', { establishment, configured, listed: zone });
  });
  if (lines.length === 0) return undefined;
  return new PaytallyError('CONFIG_INVALID', joined(lines), {
    record: 'zones',
    remedy: message('fields.zoneConflict.remedy'),
  });
}

/** Old and new names of a zone are the same zone. */
function isSameZone(one: string, other: string): boolean {
  return zoneByName(one).canonicalName === zoneByName(other).canonicalName;
}
