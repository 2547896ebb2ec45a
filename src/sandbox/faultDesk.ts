import { type FaultKind, type FaultRule, type FaultRuleInput, type FaultSettingsInput, faultRule, faultSettings } from './faultRule.js';
import type { ListName } from './neutralRecords.js';
import { SeededRandom } from './seededRandom.js';

/** A request as the rules see it. */
export interface FaultTarget {
  readonly endpoint: ListName | 'token' | null;
  readonly employerId: string | null;
}

interface RuleState {
  readonly rule: FaultRule;
  seen: number;
  struck: number;
}

/** Faults that take the place of an answer: after one of them nothing else can strike. */
const FINAL: readonly FaultKind[] = ['tooMany', 'serverError', 'reset', 'hang', 'huge'];

/** Decides which faults strike which request. The same seed and requests give the same faults. */
export class FaultDesk {
  private states: RuleState[] = [];
  private source = new SeededRandom(1);

  /** @throws ZodError for rules that are not as the schema says. */
  constructor(settings: FaultSettingsInput = {}) {
    this.set(settings);
  }

  /** Replaces all rules, and starts the random numbers again. */
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

  /** The rules with how often each has struck. */
  get rules(): readonly { readonly rule: FaultRule; readonly struck: number }[] {
    return this.states.map(({ rule, struck }) => ({ rule, struck }));
  }

  strike(target: FaultTarget): readonly FaultRule[] {
    const struck: FaultRule[] = [];
    for (const state of this.states) {
      if (!isFor(state.rule, target)) continue;
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

function isFor(rule: FaultRule, { endpoint, employerId }: FaultTarget): boolean {
  if (rule.employerId !== undefined && rule.employerId !== employerId) return false;
  if (rule.on === 'any') return true;
  return rule.on === 'data' ? endpoint !== null && endpoint !== 'token' : rule.on === endpoint;
}
