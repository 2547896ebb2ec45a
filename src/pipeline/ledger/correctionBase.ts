import type { Exported } from '../../domain/corrections/exportedLine.js';
import { exportedSum } from '../../domain/corrections/exportedSum.js';
import type { Establishment } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import type { LedgerLink } from '../../store/ledgerLink.js';
import type { Store } from '../../store/store.js';
import { readIdOf } from '../read/legacyRead.js';
import { factsOf } from '../read/storedFacts.js';
import { type ActiveFinal, isReconstructed, originalsOf } from './finals.js';
import type { Reconstruct } from './reconstruct.js';
import { NOBODY, type Snapshot, snapshotOf } from './snapshot.js';

export interface CountedRun {
  readonly link: LedgerLink;
  readonly snapshot: Snapshot;
}

/** Everything that the ledger says about the days of one final. */
export interface CorrectionBase {
  readonly final: ActiveFinal;
  /** Everything exported and settled for these days, as one. */
  readonly before: Exported;
  readonly settled: Exported;
  /** Of everything what stands in files. */
  readonly inFiles: Exported;
  /** The final's own. */
  readonly original: Snapshot;
  /** The newest run that counts for these days, and what it was computed with. */
  readonly newest: CountedRun;
  /** The newest of them that has a template. */
  readonly newestWith: (template: string) => CountedRun;
  /** Corrections that were made of these days. */
  readonly corrections: number;
  /** `CODE record` of what finals and corrections of these days have found. */
  readonly known: ReadonlySet<string>;
  /** People whose lines were purged: nobody can say what they were paid. */
  readonly purged: ReadonlySet<string>;
  /** Places as these runs knew them, by id: the service may list some of them no more. */
  readonly places: ReadonlyMap<string, Establishment>;
  /** Set where the final's lines were not kept: whether an earlier correction has kept what was computed of them. */
  readonly reconstructed: 'now' | 'earlier' | undefined;
}

/**
 * Adds up what the ledger has of a final's days.
 * @param reconstruct for a final of version 0.1 that no correction has been made of
 * @throws PaytallyError RUN_PURGED
 */
export async function correctionBase(
  store: Store,
  links: readonly LedgerLink[],
  final: ActiveFinal,
  reconstruct: Reconstruct,
): Promise<CorrectionBase> {
  const corrections = links.filter(
    (link) => link.kind === 'correction' && originalsOf(link).includes(final.link.runId),
  );
  const prefix = `${final.link.period.from}..${final.link.period.to} `;
  const later = corrections.map((link) => keptRun(store, link));
  const own = isReconstructed(final.link)
    ? await reconstructedRun(final, later, reconstruct)
    : keptRun(store, final.link);
  const runs = [own, ...later].map(({ snapshot, ...run }) => ({
    ...run,
    snapshot: ofPeriod(snapshot, prefix),
  }));
  const [original, newest] = [runs.at(0), runs.at(-1)];
  if (original === undefined || newest === undefined) throw purged(final.link.runId);
  const hasTemplate = (template: string) => (run: CountedRun) =>
    run.snapshot.templates.some(({ name }) => name === template);
  const settled = runs.map(({ snapshot }) => ({ lines: snapshot.settled, rows: snapshot.settledRows }));
  const exported = runs.map(({ snapshot }) => ({ lines: snapshot.exported, rows: snapshot.exportedRows }));
  return {
    final,
    before: exportedSum([...exported, ...settled]),
    settled: exportedSum(settled),
    inFiles: exportedSum(exported),
    original: original.snapshot,
    newest,
    newestWith: (template) => runs.findLast(hasTemplate(template)) ?? original,
    corrections: corrections.length,
    known: new Set(runs.flatMap(({ snapshot }) => snapshot.findings)),
    purged: new Set(runs.flatMap(({ gone }) => gone)),
    places: new Map(runs.flatMap((run) => placesOf(store, run)).map((place) => [place.id, place])),
    reconstructed: own.reconstructed,
  };
}

interface KeptRun extends CountedRun {
  /** People who were purged from it. */
  readonly gone: readonly string[];
  readonly reconstructed?: CorrectionBase['reconstructed'];
}

function keptRun(store: Store, link: LedgerLink): KeptRun {
  const people = store.ledger.people(link.runId);
  const snapshot = snapshotOf(people);
  if (snapshot === undefined) throw purged(link.runId);
  const gone = people.flatMap(({ person, content }) =>
    content === undefined && person !== NOBODY ? [person] : [],
  );
  return { link, snapshot, gone };
}

/** As the first correction of the final has kept it; else as it is computed now. */
async function reconstructedRun(
  final: ActiveFinal,
  later: readonly KeptRun[],
  reconstruct: Reconstruct,
): Promise<KeptRun> {
  const { link } = final;
  for (const { snapshot } of later) {
    const kept = snapshot.reconstructed;
    if (!kept?.runs.includes(link.runId)) continue;
    const own = { templates: kept.templates, exported: kept.lines, exportedRows: kept.rows };
    const original = { ...snapshot, ...own, settled: [], settledRows: [] };
    return { link, snapshot: original, gone: [], reconstructed: 'earlier' };
  }
  const snapshot = await reconstruct(final);
  if (snapshot === undefined) throw notKept(link.runId);
  return { link, snapshot, gone: [], reconstructed: 'now' };
}

function placesOf(store: Store, { link, snapshot }: CountedRun): readonly Establishment[] {
  const read = store.read(readIdOf(store, link.runId, snapshot.config) ?? '');
  return read === undefined ? [] : factsOf(read).establishments;
}

/** A correction may be of several finals; each has its own days, which the names of rows begin with. */
function ofPeriod(snapshot: Snapshot, prefix: string): Snapshot {
  const isOf = ({ row }: { readonly row: string }): boolean => row.startsWith(prefix);
  return {
    ...snapshot,
    exported: snapshot.exported.filter(isOf),
    exportedRows: snapshot.exportedRows.filter(isOf),
    settled: snapshot.settled.filter(isOf),
    settledRows: snapshot.settledRows.filter(isOf),
  };
}

function purged(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', `What run ${runId} exported was purged.`, { record: runId });
}

function notKept(runId: string): PaytallyError {
  return new PaytallyError(
    'RUN_PURGED',
    `Run ${runId} was made by version 0.1, which did not keep what it exported line by line, and its records are gone.`,
    {
      record: runId,
      remedy: 'Compare its files with a draft of the same days, and correct by hand.',
    },
  );
}
