import { z } from 'zod';
import { CAUSES } from '../../domain/corrections/findCauses.js';
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
  findingOutput,
  periodOutput,
  runId,
  withError,
} from './commonOutput.js';

/* The outputs of `export`, `check`, `corrections` and the commands that print runs as they do. */

const sum = z.strictObject({ lines: count, writtenHours: z.number(), minutes: z.number() });
const slipSum = sum.extend({ premiums: sum.optional() });

const controlSlip = slipSum
  .extend({
    decimals: z.number().nullable(),
    differenceHours: z.number(),
    codes: z.array(slipSum.extend({ code: z.string() })),
    employees: z.array(
      slipSum.extend({
        employeeNumber: z.string(),
        employee: z.string(),
        employeeId: z.string().optional(),
      }),
    ),
    quantities: z
      .array(
        z.strictObject({
          code: z.string(),
          unit: z.enum(['times', 'days']),
          lines: count,
          amount: z.number(),
        }),
      )
      .optional(),
  })
  .describe('Totals of a payroll file, as written in it');

const left = z.strictObject({
  reason: z.string(),
  minutes: z.number(),
  premiumMinutes: z.number(),
  times: z.number(),
  days: z.number(),
  quantity: z.number(),
});

export const file = z.strictObject({
  path: z.string(),
  template: z.string(),
  rows: count,
  bytes: count,
  sha256: digest,
  isCompanion: z.literal(true).optional(),
  replaces: z.literal(true).optional(),
  controlSlip: controlSlip.optional(),
  left: z.array(left).optional(),
});

const changes = z.strictObject({
  runId,
  period: z.string(),
  came: count.optional(),
  went: count.optional(),
  'zero-hours': count.optional(),
  hours: count.optional(),
  code: count.optional(),
});

/** Pay that differs from a final. */
const difference = {
  employeeId: z.string(),
  date: dayOutput,
  payCode: z.string(),
  establishment: z.string().nullable(),
  costCenter: z.string().nullable(),
  unit: z.enum(['minutes', 'times', 'days']),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  beforeMinutes: z.number().nullable(),
  afterMinutes: z.number().nullable(),
  differenceMinutes: z.number().nullable(),
  cause: z.enum(CAUSES),
  causes: z.array(z.enum(CAUSES)),
  mapping: z.array(z.strictObject({ column: z.string(), before: z.string(), after: z.string() })).optional(),
};

export const openChangeOutput = z.strictObject({ finalRun: runId, ...difference });

export const effects = z.strictObject({ blocking: count, warnings: count, accepted: count });

/** Those whose pay the run has moved. */
const laterFinals = z.array(z.strictObject({ runId, from: dayOutput, to: dayOutput }));

const run = {
  runId,
  employer: employerKey,
  period: days,
  state: z.enum(['draft', 'final']),
  dryRun: z.literal(true).optional(),
  files: z.array(file),
  control: z.strictObject({
    fetchedEntries: count,
    fetchedMinutes: z.number(),
    exportedEntries: count,
    exportedMinutes: z.number(),
    excluded: z.array(z.strictObject({ reason: z.string(), entries: z.number(), minutes: z.number() })),
    estimatedMinutes: z.number().optional(),
  }),
  estimateFrom: dayOutput.optional(),
  exceptions: counts.describe('Count by code, of accepted ones too'),
  accepted: z.record(z.string(), z.string()).optional().describe('Reason by code'),
  changes: z.strictObject({ earlierPeriod: changes.optional(), samePeriod: changes.optional() }).optional(),
  changedLines: count.optional(),
  standingChanges: z.array(openChangeOutput).optional(),
  laterFinals: laterFinals.optional(),
  replacedFiles: z.array(z.strictObject({ runId, template: z.string(), path: z.string() })).optional(),
  workingTimeGaps: z
    .strictObject({
      known: days,
      needed: days.optional(),
      averages: z.strictObject({ sundays: z.array(dayOutput), from: dayOutput }).optional(),
    })
    .optional(),
  month: z.strictObject({ state: z.enum(MONTH_STATES), counts: effects }).optional(),
  requests: count,
  tzdata: z.string(),
  deliveries: z.array(delivery).optional(),
};

const failedRun = z.strictObject({
  employer: employerKey,
  period: periodOutput,
  state: z.literal('failed'),
  error: failure,
  changedLines: count.optional(),
});

const madeRun = z.strictObject(run);

export const exportOutput = withError({ runs: z.array(z.union([madeRun, failedRun])) });
export const checkedRunsOutput = withError({
  runs: z.array(z.union([madeRun.extend({ findings: z.array(findingOutput) }), failedRun])),
});
export const rerunOutput = withError({
  runs: z.array(madeRun.extend({ state: z.enum(['draft', 'final', 'correction', 'superseded']) })),
});

const correctionLine = z.strictObject({
  line: z.string(),
  template: z.string().nullable(),
  ...difference,
  written: z
    .strictObject({
      before: z.number(),
      after: z.number(),
      difference: z.number(),
      unit: z.enum(['hours', 'minutes', 'times', 'days']),
    })
    .nullable(),
  originalRun: runId,
  forPeriod: z.string(),
  inPeriod: z.string(),
  sequence: count,
  disposition: z.enum(['file', 'settled', 'by-hand', 'beyond-horizon']),
  settledBefore: z.strictObject({ amount: z.number(), reasons: z.array(z.string()) }).optional(),
});

const changedBalance = z.strictObject({
  balance: z.string(),
  employeeId: z.string(),
  forPeriod: z.string(),
  originalRun: runId,
  date: dayOutput,
  since: z.string().nullable(),
  beforeMinutes: z.number().nullable(),
  afterMinutes: z.number().nullable(),
  surplusBeforeMinutes: z.number().nullable(),
  surplusAfterMinutes: z.number().nullable(),
  lapsedBeforeMinutes: z.number().nullable(),
  lapsedAfterMinutes: z.number().nullable(),
  isLater: z.boolean(),
});

const handEntry = z.strictObject({
  template: z.string(),
  forPeriod: z.string(),
  employeeId: z.string(),
  employeeNumber: z.string(),
  code: z.string(),
  payCodes: z.array(z.string()),
  date: dayOutput.nullable(),
  costCenter: z.string().nullable(),
  unit: z.enum(['hours', 'minutes', 'times', 'days']),
  decimals: count,
  recorded: z.number(),
  now: z.number(),
  type: z.number(),
  lines: z.array(z.string()),
  settledBefore: z.array(z.string()).optional(),
});

const corrected = z.strictObject({
  runId: runId.optional(),
  state: z.literal('correction').optional(),
  files: z.array(file).optional(),
  employer: employerKey,
  period: days,
  lines: z.array(correctionLine),
  olderLines: z.array(correctionLine).optional(),
  openElsewhere: z.number().int().optional(),
  balances: z.array(changedBalance).optional(),
  laterFinals: laterFinals.optional(),
  sheet: z.array(handEntry).optional(),
  deliveries: z.array(delivery).optional(),
});

export const correctionsOutput = withError({ runs: z.array(z.union([corrected, failedRun])) });
export const dueOutput = withError({ runs: z.array(z.union([madeRun, corrected])) });

export const sendOutput = withError({
  runs: z.array(
    z.strictObject({
      runId,
      employer: employerKey,
      period: days,
      state: z.enum(['draft', 'final', 'correction', 'superseded']),
      deliveries: z.array(delivery),
    }),
  ),
});
