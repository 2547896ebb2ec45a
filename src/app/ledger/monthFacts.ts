import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import {
  asFinalState,
  groupFound,
  type MonthFacts,
  type MonthRead,
  type MonthStatus,
  monthStatus,
} from '../../domain/month/monthStatus.js';
import type { Period } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { addDays, toLocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { NewMonthRead } from '../../store/monthReads.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { ChangedDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import { acceptedMarks, markOfFinding, type SeenFindings } from './acceptances.js';
import { isCoveredSince } from './coveredChanges.js';
import { unrequestedDeliveries } from './expectedDeliveries.js';
import { templatesNotMade } from './expectedTemplates.js';
import { activeFinals, type IsOwn, overlaps, ownFinals, parseOriginals } from './finals.js';

/** A period of an employer. */
export interface MonthPlace {
  readonly employerId: string;
  /** Whether runs of a key count; see `ownKeys`. */
  readonly isOwn: IsOwn;
  readonly period: Period;
  /** What the configuration makes and sends. */
  readonly config: Pick<Config, 'templates' | 'deliveries'>;
}

/** A read that is not recorded yet. */
export interface FreshRead {
  readonly read: NewMonthRead;
  /** Its differences from finals of these days; undefined if it was not compared with any. */
  readonly changed: ChangedDays | undefined;
}

/** A period with its state, and the deliveries and finals that the state is about. */
export interface RecordedMonth extends MonthStatus {
  /** Of the finals and corrections that count; of the newest draft before a final. */
  readonly deliveries: readonly DeliveryItem[];
  /** Those of the finals and corrections that were never requested. */
  readonly unrequested: ReturnType<typeof unrequestedDeliveries>;
  /** The payroll templates that the finals lack, as the configuration calls them. */
  readonly lacking: readonly string[];
  /** The runs from which people were purged: nothing of them is sent. */
  readonly purged: ReadonlySet<string>;
  /** The links with days of the period. */
  readonly links: readonly LedgerLink[];
  /** The days of finals after the period that are `changed`, perhaps by hours of this one, in order. */
  readonly later: readonly Days[];
}

/**
 * The state of a period: everything that is recorded about it, in one place. Every command, page, mail and document
 * shows this one.
 * @param fresh a read that is not recorded yet
 */
export function monthOf(store: Store, place: MonthPlace, fresh?: FreshRead): RecordedMonth {
  const month = monthOfDays(store, place, fresh);
  return { ...month, later: asFinalState(month.state) === undefined ? [] : laterChanged(store, place) };
}

function laterChanged(store: Store, place: MonthPlace): readonly Days[] {
  const { employerId, isOwn } = place;
  const after = { from: addDays(place.period.to, 1), to: LAST_DAY };
  // Almost always none.
  if (store.scheduleState.changedDays(employerId, after, isOwn).length === 0) return [];
  const own = ownFinals(store.ledger.linksOfDays(employerId, after), isOwn);
  const later = own.map(({ link: { period } }) => period).filter(({ from }) => from >= after.from);
  const periods = new Map(later.map((period) => [`${period.from} ${period.to}`, period]));
  return [...periods.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, period]) => monthOfDays(store, { ...place, period }).state === 'changed')
    .map(([, period]) => daysOf(period));
}

const LAST_DAY = toLocalDate('9999-12-31');

