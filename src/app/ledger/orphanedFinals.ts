import type { LoadedConfig } from '../../config/config.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { Store } from '../../store/store.js';
import type { ChainOwner } from './chainFile.js';
import { activeFinals } from './finals.js';

type Ledger = Pick<Store, 'ledger'>;

/** IDs of employers with finals that no employer of the configuration has. */
export function orphanedEmployers({ ledger }: Ledger, { config }: Pick<LoadedConfig, 'config'>): string[] {
  const configured = new Set(Object.values(config.employers).map(({ employerId }) => employerId));
  const own = ledger.employers().filter((id) => activeFinals(ledger.links(id)).length > 0);
  return [...own, ...ledger.otherFinals()].filter((id) => !configured.has(id)).sort();
}

/**
 * An employer without `employerId` is known by its key: with another key it would have no finals, and its closed months
 * could be made final and paid again.
 * @returns undefined if the configuration states the ID, if the employer has finals, or if there are no orphaned ones
 */
export function findRenamedEmployer(
  store: Ledger,
  loaded: Pick<LoadedConfig, 'config' | 'sourceOf'>,
  { employerKey, employerId }: ChainOwner,
): PaytallyError | undefined {
  if (loaded.sourceOf(['employers', employerKey, 'employerId']) !== undefined) return undefined;
  if (activeFinals(store.ledger.links(employerId)).length > 0) return undefined;
  const orphans = orphanedEmployers(store, loaded);
  const [first] = orphans;
  if (first === undefined) return undefined;
  const values = { employer: employerKey, others: listed(orphans), other: first };
  return new PaytallyError('EMPLOYER_RENAMED', message('ledger.employerRenamed', values), {
    record: employerKey,
  });
}

/** An employer that may have been renamed blocks finals; another run is warned. @throws PaytallyError EMPLOYER_RENAMED */
export function refuseRenamedEmployer(
  store: Ledger,
  owner: ChainOwner,
  { loaded, state }: { readonly loaded: LoadedConfig; readonly state: ExportState },
  terminal: Pick<Terminal, 'alert'>,
): void {
  const renamed = findRenamedEmployer(store, loaded, owner);
  if (renamed === undefined) return;
  if (state === 'final') throw renamed;
  terminal.alert(message('terminal.warning', { text: renamed.text, remedy: renamed.remedyText }));
}
