import { hash } from 'node:crypto';
import { groupBy } from '../../domain/collections.js';
import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import { type AcceptedKey, acceptedKeyOf, type RatedFinding } from '../../domain/exceptions/finding.js';
import type { MonthFacts, MonthRead } from '../../domain/month/monthStatus.js';
import { type StorePlace, withStore } from '../../sources/staging/withStore.js';
import type { EmployerDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import type { Acceptances } from '../../store/windowAcceptances.js';

/** What a finding was accepted for: a digest of its facts and of the hours of its day, by its key. */
export type SeenFindings = ReadonlyMap<AcceptedKey, string>;

export function seenFindings({ findings, figures, workedOn }: PeriodSummary): SeenFindings {
  const factsOf = ({ date, employeeId, facts }: RatedFinding) => {
    const person = employeeId ?? '';
    const minutes = date === null ? figures.get(person)?.workedMinutes : workedOn.get(`${person} ${date}`);
    return JSON.stringify([date, employeeId, facts, minutes ?? null]);
  };
  const keys = [...groupBy(findings, acceptedKeyOf)];
  return new Map(keys.map(([key, some]) => [key, shortDigest(some.map(factsOf).sort())]));
}

export function shortDigest(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 16);
}

/** A finding as the ledger records it, with the digest of the facts and hours for which it was accepted. */
export function seenText(finding: RatedFinding, seen: SeenFindings): string {
  const { code, record } = finding;
  return `${seen.get(acceptedKeyOf(finding)) ?? ''} ${code} ${record}`;
}

/** The mark of an accepted finding, by which a stored read recognises it. */
export function markOf(key: string, seen: string): string {
  return hash('sha256', `${key} ${seen}`, 'base64url').slice(0, 12);
}

/** The marks that the window has accepted, and since when. */
export function acceptedMarks({ acceptances }: Store, days: EmployerDays): MonthFacts['accepted'] {
  const at = acceptances.newestAt(days);
  if (at === undefined) return undefined;
  const marks = Object.entries(acceptances.find(days)).map(([key, { seen }]) => markOf(key, seen));
  return { marks: new Set(marks), at };
}

/** The mark of a finding, with the facts for which it can be accepted. */
export function markOfFinding(finding: RatedFinding, seen: SeenFindings): string {
  const key = acceptedKeyOf(finding);
  return markOf(key, seen.get(key) ?? '');
}

/**
 * The reasons of the findings that the newest run accepted. What it did not find, or found otherwise, is not accepted:
 * its user has not seen it.
 */
export function reasonsOfRun(
  findings: readonly RatedFinding[],
  seen: SeenFindings,
  { accepted }: Pick<MonthRead, 'accepted'>,
): ReadonlyMap<AcceptedKey, string> {
  if (Object.keys(accepted).length === 0) return new Map();
  return new Map(
    findings.flatMap((finding) => {
      const reason = accepted[markOfFinding(finding, seen)];
      return reason === undefined ? [] : [[acceptedKeyOf(finding), reason] as const];
    }),
  );
}

/** The findings that a run accepts, in the form in which its read records them. */
export function acceptedByRun(
  findings: readonly RatedFinding[],
  seen: SeenFindings,
  reasons: ReadonlyMap<AcceptedKey, string>,
): MonthRead['accepted'] {
  const named = findings.flatMap((finding) => {
    const reason = reasonFor(finding, reasons);
    return reason === undefined ? [] : [[markOfFinding(finding, seen), reason] as const];
  });
  return Object.fromEntries(named);
}

/** The reason for a single finding has priority over the reason for its code. */
export function reasonFor(
  finding: RatedFinding,
  reasons: ReadonlyMap<AcceptedKey, string>,
): string | undefined {
  return reasons.get(acceptedKeyOf(finding)) ?? reasons.get(finding.code);
}

/** The reasons of the findings that are as they were when they were accepted: a code stands for all of its findings. */
export function heldReasons(
  findings: readonly RatedFinding[],
  seen: SeenFindings,
  kept: Acceptances,
): ReadonlyMap<AcceptedKey, string> {
  if (Object.keys(kept).length === 0) return new Map();
  const holds = (finding: RatedFinding) => {
    const key = acceptedKeyOf(finding);
    return kept[key] !== undefined && kept[key].seen === seen.get(key);
  };
  return new Map(
    [...groupBy(findings, ({ code }) => code)].flatMap(([code, group]) => {
      const isWhole = group.every(holds);
      return group.filter(holds).map((finding) => {
        const key = acceptedKeyOf(finding);
        const { by = key, reason = '' } = kept[key] ?? {};
        return [isWhole && by === code ? code : key, reason] as const;
      });
    }),
  );
}

/** Key -> reason of accepted findings; a code stands for all of its findings if they have the same reason. */
export function reasonsOf(findings: readonly RatedFinding[]): Readonly<Record<string, string>> {
  const reasons = [...groupBy(findings, ({ code }) => code)].flatMap(([code, group]) => {
    const [first] = group;
    if (first?.accepted !== undefined && group.every(({ accepted }) => accepted === first.accepted))
      return [[code, first.accepted] as const];
    return group.flatMap((finding) =>
      finding.accepted === undefined ? [] : [[acceptedKeyOf(finding), finding.accepted] as const],
    );
  });
  return Object.fromEntries(reasons);
}

/** Findings with the reasons for which they were accepted; a reason of the run itself has priority. */
export function withReasons(
  findings: readonly RatedFinding[],
  reasons: ReadonlyMap<AcceptedKey, string>,
): readonly RatedFinding[] {
  if (reasons.size === 0) return findings;
  return findings.map((finding) => {
    const reason = finding.accepted ?? reasonFor(finding, reasons);
    return reason === finding.accepted ? finding : { ...finding, accepted: reason };
  });
}

/** Adds and removes acceptances of a period; those of other windows stay. */
export function changeAcceptances(
  place: Pick<StorePlace, 'loaded' | 'storeFolder' | 'nowMs'>,
  days: EmployerDays,
  change: { readonly accepted: Acceptances; readonly undone: readonly string[] },
): Promise<void> {
  const { employerId } = days;
  return withStore({ ...place, employerIds: [employerId], mode: 'write' }, async (store) =>
    store.acceptances.change(days, change),
  );
}