function monthOfDays(store: Store, place: MonthPlace, fresh?: FreshRead): Omit<RecordedMonth, 'later'> {
  const { employerId, isOwn, period, config } = place;
  const days = { employerId, ...daysOf(period) };
  const links = store.ledger.linksOfDays(employerId, period);
  const all = activeFinals(links).map(({ link }) => link);
  const finals = all.filter(({ employerKey }) => isOwn(employerKey));
  const corrections = correctionsBeside(
    links,
    all.filter((final) => !finals.includes(final)),
  );
  const recorded = finals.length > 0 ? [...finals, ...corrections] : [];
  const current = recorded.length > 0 ? recorded : newestDraft(store, place);
  const deliveries = current.flatMap(({ runId }) => store.outbox.findByRun(runId));
  const purged = recorded.length === 0 ? new Set<string>() : store.ledger.purgedRuns();
  const sendable = recorded.filter(({ runId }) => !purged.has(runId));
  const unrequested = unrequestedDeliveries(sendable, config.deliveries, deliveries);
  const lacking = templatesNotMade(finals, period, config);
  const facts: MonthFacts = {
    period,
    read: fresh === undefined ? store.monthReads.find(days) : store.monthReads.asRecorded(days, fresh.read),
    accepted: acceptedMarks(store, days),
    finals: finals.map((final) => ({ ...daysOf(final.period), startedAt: final.startedAt })),
    corrections,
    changedSince: finals.length === 0 ? undefined : changedSince(store, links, place, fresh?.changed),
    deliveries,
    unrequested: unrequested.length,
    lacking: lacking.length,
  };
  return { ...monthStatus(facts), deliveries, unrequested, lacking, purged, links };
}

function daysOf({ from, to }: Period): Pick<Period, 'from' | 'to'> {
  return { from, to };
}

/** Without those of other keys' finals alone. A correction can be of the finals of several keys. */
function correctionsBeside(
  links: readonly LedgerLink[],
  ofOthers: readonly LedgerLink[],
): readonly LedgerLink[] {
  const others = new Set(ofOthers.map(({ runId }) => runId));
  const isOfOthers = (link: LedgerLink) => {
    const originals = parseOriginals(link);
    return originals.length > 0 && originals.every((runId) => others.has(runId));
  };
  return links.filter((link) => link.kind === 'correction' && !isOfOthers(link));
}

function newestDraft(
  store: Store,
  { employerId, isOwn, period }: Pick<MonthPlace, 'employerId' | 'isOwn' | 'period'>,
) {
  const drafts = store.runs({ employerId, state: 'draft', period });
  return drafts.filter(({ employerKey }) => isOwn(employerKey)).slice(0, 1);
}

/** When a read first found a difference to the finals that no correction has covered since. */
function changedSince(
  store: Store,
  links: readonly LedgerLink[],
  { employerId, isOwn, period }: Pick<MonthPlace, 'employerId' | 'isOwn' | 'period'>,
  fresh: ChangedDays | undefined,
): Date | undefined {
  const known = store.scheduleState.changedDays(employerId, period, isOwn, fresh);
  if (known.length === 0) return undefined;
  const purges = store.ledger
    .purges()
    .filter((link) => link.employerId === employerId && overlaps(link.period, period) && isOfAll(link));
  const isPurged = (position: number) => purges.some((purge) => purge.position > position);
  const open = known.filter(
    (days) => !isPurged(days.position) && !isCoveredSince(links, days, period, isOwn),
  );
  return open.map(({ since }) => since).sort((a, b) => a.getTime() - b.getTime())[0];
}

const purgeFacts = z.object({ scope: z.string().optional() });

/** Whether a purge deleted the records of all people: after one of a single person, others can still be corrected. */
function isOfAll({ facts }: LedgerLink): boolean {
  return purgeFacts.parse(facts).scope !== 'one person';
}

/** What a read found, in the form in which it is recorded. */
export function monthRead(
  findings: readonly RatedFinding[],
  seen: SeenFindings,
  { accepted, owed }: Pick<MonthRead, 'accepted'> & { readonly owed: readonly OwedFindings[] },
): NewMonthRead {
  const mark = (finding: RatedFinding) => markOfFinding(finding, seen);
  return {
    found: groupFound(findings, mark),
    owed: owed.map(({ findings: some, ...owner }) => ({ ...owner, marks: some.map(mark) })),
    accepted,
  };
}

/** Blocking findings of one code, and who can resolve them. */
export type OwedFindings = Omit<NewMonthRead['owed'][number], 'marks'> & {
  readonly findings: readonly RatedFinding[];
};
