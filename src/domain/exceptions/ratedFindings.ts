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

/** Runs every rule over records in memory. @throws PaytallyError ZONE_UNKNOWN */
export function findExceptions(
  data: PeriodData,
  timesheet: Timesheet,
  related: Partial<Parameters<FindingCollector['add']>[2]> = {},
): Finding[] {
  const book = new FindingCollector({ ...data, hasPlanning: data.shifts !== null }, timesheet.period);
  book.add(data, timesheet, { shifts: [], entries: [], ...related });
  return book.findings();
}

/** Gives findings their severity; codes that are off are left out. */
export function rateFindings(findings: readonly Finding[], policy: RatingPolicy): RatedFinding[] {
  return findings.flatMap((finding) => {
    const severity = severityOf(finding, policy);
    return severity === 'off' ? [] : [rated(finding, severity, acceptedReason(policy, finding))];
  });
}

/** The reason for a single record has priority over the reason for a code. */
function acceptedReason({ accepted }: RatingPolicy, finding: Finding): string | undefined {
  return accepted.get(acceptedKeyOf(finding)) ?? accepted.get(finding.code);
}

/**
 * Written out, because V8 stores a separate hidden class for each spread copy, several times as large as the finding.
 */
function rated(
  { code, employeeId, date, record, facts, atLeast }: Finding,
  severity: RatedFinding['severity'],
  accepted: string | undefined,
): RatedFinding {
  return atLeast === undefined
    ? { code, employeeId, date, record, facts, severity, accepted }
    : { code, employeeId, date, record, facts, atLeast, severity, accepted };
}

/**
 * The minimum severity of a single finding applies regardless of the configuration, including `off`; it can be
 * accepted.
 */
function severityOf({ code, atLeast }: Finding, { severities }: RatingPolicy): Severity {
  const severity = severities[code] ?? EXCEPTIONS[code].severity;
  return atLeast !== undefined && RANK[atLeast] > RANK[severity] ? atLeast : severity;
}

type EstimatePolicy = Pick<TimePolicy, 'estimateFrom'>;

/**
 * Removes findings about shifts not yet worked on days for which planned shifts replace time entries, where they are
 * expected.
 */
export function removeAwaitedShifts(
  findings: readonly Finding[],
  policy: EstimatePolicy,
): readonly Finding[] {
  return findings.filter(({ code, date }) => !(code === 'SHIFT_NO_ENTRY' && isOn(date, policy)));
}

const BY_ESTIMATES = '--estimate-from ';

/** Whether the run itself accepts it, because planned shifts replace the work that is missing. */
export function isAcceptedByEstimates({ accepted }: RatedFinding): boolean {
  return accepted?.startsWith(BY_ESTIMATES) ?? false;
}

/** Entries on days paid from planned shifts block nothing, and neither does a period that has not ended. */
export function downgradeEstimatedDays(
  findings: readonly RatedFinding[],
  policy: EstimatePolicy,
): readonly RatedFinding[] {
  const { estimateFrom } = policy;
  if (estimateFrom === undefined) return findings;
  return findings.map((finding) => {
    const { code, date, accepted } = finding;
    if (code === 'PERIOD_NOT_OVER')
      return { ...finding, accepted: accepted ?? `${BY_ESTIMATES}${estimateFrom}` };
    return isDowngraded({ code, date }, policy) ? { ...finding, severity: 'warn' as const } : finding;
  });
}

/** Whether it blocks nothing while planned shifts replace the entries of its day. */
export function isDowngraded(
  { code, date }: Pick<Finding, 'code' | 'date'>,
  policy: EstimatePolicy,
): boolean {
  return EXCEPTIONS[code].isOfEntry && isOn(date, policy);
}

function isOn(date: Finding['date'], policy: EstimatePolicy): boolean {
  return date !== null && isEstimatedDay(date, policy);
}
