import { z } from 'zod';
import {
  type ChangeThreshold,
  type EarlierFigures,
  EVERY_MINUTE,
  type Figures,
  type FinalAudit,
  findChanges,
  type PeriodComparison,
  type PersonFigures,
  type RunComparison,
} from '../../domain/changes/runComparison.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { FinalState } from '../../domain/month/monthStatus.js';
import { type Period, periodDays } from '../../domain/period/period.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { StoredPerson } from '../../store/personContents.js';
import type { Store } from '../../store/store.js';
import { activeFinals } from './finals.js';

/** An earlier run for a comparison. */
export type ComparisonRun = EarlierFigures & Pick<PeriodComparison, 'digest'>;

/** The runs that a run is compared with; stored with it, so that it can be reproduced. */
export interface ComparisonRuns {
  readonly earlierPeriod?: ComparisonRun | undefined;
  readonly samePeriod?: ComparisonRun | undefined;
}

/** The same with the state of finals of the days of a draft, which is known once the draft is computed. */
export interface ComparisonContext extends ComparisonRuns {
  readonly finalState?: FinalState | undefined;
}

/** Compared periods may differ in length by this many days, as months, four weeks and 30 days do. */
const ALIKE_DAYS = 3;

/** The newest final of an earlier period of similar length, and the newest run of these days, from the store. */
export function findComparisonRuns(store: Store, employerId: string, period: Period): ComparisonRuns {
  const links = store.ledger.links(employerId);
  const days = periodDays(period).length;
  const earlier = activeFinals(links)
    .map(({ link }) => link)
    .filter(
      (link) => link.period.to < period.from && Math.abs(periodDays(link.period).length - days) <= ALIKE_DAYS,
    )
    .sort((a, b) =>
      a.period.to === b.period.to ? a.position - b.position : a.period.to < b.period.to ? -1 : 1,
    )
    .at(-1);
  return {
    earlierPeriod: earlier === undefined ? undefined : readComparisonRun(store, earlier, links),
    samePeriod: findNewestOfDays(store, employerId, period, links),
  };
}

