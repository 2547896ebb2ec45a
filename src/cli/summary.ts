import { relative } from 'node:path';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { ENGLISH, messageOf } from '../domain/exceptions/wording.js';
import { groupBy } from '../domain/groupBy.js';
import type { Tally } from '../domain/timesheet/control.js';
import type { Found } from '../pipeline/gate/blocked.js';
import { countByCode, type OutcomeFile, type RunOutcome } from '../pipeline/outcome.js';
import { printable } from './terminalText.js';

/** A few lines for people about a run, or about what it would do. Paths are shown from `cwd`. */
export function summaryOf(outcome: RunOutcome, cwd: string): string {
  const { employer, period, state, control, effect } = outcome;
  const isPlan = effect === 'plan';
  return [
    `${employer}: ${period.label} (${period.from} to ${period.to}), ${state}${isPlan ? ', dry run: nothing was written' : ''}`,
    ...labelled('read', [tallyText(control.fetched)]),
    ...labelled('exported', [tallyText(control.exported)]),
    ...labelled(
      'left out',
      control.excluded.map((tally) => `${tallyText(tally)}: ${tally.reason}`),
    ),
    ...labelled('exceptions', countLines(outcome)),
    ...labelled('accepted', acceptedLines(outcome)),
    ...labelled(
      isPlan ? 'would write' : 'wrote',
      outcome.files.map((file) => fileLine(file, cwd)),
    ),
  ].join('\n');
}

function fileLine({ path, rows, replaces }: OutcomeFile, cwd: string): string {
  const facts = [plural(rows, 'row', 'rows'), ...(replaces ? ['replaces the file that is there'] : [])];
  return `${relative(cwd, path) || path} (${facts.join('; ')})`;
}

/** The reasons are part of the run; a code that did not occur may be a slip. */
function acceptedLines({ accepted, findings }: RunOutcome): string[] {
  return [...accepted].map(([code, reason]) => {
    const occurred = findings.some((finding) => finding.code === code) ? '' : ' (did not occur)';
    return `${code}${reason === '' ? '' : `: ${printable(reason)}`}${occurred}`;
  });
}

const LABEL_WIDTH = 12;

/** The label stands before the first of its lines. */
function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`);
}

function tallyText({ entries, minutes }: Tally): string {
  const time = minutes === 0 ? '' : `, ${hours(minutes)}`;
  return `${plural(entries, 'entry', 'entries')}${time}`;
}

/** Whole minutes as hours and minutes: `6543 h 05 min`. */
export function hours(minutes: number): string {
  const sign = minutes < 0 ? '-' : '';
  const size = Math.abs(minutes);
  return `${sign}${Math.floor(size / 60)} h ${String(size % 60).padStart(2, '0')} min`;
}

function countLines({ findings }: RunOutcome): string[] {
  const counts = Object.entries(countByCode(findings)).map(([code, count]) => `${count} ${code}`);
  return counts.length > 0 ? counts : ['none'];
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Findings grouped by code and severity, the worst of a code first, with what to do; at most `perGroup` of each are
 * written out. `names` tells who an employee id is.
 */
export function findingLines(
  findings: readonly RatedFinding[],
  names: ReadonlyMap<string, string>,
  perGroup = Number.POSITIVE_INFINITY,
): string {
  return [...groupBy(findings, ({ code }) => code).values()]
    .flatMap(bySeverity)
    .map((some) => groupText(some, names, perGroup))
    .join('\n\n');
}

const WORST_FIRST: readonly RatedFinding['severity'][] = ['block', 'block-final', 'warn'];

/** A single finding can be worse than its code: under one heading it would pass for a warning. */
function bySeverity(findings: readonly RatedFinding[]): RatedFinding[][] {
  const groups = WORST_FIRST.map((severity) => findings.filter((finding) => finding.severity === severity));
  return groups.filter((group) => group.length > 0);
}

function groupText(
  findings: readonly RatedFinding[],
  names: ReadonlyMap<string, string>,
  perGroup: number,
): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { code, severity, accepted } = first;
  const { title, remedy } = ENGLISH[code];
  const more = findings.length - perGroup;
  return [
    `${code} (${severity}${accepted === undefined ? '' : ', accepted'}): ${title}, ${findings.length}`,
    ...findings.slice(0, perGroup).map((finding) => findingLine(finding, names)),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    `  → ${remedy}`,
  ].join('\n');
}

/** Who and when first, so that a clerk can find it; the record's id where nobody is named. */
function findingLine(finding: RatedFinding, names: ReadonlyMap<string, string>): string {
  const who =
    finding.employeeId === null ? finding.record : (names.get(finding.employeeId) ?? finding.employeeId);
  const when = finding.date === null ? '' : ` ${finding.date}`;
  return `  ${who}${when}: ${messageOf(finding)}`;
}

/** A finding for programs. */
export interface FindingJson {
  readonly code: string;
  readonly severity: string;
  readonly accepted: boolean;
  readonly employeeId: string | null;
  readonly employee: string | null;
  readonly date: string | null;
  readonly record: string;
  readonly message: string;
  readonly remedy: string;
}

export function findingsJson({ findings, names }: Found): FindingJson[] {
  return findings.map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    accepted: finding.accepted !== undefined,
    employeeId: finding.employeeId,
    employee: names.get(finding.employeeId ?? '') ?? null,
    date: finding.date,
    record: finding.record,
    message: messageOf(finding),
    remedy: ENGLISH[finding.code].remedy,
  }));
}
