import type { NewLink } from '../../store/ledgerLink.js';
import type { RunHeader, Store, StoredRead } from '../../store/store.js';
import { fileFacts } from '../ledger/finalLink.js';
import { outcomeJson, type RunOutcome } from '../outcome.js';
import { factsOf } from '../read/storedFacts.js';

/** Keeps a run that refers to its read, and what was learned about people, places and fields. */
export function rememberRun(
  store: Store,
  header: RunHeader,
  read: StoredRead,
  outcome: RunOutcome,
  link?: NewLink,
): void {
  const { employerId } = header;
  const { fields, employees, establishments } = factsOf(read);
  store.saveFieldEvidence(employerId, { fields });
  store.rememberEmployees(employerId, employees ?? []);
  store.rememberEstablishments(employerId, establishments);
  // Control slips have names of people, which a purge could not take out of here.
  const files = fileFacts(outcome.files);
  const manifest = { ...outcomeJson(outcome), files, findings: outcome.findings, fields };
  store.recordRun({ ...header, readId: read.readId, manifest, ...(link === undefined ? {} : { link }) });
}
