import { type Exported, sumExports } from '../domain/corrections/exportedLine.js';
import type { Establishment } from '../domain/records/records.js';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import { factsOf } from '../read/staging/storedFacts.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import { isByPerson, keepsLines } from './exportedOf.js';
import { type ActiveFinal, originalsOf } from './finals.js';
import type { KeptLines } from './keptLines.js';
import { type KeptRun, keptRun, type SomePeople } from './keptRun.js';
import type { Snapshot } from './snapshot.js';

/** A run with what it was computed with; of its lines nothing is held. */
export type CountedRun = Pick<KeptRun, 'link' | 'snapshot'>;

/** What the ledger has of some people's lines on a final's days. */
export interface LinesBefore {
  /** Everything exported and settled for these days, as one. */
  readonly before: Exported;
  readonly settled: Exported;
  /** Of everything what stands in files. */
  readonly inFiles: Exported;
}

/** Everything that the ledger says about the days of one final. */
export interface CorrectionBase {
  readonly final: ActiveFinal;
  /** Reads it anew each time. */
  readonly linesOf: (people: SomePeople) => LinesBefore;
  /** Everybody with content in these runs, sorted. */
  readonly people: readonly string[];
  /** Whether each row of a template, as all these runs had it, is of one person. */
  readonly isByPerson: (template: string) => boolean;
  /** The final's own, without lines. */
  readonly original: Snapshot;
  /** The newest run that counts for these days, and what it was computed with. */
  readonly newest: CountedRun;
  /** The newest of them that has a template and looked at a day: corrections may be of some days only. */
  readonly newestWith: (template: string, date: LocalDate) => CountedRun;
  /** Corrections that were made of these days. */
  readonly corrections: number;
  /** `CODE record` of what finals and corrections of these days have found. */
  readonly known: ReadonlySet<string>;
  /** People whose lines were purged: nobody can say what they were paid. */
  readonly purged: ReadonlySet<string>;
  /** Places as these runs knew them, by id: the service may list some of them no more. */
  readonly places: ReadonlyMap<string, Establishment>;
}

/**
 * Adds up what the ledger has of a final's days.
 * @throws PaytallyError RUN_PURGED
 */
export function correctionBase(
  store: Store,
  links: readonly LedgerLink[],
  final: ActiveFinal,
): CorrectionBase {
  const corrections = links.filter(
    (link) => link.kind === 'correction' && originalsOf(link).includes(final.link.runId),
  );
  const later = corrections.map((link) => keptRun(store, link));
  const own = keptRun(store, final.link);
  const runs = [own, ...later];
  const newest = runs.at(-1) ?? own;
  const hasTemplate = (template: string) => (run: KeptRun) =>
    run.snapshot.templates.some(({ name }) => name === template);
  return {
    final,
    linesOf: (people) => linesBefore(runs, people, final),
    people: [...new Set(runs.flatMap(({ people }) => people))].sort(),
    isByPerson: (name) => runs.every((run) => run.snapshot.templates.every(isOfPersons(name))),
    original: own.snapshot,
    newest,
    newestWith: (template, date) =>
      later.findLast((run) => hasTemplate(template)(run) && lookedAt(run, date)) ?? own,
    corrections: corrections.length,
    known: new Set(runs.flatMap(({ snapshot }) => snapshot.findings)),
    purged: new Set(runs.flatMap(({ gone }) => gone)),
    places: new Map(runs.flatMap((run) => placesOf(store, run)).map((place) => [place.id, place])),
  };
}

/** With balances a correction looks at the rest of their reference period too. */
function lookedAt({ link: { period, facts } }: CountedRun, date: LocalDate): boolean {
  const until = typeof facts.until === 'string' ? toLocalDate(facts.until) : period.to;
  return period.from <= date && date <= until;
}

function isOfPersons(name: string): (template: Snapshot['templates'][number]) => boolean {
  return (template) => template.name !== name || (keepsLines(template) && isByPerson(template.spec));
}

/** A correction may be of several finals; each has its own days, which the names of rows begin with. */
function linesBefore(runs: readonly KeptRun[], people: SomePeople, { link }: ActiveFinal): LinesBefore {
  const prefix = `${link.period.from}..${link.period.to} `;
  const isOf = ({ row }: { readonly row: string }): boolean => row.startsWith(prefix);
  const kept = runs.map((run): KeptLines => run.linesOf(people));
  const settled = kept.map((each) => ({
    lines: each.settled.filter(isOf),
    rows: each.settledRows.filter(isOf),
  }));
  const exported = kept.map((each) => ({
    lines: each.exported.filter(isOf),
    rows: each.exportedRows.filter(isOf),
  }));
  return {
    before: sumExports([...exported, ...settled]),
    settled: sumExports(settled),
    inFiles: sumExports(exported),
  };
}

function placesOf(store: Store, { link }: CountedRun): readonly Establishment[] {
  const read = store.read(store.run(link.runId)?.readId ?? '');
  return read === undefined ? [] : factsOf(read).establishments;
}
