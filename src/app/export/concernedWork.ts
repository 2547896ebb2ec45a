import {
  groupByAddress,
  hasPersonDay,
  type NamedDelivery,
  type RecipientShare,
} from '../../delivery/deliveries.js';
import type { PeriodSummary, Work } from '../../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import { PaytallyError } from '../../errors.js';
import type { ConcernedWork } from './exportBlocked.js';
import { type AddressedRun, addressedIn } from './runRecipients.js';

type AddressedFindings = AddressedRun & {
  readonly computed: Pick<PeriodSummary, 'works'>;
  /** The planned places and teams of an employee whose finding has no record. */
  readonly plannedPlaces?: (finding: RatedFinding) => readonly Place[];
};

type Place = Pick<Work, 'establishmentId' | 'teamId'>;

/**
 * The recipients of the files of these people or places, each with their findings. Addresses that are missing are
 * reported when the run can be made.
 */
export async function findConcerned(
  run: AddressedFindings,
  deliveries: readonly NamedDelivery[],
  found: FindingReport,
  folder: string,
): Promise<readonly ConcernedWork[]> {
  const concerned: ConcernedWork[] = [];
  for (const delivery of deliveries) {
    const group = await addressedIn(run, delivery, folder).catch(noneIfWrong);
    if (group === undefined) continue;
    for (const { address, share } of groupByAddress(group).recipients) {
      const findings = found.findings.filter((finding) => isAbout(finding, share, run));
      if (findings.length > 0)
        concerned.push({ delivery: delivery.name, address, found: { ...found, findings } });
    }
  }
  return concerned;
}

function noneIfWrong(failure: unknown): undefined {
  if (!(failure instanceof PaytallyError)) throw failure;
}

function isAbout(finding: RatedFinding, share: RecipientShare, run: AddressedFindings): boolean {
  const work = run.computed.works.get(finding.record);
  const places = work === undefined ? (run.plannedPlaces?.(finding) ?? []) : [work];
  switch (share.kind) {
    case 'whole':
      return true;
    case 'people':
      return hasPersonDay(share, finding.employeeId, finding.date);
    case 'establishments':
      return places.some(({ establishmentId }) => share.ids.has(establishmentId ?? ''));
    case 'teams':
      return places.some(({ teamId }) => share.ids.has(teamId ?? ''));
  }
}
