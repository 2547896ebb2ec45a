import { z } from 'zod';
import { isWhollyFinal } from '../../domain/month/monthStatus.js';
import type { Period } from '../../domain/period/period.js';
import { type Days, intersectDays } from '../../domain/period/repeatingPeriod.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import { coveredDays, type IsOwn, ownFinals, parseSuperseded } from './finals.js';

/** Days that a read compared with the ledger of then. */
interface ComparedDays extends Days {
  /** The newest link at that time. */
  readonly position: number;
}

/**
 * Whether what a read found on some days is settled since: every final of then that has these days was replaced, or a
 * correction has compared it and left nothing open. A further final beside it, of reports or of another payroll system,
 * settles nothing.
 * @param links those with days of the period
 * @param isOwn the keys whose finals the read was compared with
 */
export function isCoveredSince(
  links: readonly LedgerLink[],
  { from, to, position }: ComparedDays,
  period: Days,
  isOwn: IsOwn = () => true,
): boolean {
  const then = ownFinals(
    links.filter((link) => link.position <= position),
    isOwn,
  );
  return then.every(({ link }) => {
    const inRead = intersectDays(link.period, { from, to });
    const days = inRead && intersectDays(inRead, period);
    return (
      days === undefined || isWhollyFinal({ period: days, finals: coveredSince(links, link.runId, position) })
    );
  });
}

/** The days on which later links replace a final, or correct it and leave nothing open. */
export function coveredSince(
  links: readonly LedgerLink[],
  runId: string,
  position: number,
): readonly Period[] {
  const runs = new Set([runId]);
  const days: Period[] = [];
  for (const link of links.filter((each) => each.position > position)) {
    const replaces = link.kind === 'final' && parseSuperseded(link).some((run) => runs.has(run));
    if (replaces) runs.add(link.runId);
    if (replaces || corrects(link, runs)) days.push(coveredDays(link));
  }
  return days;
}

const correctionFacts = z.object({
  compared: z.array(z.string()).default([]),
  /** Differences that it left; corrections of earlier versions do not say, and so prove nothing. */
  left: z.number().optional(),
});

function corrects({ kind, facts }: LedgerLink, runs: ReadonlySet<string>): boolean {
  if (kind !== 'correction') return false;
  const { compared, left } = correctionFacts.parse(facts);
  return left === 0 && compared.some((run) => runs.has(run));
}
