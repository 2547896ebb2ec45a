import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { payLineText } from '../../domain/corrections/exportedLine.js';
import { mappingChanged, mappingChanges } from '../../domain/corrections/mappingChanges.js';
import {
  type AcceptedKey,
  blockingFindings,
  type Finding,
  type RatedFinding,
} from '../../domain/exceptions/finding.js';
import { rateFindings } from '../../domain/exceptions/ratedFindings.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { overlaps } from '../ledger/finals.js';
import { minutesLost } from './changedBalances.js';
import type { ComparedFinals } from './comparedFinals.js';
import type { CorrectionLine } from './correctionLines.js';
import type { CorrectionScope } from './correctionScope.js';
import { isKnownFinding } from './knownFindings.js';
import type { ComparedFinal } from './openFinals.js';
import { settledAgain } from './settledBefore.js';
import { findVanished, vanishedFindings } from './vanishedWork.js';

interface CorrectionAcceptance {
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Whether lines and balances whose only cause is an edited mapping row must be accepted. */
  readonly asksOfMapping?: boolean | undefined;
  /** What the clerk was shown in the window; undefined for other runs. */
  readonly shown?: readonly string[] | undefined;
}

/**
 * Whether corrections may be made final. Findings that a final or an earlier correction of these days accepted do not
 * block again; in runs of schedules and the window they do if this correction changes what they were accepted for, as do
 * lines that undo a settlement: the command's own list has each changed line, with the reason of a settlement. Hours
 * whose place was removed block until the user decides.
 * @throws PaytallyError EXPORT_BLOCKED, CORRECTIONS_BY_HAND, RUN_PURGED
 */
