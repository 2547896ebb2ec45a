import type { FinalAudit, RunComparison } from '../../domain/changes/runComparison.js';
import type { PeriodFrame } from '../../domain/computed/computedPeriod.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { asFinalState, type MonthStatus } from '../../domain/month/monthStatus.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { OpenChange } from '../../store/mirror.js';
import type { NewMonthRead } from '../../store/monthReads.js';
import type { ChangedDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import { accountsSinceFinal } from '../ledger/changedAccounts.js';
import { countChangedLines } from '../ledger/changedSince.js';
import {
  type ComparisonContext,
  type ComparisonRuns,
  compareRuns,
  findComparisonRuns,
  pendingComparison,
} from '../ledger/comparedRuns.js';
import {
  type ActiveFinal,
  activeFinals,
  type IsOwn,
  overlaps,
  ownFinals,
  plannedSupersession,
} from '../ledger/finals.js';
import { type MonthPlace, monthOf } from '../ledger/monthFacts.js';
import { findOpenChanges } from '../ledger/openChanges.js';
import { closingFindings } from './closingFindings.js';
import { acceptFindings, type GivenReasons, readOfRun } from './monthOfRun.js';
import type { RunOutcome } from './outcome.js';
import type { RenderedPayroll } from './payrollFiles.js';
import type { ComputedRun, RunSource } from './runSource.js';

/** The ledger's data for a run, before its employees are computed. */
export interface ComparisonAhead {
  readonly links: readonly LedgerLink[];
  readonly compared: ComparisonRuns;
  readonly made: FinalAudit | undefined;
  /** The period with the facts of its origin for documents. */
  readonly frame: PeriodFrame;
}

/** A run with the ledger's data for it. */
export interface ClosingRun extends ComputedRun, RenderedPayroll {
  readonly compared: ComparisonContext;
  /** Finals that have days of the period. */
  readonly finals: readonly ActiveFinal[];
  /** Differences from finals of these days; undefined if none is final, and for a final. */
  readonly changed: ChangedDays | undefined;
  /** Those of `changed` that are balances of hours accounts. */
  readonly changedBalances: number;
  /** The differences that the monitor has found. */
  readonly openChanges: readonly OpenChange[];
  /** Code, or code and record -> reason, of this run and of the window. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** What the run found, for the state of the period. */
  readonly read: NewMonthRead;
  /** The state of the period with this run's read. */
  readonly month: MonthStatus;
}

interface FinalIntent {
  /** User name on the system. */
  readonly user: string;
  /** The reason for replacing earlier finals of the same days. */
  readonly supersede?: string | undefined;
}

/** @param intent of a final; a draft has no use for it */
export function comparisonAhead(
  { prepared, fetched: { period }, startedAt, open }: RunSource,
  store: Store,
  { user, supersede }: FinalIntent,
): ComparisonAhead {
  const { employerId } = prepared.employer;
  const links = store.ledger.links(employerId);
  const compared = findComparisonRuns(store, employerId, period);
  const made =
    open.frame.run.state === 'final'
      ? {
          by: user,
          at: startedAt,
          previousDigest: links.at(-1)?.digest ?? null,
          replaced: plannedSupersession(supersede, prepared, period, links),
        }
      : undefined;
  return { links, compared, made, frame: frameWith(open.frame, compared, made) };
}

/** A period with what is known about its comparison before it is computed. */
export function frameWith(
  frame: PeriodFrame,
  compared: ComparisonRuns,
  made: FinalAudit | undefined,
): PeriodFrame {
  const comparison: RunComparison = { ...pendingComparison(compared), audit: made };
  return { ...frame, comparison };
}

/** Whether a final has days of the period. */
export function hasFinals(links: readonly LedgerLink[], period: PeriodFrame['period']): boolean {
  return activeFinals(links).some(({ link }) => overlaps(link.period, period));
}

/**
 * A computed run compared with earlier ones: accepted findings, changed figures, pay lines that differ from finals, and
 * the state of its period.
 * @param today in the employer's zone
 */
export async function compareRun(
  store: Store,
  run: ComputedRun & RenderedPayroll,
  { links, compared, made }: ComparisonAhead,
  given: GivenReasons & Pick<MonthPlace, 'isOwn'>,
  today: LocalDate,
): Promise<ClosingRun> {
  const { prepared, kept, fetched, open } = run;
  const { employerKey } = prepared;
  const { isOwn } = given;
  const { employerId } = prepared.employer;
  const { period } = fetched;
  const days = { employerId, from: period.from, to: period.to };
  const before = { links, compared, accepted: given.accepted };
  const finals = ownFinals(links, isOwn).filter(({ link }) => overlaps(link.period, period));
  // Planned shifts instead of entries do not show the work done.
  const { estimateFrom } = prepared.config;
  const isComparable = estimateFrom === undefined && finals.length > 0;
  const ended = { period, accounts: run.computed.accounts ?? new Map() };
  const accounts = isComparable
    ? accountsSinceFinal(store, links, ended, prepared.config.account, isOwn)
    : undefined;
  const findings = closingFindings(run.computed, { ...before, accounts }, prepared);
  const { accepted, ...found } = acceptFindings(store, given, days, { ...run.computed, findings });
  const pay = { period, people: { ids: open.people.ids, of: kept.payOf } };
  const compares = { employerId, employerKey, isOwn, today, estimateFrom };
  const lines = await countChangedLines(store, links, pay, compares);
  const changedBalances = accounts?.changed.length ?? 0;
  // A balance that changed alone is a difference too.
  const changed = lines && { ...lines, lines: lines.lines + changedBalances };
  const isChanged = changed !== undefined && changed.lines > 0;
  const openChanges = isChanged ? findOpenChanges(store, links, employerId, period, isOwn) : [];
  const read = await readOfRun({ ...run, computed: found.computed }, found);
  const { config } = prepared;
  const month = monthOf(store, { employerId, isOwn, period, config }, { read, changed });
  // Days that were not compared may have changed: nothing is said of them.
  const isKnown = isComparable || isChanged;
  const finalState = open.frame.run.state === 'final' || !isKnown ? undefined : asFinalState(month.state);
  const context = { ...compared, finalState };
  const comparison = compareRuns(context, found.computed, prepared.config.changes, made);
  const computed = { ...found.computed, comparison };
  return {
    ...run,
    computed,
    compared: context,
    finals,
    changed,
    changedBalances,
    openChanges,
    accepted,
    read,
    month,
  };
}

/**
 * The differences that a final leaves in the payroll files of earlier ones, once it is recorded: it is the newest of its
 * days, unless it has reports only. undefined if no final had these days before.
 */
export async function changedAfterFinal(
  store: Store,
  { changed, fetched, prepared, kept, open }: ClosingRun,
  today: LocalDate,
  isOwn: IsOwn,
): Promise<ChangedDays | undefined> {
  // Nothing differed before, so nothing does now.
  if (changed === undefined || changed.lines === 0) return changed;
  const { employerKey } = prepared;
  const { employerId } = prepared.employer;
  const { estimateFrom } = prepared.config;
  const pay = { period: fetched.period, people: { ids: open.people.ids, of: kept.payOf } };
  const links = store.ledger.links(employerId);
  return countChangedLines(store, links, pay, { employerId, employerKey, isOwn, today, estimateFrom });
}

/** What a recorded final says of differences: those that it leaves, and not those to a final that it has replaced. */
export function differencesLeft(
  store: Store,
  { prepared, fetched: { period } }: Pick<ClosingRun, 'prepared' | 'fetched'>,
  changed: ChangedDays | undefined,
  isOwn: IsOwn,
): Pick<RunOutcome, 'changedLines' | 'changedBalances' | 'standingChanges'> {
  const { employerId } = prepared.employer;
  const lines = changed?.lines;
  const links = store.ledger.links(employerId);
  const standingChanges =
    lines === undefined || lines === 0 ? [] : findOpenChanges(store, links, employerId, period, isOwn);
  // It has recorded the balances of its own end.
  return { changedLines: lines, changedBalances: 0, standingChanges };
}
