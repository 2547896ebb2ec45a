import type { CompiledRule } from './compiledRule.js';
import { joined, lineOf } from './lineOf.js';
import { type PaidShift, rulesTaking } from './paidShift.js';
import type { PayLine } from './payLine.js';

/** The loadings of one entry: of each group the first rule that takes the minute, on top of the base code. */
export function loadingLines(shift: PaidShift): PayLine[] {
  const taking = rulesTaking(shift.loadings, shift);
  const byGroup = new Map<string, PayLine[]>();
  for (const slice of shift.slices) {
    for (const rule of firstOfGroups(taking(slice))) {
      const lines = byGroup.get(rule.group) ?? [];
      lines.push(lineOf(shift, slice, { kind: 'loading', rule }));
      byGroup.set(rule.group, lines);
    }
  }
  return [...byGroup.values()].flatMap(joined);
}

function firstOfGroups(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  const first = new Map<string, CompiledRule>();
  for (const rule of rules) if (!first.has(rule.group)) first.set(rule.group, rule);
  return [...first.values()];
}
