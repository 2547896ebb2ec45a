import type { LoadedConfig } from '../../config/config.js';
import { listed, message } from '../../i18n/message.js';
import { withStore } from '../../sources/staging/withStore.js';
import { findRenamedEmployer, orphanedEmployers } from '../ledger/orphanedFinals.js';
import { type DoctorFinding, ok, warning } from './doctorFinding.js';

interface OrphanQuestion {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  readonly nowMs: () => number;
}

/**
 * Finals of employers that the configuration does not name, in a store that is current: a warning if one of its
 * employers may be theirs.
 */
export async function checkOrphans(question: OrphanQuestion): Promise<DoctorFinding[]> {
  const { loaded } = question;
  return withStore({ ...question, mode: 'read' }, async (store) => {
    const others = orphanedEmployers(store, loaded);
    if (others.length === 0) return [];
    const renamed = Object.entries(loaded.config.employers).flatMap(
      ([employerKey, { employerId }]) =>
        findRenamedEmployer(store, loaded, { employerKey, employerId }) ?? [],
    );
    return [
      ok('store', message('doctor.store.orphan', { others: listed(others) })),
      ...renamed.map(({ text, record, remedyText }) => warning('store', text, record, remedyText)),
    ];
  });
}
