import { z } from 'zod';
import { LIST_NAMES, type ListName } from './records.js';

/** The properties of a request that rules match. */
export interface FaultTarget {
  readonly endpoint: ListName | 'token' | null;
  readonly employerId: string | null;
}

interface RuleState {
  readonly rule: FaultRule;
  seen: number;
  struck: number;
}

/** Faults that replace the answer: no other fault can follow one of them. */
const FINAL: readonly FaultKind[] = ['tooMany', 'serverError', 'reset', 'hang', 'huge'];

/** Decides which faults apply to which request. The same seed and requests give the same faults. */
export class FaultInjector {
  private states: RuleState[] = [];
  private source = new SeededRandom(1);

  /** @throws ZodError for rules that do not match the schema. */
  constructor(settings: FaultSettingsInput = {}) {
    this.set(settings);
  }

  /** Replaces all rules, and restarts the random numbers. */
  set(settings: FaultSettingsInput): void {
    const { seed, rules } = faultSettings.parse(settings);
    this.source = new SeededRandom(seed);
    this.states = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
  }

  add(...rules: readonly FaultRuleInput[]): void {
    for (const rule of rules) this.states.push({ rule: faultRule.parse(rule), seen: 0, struck: 0 });
  }

  clear(): void {
    this.states = [];
  }

  get random(): SeededRandom {
    return this.source;
  }

  /** The rules, with the number of times each was applied. */
  get rules(): readonly { readonly rule: FaultRule; readonly struck: number }[] {
    return this.states.map(({ rule, struck }) => ({ rule, struck }));
  }

  pickFaults(target: FaultTarget): readonly FaultRule[] {
    const struck: FaultRule[] = [];
    for (const state of this.states) {
      if (!matchesTarget(state.rule, target)) continue;
      state.seen += 1;
      if (!this.isDue(state)) continue;
      state.struck += 1;
      struck.push(state.rule);
      if (FINAL.includes(state.rule.kind)) break;
    }
    return struck;
  }

  private isDue({ rule, seen, struck }: RuleState): boolean {
    if (seen <= rule.skip || (rule.count !== undefined && struck >= rule.count)) return false;
    return rule.probability === undefined || this.source.next() < rule.probability;
  }
}

function matchesTarget(rule: FaultRule, { endpoint, employerId }: FaultTarget): boolean {
  if (rule.employerId !== undefined && rule.employerId !== employerId) return false;
  if (rule.on === 'any') return true;
  return rule.on === 'data' ? endpoint !== null && endpoint !== 'token' : rule.on === endpoint;
}

/** The requests that a rule matches, and how often it applies. Without a probability or count, it always applies. */
const when = {
  /** A list, `token`, `data` (every list) or `any`. */
  on: z.enum([...LIST_NAMES, 'token', 'data', 'any']).default('any'),
  employerId: z.string().optional(),
  /** Probability for each matching request, from the seeded generator. */
  probability: z.number().min(0).max(1).optional(),
  /** The rule ends after this many faults. */
  count: z.int().min(1).optional(),
  /** The number of matching requests without a fault before the first one. */
  skip: z.int().min(0).default(0),
};

/** A single requested fault. Its `kind` defines the effect. */
export const faultRule = z.discriminatedUnion('kind', [
  /** Delays the answer. */
  z.strictObject({ kind: z.literal('latency'), latencyMs: z.number().min(0), ...when }),
  /** 429; `retryAfter` is sent unchanged, null omits the header. */
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
  /** Sends this share of the body, then ends the connection; the length header is that of the whole body. */
  z.strictObject({ kind: z.literal('cut'), keep: z.number().min(0).max(1).default(0.5), ...when }),
  /** Status 200 with another media type, and another body if one is given. */
  z.strictObject({
    kind: z.literal('contentType'),
    contentType: z.string().default('text/html'),
    body: z.string().optional(),
    ...when,
  }),
  /** A body of this many bytes: one long JSON string, sent in chunks. */
  z.strictObject({ kind: z.literal('huge'), bytes: z.int().min(1).default(1_000_000_000), ...when }),
  /** The token of this request is invalid from now on. */
  z.strictObject({ kind: z.literal('tokenDeath'), ...when }),
  /** The integration of this request is revoked from now on. */
  z.strictObject({ kind: z.literal('revoke'), ...when }),
  /** After the answer, one record of the list that was read changes, appears, disappears or moves by a day. */
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

/** Random numbers that are the same for the same seed (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
