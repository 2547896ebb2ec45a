import { z } from 'zod';
import { MONTH_STATES } from '../../domain/month/monthStatus.js';
import {
  count,
  counts,
  dayOutput,
  days,
  delivery,
  digest,
  employerKey,
  failure,
  receipt,
  runId,
  withError,
} from './commonOutput.js';
import { effects, file, openChangeOutput } from './runOutput.js';

/* The outputs about months and stored runs. */

const plannedBreach = z.strictObject({ code: z.string(), employeeId: z.string(), date: dayOutput });

const waitingFor = z.strictObject({
  recipient: z.string().nullable(),
  delivery: z.string().nullable(),
  role: z.string(),
  since: z.string(),
  items: count,
  exceptions: counts,
});

export const statusOutput = z.strictObject({
  employers: z.array(
    z.strictObject({
      employer: employerKey,
      period: days,
      state: z.enum(MONTH_STATES),
      since: z.string().nullable(),
      exceptions: counts,
      counts: effects.optional(),
      deliveries: z.array(delivery),
      waitingFor: z.array(waitingFor),
      error: z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() }).optional(),
      changes: z.array(openChangeOutput).optional(),
      plannedBreaches: z.array(plannedBreach).optional(),
    }),
  ),
});

const pass = z.strictObject({
  employer: employerKey,
  window: days,
  requests: count,
  changes: z.array(openChangeOutput),
  exceptions: counts,
  plannedBreaches: z.array(plannedBreach),
});
const failedPass = z.strictObject({ employer: employerKey, state: z.literal('failed'), error: failure });

export const monitorOutput = withError({ employers: z.array(z.union([pass, failedPass])) });

export const historyOutput = z.strictObject({
  runs: z.array(
    z.strictObject({
      runId,
      employer: employerKey,
      period: days,
      state: z.enum(['draft', 'final', 'correction', 'superseded', 'purge']),
      startedAt: z.string(),
      digest: digest.optional(),
      previousDigest: digest.nullable().optional(),
      files: z.array(
        file.pick({ path: true, template: true, rows: true, bytes: true, sha256: true, isCompanion: true }),
      ),
      sentTo: z.array(z.string()),
      accepted: z.record(z.string(), z.string()).optional(),
      supersedes: z.array(runId).optional(),
      supersedeReason: z.string().optional(),
      receipts: z.array(receipt).optional(),
    }),
  ),
});

const archive = z.strictObject({ employer: employerKey, path: z.string(), signature: z.string().optional() });

export const historyPackOutput = z.strictObject({ archives: z.array(archive) });
export const inspectionOutput = z.strictObject({
  archives: z.array(archive.extend({ files: z.array(z.string()), people: count, breaches: count })),
});

export const verifyOutput = withError({
  runs: z.array(
    z.strictObject({
      runId,
      ok: z.boolean(),
      problems: z.array(
        z.strictObject({
          what: z.string(),
          path: z.string().optional(),
          id: z.string().optional(),
          values: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
      purged: z.literal(true).optional(),
    }),
  ),
});

const moved = z.strictObject({
  employeeId: z.string(),
  employee: z.string(),
  payCode: z.string(),
  unit: z.enum(['minutes', 'times', 'days']),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  beforeMinutes: z.number().nullable().optional(),
  afterMinutes: z.number().nullable().optional(),
  differenceMinutes: z.number().nullable().optional(),
});
const compared = { came: z.array(z.string()), went: z.array(z.string()), lines: z.array(moved) };

export const diffOutput = z.strictObject({
  from: runId,
  to: runId,
  ...compared,
  runs: z.array(z.strictObject({ runId, employer: employerKey, comparedWith: runId, ...compared })),
});

export const purgeOutput = z.strictObject({
  runs: z.array(
    z.strictObject({
      runId,
      employer: employerKey,
      period: days,
      state: z.literal('purge'),
      person: z.strictObject({ employeeId: z.string(), name: z.string() }).nullable(),
      purged: z.array(runId),
    }),
  ),
});

export const backupOutput = z.strictObject({
  backup: z.strictObject({
    path: z.string(),
    bytes: count,
    sha256: digest,
    runs: count,
    restoreChecked: z.boolean(),
  }),
});

const lost = z.strictObject({
  runId: runId.nullable(),
  employer: employerKey,
  period: days.nullable(),
  state: z.string().nullable(),
  startedAt: z.string().nullable(),
  digest,
  path: z.string().nullable(),
});

export const restoreOutput = z.union([
  z.strictObject({
    restored: z.strictObject({ path: z.string(), from: z.string(), runs: count }),
    lost: z.array(lost),
  }),
  z.strictObject({ error: failure, lost: z.array(lost), runs: z.array(z.never()) }),
]);

export const storeOutput = z.strictObject({
  from: z.string(),
  to: z.string(),
  employers: count,
  runs: count,
  links: count,
});
