import { LIST_NAMES, type ListName } from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { StagedRecord, StoredRecord } from './store.js';
import { damagedStore } from './storeFailure.js';

/** List, relation, id, day and digest, each followed by a tab; then the record as received. */
export type RecordLine = string;

const OWN = 'o';
const RELATED = 'r';

/** @throws RangeError for an id with a tab or a line end */
export function lineOfRecord(list: ListName, { id, day, digest, json }: StagedRecord): RecordLine {
  if (id.includes('\t') || id.includes('\n')) throw new RangeError('an id holds a tab or a line end');
  return `${LIST_NAMES.indexOf(list)}${OWN}\t${id}\t${day ?? ''}\t${digest}\t${json}`;
}

/** The line of the same record with a person to whom it does not belong. */
export function asRelated(line: RecordLine): RecordLine {
  return `${line[0]}${RELATED}${line.slice(2)}`;
}

/** The way back. @throws PaytallyError STORE_UNUSABLE; `what` says where the line stood */
export function recordOfLine(line: RecordLine, path: string, what: string): StoredRecord {
  const list: ListName | undefined = LIST_NAMES[Number(line[0])];
  const idEnd = line.indexOf('\t', 3);
  const dayEnd = line.indexOf('\t', idEnd + 1);
  const digestEnd = line.indexOf('\t', dayEnd + 1);
  if (list === undefined || digestEnd === -1)
    throw damagedStore(path, `${what} holds a line without its parts`);
  const day = line.slice(idEnd + 1, dayEnd);
  return {
    list,
    relation: line[1] === RELATED ? 'related' : 'own',
    id: line.slice(3, idEnd),
    // Its part's digest says that it is what was written.
    day: day === '' ? null : (day as LocalDate),
    digest: line.slice(dayEnd + 1, digestEnd),
    json: line.slice(digestEnd + 1),
  };
}