function findNewestOfDays(
  store: Store,
  employerId: string,
  period: Period,
  links: readonly LedgerLink[],
): ComparisonRun | undefined {
  const runs = store.runs({ employerId, period }).filter(({ state }) => state !== 'correction');
  for (const { runId, period: of } of runs) {
    const found = readComparisonRun(store, { runId, period: of }, links);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** undefined if the run's figures were not kept, or were purged. */
function readComparisonRun(
  store: Store,
  { runId, period }: Pick<LedgerLink, 'runId' | 'period'>,
  links: readonly LedgerLink[],
): ComparisonRun | undefined {
  const link = links.find((each) => each.runId === runId);
  const { figures, purged } = readFigures(store, runId, link);
  return figures && { runId, label: period.label, digest: link?.digest ?? null, figures, purged };
}

/** The stored totals of a draft or final for each person; no figures if they were not stored. */
export function readFigures(
  store: Store,
  runId: string,
  link: LedgerLink | undefined,
): { readonly figures: ComparisonRun['figures'] | undefined; readonly purged: ReadonlySet<string> } {
  const people = link === undefined ? store.draftInputs(runId) : store.ledger.eachPerson(runId);
  const figures = new Map<string, PersonFigures>();
  const purged = new Set<string>();
  let isKept = false;
  for (const { person, content } of people) {
    const own = parsePersonFigures(content)?.own;
    if (own !== undefined) figures.set(person, own);
    if (content === undefined) purged.add(person);
    isKept ||= isMarked(content);
  }
  return { figures: isKept ? figures : undefined, purged };
}

const figuresShape = z.object({
  workedMinutes: z.number(),
  plannedMinutes: z.number(),
  paidMinutes: z.number(),
  codes: z.record(z.string(), z.number()),
  quantities: z.record(z.string(), z.number()).optional(),
});
const personShape = z.object({
  figures: z
    .object({
      own: figuresShape.optional(),
      earlierPeriod: figuresShape.optional(),
      samePeriod: figuresShape.optional(),
      purgedIn: z.array(z.string()).optional(),
    })
    .optional(),
});

/** A person's part of the figures of a run and of the runs it was compared with. */
export interface PersonInFigures {
  readonly own?: PersonFigures | undefined;
  readonly earlierPeriod?: PersonFigures | undefined;
  readonly samePeriod?: PersonFigures | undefined;
  /** Which of `earlierPeriod` and `samePeriod` the person was purged from. */
  readonly purgedIn?: readonly string[] | undefined;
}

export function parsePersonFigures(content: unknown): PersonInFigures | undefined {
  return personShape.safeParse(content).data?.figures;
}

/** Versions without stored figures left no mark either. */
function isMarked(content: unknown): boolean {
  return z.object({ compared: z.unknown().refine((value) => value !== undefined) }).safeParse(content)
    .success;
}

/** The data for closing a period. */
export function compareRuns(
  { earlierPeriod, samePeriod, finalState }: ComparisonContext,
  computed: Pick<ComputedPeriod, 'figures' | 'data'>,
  threshold: ChangeThreshold,
  audit: FinalAudit | undefined,
): RunComparison {
  return {
    earlierPeriod: compareFigures(earlierPeriod, computed, threshold),
    samePeriod: compareFigures(samePeriod, computed, EVERY_MINUTE),
    audit,
    finalState,
  };
}

/** The known data about the compared runs before a period is computed, without changes. */
export function pendingComparison({ earlierPeriod, samePeriod }: ComparisonRuns): RunComparison {
  return {
    earlierPeriod: earlierPeriod && { ...earlierPeriod, changes: [] },
    samePeriod: samePeriod && { ...samePeriod, changes: [] },
  };
}

function compareFigures(
  earlier: ComparisonRun | undefined,
  { figures, data }: { readonly figures: Figures; readonly data: ComputedPeriod['data'] },
  threshold: ChangeThreshold,
): PeriodComparison | undefined {
  if (earlier === undefined) return undefined;
  const listed = data.employees === null ? null : new Set(data.employees.map(({ id }) => id));
  const isListed = (id: string): boolean => listed === null || listed.has(id);
  return { ...earlier, changes: findChanges(earlier, figures, isListed, threshold) };
}

export const comparisonReference = z.object({
  runId: z.string(),
  label: z.string(),
  digest: z.string().nullable(),
});
type ComparisonReference = z.infer<typeof comparisonReference>;

export const COMPARED = ['earlierPeriod', 'samePeriod'] as const satisfies readonly (keyof ComparisonRuns)[];

/** A compared run without the data of single people. */
export function toReference(run: ComparisonRun | undefined): ComparisonReference | undefined {
  return run === undefined ? undefined : { runId: run.runId, label: run.label, digest: run.digest };
}

type KeptPerson = Pick<StoredPerson, 'person' | 'content'>;

/** The figures of a run for each employee, or those it was compared with. */
export function figuresByPerson(
  people: readonly KeptPerson[],
  which: 'own' | keyof ComparisonRuns,
): Map<string, PersonFigures> {
  return new Map(
    people.flatMap(({ person, content }) => {
      const own = parsePersonFigures(content)?.[which];
      return own === undefined ? [] : [[person, own] as const];
    }),
  );
}

export function restoreComparisonRun(
  name: ComparisonReference | undefined,
  people: readonly KeptPerson[],
  which: keyof ComparisonRuns,
): ComparisonRun | undefined {
  if (name === undefined) return undefined;
  const purged = people
    .filter(({ content }) => parsePersonFigures(content)?.purgedIn?.includes(which))
    .map(({ person }) => person);
  return { ...name, figures: figuresByPerson(people, which), purged: new Set(purged) };
}
