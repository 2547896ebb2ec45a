import type { LocalDate } from '../time/localDate.js';
import { asInteger, dateOfDay, type Zone } from '../time/zone.js';
import {
  type CompiledCount,
  type CompiledRule,
  type CompiledRules,
  changeTimes,
  clockSeconds,
  compileRules,
} from './compiledRules.js';
import type { PayRules } from './payRules.js';
import { type DayTerms, holdsFor, isCertain, type PieceTerms, takingOf, workingDayOf } from './ruleMatch.js';
import {
  cutAtTimes,
  elapsedPieces,
  type PayCell,
  type Piece,
  type Taking,
  type Winners,
} from './ruleSegment.js';

/** More days than this are forgotten again: a few years on a few clocks. */
const MAX_KEPT_DAYS = 4000;

/** A local day on one clock, cut where a rule may change its answer. */
interface CutDay {
  readonly endEpoch: number;
  readonly pieces: readonly Piece[];
}

/**
 * The rules that concern some entries. Which of them can take which stretch of a day is found out once for each day and
 * clock, so that an entry is cut by comparing instants.
 */
export class RuleSet {
  readonly base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly counts: readonly CompiledCount[];
  /** Times of the day at which one of them may change its answer. */
  readonly times: readonly number[];
  /** One of its base rules or loadings has a minimum in its window. */
  readonly hasMinimum: boolean;
  readonly #plain: readonly CompiledRule[];
  readonly #terms: Omit<DayTerms, 'clock'>;
  readonly #days = new Map<string, Map<number, CutDay>>();
  #keptDays = 0;

  constructor({ base, loadings, counts }: CompiledRules, terms: Omit<DayTerms, 'clock'>) {
    this.base = base;
    this.loadings = loadings;
    this.counts = counts;
    this.times = changeTimes([...base, ...loadings, ...counts], terms.dayStart);
    this.hasMinimum = [...base, ...loadings].some(({ minimumInWindow }) => minimumInWindow > 0);
    this.#plain = base.filter(({ over }) => over === undefined);
    this.#terms = terms;
  }

  /** The pieces of real time between two instants, cut at the times of the rules. */
  piecesBetween(startEpoch: number, endEpoch: number, clock: Zone): readonly Piece[] {
    if (endEpoch <= startEpoch) return [];
    const days = this.#daysOn(clock);
    let day = this.#dayAt(startEpoch, clock, days);
    let found = piecesOfDay(day, startEpoch, endEpoch);
    while (day.endEpoch < endEpoch) {
      day = this.#dayAt(day.endEpoch, clock, days);
      found = found.concat(piecesOfDay(day, startEpoch, endEpoch));
    }
    return found;
  }

  /** What rules but overtime make of a piece of an entry; `without` are those whose minimum it does not reach. */
  winnersAt(piece: Piece, around: PieceTerms, without: ReadonlySet<CompiledRule>): Winners {
    const cell = piece.cell ?? this.#cellOf(piece, around);
    if (cell.certain !== undefined) return cell.certain;
    const takes = (taking: Taking): boolean =>
      holdsFor(taking, piece.date, cell.workingDay, around) && !without.has(taking.rule);
    const base = cell.base.find(takes)?.rule;
    if (base === undefined) throw new RangeError('no base rule takes every minute');
    const loadings: CompiledRule[] = [];
    for (const taking of cell.loadings) {
      const { rule } = taking;
      if (!loadings.some(({ group }) => group === rule.group) && takes(taking)) loadings.push(rule);
    }
    return { base, loadings, workingDate: dateOfDay(cell.workingDay) };
  }

