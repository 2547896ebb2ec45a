import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../config/config.js';
import { groupBy } from '../domain/collections.js';
import type { PeriodSummary } from '../domain/computed/computedPeriod.js';
import { type AcceptedKey, acceptedKeyOf, type RatedFinding } from '../domain/exceptions/finding.js';
import type { MonthFacts } from '../domain/month/monthStanding.js';
import { withClaims } from '../read/staging/withStore.js';
import { replaceFile } from '../store/replaceFile.js';

/** A finding that the clerk accepted. */
const acceptance = z.object({
  reason: z.string(),
  /** Its code if all findings of the code were accepted at once, otherwise its own key. */
  by: z.string(),
  /** A digest of what was accepted: a finding that has changed since is not accepted. */
  seen: z.string(),
});
export const acceptances = z.record(z.string(), acceptance);
/** Key of the finding -> acceptance. */
export type Acceptances = Readonly<z.output<typeof acceptances>>;

/** Where the acceptances of a period are. */
export interface AcceptancePlace {
  /** Absolute. */
  readonly storeFolder: string;
  readonly employerKey: string;
  readonly period: { readonly from: string; readonly to: string };
}

/** A file next to the store: until there is a final, the reasons are only on this computer. */
export function acceptancesPath({ storeFolder, employerKey, period: { from, to } }: AcceptancePlace): string {
  return join(storeFolder, 'accepted', `${encodeURIComponent(employerKey)} ${from} ${to}.json`);
}

/** What was accepted for the next final of these days; empty if nothing was, or the file cannot be read. */
export async function readAcceptances(place: AcceptancePlace): Promise<Acceptances> {
  try {
    return acceptances.parse(JSON.parse(await readFile(acceptancesPath(place), 'utf8')));
  } catch {
    return {};
  }
}

/** Adds and removes acceptances; those of other windows are kept. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function changeAcceptances(
  { folder }: LoadedConfig,
  place: AcceptancePlace,
  { accepted, undone }: { readonly accepted: Acceptances; readonly undone: readonly string[] },
): Promise<void> {
  const before = await readAcceptances(place);
  const kept = Object.entries({ ...before, ...accepted }).filter(([key]) => !undone.includes(key));
  const content = Buffer.from(`${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
  await withClaims(folder, (claims) => replaceFile(acceptancesPath(place), content, claims));
}

/** Once the final has the reasons; a file that cannot be removed is no longer read. */
export async function forgetAcceptances(place: AcceptancePlace): Promise<void> {
  await rm(acceptancesPath(place), { force: true }).catch(() => undefined);
}

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

/** The mark of an accepted finding, by which a stored read recognises it. */
export function markOf(key: string, seen: string): string {
  return hash('sha256', `${key} ${seen}`, 'base64url').slice(0, 12);
}

/** The marks that the window has accepted, and since when. */
export async function acceptedMarks(place: AcceptancePlace): Promise<MonthFacts['accepted']> {
  const kept = Object.entries(await readAcceptances(place));
  if (kept.length === 0) return undefined;
  const { mtime: at = new Date(0) } = statSync(acceptancesPath(place), { throwIfNoEntry: false }) ?? {};
  return { marks: new Set(kept.map(([key, { seen }]) => markOf(key, seen))), at };
}

/** The reasons of the findings that are as they were when they were accepted: a code stands for all of its findings. */
export function heldReasons(
  findings: readonly RatedFinding[],
  seen: SeenFindings,
  kept: Acceptances,
): ReadonlyMap<AcceptedKey, string> {
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
    const reason = finding.accepted ?? reasons.get(acceptedKeyOf(finding)) ?? reasons.get(finding.code);
    return reason === finding.accepted ? finding : { ...finding, accepted: reason };
  });
}
