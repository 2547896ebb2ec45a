import { type Exported, NOTHING_EXPORTED } from '../../domain/corrections/exportedLine.js';
import { lowerUuid, lowerUuids } from '../../domain/records/uuid.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { StoredPerson } from '../../store/personContents.js';
import type { Store } from '../../store/store.js';
import { NO_PERSON, personContent, restoreSnapshot, type Snapshot } from './runSnapshot.js';

/** A run's exports and settlements. */
export interface KeptLines {
  readonly exported: Exported;
  readonly settled: Exported;
}

type SnapshotLines = ReturnType<typeof toSnapshotLines>;

/** What the files and the settlements of a run contain. */
export function keptLinesOf(snapshot: SnapshotLines): KeptLines {
  const { exported, exportedRows, exportedRecords, settled, settledRows, settledRecords } = snapshot;
  return {
    exported: { lines: exported, rows: exportedRows, records: exportedRecords },
    settled: { lines: settled, rows: settledRows, records: settledRecords },
  };
}

/** The same as part of a snapshot. */
export function toSnapshotLines({ exported, settled }: KeptLines) {
  return {
    exported: exported.lines,
    exportedRows: exported.rows,
    exportedRecords: exported.records,
    settled: settled.lines,
    settledRows: settled.rows,
    settledRecords: settled.records,
  };
}

/** A run's snapshot without its many lines: people are read one at a time, and none is kept in memory. */
export function restoreOutline(
  people: Iterable<Pick<StoredPerson, 'person' | 'content'>>,
): Snapshot | undefined {
  const outlines: Pick<StoredPerson, 'person' | 'content'>[] = [];
  for (const { person, content } of people) {
    const outline = person === NO_PERSON || content === undefined ? content : { ...content, ...NO_LINES };
    outlines.push({ person, content: outline });
  }
  return restoreSnapshot(outlines);
}

const NO_LINES = toSnapshotLines({ exported: NOTHING_EXPORTED, settled: NOTHING_EXPORTED });

/** The lines of one person; empty for the content of no employee, and for a purged person. */
function parsePersonLines({ person, content }: Pick<StoredPerson, 'person' | 'content'>): KeptLines {
  if (person === NO_PERSON || content === undefined)
    return { exported: NOTHING_EXPORTED, settled: NOTHING_EXPORTED };
  return keptLinesOf(personContent.parse(lowerUuids(content)) as unknown as SnapshotLines);
}

/** People by their ids. */
export type SomePeople = ReadonlySet<string> | 'all';

/** A valid run of the ledger: its inputs are in memory, its lines are read person by person. */
export interface KeptRun {
  readonly link: LedgerLink;
  /** Without lines. */
  readonly snapshot: Snapshot;
  /** All employees with content, sorted. */
  readonly people: readonly string[];
  /** People who were purged from it. */
  readonly gone: readonly string[];
  readonly linesOf: (people: SomePeople) => KeptLines;
}

/** @throws PaytallyError RUN_PURGED */
export function openKeptRun(store: Store, link: LedgerLink): KeptRun {
  const { runId } = link;
  // Earlier versions kept the letters of IDs as the service wrote them.
  const written = new Map<string, string>();
  const gone: string[] = [];
  function* noted() {
    for (const each of store.ledger.eachPerson(runId)) {
      const person = lowerUuid(each.person);
      if (person !== NO_PERSON && each.content === undefined) gone.push(person);
      else if (person !== NO_PERSON) written.set(person, each.person);
      yield { ...each, person };
    }
  }
  const snapshot = restoreOutline(noted());
  if (snapshot === undefined) throw linesPurged(runId);
  const people = [...written.keys()];
  const linesOf = (wanted: SomePeople): KeptLines => {
    const some = wanted === 'all' ? people : people.filter((person) => wanted.has(person));
    const keptOf = (person: string) => store.ledger.person(runId, written.get(person) ?? person);
    return joinLines(some.map((person) => parsePersonLines(keptOf(person) ?? noContent(person))));
  };
  return { link, snapshot, people, gone, linesOf };
}

function joinLines(kept: readonly KeptLines[]): KeptLines {
  return {
    exported: joinExported(kept.map(({ exported }) => exported)),
    settled: joinExported(kept.map(({ settled }) => settled)),
  };
}

function joinExported(parts: readonly Exported[]): Exported {
  return {
    lines: parts.flatMap(({ lines }) => lines),
    rows: parts.flatMap(({ rows }) => rows),
    records: parts.flatMap(({ records }) => records),
  };
}

function noContent(person: string) {
  return { person, content: undefined };
}

function linesPurged(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('ledger.linesPurged', { runId }), { record: runId });
}
