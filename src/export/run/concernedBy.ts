import { groupByAddress, type RecipientShare, selectDeliveries } from '../../delivery/deliveries.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { blockingFindings } from '../../domain/exceptions/ratedFindings.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import { PaytallyError } from '../../errors.js';
import type { RunRequest } from '../../run.js';
import { type ConcernedWork, ExportBlocked } from '../gate/blocked.js';
import type { ComputedRun } from './computeRun.js';
import { addressedIn } from './recipientsOfRun.js';
import type { ClosingRun } from './runRecord.js';

/**
 * Does a check; where the data stops the run, the failure says whom it concerns, and what differs from finals.
 * @throws what the check throws
 */
export async function notingConcerned(
  request: RunRequest,
  run: ComputedRun & Pick<ClosingRun, 'changed'>,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (failure) {
    if (failure instanceof ExportBlocked) {
      const { changed, fetched } = run;
      failure.changed = changed && { lines: changed.lines, period: fetched.period };
      failure.concerned = await concernedBy(request, run, failure.found);
    }
    throw failure;
  }
}

/**
 * Those who would have got the files of these people or places. Addresses that are missing are told when the run can be
 * made.
 */
async function concernedBy(
  { loaded, deliver, state }: RunRequest,
  run: ComputedRun,
  found: FindingReport,
): Promise<readonly ConcernedWork[]> {
  if (deliver === undefined) return [];
  const blocking = blockingFindings(found.findings, state);
  const concerned: ConcernedWork[] = [];
  for (const delivery of selectDeliveries(run.prepared.config, state, deliver)) {
    const group = await addressedIn(run, delivery, loaded.folder).catch(noneIfWrong);
    if (group === undefined) continue;
    for (const { address, share } of groupByAddress(group).recipients) {
      const findings = blocking.filter((finding) => isAbout(finding, share, run));
      if (findings.length > 0)
        concerned.push({ delivery: delivery.name, address, found: { ...found, findings } });
    }
  }
  return concerned;
}

function noneIfWrong(failure: unknown): undefined {
  if (!(failure instanceof PaytallyError)) throw failure;
}

function isAbout(finding: RatedFinding, share: RecipientShare, { computed }: ComputedRun): boolean {
  const work = computed.works.get(finding.record);
  switch (share.kind) {
    case 'whole':
      return true;
    case 'people':
      return finding.employeeId !== null && share.ids.has(finding.employeeId);
    case 'establishments':
      return share.ids.has(work?.establishmentId ?? '');
    case 'teams':
      return share.ids.has(work?.teamId ?? '');
  }
}
