import { isEstimatedDay } from '../timesheet/estimates.js';
import type { TimePolicy } from '../timesheet/timesheet.js';
import type { ExceptionCode } from './exceptionCode.js';
import type { Finding, RatedFinding } from './finding.js';

/** Faults of entries: where the plan stands in for the entries of a day, they cost nobody anything. */
const OF_ENTRIES: ReadonlySet<ExceptionCode> = new Set<ExceptionCode>([
  'OPEN_ENTRY',
  'MISSING_END',
  'LONG_ENTRY',
  'SHORT_REST',
  'OVERLAP',
  'ENTRY_NO_SHIFT',
  'UNREVIEWED',
  'NO_EMPLOYEE',
  'WORKDATE_MISMATCH',
  'OFFSET_MISMATCH',
  'NET_EXCEEDS_GROSS',
  'DST_SUSPECT',
  'ZONE_UNCLEAR',
]);

type EstimatePolicy = Pick<TimePolicy, 'estimateFrom'>;

/** Without shifts that nobody has worked yet on days for which the plan stands in: that is what the plan is for. */
export function withoutAwaited(findings: readonly Finding[], policy: EstimatePolicy): readonly Finding[] {
  return findings.filter(({ code, date }) => !(code === 'SHIFT_NO_ENTRY' && isOn(date, policy)));
}

/** Entries on days for which the plan stands in stop nothing, and neither does a period that is not over. */
export function easedByEstimates(
  findings: readonly RatedFinding[],
  policy: EstimatePolicy,
): readonly RatedFinding[] {
  const { estimateFrom } = policy;
  if (estimateFrom === undefined) return findings;
  return findings.map((finding) => {
    const { code, date, accepted } = finding;
    if (code === 'PERIOD_NOT_OVER')
      return { ...finding, accepted: accepted ?? `--estimate-from ${estimateFrom}` };
    return OF_ENTRIES.has(code) && isOn(date, policy) ? { ...finding, severity: 'warn' as const } : finding;
  });
}

function isOn(date: Finding['date'], policy: EstimatePolicy): boolean {
  return date !== null && isEstimatedDay(date, policy);
}
