import type { NewLink } from '../../store/ledgerLink.js';
import type { RunHeader, Store, StoredRead } from '../../store/store.js';
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
  const manifest = { ...outcomeJson(outcome), findings: outcome.findings, fields };
  store.recordRun({ ...header, readId: read.readId, manifest, ...(link === undefined ? {} : { link }) });
}
