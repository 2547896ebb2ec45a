import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { payLineText } from '../../domain/corrections/exportedLine.js';
import { blockingFindings } from '../../domain/exceptions/ratedFindings.js';
import { PaytallyError } from '../../errors.js';
import type { CorrectionLine } from '../../ledger/correctionLines.js';
import { PAY_LINES } from '../../ledger/exportedLines.js';
import type { RunRequest } from '../../run.js';
import { ExportBlocked } from '../gate/blocked.js';
import type { ComparedFinals } from './comparedFinals.js';

/**
 * Whether corrections may be made final. What a final or an earlier correction of these days went through with does
 * not stop them again; hours that vanished with their place always do, until somebody decides.
 * @throws PaytallyError EXPORT_BLOCKED, CORRECTIONS_BY_HAND, RUN_PURGED
 */
export function gateCorrection(
  finals: ComparedFinals['finals'],
  lines: readonly CorrectionLine[],
  { accepted }: Pick<RunRequest, 'accepted'>,
  isNamed: boolean,
): void {
  for (const { base, computed } of finals) {
    const isNew = ({ code, record }: { code: string; record: string }): boolean =>
      code !== 'ESTABLISHMENT_GONE' && !base.known.has(`${code} ${record}`);
    const blocking = blockingFindings(computed.findings.filter(isNew), 'final');
    if (blocking.length > 0)
      throw new ExportBlocked(blocking, buildFindingReport(computed), 'final', undefined, []);
  }
  refuseByHand(lines, isNamed);
  refuseLackingPeople(lines);
  if (accepted.has('ESTABLISHMENT_GONE')) return;
  const gone = lines.filter(
    ({ causes, disposition }) => disposition === 'file' && causes.includes('establishment-gone'),
  );
  const [first] = gone;
  if (first !== undefined) throw placeGone(first, gone.length);
}

/** Only where somebody asked for such a template, or no other takes the lines. */
function refuseByHand(lines: readonly CorrectionLine[], isNamed: boolean): void {
  const byHand = lines.filter(({ disposition }) => disposition === 'by-hand');
  const [first] = byHand;
  if (first === undefined || (!isNamed && areCarried(byHand, lines))) return;
  const names = [...new Set(byHand.map(({ template }) => template.name))].join(', ');
  throw new PaytallyError(
    'CORRECTIONS_BY_HAND',
    `${names} takes no corrections in a file, and ${byHand.length} lines have changed.`,
    { record: first.id },
  );
}

/** Whether other templates take all that moved; what moved by its rounding alone is no one else's. */
function areCarried(byHand: readonly CorrectionLine[], lines: readonly CorrectionLine[]): boolean {
  const others = lines.filter(
    ({ template: { name, spec } }) => spec.corrections !== 'none' && name !== PAY_LINES,
  );
  const carried = new Set(others.map(({ difference }) => payLineText(difference.key)));
  const moved = byHand.filter(({ difference: { before, after } }) => before !== after);
  return others.length > 0 && moved.every(({ difference }) => carried.has(payLineText(difference.key)));
}

/** A file that overwrites everybody's period would take a purged person's hours away. */
function refuseLackingPeople(lines: readonly CorrectionLine[]): void {
  const line = lines.find(
    ({ disposition, template: { spec }, base }) =>
      disposition === 'file' &&
      spec.corrections === 'restate' &&
      spec.restateScope === 'all' &&
      base.purged.size > 0,
  );
  if (line === undefined) return;
  const { template, base } = line;
  throw new PaytallyError(
    'RUN_PURGED',
    `${template.name} restates a period for everybody, and people were purged from run ${base.final.link.runId}.`,
    { record: line.id, remedy: 'Enter the lines by hand, then record them with --settle LINE=REASON.' },
  );
}

function placeGone({ id, difference: { key, before, after } }: CorrectionLine, count: number) {
  const what = `${key.employeeId} ${key.date} ${key.payCode}: ${before} ${key.unit} before, ${after} now`;
  return new PaytallyError(
    'EXPORT_BLOCKED',
    `ESTABLISHMENT_GONE, ${count}: the service no longer lists a place, and with it these hours vanished: ${what}. Nothing was written.`,
    {
      record: id,
      remedy:
        'Take the hours back with --accept ESTABLISHMENT_GONE=REASON, or leave them paid with --settle LINE=REASON.',
    },
  );
}
