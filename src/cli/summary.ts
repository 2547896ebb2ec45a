import { relative } from 'node:path';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { ENGLISH, messageOf } from '../domain/exceptions/wording.js';
import { groupBy } from '../domain/groupBy.js';
import type { Tally } from '../domain/timesheet/control.js';
import type { Found } from '../pipeline/blocked.js';
import type { RunOutcome } from '../pipeline/outcome.js';
import { countByCode } from '../pipeline/outcome.js';

/** A few lines for people about a finished run. Paths are shown from `cwd`. */
export function summaryOf(outcome: RunOutcome, cwd: string): string {
  const { employer, period, state, control } = outcome;
  return [
    `${employer}: ${period.label} (${period.from} to ${period.to}), ${state}`,
    ...labelled('read', [tallyText(control.fetched)]),
    ...labelled('exported', [tallyText(control.exported)]),
    ...labelled(
      'left out',
      control.excluded.map((tally) => `${tallyText(tally)}: ${tally.reason}`),
    ),
    ...labelled('exceptions', countLines(outcome)),
    ...labelled(
      'wrote',
      outcome.files.map(
        ({ path, rows }) => `${relative(cwd, path) || path} (${plural(rows, 'row', 'rows')})`,
      ),
    ),
  ].join('\n');
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
 * Findings grouped by code, with what to do; at most `perCode` of each are written out.
 * `names` tells who an employee id is.
 */
export function findingLines(
  findings: readonly RatedFinding[],
  names: ReadonlyMap<string, string>,
  perCode = Number.POSITIVE_INFINITY,
): string {
  return [...groupBy(findings, ({ code }) => code)]
    .map(([code, some]) => {
      const [first] = some;
      const accepted = first?.accepted === undefined ? '' : ', accepted';
      const shown = some.slice(0, perCode).map((finding) => findingLine(finding, names));
      const more = some.length > perCode ? [`  … and ${some.length - perCode} more`] : [];
      return [
        `${code} (${first?.severity ?? ''}${accepted}): ${ENGLISH[code].title}, ${some.length}`,
        ...shown,
        ...more,
        `  → ${ENGLISH[code].remedy}`,
      ].join('\n');
    })
    .join('\n\n');
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