  #daysOn({ name }: Zone): Map<number, CutDay> {
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const days = new Map<number, CutDay>();
    this.#days.set(name, days);
    return days;
  }

  #dayAt(epoch: number, clock: Zone, days: Map<number, CutDay>): CutDay {
    const epochDay = clock.dayAt(epoch);
    return days.get(epochDay) ?? this.#cutDay(epochDay, clock, days);
  }

  #cutDay(epochDay: number, clock: Zone, days: Map<number, CutDay>): CutDay {
    const endEpoch = clock.dayStart(epochDay + 1);
    const terms = { ...this.#terms, clock };
    const pieces = elapsedPieces(clock.dayStart(epochDay), endEpoch, clock)
      .flatMap((piece) => cutAtTimes(piece, this.times))
      .map((piece) => partBetween(piece, piece, this.#cellOf(piece, terms)));
    const day = { endEpoch, pieces };
    this.#keptDays += 1;
    if (this.#keptDays <= MAX_KEPT_DAYS) days.set(epochDay, day);
    return day;
  }

  #cellOf(piece: Piece, terms: DayTerms): PayCell {
    const base = upToCertain(takingsOf(this.#plain, piece, terms));
    const loadings = firstCertainOfGroups(takingsOf(this.loadings, piece, terms));
    const workingDay = workingDayOf(piece, terms);
    const [first] = base;
    const isOneAnswer = first !== undefined && isCertain(first) && loadings.every(isCertain);
    const certain = isOneAnswer
      ? { base: first.rule, loadings: loadings.map(({ rule }) => rule), workingDate: dateOfDay(workingDay) }
      : undefined;
    return { workingDay, base, loadings, certain };
  }
}

function takingsOf(rules: readonly CompiledRule[], piece: Piece, terms: DayTerms): Taking[] {
  return rules.flatMap((rule) => takingOf(rule, piece, terms) ?? []);
}

/** What stands behind a rule that always takes the piece never does. */
function upToCertain(takings: readonly Taking[]): readonly Taking[] {
  const first = takings.findIndex(isCertain);
  return first < 0 ? takings : takings.slice(0, first + 1);
}

function firstCertainOfGroups(takings: readonly Taking[]): readonly Taking[] {
  const decided = new Set<string>();
  return takings.filter((taking) => {
    if (decided.has(taking.rule.group)) return false;
    if (isCertain(taking)) decided.add(taking.rule.group);
    return true;
  });
}

/** Where the day is cut between two instants; the first and the last piece may reach beyond them. */
function piecesOfDay({ pieces }: CutDay, startEpoch: number, endEpoch: number): readonly Piece[] {
  let first = 0;
  while (first < pieces.length - 1 && (pieces[first]?.toEpoch ?? endEpoch) <= startEpoch) first += 1;
  let last = first;
  while ((pieces[last + 1]?.fromEpoch ?? endEpoch) < endEpoch) last += 1;
  const found = pieces.slice(first, last + 1);
  clipAt(found, 0, startEpoch, endEpoch);
  if (last > first) clipAt(found, last - first, startEpoch, endEpoch);
  return found;
}

function clipAt(pieces: Piece[], index: number, startEpoch: number, endEpoch: number): void {
  const piece = pieces[index];
  if (piece !== undefined) pieces[index] = clipped(piece, startEpoch, endEpoch);
}

/** The part of a piece between two instants. */
function clipped(piece: Piece, startEpoch: number, endEpoch: number): Piece {
  if (piece.fromEpoch >= startEpoch && piece.toEpoch <= endEpoch) return piece;
  const fromEpoch = Math.max(piece.fromEpoch, startEpoch);
  const toEpoch = Math.min(piece.toEpoch, endEpoch);
  return partBetween(piece, { fromEpoch, toEpoch }, piece.cell);
}

function partBetween(
  piece: Piece,
  span: Pick<Piece, 'fromEpoch' | 'toEpoch'>,
  cell: PayCell | undefined,
): Piece {
  const [fromEpoch, toEpoch] = [asInteger(span.fromEpoch), asInteger(span.toEpoch)];
  const clockFrom = asInteger(piece.clockFrom + (fromEpoch - piece.fromEpoch));
  const seconds = toEpoch - fromEpoch;
  return {
    date: piece.date,
    epochDay: piece.epochDay,
    clockFrom,
    clockUntil: clockFrom + seconds,
    fromEpoch,
    toEpoch,
    weightSeconds: seconds,
    cell,
  };
}

/** The rules of a configuration, and which of them concern whom. */
export class RuleSets {
  readonly whole: RuleSet;
  /** Base rules, loadings and counts. */
  readonly all: readonly CompiledRule[];
  /** Rules ask for places, teams, tasks or people: not every rule concerns every entry. */
  readonly isSelective: boolean;
  readonly hasStreaks: boolean;
  readonly holidays: ReadonlySet<LocalDate>;
  readonly #terms: Omit<DayTerms, 'clock'>;
  readonly #sets = new Map<string, RuleSet>();

  constructor(rules: PayRules, holidays: ReadonlySet<LocalDate>) {
    const compiled = compileRules(rules);
    this.holidays = holidays;
    this.#terms = { holidays, dayStart: rules.dayStart === undefined ? 0 : clockSeconds(rules.dayStart) };
    this.whole = new RuleSet(compiled, this.#terms);
    this.all = [...compiled.base, ...compiled.loadings, ...compiled.counts];
    this.isSelective = this.all.some(({ establishments, teams, tasks, employees }) =>
      [establishments, teams, tasks, employees].some((condition) => condition !== undefined),
    );
    this.hasStreaks = this.all.some(({ consecutiveDay }) => consecutiveDay > 0);
  }

  /** Those of `all` that apply. */
  some(applies: readonly boolean[]): RuleSet {
    const key = applies.join();
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const left = new Set(this.all.filter((_, index) => applies[index] === true));
    const { base, loadings, counts } = this.whole;
    const kept = <Rule extends CompiledRule>(rules: readonly Rule[]): readonly Rule[] =>
      rules.filter((rule) => left.has(rule));
    const set = new RuleSet(
      { base: kept(base), loadings: kept(loadings), counts: kept(counts) },
      this.#terms,
    );
    this.#sets.set(key, set);
    return set;
  }
}
