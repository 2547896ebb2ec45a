import type { TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { ReducedRest } from './legalPack.js';
import { type Breach, breach, endOf, type PersonWork } from './personWork.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** A chain of work without a daily rest, up to the last processed entry. */
interface Chain {
  readonly first: TimeEntry;
  /** The latest end of all entries so far, of earlier chains too. */
  readonly latest: TimeEntry;
  /** The longest time between two of its entries. */
  readonly longestGap: number;
}

/** The first entry of each day that leaves less than the daily rest in the 24 hours from the start of its chain. */
export function dailyRest(work: PersonWork): Breach[] {
  const byDate = new Map<LocalDate, Breach>();
  const reductions = new Reductions(work);
  let chain: Chain | undefined;
  for (const entry of work.entries) {
    const limits = work.limitsAt(entry);
    const limit = limits.get('minDailyRestHours');
    // Without a limit at its place, an entry starts a new chain.
    chain = extendChain(chain, entry, limit);
    reductions.add(entry, limits.reducedRest);
    if (limit === undefined) continue;
    const spanSeconds = endOf(entry) - chain.first.start.epochSeconds;
    if (spanSeconds <= DAY_SECONDS - limit * HOUR_SECONDS) continue;
    const isReduced = reductions.allow(entry, chain, limits.reducedRest, limit);
    if (isReduced || byDate.has(entry.workDate)) continue;
    const restSeconds = Math.max(chain.longestGap, DAY_SECONDS - spanSeconds, 0);
    const facts = {
      earlierStart: chain.first.start.text,
      end: (entry.end ?? entry.start).text,
      minutes: Math.floor(restSeconds / 60),
      limitMinutes: limit * 60,
      basis: limits.basisOf('minDailyRestHours'),
    };
    byDate.set(entry.workDate, breach('WT_DAILY_REST', work.about(entry.workDate, entry), facts));
  }
  return [...byDate.values()];
}

function extendChain(chain: Chain | undefined, entry: TimeEntry, restHours: number | undefined): Chain {
  if (chain === undefined) return { first: entry, latest: entry, longestGap: 0 };
  const gap = entry.start.epochSeconds - endOf(chain.latest);
  const latest = endOf(entry) > endOf(chain.latest) ? entry : chain.latest;
  return restHours !== undefined && gap < restHours * HOUR_SECONDS
    ? { first: chain.first, latest, longestGap: Math.max(chain.longestGap, gap) }
    : { first: entry, latest, longestGap: 0 };
}

/**
 * Daily rests that the law allows to be shorter (docs/working-time.md, "Shorter daily rest"). Each is identified by the
 * start of its work: the work after it, or the work before it if that alone is too long.
 */
class Reductions {
  readonly #work: PersonWork;
  /** The chain with the shorter rest. */
  #chain: Chain | undefined;
  readonly #used: number[] = [];

  constructor(work: PersonWork) {
    this.#work = work;
  }

  add(entry: TimeEntry, reduced: ReducedRest | undefined): void {
    this.#chain = extendChain(this.#chain, entry, reduced?.minHours);
  }

  /** Whether a reduction covers the short rest of the entry that was added last. */
  allow(entry: TimeEntry, whole: Chain, reduced: ReducedRest | undefined, limit: number): boolean {
    if (reduced === undefined || this.#chain === undefined) return false;
    const { first } = this.#chain;
    const at = first.start.epochSeconds;
    const span = endOf(entry) - at;
    if (span > DAY_SECONDS - reduced.minHours * HOUR_SECONDS) return false;
    if (this.#used.at(-1) !== at) this.#used.push(at);
    // The rest before this work is short, and so is the one after it: two reductions.
    if (first !== whole.first && span > DAY_SECONDS - limit * HOUR_SECONDS) return false;
    const since = at - reduced.withinDays * DAY_SECONDS;
    const used = this.#used.filter((other) => other > since).length;
    if (reduced.times !== undefined) return used <= reduced.times;
    return used <= this.#longRests(since, at, (reduced.compensationHours ?? 0) * HOUR_SECONDS);
  }

  #longRests(since: number, until: number, seconds: number): number {
    return this.#work.freeTimes.filter(
      ({ start, end }) => Math.min(end, until) - Math.max(start, since) >= seconds,
    ).length;
  }
}
