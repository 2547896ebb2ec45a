import { PaytallyError } from '../errors.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import { type KeptLines, linesOfPerson, outlineOf } from './keptLines.js';
import { NOBODY, type Snapshot } from './snapshot.js';

/** People by their ids. */
export type SomePeople = ReadonlySet<string> | 'everybody';

/** A run of the ledger that counts: what it was computed with is held, its lines are read person by person. */
export interface KeptRun {
  readonly link: LedgerLink;
  /** Without lines. */
  readonly snapshot: Snapshot;
  /** Everybody with content, sorted. */
  readonly people: readonly string[];
  /** People who were purged from it. */
  readonly gone: readonly string[];
  readonly linesOf: (people: SomePeople) => KeptLines;
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
