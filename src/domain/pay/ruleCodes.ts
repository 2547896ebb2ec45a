import { type AccountRules, LAPSE } from './accountRules.js';
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
  const { base, loadings, counts = [], credits = [], notWorked = [], account } = rules;
  const listed = (kind: PayLineKind, key: string, list: readonly { readonly code: string }[]) =>
    list.map(({ code }, index) => ({ payCode: code, kind, path: `payRules.${key}[${index}]` }));
  const all: RuleCode[] = [
    ...listed('base', 'base', base),
    ...listed('loading', 'loadings', loadings),
    ...listMinimums(rules).map(({ code, path }) => ({ payCode: code, kind: 'topup' as const, path })),
    ...listed('count', 'counts', counts),
    ...listed('credit', 'credits', credits),
    ...listed('not-worked', 'notWorked', notWorked),
    ...surplusCode(account),
  ];
  const first = new Map<string, RuleCode>();
  for (const each of all) if (!first.has(each.payCode)) first.set(each.payCode, each);
  return [...first.values()];
}

function surplusCode(account: AccountRules | undefined): RuleCode[] {
  const payCode = account?.cap?.surplus;
  if (payCode === undefined || payCode === LAPSE) return [];
  return [{ payCode, kind: 'surplus', path: 'account.cap' }];
}
