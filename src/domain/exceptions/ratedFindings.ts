import type { PeriodData } from '../records/periodData.js';
import { isEstimatedDay } from '../timesheet/estimates.js';
import type { TimePolicy, Timesheet } from '../timesheet/timesheet.js';
import {
  type AcceptedKey,
  acceptedKeyOf,
  EXCEPTIONS,
  type ExceptionCode,
  type Finding,
  type RatedFinding,
  type Severity,
} from './finding.js';
import { FindingCollector } from './findingCollector.js';

const RANK: Readonly<Record<Severity, number>> = { off: 0, warn: 1, 'block-final': 2, block: 3 };

interface RatingPolicy {
  /** Severities that the configuration sets. */
  readonly severities: Partial<Readonly<Record<ExceptionCode, Severity>>>;
  /** Code, or code and record -> reason, from `--accept`. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/** Runs every rule over records that are all at hand. @throws PaytallyError ZONE_UNKNOWN */
export function findExceptions(data: PeriodData, timesheet: Timesheet): Finding[] {
  const book = new FindingCollector({ ...data, hasPlanning: data.shifts !== null }, timesheet.period);
  book.add(data, timesheet);
  return book.findings();
}

/** Gives findings their severity; those switched off are left out. */
export function rateFindings(findings: readonly Finding[], policy: RatingPolicy): RatedFinding[] {
  return findings.flatMap((finding) => {
    const severity = severityOf(finding, policy);
    return severity === 'off' ? [] : [rated(finding, severity, acceptedReason(policy, finding))];
  });
}

/** The reason for a single record goes before that for all of a code. */
function acceptedReason({ accepted }: RatingPolicy, finding: Finding): string | undefined {
  return accepted.get(acceptedKeyOf(finding)) ?? accepted.get(finding.code);
}

/** Written out: of a copy that grows, V8 keeps a layout of its own for each, several times as large as the finding. */
function rated(
  { code, employeeId, date, record, facts, atLeast }: Finding,
  severity: RatedFinding['severity'],
  accepted: string | undefined,
): RatedFinding {
  return atLeast === undefined
    ? { code, employeeId, date, record, facts, severity, accepted }
    : { code, employeeId, date, record, facts, atLeast, severity, accepted };
}

/** The findings that stop a run of this kind. */
export function blockingFindings(
  findings: readonly RatedFinding[],
  state: 'draft' | 'final',
): RatedFinding[] {
  return findings.filter(({ severity, accepted }) => {
    if (accepted !== undefined) return false;
    return severity === 'block' || (severity === 'block-final' && state === 'final');
  });
}

/** What a single finding is at least holds whatever the configuration says, `off` included; it can be accepted. */
function severityOf({ code, atLeast }: Finding, { severities }: RatingPolicy): Severity {
  const severity = severities[code] ?? EXCEPTIONS[code].severity;
  return atLeast !== undefined && RANK[atLeast] > RANK[severity] ? atLeast : severity;
}

type EstimatePolicy = Pick<TimePolicy, 'estimateFrom'>;

/**
 * Removes shifts not worked yet on days for which planned shifts replace time entries: on these days they are
 * expected.
 */
export function removeAwaitedShifts(
  findings: readonly Finding[],
  policy: EstimatePolicy,
): readonly Finding[] {
  return findings.filter(({ code, date }) => !(code === 'SHIFT_NO_ENTRY' && isOn(date, policy)));
}

/** Entries on days for which the plan stands in stop nothing, and neither does a period that is not over. */
export function downgradeEstimatedDays(
  findings: readonly RatedFinding[],
  policy: EstimatePolicy,
): readonly RatedFinding[] {
  const { estimateFrom } = policy;
  if (estimateFrom === undefined) return findings;
  return findings.map((finding) => {
    const { code, date, accepted } = finding;
    if (code === 'PERIOD_NOT_OVER')
      return { ...finding, accepted: accepted ?? `--estimate-from ${estimateFrom}` };
    return isDowngraded({ code, date }, policy) ? { ...finding, severity: 'warn' as const } : finding;
  });
}

/** Whether it stops nothing for as long as the plan stands in for the entries of its day. */
export function isDowngraded(
  { code, date }: Pick<Finding, 'code' | 'date'>,
  policy: EstimatePolicy,
): boolean {
  return EXCEPTIONS[code].isOfEntry && isOn(date, policy);
}

function isOn(date: Finding['date'], policy: EstimatePolicy): boolean {
  return date !== null && isEstimatedDay(date, policy);
}
