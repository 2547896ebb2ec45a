import type { PayLineKind } from './payLine.js';
import { listMinimums, type PayRules } from './payRules.js';

/** A pay code that the rules can assign, and its path. */
export interface RuleCode {
  readonly payCode: string;
  readonly kind: PayLineKind;
  /** `payRules.base[1]`, `minimumPaid`. */
  readonly path: string;
}

/** All pay codes that minutes can get, each once, in the order of the rules. */
export function ruleCodes(rules: PayRules): RuleCode[] {
  const { base, loadings, counts = [], credits = [], notWorked = [] } = rules;
  const all: RuleCode[] = [
    ...base.map(({ code }, index) => ({
      payCode: code,
      kind: 'base' as const,
      path: `payRules.base[${index}]`,
    })),
    ...loadings.map(({ code }, index) => ({
      payCode: code,
      kind: 'loading' as const,
      path: `payRules.loadings[${index}]`,
    })),
    ...listMinimums(rules).map(({ code, path }) => ({ payCode: code, kind: 'topup' as const, path })),
    ...counts.map(({ code }, index) => ({
      payCode: code,
      kind: 'count' as const,
      path: `payRules.counts[${index}]`,
    })),
    ...credits.map(({ code }, index) => ({
      payCode: code,
      kind: 'credit' as const,
      path: `payRules.credits[${index}]`,
    })),
    ...notWorked.map(({ code }, index) => ({
      payCode: code,
      kind: 'not-worked' as const,
      path: `payRules.notWorked[${index}]`,
    })),
  ];
  const first = new Map<string, RuleCode>();
  for (const each of all) if (!first.has(each.payCode)) first.set(each.payCode, each);
  return [...first.values()];
}
