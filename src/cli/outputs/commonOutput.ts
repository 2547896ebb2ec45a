import { z } from 'zod';
import { DELIVERY_STATES } from '../../store/stagedFiles.js';

/* The parts that several outputs of `--json` have. Objects are strict: a field that is missing here fails the tests. */

export const dayOutput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('A local date');
export const days = z.strictObject({ from: dayOutput, to: dayOutput }).describe('First and last day');
export const runId = z.string().describe('ID of a run, as `history` lists it');
export const employerKey = z.string().describe('Key of the employer in the configuration');
export const count = z.int().min(0);
export const digest = z.string().describe('SHA-256 in hexadecimal digits');
export const counts = z.record(z.string(), count);
export const periodOutput = days.nullable().describe('Null if a failure came before the period was known');

/** A text in English, with the ID of its text in the catalogues and the values in it. */
const catalogue = {
  id: z.string().optional().describe('ID of the text of `message` in the catalogues'),
  values: z.record(z.string(), z.unknown()).optional().describe('The values in that text'),
};

export const findingOutput = z.strictObject({
  code: z.string(),
  severity: z.string(),
  accepted: z.boolean(),
  reason: z.string().nullable(),
  employeeId: z.string().nullable(),
  employee: z.string().nullable(),
  establishment: z.string().nullable(),
  date: dayOutput.nullable(),
  record: z.string().optional(),
  message: z.string(),
  remedy: z.string(),
  ...catalogue,
  actor: z.string(),
});

export const failure = z
  .strictObject({
    code: z.string().describe('See docs/reference/errors.md'),
    message: z.string(),
    remedy: z.string(),
    record: z.string().optional(),
    ...catalogue,
    findings: z.array(findingOutput).optional(),
  })
  .describe('What went wrong, and what to do');

/** What every command prints if it fails before its own output. */
export const failedOutput = z.strictObject({ error: failure, runs: z.array(z.never()) });

export const receipt = z.strictObject({
  id: z.string(),
  time: z.string(),
  state: z.enum(['received', 'accepted', 'rejected']),
  isPartlyTaken: z.boolean().optional(),
  reason: z.string().optional(),
});

export const delivery = z.strictObject({
  name: z.string(),
  recipient: z.string(),
  state: z.enum(DELIVERY_STATES),
  problem: z.string().optional(),
  receipt: receipt.optional(),
});

/** The output for a program that ended with an error although it has results. */
export function withError<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ error: failure.optional(), ...shape });
}
