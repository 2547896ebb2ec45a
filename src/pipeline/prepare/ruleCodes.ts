import type { PayLineKind } from '../../domain/pay/payLine.js';
import type { PayRules } from '../../domain/pay/payRules.js';

/** A pay code that the rules can give, and where it stands. */
export interface RuleCode {
  readonly payCode: string;
  readonly kind: PayLineKind;
  /** `payRules.base[1]`, `minimumPaid`. */
  readonly path: string;
}

/** Every pay code that minutes can get, each once, in the order of the rules. */
export function ruleCodes({ base, loadings, minimumPaid }: PayRules): RuleCode[] {
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
    ...(minimumPaid === undefined
      ? []
      : [{ payCode: minimumPaid.code, kind: 'topup' as const, path: 'minimumPaid' }]),
  ];
  return [...new Map([...all].reverse().map((each) => [each.payCode, each])).values()].reverse();
}
