import { relative } from 'node:path';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { ENGLISH, messageOf } from '../domain/exceptions/wording.js';
import { groupBy } from '../domain/groupBy.js';
import type { RunOutcome } from '../pipeline/outcome.js';
import { countByCode } from '../pipeline/outcome.js';

/** A few lines for people about a finished run. Paths are shown from `cwd`. */
export function summaryOf(outcome: RunOutcome, cwd: string): string {
  const { employer, period, state, control } = outcome;
  const excluded = control.excluded.map(({ reason, entries, minutes }) => {
    return `${reason} ${plural(entries, 'entry', 'entries')} (${hours(minutes)})`;
  });
  const lines = [
    `${employer}: ${period.label} (${period.from} to ${period.to}), ${state}`,
    `  read        ${plural(control.fetched.entries, 'entry', 'entries')}, ${hours(control.fetched.minutes)}`,
    `  exported    ${plural(control.exported.entries, 'entry', 'entries')}, ${hours(control.exported.minutes)}`,
    `  left out    ${excluded.length > 0 ? excluded.join(', ') : 'nothing'}`,
    `  exceptions  ${exceptionCounts(outcome)}`,
    ...outcome.files.map(
      ({ path, rows }) => `  wrote       ${relative(cwd, path) || path} (${plural(rows, 'row', 'rows')})`,
    ),
  ];
  return lines.join('\n');
}

/** Whole minutes as hours and minutes: `6543 h 05 min`. */
export function hours(minutes: number): string {
  const sign = minutes < 0 ? '-' : '';
  const size = Math.abs(minutes);
  return `${sign}${Math.floor(size / 60)} h ${String(size % 60).padStart(2, '0')} min`;
}

function exceptionCounts({ findings }: RunOutcome): string {
  const counts = Object.entries(countByCode(findings)).map(([code, count]) => `${code} ${count}`);
  return counts.length > 0 ? counts.join(', ') : 'none';
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
