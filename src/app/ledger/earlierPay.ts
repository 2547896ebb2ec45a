import type { ComputedWork } from '../../domain/computed/computedPeriod.js';
import type { EarlierPay, PayLine } from '../../domain/pay/payLine.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { type Days, intersectDays, subtractDays } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { parseStoredFacts } from '../../sources/staging/storedFacts.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { activeIds } from '../compute/unworkedOfPeople.js';
import { workOfPeople } from '../compute/workOfPeople.js';
import {
  type AgainComputed,
  earlierBalances,
  type FreshDays,
  type LedgerAccounts,
} from './earlierBalances.js';
import { activeFinals, coveredDays, overlaps, parseOriginals } from './finals.js';
import { restoreOutline } from './keptRun.js';
import { NO_PERSON } from './runSnapshot.js';

/** The ledger's pay and hours accounts of earlier days. */
export type LedgerPay = EarlierPay & LedgerAccounts;

/** Days of which a run of the ledger is the newest. */
export interface NewestOn extends Days {
  readonly link: LedgerLink;
  /** All days of the final that the run is, or corrects. */
  readonly final: Period;
}

/**
 * The ledger's data about days before a run: each day from its newest final or correction, recomputed from that run's
 * read, configuration and mapping.
 * @param links the employer's links that the run may use
 * @param fresh see `withFreshDays`
 * @param repeated the stored run that is computed again: its recorded balances count where others were deleted
 */
export function readEarlierPay(
  store: Store,
  links: readonly LedgerLink[],
  fresh: readonly FreshDays[] = [],
  repeated?: LedgerLink,
): LedgerPay {
  let spans: readonly NewestOn[] | undefined;
  const newest = (): readonly NewestOn[] => {
    spans ??= newestByDay(links);
    return spans;
  };
  const runs = new Map<string, StoredRun | undefined>();
  const runAgain = ({ link, final }: Pick<NewestOn, 'link' | 'final'>): AgainComputed | undefined => {
    if (!runs.has(link.runId)) runs.set(link.runId, openStoredRun(store, link, earlier));
    return runs.get(link.runId)?.(final);
  };
  const finals = activeFinals(links);
  const active = new Map<string, ReadonlySet<string>>();
  const activeOf = ({ runId }: LedgerLink): ReadonlySet<string> => {
    const known = active.get(runId) ?? activeInRead(store, runId);
    active.set(runId, known);
    return known;
  };
  // Each template asks once for each employee, so requests for one employee follow each other.
  let person: { readonly id: string; readonly works: Map<string, ComputedWork> } | undefined;
  const workIn = (employeeId: string, span: NewestOn): ComputedWork | undefined => {
    const again = runAgain(span);
    if (again === undefined || again.purged.has(employeeId)) return undefined;
    if (person?.id !== employeeId) person = { id: employeeId, works: new Map() };
    const { works } = person;
    const key = `${span.link.runId} ${span.final.from}`;
    const known = works.get(key) ?? again.people.of(employeeId);
    works.set(key, known);
    return known;
  };
  const earlier: LedgerPay = {
    unknownDays: (days) => subtractDays(days, newest()),
    linesOf: (employeeId, days) => {
      const found: PayLine[] = [];
      for (const span of newest()) {
        const own = intersectDays(span, days);
        if (own === undefined) continue;
        const work = workIn(employeeId, span);
        if (work === undefined) return undefined;
        found.push(...work.pay.lines.filter(({ date }) => date >= own.from && date <= own.to));
      }
      return found;
    },
    isHoliday: (employeeId, date) => {
      const span = newest().find((each) => isInside(date, each));
      const work = span && workIn(employeeId, span);
      return work && work.holidayOn(date) !== undefined;
    },
    wasActive: (employeeId, days) =>
      finals.some(({ link }) => overlaps(link.period, days) && activeOf(link).has(employeeId)),
    ...earlierBalances(store, { links, newest, runAgain, fresh, repeated }),
  };
  return earlier;
}