export function gateCorrection(
  { asked, isAsked, isNamed }: Pick<CorrectionScope, 'asked' | 'isAsked' | 'isNamed'>,
  compared: Pick<ComparedFinals, 'finals' | 'prepared' | 'balances'>,
  lines: readonly CorrectionLine[],
  { accepted, asksOfMapping, shown }: CorrectionAcceptance,
): void {
  const asksAgain = asksOfMapping !== undefined || shown !== undefined;
  for (const final of compared.finals.filter(({ base }) => isAsked(base.final))) {
    const { base, computed } = final;
    const isAccepted = isKnownFinding(final, asksAgain ? lines : []);
    // Days to come that were paid from the plan would be taken back. Accepting the final did not accept that. Those of
    // other finals are not compared yet.
    const isKnown = (found: RatedFinding): boolean =>
      found.code === 'PERIOD_NOT_OVER' ? !overlaps(base.final.link.period, asked) : isAccepted(found);
    const isNew = (found: RatedFinding): boolean => found.code !== 'ESTABLISHMENT_GONE' && !isKnown(found);
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
  refuseVanished(compared, lines, accepted);
  if (asksAgain)
    for (const final of compared.finals) refuseFindings(settledAgain(final, lines), final.computed, accepted);
  if (asksOfMapping === true) refuseEditedMapping(compared, lines, accepted);
  refuseByHand(lines, isNamed);
  refuseLackingPeople(lines);
  refuseLostByAccounts(compared, lines, accepted);
  if (accepted.has('ESTABLISHMENT_GONE')) return;
  const gone = lines.filter(
    ({ causes, disposition }) => disposition === 'file' && causes.includes('establishment-gone'),
  );
  const [first] = gone;
  if (first !== undefined) throw placeGone(first, gone.length);
}

/**
 * Lines and hours accounts that change because of the mapping alone: a row that was edited without dates changes closed
 * months, and the balances with which later ones begin.
 * @throws PaytallyError EXPORT_BLOCKED with the columns, their old and new values
 */
function refuseEditedMapping(
  { finals, prepared: { mapping }, balances }: Pick<ComparedFinals, 'finals' | 'prepared' | 'balances'>,
  lines: readonly CorrectionLine[],
  accepted: CorrectionAcceptance['accepted'],
): void {
  const edited = lines.filter((line) => line.disposition === 'file' && isOfMapping(line));
  for (const { base, computed } of finals) {
    const isOwn = (line: CorrectionLine) => line.base.final.link.runId === base.final.link.runId;
    const own = edited.filter(isOwn);
    const others = lines.filter((line) => isOwn(line) && !isOfMapping(line));
    const withLine = new Set(others.map(({ difference: { key } }) => key.employeeId));
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
    refuseFindings(found, computed, accepted);
  }
}

/** @throws PaytallyError EXPORT_BLOCKED if one of them is not accepted in this run */
function refuseFindings(
  found: readonly Finding[],
  computed: ComparedFinal['computed'],
  accepted: CorrectionAcceptance['accepted'],
): void {
  const findings = blockingFindings(rateFindings(found, { severities: {}, accepted }), 'final');
  if (findings.length === 0) return;
  const report = buildFindingReport({ ...computed, findings });
  const run = { state: 'final' as const, period: computed.period };
  throw new ExportBlocked(findings, report, run, undefined, []);
}

/**
 * All work of several people, or of an establishment, that is gone at once: perhaps the source was read in part.
 * @throws PaytallyError EXPORT_BLOCKED with the people
 */
function refuseVanished(
  { finals, prepared: { config } }: Pick<ComparedFinals, 'finals' | 'prepared'>,
  lines: readonly CorrectionLine[],
  accepted: CorrectionAcceptance['accepted'],
): void {
  for (const final of finals)
    refuseFindings(vanishedFindings(final, findVanished(config, final, lines)), final.computed, accepted);
}

/**
 * Hours that are gone at once and that the user leaves paid, where they would leave an hours account.
 * @throws PaytallyError EXPORT_BLOCKED
 */
function refuseLostByAccounts(
  { finals, prepared: { config }, balances }: Pick<ComparedFinals, 'finals' | 'prepared' | 'balances'>,
  lines: readonly CorrectionLine[],
  accepted: CorrectionAcceptance['accepted'],
): void {
  for (const final of finals) {
    const { runId } = final.base.final.link;
    const own = balances.filter((change) => !change.isLater && change.final.runId === runId);
    for (const [code, stillPaid] of linesStillPaid(config, final, lines)) {
      if (accepted.has(code)) continue;
      const lost = own.flatMap((change) => {
        const minutes = minutesLost(change, minutesOf(stillPaid, change.employeeId));
        return minutes === 0 ? [] : [{ id: change.id, employeeId: change.employeeId, minutes }];
      });
      const [first] = lost;
      if (first === undefined) continue;
      const { data, mapping, period } = final.computed;
      const name = createNameDirectory(data, mapping, period)(first.employeeId);
      const values = { name, minutes: first.minutes, more: lost.length - 1, code };
      throw new PaytallyError('EXPORT_BLOCKED', message('corrections.accountLoses', values), {
        record: first.id,
      });
    }
  }
}

/** The settled lines of work that is gone at once, by the exception that deducting them would need. */
function linesStillPaid(
  config: ComparedFinals['prepared']['config'],
  final: ComparedFinal,
  lines: readonly CorrectionLine[],
): readonly (readonly [AcceptedKey, readonly CorrectionLine[]])[] {
  const settled = lines.filter((line) => line.base === final.base && line.disposition === 'settled');
  const asFile = settled.map((line) => ({ ...line, disposition: 'file' as const }));
  return [
    ['ESTABLISHMENT_GONE', settled.filter(({ causes }) => causes.includes('establishment-gone'))],
    ['ENTRIES_GONE', findVanished(config, final, asFile).flatMap((vanished) => vanished.lines)],
  ];
}

/** By day. Several templates may list the same line. */
function minutesOf(lines: readonly CorrectionLine[], employeeId: string): ReadonlyMap<LocalDate, number> {
  const ofTemplates = new Map<string, number>();
  const found = new Map<LocalDate, number>();
  for (const { template, difference } of lines) {
    const { date, unit, ...key } = difference.key;
    if (key.employeeId !== employeeId || unit !== 'minutes') continue;
    const name = JSON.stringify([template.name, date]);
    const sum = (ofTemplates.get(name) ?? 0) + difference.before - difference.after;
    ofTemplates.set(name, sum);
    found.set(date, Math.max(found.get(date) ?? 0, sum));
  }
  return found;
}

/** A changed balance of an earlier month is a consequence, not a second cause. */
function isOfMapping({ causes }: CorrectionLine): boolean {
  return causes.includes('mapping') && causes.every((cause) => cause === 'mapping' || cause === 'balance');
}

/**
 * Refuses only if the user named such a template, or no other template carries the lines. Whoever settles some of them
 * has entered those: the others stay open.
 */
function refuseByHand(lines: readonly CorrectionLine[], isNamed: boolean): void {
  const byHand = lines.filter(({ disposition }) => disposition === 'by-hand');
  const [first] = byHand;
  const isBegun = lines.some(
    ({ disposition, template }) => disposition === 'settled' && template.spec.corrections === 'none',
  );
  if (first === undefined || isBegun || (!isNamed && areCarried(byHand, lines))) return;
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

/**
 * Without the deleted records, a file that replaces the whole period would remove the hours of that person, and a row of
 * several people cannot be told apart.
 */
function refuseLackingPeople(lines: readonly CorrectionLine[]): void {
  const ofFile = lines.filter(({ disposition, base }) => disposition === 'file' && base.purged.size > 0);
  const restated = ofFile.find(
    ({ template: { spec } }) => spec.corrections === 'restate' && spec.restateScope === 'all',
  );
  if (restated !== undefined) throw lackingPeople('corrections.restatesPurged', restated);
  const shared = ofFile.find(({ template, base }) => !base.isByPerson(template.name));
  if (shared !== undefined) throw lackingPeople('corrections.sharedPurged', shared);
}

function lackingPeople(
  id: 'corrections.restatesPurged' | 'corrections.sharedPurged',
  { id: record, template, base }: CorrectionLine,
): PaytallyError {
  const values = { template: template.name, runId: base.final.link.runId };
  return new PaytallyError('RUN_PURGED', message(id, values), { record });
}

function placeGone({ id, difference: { key, before, after } }: CorrectionLine, count: number) {
  const { employeeId, date: day, payCode, unit } = key;
  const values = { count, name: employeeId, day, payCode, before, after, unit };
  return new PaytallyError('EXPORT_BLOCKED', message('corrections.placeGone', values), { record: id });
}
