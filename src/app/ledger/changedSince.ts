import { type Exported, lineKeyText, payLineText } from '../../domain/corrections/exportedLine.js';
import { withoutPeople } from '../../domain/corrections/lineDifferences.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { pauseForInterrupt } from '../../runtime/interruption.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { ChangedDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import { type CorrectionBase, findPayrollFinals, readCorrectionBase } from './correctionBase.js';
import { PAY_LINES, type PayOfPeriod, payLinesOf, splitIntoBatches } from './exportedLines.js';
import {
  type ActiveFinal,
  findNewestOn,
  type IsOwn,
  isLeftBehind,
  overlaps,
  ownFinals,
  parseEstimates,
} from './finals.js';
import { findLeftByHand } from './leftByHand.js';

/**
 * The number of pay lines of a period that differ from its finals and their corrections, each counted once. Finals of
 * several payroll systems are compared each, until a correction has done so.
 * @returns undefined if none of its compared days is final
 */
export async function countChangedLines(
  store: Store,
  links: readonly LedgerLink[],
  computed: PayOfPeriod,
  { employerId, employerKey, isOwn, today, estimateFrom }: ComparedDays,
): Promise<ChangedDays | undefined> {
  const { from } = computed.period;
  const period = { from, to: lastRecorded(computed.period, estimateFrom) };
  const finals = ownFinals(links, isOwn).filter(({ link }) => overlaps(link.period, period));
  if (period.to < from || finals.length === 0) return undefined;
  const bases = finals.flatMap((final) => readComparable(store, links, final) ?? []);
  const isOfPayroll = findPayrollFinals(bases);
  const newestOn = findNewestOn(finals, isOfPayroll);
  const isCompared = (final: ActiveFinal, date: LocalDate): boolean => {
    const newest = newestOn(date);
    if (newest === undefined || newest.link.runId === final.link.runId) return newest !== undefined;
    return isOfPayroll(final) && isLeftBehind(final, date, newest, links);
  };
  const lines = new Set<string>();
  const payLines = new Set<string>();
  const isOfFinal =
    ({ final }: CorrectionBase) =>
    (date: LocalDate) =>
      isInside(date, period) && isCompared(final, date) && !isPlanned(final, date, today);
  for (const base of bases)
    for (const [line, payLine] of await differing(base, computed, isOfFinal(base))) {
      lines.add(line);
      payLines.add(payLine);
    }
  for (const { base, key } of findLeftByHand(bases, payLines))
    if (isOfFinal(base)(key.date)) lines.add(lineKeyText({ ...key, template: PAY_LINES, row: '' }));
  return { employerId, employerKey, ...period, lines: lines.size, position: links.at(-1)?.position ?? 0 };
}

/** The last day whose entries are read; before the first if all days are estimated. */
function lastRecorded({ to }: Pick<Period, 'to'>, estimateFrom: LocalDate | undefined): LocalDate {
  return estimateFrom === undefined || estimateFrom > to ? to : addDays(estimateFrom, -1);
}

/** Which days of a run are compared with finals. */
interface ComparedDays {
  readonly employerId: string;
  readonly employerKey: string;
  readonly isOwn: IsOwn;
  readonly today: LocalDate;
  /** From this day on the run has planned shifts, which don't show the work done. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** Days paid from planned shifts are compared once they are past. */
export function isPlanned({ link: { facts } }: ActiveFinal, date: LocalDate, today: LocalDate): boolean {
  const { estimateFrom } = parseEstimates(facts);
  return estimateFrom !== undefined && date >= estimateFrom && date >= today;
}

/** The lines of a final and its corrections; undefined if they were purged. */
export function readComparable(
  store: Store,
  links: readonly LedgerLink[],
  final: ActiveFinal,
): CorrectionBase | undefined {
  try {
    return readCorrectionBase(store, links, final);
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}

/** The differing lines, as `lineKeyText` and as `payLineText`. */
async function differing(
  base: CorrectionBase,
  computed: PayOfPeriod,
  isOwn: (date: LocalDate) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const everybody = [...new Set([...base.people, ...computed.people.ids])].sort();
  const found = new Map<string, string>();
  for (const ids of splitIntoBatches(everybody)) {
    await pauseForInterrupt(undefined);
    const some = new Set(ids);
    const people = { ids: computed.people.ids.filter((id) => some.has(id)), of: computed.people.of };
    const fresh = { lines: payLinesOf({ ...computed, people }, () => ({})), rows: [], records: [] };
    const before = amounts(base.linesOf(some).before, base, isOwn);
    const after = amounts(fresh, base, isOwn);
    for (const [key, { payLine }] of [...before, ...after])
      if ((before.get(key)?.amount ?? 0) !== (after.get(key)?.amount ?? 0)) found.set(key, payLine);
  }
  return found;
}

function amounts(
  exported: Exported,
  { purged }: CorrectionBase,
  isOwn: (date: LocalDate) => boolean,
): ReadonlyMap<string, { readonly amount: number; readonly payLine: string }> {
  const own = withoutPeople(exported, purged).lines.filter(
    ({ template, date }) => template === PAY_LINES && isOwn(date),
  );
  return new Map(
    own.map((line) => [
      lineKeyText({ ...line, row: '' }),
      { amount: line.amount, payLine: payLineText(line) },
    ]),
  );
}
