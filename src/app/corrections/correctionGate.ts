import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { payLineText } from '../../domain/corrections/exportedLine.js';
import { mappingChanged, mappingChanges } from '../../domain/corrections/mappingChanges.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { blockingFindings, rateFindings } from '../../domain/exceptions/ratedFindings.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import type { ComparedFinals } from './comparedFinals.js';
import type { CorrectionLine } from './correctionLines.js';
import type { CorrectionScope } from './correctionScope.js';

interface CorrectionAcceptance {
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Whether lines and balances whose only cause is an edited mapping row must be accepted. */
  readonly asksOfMapping?: boolean | undefined;
}

/**
 * Whether corrections may be made final. Findings that a final or an earlier correction of these days accepted do not
 * block again. Hours whose place was removed block until the user decides.
 * @throws PaytallyError EXPORT_BLOCKED, CORRECTIONS_BY_HAND, RUN_PURGED
 */
export function gateCorrection(
  { isAsked, isNamed }: Pick<CorrectionScope, 'isAsked' | 'isNamed'>,
  compared: Pick<ComparedFinals, 'finals' | 'prepared' | 'balances'>,
  lines: readonly CorrectionLine[],
  { accepted, asksOfMapping }: CorrectionAcceptance,
): void {
  for (const { base, computed } of compared.finals.filter(({ base: { final } }) => isAsked(final))) {
    const isNew = ({ code, record }: { code: string; record: string }): boolean =>
      code !== 'ESTABLISHMENT_GONE' && !base.known.has(`${code} ${record}`);
    const blocking = blockingFindings(computed.findings.filter(isNew), 'final');
    if (blocking.length > 0)
      throw new ExportBlocked(
        blocking,
        buildFindingReport(computed),
        { state: 'final', period: computed.period },
        undefined,
        [],
      );
  }
  if (asksOfMapping === true) refuseEditedMapping(compared, lines, accepted);
  refuseByHand(lines, isNamed);
  refuseLackingPeople(lines);
  if (accepted.has('ESTABLISHMENT_GONE')) return;
  const gone = lines.filter(
    ({ causes, disposition }) => disposition === 'file' && causes.includes('establishment-gone'),
  );
  const [first] = gone;
  if (first !== undefined) throw placeGone(first, gone.length);
}

/**
 * Lines whose only cause is the mapping, and hours accounts without a line: a row that was edited without dates changes
 * closed months.
 * @throws PaytallyError EXPORT_BLOCKED with the columns, their old and new values
 */
function refuseEditedMapping(
  { finals, prepared: { mapping }, balances }: Pick<ComparedFinals, 'finals' | 'prepared' | 'balances'>,
  lines: readonly CorrectionLine[],
  accepted: CorrectionAcceptance['accepted'],
): void {
  const edited = lines.filter(
    ({ disposition, causes: [cause, ...others] }) =>
      disposition === 'file' && cause === 'mapping' && others.length === 0,
  );
  for (const { base, computed } of finals) {
    const own = edited.filter((line) => line.base.final.link.runId === base.final.link.runId);
    const withLine = new Set(lines.map(({ difference: { key } }) => key.employeeId));
    const onlyBalance = balances.filter(
      ({ final: { runId }, employeeId, isLater }) =>
        runId === base.final.link.runId && !isLater && !withLine.has(employeeId),
    );
    const people = new Set([
      ...own.map(({ difference: { key } }) => key.employeeId),
      ...onlyBalance.map(({ employeeId }) => employeeId),
    ]);
    const then = base.newest.snapshot.mapping.byId;
    const found = [...people].flatMap((id) => {
      const changes = mappingChanges(then.get(id), mapping.employees.byId.get(id), computed.period);
      const isEdited = changes.length > 0 || own.some(({ difference: { key } }) => key.employeeId === id);
      return isEdited ? mappingChanged(id, changes) : [];
    });
    const findings = blockingFindings(rateFindings(found, { severities: {}, accepted }), 'final');
    if (findings.length === 0) continue;
    const report = buildFindingReport({ ...computed, findings });
    const run = { state: 'final' as const, period: computed.period };
    throw new ExportBlocked(findings, report, run, undefined, []);
  }
}

/** Refuses only if the user named such a template, or no other template carries the lines. */
function refuseByHand(lines: readonly CorrectionLine[], isNamed: boolean): void {
  const byHand = lines.filter(({ disposition }) => disposition === 'by-hand');
  const [first] = byHand;
  if (first === undefined || (!isNamed && areCarried(byHand, lines))) return;
  const names = listed([...new Set(byHand.map(({ template }) => template.name))]);
  throw new PaytallyError(
    'CORRECTIONS_BY_HAND',
    message('corrections.byHand', { names, count: byHand.length }),
    {
      record: first.id,
    },
  );
}

/** Whether other templates carry all changes; changes only by rounding belong to this template alone. */
function areCarried(byHand: readonly CorrectionLine[], lines: readonly CorrectionLine[]): boolean {
  const others = lines.filter(
    ({ template: { name, spec } }) => spec.corrections !== 'none' && name !== PAY_LINES,
  );
  const carried = new Set(others.map(({ difference }) => payLineText(difference.key)));
  const moved = byHand.filter(({ difference: { before, after } }) => before !== after);
  return others.length > 0 && moved.every(({ difference }) => carried.has(payLineText(difference.key)));
}

/** A file that replaces the whole period would remove the hours of a purged person. */
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
  const { runId } = base.final.link;
  throw new PaytallyError(
    'RUN_PURGED',
    message('corrections.restatesPurged', { template: template.name, runId }),
    {
      record: line.id,
    },
  );
}

function placeGone({ id, difference: { key, before, after } }: CorrectionLine, count: number) {
  const { employeeId, date: day, payCode, unit } = key;
  const values = { count, name: employeeId, day, payCode, before, after, unit };
  return new PaytallyError('EXPORT_BLOCKED', message('corrections.placeGone', values), { record: id });
}
