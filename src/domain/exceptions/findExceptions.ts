import type { PeriodData } from '../records/periodData.js';
import type { Timesheet } from '../timesheet/timesheet.js';
import { DEFAULT_SEVERITY, type ExceptionCode, type Severity } from './exceptionCode.js';
import type { Finding, RatedFinding } from './finding.js';
import { FindingBook } from './findingBook.js';

const RANK: Readonly<Record<Severity, number>> = { off: 0, warn: 1, 'block-final': 2, block: 3 };

export interface RatingPolicy {
  /** Severities that the configuration sets. */
  readonly severities: Partial<Readonly<Record<ExceptionCode, Severity>>>;
  /** Code -> reason, from `--accept`. */
  readonly accepted: ReadonlyMap<ExceptionCode, string>;
}

/** Runs every rule over records that are all at hand. @throws PaytallyError ZONE_UNKNOWN */
export function findExceptions(data: PeriodData, timesheet: Timesheet): Finding[] {
  const book = new FindingBook({ ...data, hasPlanning: data.shifts !== null }, timesheet.period);
  book.add(data, timesheet);
  return book.findings();
}

/** Gives findings their severity; those switched off are left out. */
export function rateFindings(findings: readonly Finding[], policy: RatingPolicy): RatedFinding[] {
  return findings.flatMap((finding) => {
    const severity = severityOf(finding, policy);
    return severity === 'off' ? [] : [rated(finding, severity, policy.accepted.get(finding.code))];
  });
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
  const severity = severities[code] ?? DEFAULT_SEVERITY[code];
  return atLeast !== undefined && RANK[atLeast] > RANK[severity] ? atLeast : severity;
}