/** The ledger's lines of earlier days, except those that were recomputed meanwhile. @param fresh may still grow */
export function withFreshDays<Earlier extends EarlierPay>(
  earlier: Earlier,
  fresh: readonly FreshDays[],
): Earlier {
  return {
    ...earlier,
    isHoliday: (employeeId, date) => {
      const span = fresh.findLast((each) => isInside(date, each));
      if (span === undefined) return earlier.isHoliday(employeeId, date);
      return span.purged.has(employeeId)
        ? undefined
        : span.people.of(employeeId).holidayOn(date) !== undefined;
    },
    linesOf: (employeeId, days) => {
      const own = fresh.filter((span) => intersectDays(span, days) !== undefined);
      if (own.some(({ purged }) => purged.has(employeeId))) return undefined;
      const found: PayLine[] = [];
      let left: Days[] = [days];
      for (const span of own) {
        const parts = left.flatMap((part) => intersectDays(span, part) ?? []);
        const { lines } = span.people.of(employeeId).pay;
        found.push(...lines.filter(({ date }) => parts.some(({ from, to }) => date >= from && date <= to)));
        left = left.flatMap((part) => subtractDays(part, [span]));
      }
      for (const part of left) {
        const lines = earlier.linesOf(employeeId, part);
        if (lines === undefined) return undefined;
        found.push(...lines);
      }
      return found;
    },
  };
}

/** The runs that are authoritative for some days: the source of balances. */
export function findRunsOfDays(
  links: readonly LedgerLink[],
  days: Days,
): { runId: string; from: string; to: string }[] {
  return newestByDay(links).flatMap((span) => {
    const own = intersectDays(span, days);
    return own === undefined ? [] : [{ runId: span.link.runId, ...own }];
  });
}

/** The links that a run may use: for a final or correction those before its own, for a draft all. */
export function linksBefore(
  store: Store,
  { runId, employerId }: { readonly runId: string; readonly employerId: string },
): readonly LedgerLink[] {
  const links = store.ledger.links(employerId);
  const own = links.findIndex((link) => link.runId === runId);
  return own < 0 ? links : links.slice(0, own);
}

/** The employees whom the read of a run lists as active; none if it was deleted. */
function activeInRead(store: Store, runId: string): ReadonlySet<string> {
  const readId = store.run(runId)?.readId ?? undefined;
  const read = readId === undefined ? undefined : store.read(readId);
  return read === undefined ? new Set() : activeIds(parseStoredFacts(read));
}

/** A final of a stored run, computed again; a correction of several finals computed each by itself. */
type StoredRun = (final: Period) => AgainComputed;

/** Purged records are missing from the read, so a purged person looks like one who did not work. */
function openStoredRun(store: Store, link: LedgerLink, earlier: EarlierPay): StoredRun | undefined {
  const purged = new Set<string>();
  function* noted() {
    for (const each of store.ledger.eachPerson(link.runId)) {
      if (each.content === undefined && each.person !== NO_PERSON) purged.add(each.person);
      yield each;
    }
  }
  const snapshot = restoreOutline(noted());
  const readId = store.run(link.runId)?.readId;
  if (snapshot === undefined || readId === undefined || readId === null) return undefined;
  const { config, mapping: employees, absences: rows, holidays, paths } = snapshot;
  const records = { ...loadPeriodRecords(store, readId, config), earlier };
  const prepared = {
    config,
    mapping: { path: paths.mapping ?? undefined, employees, gone: new Set<string>(), problems: [] },
    absences: { path: paths.absences ?? undefined, rows, isStored: true },
    holidays: { path: paths.holidays ?? undefined, rows: holidays },
  };
  const { account } = config;
  const finals = new Map<LocalDate, AgainComputed>();
  return (final) => {
    const known = finals.get(final.from) ?? {
      people: workOfPeople(records, final, prepared),
      account,
      purged,
    };
    finals.set(final.from, known);
    return known;
  };
}

/** The days for which each run is authoritative, in order. */
export function newestByDay(links: readonly LedgerLink[]): NewestOn[] {
  const finals = new Map(activeFinals(links).map(({ link }) => [link.runId, link.period]));
  let spans: NewestOn[] = [];
  for (const link of links) {
    const runIds = finals.has(link.runId)
      ? [link.runId]
      : link.kind === 'correction'
        ? parseOriginals(link)
        : [];
    for (const final of runIds.flatMap((runId) => finals.get(runId) ?? [])) {
      const own = intersectDays(final, coveredDays(link));
      if (own === undefined) continue;
      const kept = spans.flatMap((span) => subtractDays(span, [own]).map((days) => ({ ...span, ...days })));
      spans = [...kept, { from: own.from, to: own.to, link, final }];
    }
  }
  return spans.sort((a, b) => (a.from < b.from ? -1 : 1));
}
