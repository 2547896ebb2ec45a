import { type Stamp, wallClockSeconds } from '../../domain/time/stamp.js';

/** What happened at a punch. `break` begins or ends one; `punch` begins or ends work. */
export type PunchKind = 'in' | 'out' | 'break-start' | 'break-end' | 'break' | 'punch';

/** One event of a person at a terminal. */
export interface Punch {
  readonly line: number;
  readonly time: Stamp;
  readonly kind: PunchKind;
}

/** The entry that punches of one person make. */
export interface PunchedEntry<P extends Punch> {
  /** The punch that begins it, or one without its partner. */
  readonly first: P;
  /** null if it is open: a punch of it is missing. */
  readonly end: Stamp | null;
  /** null if it is open. */
  readonly workedSeconds: number | null;
  readonly isOnBreak: boolean;
}

/** The entries of a person, and punches that were ignored because the one before is the same. */
export interface PairedPunches<P extends Punch> {
  readonly entries: readonly PunchedEntry<P>[];
  readonly doubled: readonly P[];
  /** Punches without kinds that may belong to different shifts: the later one of each pair. */
  readonly unclear: readonly P[];
}

const DOUBLED_SECONDS = 60;
const LONGEST_SECONDS = 20 * 3600;
/** Two punches of a day without kinds that are so far apart may be the end of one night and the start of the next. */
const UNCLEAR_SECONDS = 12 * 3600;

/** Work that has begun. */
interface Begun<P> {
  readonly first: P;
  breakSeconds: number;
  breakStart: P | undefined;
  /** A break has only a start or only an end. */
  isBroken: boolean;
}

/**
 * Pairs the punches of one person: never across 20 hours, and without kinds only within a day. A punch without its
 * partner becomes an open entry.
 */
export function pairPunches<P extends Punch>(punches: readonly P[]): PairedPunches<P> {
  const pairing = new Pairing<P>();
  const inOrder = [...punches].sort((a, b) => a.time.epochSeconds - b.time.epochSeconds || a.line - b.line);
  for (const punch of inOrder) pairing.add(punch);
  return pairing.end();
}

class Pairing<P extends Punch> {
  readonly #entries: PunchedEntry<P>[] = [];
  readonly #doubled: P[] = [];
  readonly #unclear: P[] = [];
  #begun: Begun<P> | undefined;
  #last: P | undefined;

  add(punch: P): void {
    if (this.#isDouble(punch)) {
      this.#doubled.push(punch);
      return;
    }
    this.#last = punch;
    if (this.#begun !== undefined && !this.#belongs(punch, this.#begun)) this.#leaveOpen();
    this.#take(punch);
  }

  end(): PairedPunches<P> {
    this.#leaveOpen();
    return { entries: this.#entries, doubled: this.#doubled, unclear: this.#unclear };
  }

  #isDouble({ kind, time }: P): boolean {
    return this.#last?.kind === kind && secondsBetween(this.#last.time, time) < DOUBLED_SECONDS;
  }

  #belongs({ kind, time }: P, { first }: Begun<P>): boolean {
    if (kind === 'punch' && dayOf(first.time) !== dayOf(time)) return false;
    return secondsBetween(first.time, time) <= LONGEST_SECONDS;
  }

  #take(punch: P): void {
    const begun = this.#begun;
    switch (punch.kind) {
      case 'in':
        this.#leaveOpen();
        this.#begin(punch);
        return;
      case 'out':
        if (begun === undefined) this.#addOpen(punch, false);
        else this.#complete(begun, punch);
        return;
      case 'punch':
        if (begun === undefined) this.#begin(punch);
        else this.#complete(begun, punch);
        return;
      default:
        if (begun === undefined) this.#addOpen(punch, true);
        else takeBreak(begun, punch);
    }
  }

  #begin(first: P): void {
    this.#begun = { first, breakSeconds: 0, breakStart: undefined, isBroken: false };
  }

  #complete(begun: Begun<P>, punch: P): void {
    this.#begun = undefined;
    const { first, breakSeconds, breakStart, isBroken } = begun;
    if (isBroken || breakStart !== undefined) {
      this.#addOpen(first, true);
      return;
    }
    if (punch.kind === 'punch' && secondsBetween(first.time, punch.time) >= UNCLEAR_SECONDS)
      this.#unclear.push(punch);
    const workedSeconds = secondsBetween(first.time, punch.time) - breakSeconds;
    this.#entries.push({ first, end: punch.time, workedSeconds, isOnBreak: false });
  }

  #leaveOpen(): void {
    if (this.#begun !== undefined) this.#addOpen(this.#begun.first, this.#begun.breakStart !== undefined);
    this.#begun = undefined;
  }

  #addOpen(first: P, isOnBreak: boolean): void {
    this.#entries.push({ first, end: null, workedSeconds: null, isOnBreak });
  }
}

function takeBreak<P extends Punch>(begun: Begun<P>, punch: P): void {
  const { breakStart } = begun;
  const isEnd = punch.kind === 'break-end' || (punch.kind === 'break' && breakStart !== undefined);
  if (isEnd === (breakStart === undefined)) begun.isBroken = true;
  if (isEnd && breakStart !== undefined) begun.breakSeconds += secondsBetween(breakStart.time, punch.time);
  begun.breakStart = isEnd ? undefined : punch;
}

function secondsBetween(earlier: Stamp, later: Stamp): number {
  return later.epochSeconds - earlier.epochSeconds;
}

const SECONDS_PER_DAY = 86_400;

function dayOf(time: Stamp): number {
  return Math.floor(wallClockSeconds(time) / SECONDS_PER_DAY);
}
