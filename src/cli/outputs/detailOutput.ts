import { z } from 'zod';
import { DELIVERY_STATES } from '../../store/stagedFiles.js';
import { count, dayOutput, days, employerKey, runId, withError } from './commonOutput.js';

/* The outputs with details of people, rules, templates and registers. */

/** Facts whose names differ from case to case. */
const facts = z.record(z.string(), z.unknown());

const explanation = z.strictObject({
  employeeId: z.string(),
  url: z.string().optional(),
  period: days.extend({ label: z.string() }),
  date: dayOutput.optional(),
  policy: facts,
  totals: z.strictObject({
    workedMinutes: z.number(),
    plannedMinutes: z.number().nullable(),
    paidMinutes: z.number(),
    entries: count,
  }),
  days: z.array(facts).describe('Each day with the parts of its figures'),
  entries: z.array(facts).describe('Each entry, and how it is counted'),
  findings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  workingWeeks: z.array(facts),
});

export const explainOutput = z.strictObject({
  explanations: z.array(
    z.strictObject({
      employer: employerKey,
      person: facts,
      tzdata: z.string(),
      labels: z.record(z.string(), z.string()),
      explanation,
      corrected: z.array(facts).optional(),
      account: facts.optional(),
    }),
  ),
});

export const personOutput = z.strictObject({
  people: z.array(
    z.strictObject({
      employer: employerKey,
      employeeId: z.string(),
      number: z.string().nullable(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      lastSeen: z.string().nullable(),
      mapping: z.array(facts),
      absences: z.array(facts),
      runs: z.array(facts),
      monitor: z.strictObject({
        records: z.array(facts),
        items: z.array(z.strictObject({ kind: z.string(), content: facts })),
      }),
      deliveries: z.array(
        z.strictObject({ runId, name: z.string(), recipient: z.string(), state: z.enum(DELIVERY_STATES) }),
      ),
    }),
  ),
});

export const rulesOutput = z.strictObject({
  employers: z.array(
    z.strictObject({
      employer: employerKey,
      zone: z.string(),
      asOf: dayOutput,
      tables: z.array(z.strictObject({ persona: z.string(), examples: z.array(facts) })),
      account: z.array(facts).optional(),
      labels: z.record(z.string(), z.string()),
      findings: z.array(
        z.strictObject({
          kind: z.string(),
          rule: z.string(),
          payCode: z.string(),
          message: z.string(),
        }),
      ),
      naming: z.array(z.strictObject({ rule: z.string(), payCode: z.string(), names: z.string() })),
    }),
  ),
});

const line = z.strictObject({ line: count, text: z.string() });
const registerUnit = z.enum(['hours', 'times', 'days']);
const registerDifference = z.strictObject({
  kind: z.string(),
  employeeId: z.string().nullable(),
  employeeNumber: z.string().nullable(),
  name: z.string(),
  code: z.string(),
  payCodes: z.array(z.string()),
  unit: registerUnit,
  exported: z.number(),
  paid: z.number(),
  difference: z.number(),
  final: z.number(),
  settled: z.number(),
  exportedHours: z.number().nullable(),
  paidHours: z.number().nullable(),
  differenceHours: z.number().nullable(),
  other: z.unknown(),
  registerLines: z.array(count),
  runId: runId.nullable(),
  days: z.array(facts),
  entries: z.array(
    z.strictObject({ entryId: z.string(), date: dayOutput, payCode: z.string(), minutes: z.number() }),
  ),
  explain: z.string().nullable(),
});

export const registerOutput = withError({
  runs: z.array(
    z.strictObject({
      employer: employerKey,
      period: days,
      register: z.string(),
      layout: z.string(),
      template: z.string(),
      finals: z.array(runId),
      corrections: count,
      registerPeriod: z.strictObject({
        from: dayOutput.nullable(),
        to: dayOutput.nullable(),
        where: z.enum(['columns', 'title', 'fileName', 'option']),
      }),
      equal: z.boolean(),
      compared: z.strictObject({ people: count, codes: count, lines: count }),
      differences: z.array(registerDifference),
      unreadable: z.array(line),
      totals: z.array(line),
      withoutPerson: z.array(count),
      ignoredLines: count,
      files: z.array(z.strictObject({ path: z.string() })),
    }),
  ),
});

const kind = z.enum(['text', 'workbook', 'report']);
const testImports = z.array(facts);

export const templatesListOutput = z.strictObject({
  templates: z.array(
    z.strictObject({
      name: z.string(),
      kind,
      audience: z.enum(['payroll', 'people']),
      confidence: z.enum(['VERIFIED', 'CORROBORATED', 'WEAK']).nullable(),
      countries: z.array(z.string()),
      description: z.string(),
      testImports,
    }),
  ),
});

const fields = z.array(facts);

export const templatesShowOutput = z.strictObject({
  template: z.union([
    z.strictObject({ name: z.string(), kind: z.literal('report'), description: z.string() }),
    z.strictObject({
      kind: z.literal('workbook'),
      name: z.string(),
      description: z.string(),
      workbook: z.string(),
      used: z.array(z.string()),
      run: fields,
      dataSets: z.array(z.strictObject({ name: z.string(), fields })),
      problems: z.array(z.string()),
    }),
    z.strictObject({
      kind: z.literal('text'),
      name: z.string(),
      description: z.string(),
      audience: z.enum(['payroll', 'people']),
      confidence: z.string().nullable(),
      countries: z.array(z.string()),
      sources: z.array(z.string()),
      corrections: facts,
      target: facts.nullable(),
      variables: z.array(facts),
      mappingColumns: z.array(
        z.strictObject({ name: z.string(), description: z.string(), optional: z.boolean() }),
      ),
      columns: fields,
      sample: z.array(z.strictObject({ name: z.string(), lines: z.array(z.string()) })),
      problem: z.string().nullable(),
      testImports,
    }),
  ]),
});

export const templatesNewOutput = z.union([
  z.strictObject({ files: z.array(z.string()), confidence: z.string().nullable() }),
  z.strictObject({ files: z.array(z.string()), questions: z.array(z.string()), same: z.boolean() }),
]);

export const templatesCheckOutput = z.strictObject({
  templates: z.array(
    z.strictObject({
      name: z.string(),
      kind,
      files: z.array(z.strictObject({ name: z.string(), rows: count, bytes: count })),
      golden: z.boolean(),
      readings: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
  ),
});
