import { groupBy } from '../domain/collections.js';
import { EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import { blockingFindings } from '../domain/exceptions/ratedFindings.js';
import type { PaytallyError } from '../errors.js';
import type { RunRequest } from '../run.js';
import type { OwedWork } from '../store/owedWork.js';
import { ExportBlocked } from './exportBlocked.js';

/**
 * The people who can resolve blocking findings: recipients of deliveries for their own people and places, else the role
 * that can resolve the exception. Unusable data is assigned to payroll.
 */
export function owedItems(failure: PaytallyError, { state }: Pick<RunRequest, 'state'>): OwedWork[] {
  if (!(failure instanceof ExportBlocked))
    return [{ role: 'payroll', delivery: '', recipient: '', code: failure.code, count: 1 }];
  const addressed = new Set<RatedFinding>();
  const owed = failure.concerned.flatMap(({ delivery, address, found: { findings } }) => {
    for (const finding of findings) addressed.add(finding);
    return countEach(findings, { delivery, recipient: address });
  });
  const others = blockingFindings(failure.found.findings, state).filter((each) => !addressed.has(each));
  return [...owed, ...countEach(others, { delivery: '', recipient: '' })];
}

function countEach(
  findings: readonly RatedFinding[],
  who: Pick<OwedWork, 'delivery' | 'recipient'>,
): OwedWork[] {
  return [...groupBy(findings, ({ code }) => code)].map(([code, some]) => ({
    role: EXCEPTIONS[code].actor,
    ...who,
    code,
    count: some.length,
  }));
}
