import { linesByRow } from '../domain/corrections/exportedLine.js';
import { PaytallyError } from '../errors.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import { type KeptLines, linesOfPerson, outlineOf } from './keptLines.js';
import { NOBODY, type Snapshot, snapshotOf } from './snapshot.js';

/** People by their ids. */
export type SomePeople = ReadonlySet<string> | 'everybody';

/** A run of the ledger that counts: what it was computed with is held, its lines are read person by person. */
export interface KeptRun {
  readonly link: LedgerLink;
  /** Without lines, but for a run that was reconstructed. */
  readonly snapshot: Snapshot;
  /** Everybody with content, sorted. */
  readonly people: readonly string[];
  /** People who were purged from it. */
  readonly gone: readonly string[];
  readonly linesOf: (people: SomePeople) => KeptLines;
  readonly reconstructed?: 'now' | 'earlier';
}

/** @throws PaytallyError RUN_PURGED */
export function keptRun(store: Store, link: LedgerLink): KeptRun {
  const { runId } = link;
  const people: string[] = [];
  const gone: string[] = [];
  function* noted() {
    for (const each of store.ledger.eachPerson(runId)) {
      if (each.person !== NOBODY) (each.content === undefined ? gone : people).push(each.person);
      yield each;
    }
  }
  const snapshot = outlineOf(noted());
  if (snapshot === undefined) throw purged(runId);
  const linesOf = (wanted: SomePeople): KeptLines => {
    const some = wanted === 'everybody' ? people : people.filter((person) => wanted.has(person));
    return joined(
      some.map((person) => linesOfPerson(store.ledger.person(runId, person) ?? noContent(person))),
    );
  };
  return { link, snapshot, people, gone, linesOf };
}

/** What a correction computed of a final that kept no lines; undefined where it did not. */
export function reconstructedIn(store: Store, correction: LedgerLink, runId: string): Snapshot | undefined {
  const snapshot = snapshotOf(store.ledger.people(correction.runId));
  if (snapshot === undefined) throw purged(correction.runId);
  const kept = snapshot.reconstructed;
  if (!kept?.runs.includes(runId)) return undefined;
  const own = { templates: kept.templates, exported: kept.lines, exportedRows: kept.rows };
  return { ...snapshot, ...own, settled: [], settledRows: [] };
}

/** A run whose lines are at hand. */
export function heldRun(
  link: LedgerLink,
  snapshot: Snapshot,
  reconstructed: 'now' | 'earlier',
): KeptRun & { readonly reconstructed: 'now' | 'earlier' } {
  const people = [...new Set(snapshot.exported.map(({ employeeId }) => employeeId))].sort();
  const linesOf = (wanted: SomePeople): KeptLines =>
    wanted === 'everybody' ? snapshot : ofPeople(snapshot, wanted);
  return { link, snapshot, people, gone: [], linesOf, reconstructed };
}

/** Nothing was settled of a run that kept no lines. */
function ofPeople({ exported, exportedRows }: Snapshot, people: ReadonlySet<string>): KeptLines {
  const lines = exported.filter(({ employeeId }) => people.has(employeeId));
  const rows = linesByRow(lines);
  const own = exportedRows.filter((row) => rows.get(row) !== undefined);
  return { exported: lines, exportedRows: own, settled: [], settledRows: [] };
}

function joined(lines: readonly KeptLines[]): KeptLines {
  return {
    exported: lines.flatMap(({ exported }) => exported),
    exportedRows: lines.flatMap(({ exportedRows }) => exportedRows),
    settled: lines.flatMap(({ settled }) => settled),
    settledRows: lines.flatMap(({ settledRows }) => settledRows),
  };
}

function noContent(person: string) {
  return { person, content: undefined };
}

function purged(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', `What run ${runId} exported was purged.`, { record: runId });
}
