import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { seenFindings, seenText } from '../ledger/acceptances.js';
import { wasAccepted } from '../ledger/finalLink.js';
import type { Snapshot } from '../ledger/runSnapshot.js';
import type { CorrectionLine } from './correctionLines.js';
import type { ComparedFinal } from './openFinals.js';

/**
 * Whether a final or an earlier correction of these days accepted a finding, and corrections need not ask again: its
 * facts and the hours of its day are the same, or no line of this correction is of its employee and day.
 */
export function isKnownFinding(
  { base, computed }: ComparedFinal,
  lines: readonly CorrectionLine[],
): (finding: RatedFinding) => boolean {
  const seen = seenFindings(computed);
  const changes = changesOf(base, lines);
  return (finding) => {
    const { code, record } = finding;
    if (!base.known.has(`${code} ${record}`)) return false;
    return base.seen.has(seenText(finding, seen)) || !changes(finding);
  };
}

/** What a correction records of the findings of a final: those that it asked about, with what they were accepted for. */
export function acceptedFindings(
  { base, computed }: ComparedFinal,
  lines: readonly CorrectionLine[],
): Pick<Snapshot, 'findings' | 'seen'> {
  const seen = seenFindings(computed);
  const changes = changesOf(base, lines);
  const accepted = computed.findings.filter(wasAccepted);
  const asked = accepted.filter(
    (finding) => !base.known.has(`${finding.code} ${finding.record}`) || changes(finding),
  );
  return {
    findings: accepted.map(({ code, record }) => `${code} ${record}`),
    seen: asked.map((finding) => seenText(finding, seen)),
  };
}

/** Whether lines of a final change the pay of the employee and day of a finding. */
function changesOf(
  base: CorrectionLine['base'],
  lines: readonly CorrectionLine[],
): (finding: RatedFinding) => boolean {
  const keys = lines.flatMap((line) => (line.base === base ? line.difference.key : []));
  const people = new Set(keys.map(({ employeeId }) => employeeId));
  const days = new Set(keys.map(({ date }) => date));
  const daysOfPeople = new Set(keys.map(({ employeeId, date }) => `${employeeId} ${date}`));
  return ({ employeeId, date }) => {
    if (employeeId === null) return date === null ? keys.length > 0 : days.has(date);
    return date === null ? people.has(employeeId) : daysOfPeople.has(`${employeeId} ${date}`);
  };
}
