import type { ExportedLine, WrittenRow } from '../domain/corrections/exportedLine.js';
import type { StoredPerson } from '../store/ledgerLink.js';
import { NOBODY, personContent, type Snapshot, snapshotOf } from './snapshot.js';

/** What a run kept of what it exported: all of it, or that of some people. */
export type KeptLines = Pick<Snapshot, 'exported' | 'exportedRows' | 'settled' | 'settledRows'>;

/** A run's snapshot without lines, which are many: people come one after the other, and none is held. */
export function outlineOf(people: Iterable<Pick<StoredPerson, 'person' | 'content'>>): Snapshot | undefined {
  const outlines: Pick<StoredPerson, 'person' | 'content'>[] = [];
  for (const { person, content } of people) {
    const outline = person === NOBODY || content === undefined ? content : { ...content, ...NO_LINES };
    outlines.push({ person, content: outline });
  }
  return snapshotOf(outlines);
}

const NO_LINES = { exported: [], exportedRows: [], settled: [], settledRows: [] };

/** The lines of one person; none of nobody and of somebody who was purged. */
export function linesOfPerson({ person, content }: Pick<StoredPerson, 'person' | 'content'>): KeptLines {
  if (person === NOBODY || content === undefined) return NO_LINES;
  const { exported, exportedRows, settled, settledRows } = personContent.parse(content);
  return {
    exported: exported as readonly ExportedLine[],
    exportedRows: exportedRows as readonly WrittenRow[],
    settled: settled as readonly ExportedLine[],
    settledRows: settledRows as readonly WrittenRow[],
  };
}
