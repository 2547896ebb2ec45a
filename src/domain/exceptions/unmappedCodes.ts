import type { PayLine } from '../pay/payLine.js';
import type { Finding } from './finding.js';

/** Pay codes of the period's lines that `payCodes` gives no external code; once each. */
export function unmappedCodes(
  lines: readonly Pick<PayLine, 'payCode'>[],
  hasExternal: (payCode: string) => boolean,
): Finding[] {
  const codes = [...new Set(lines.map(({ payCode }) => payCode))].sort();
  return codes
    .filter((payCode) => !hasExternal(payCode))
    .map((payCode) => ({
      code: 'UNMAPPED_CODE',
      employeeId: null,
      date: null,
      record: payCode,
      facts: { payCode },
    }));
}
