import { z } from 'zod';
import { LIST_NAMES } from './neutralRecords.js';

/** Which requests a rule is for, and how often it strikes. Neither probability nor count: always. */
const when = {
  /** A list, `token`, `data` (every list) or `any`. */
  on: z.enum([...LIST_NAMES, 'token', 'data', 'any']).default('any'),
  employerId: z.string().optional(),
  /** Chance per matching request, from the seeded generator. */
  probability: z.number().min(0).max(1).optional(),
  /** The rule ends once it has struck this often. */
  count: z.int().min(1).optional(),
  /** How many matching requests pass unharmed before the first is struck. */
  skip: z.int().min(0).default(0),
};

/** One fault on demand. What it does is its `kind`. */
export const faultRule = z.discriminatedUnion('kind', [
  /** Delays the answer. */
  z.strictObject({ kind: z.literal('latency'), latencyMs: z.number().min(0), ...when }),
  /** 429; `retryAfter` is sent as it is, null leaves the header out. */
  z.strictObject({
    kind: z.literal('tooMany'),
    retryAfter: z.union([z.number(), z.string()]).nullable().default(1),
    ...when,
  }),
  z.strictObject({
    kind: z.literal('serverError'),
    status: z.int().min(500).max(599).default(503),
    ...when,
  }),
  /** Resets the connection instead of answering. */
  z.strictObject({ kind: z.literal('reset'), ...when }),
  /** Accepts the request and never answers it. */
  z.strictObject({ kind: z.literal('hang'), ...when }),
  /** Sends this share of the body, then ends the connection; the length header names the whole. */
  z.strictObject({ kind: z.literal('cut'), keep: z.number().min(0).max(1).default(0.5), ...when }),
  /** Status 200 with another media type, and with another body where one is given. */
  z.strictObject({
    kind: z.literal('contentType'),
    contentType: z.string().default('text/html'),
    body: z.string().optional(),
    ...when,
  }),
  /** A body of so many bytes that is one long JSON string, sent piece by piece. */
  z.strictObject({ kind: z.literal('huge'), bytes: z.int().min(1).default(1_000_000_000), ...when }),
  /** The token of this request is dead from now on. */
  z.strictObject({ kind: z.literal('tokenDeath'), ...when }),
  /** The integration of this request is revoked from now on. */
  z.strictObject({ kind: z.literal('revoke'), ...when }),
  /** After the answer, one record of the list that was read changes, appears, vanishes or moves a day. */
  z.strictObject({
    kind: z.literal('churn'),
    change: z.enum(['change', 'appear', 'vanish', 'move', 'any']).default('any'),
    ...when,
  }),
]);

export const faultSettings = z.strictObject({
  seed: z.int().default(1),
  rules: z.array(faultRule).default([]),
});

export type FaultRule = z.output<typeof faultRule>;
export type FaultKind = FaultRule['kind'];
export type FaultRuleInput = z.input<typeof faultRule>;
export type FaultSettingsInput = z.input<typeof faultSettings>;
