import type { RatedFinding } from '../../domain/exceptions/finding.js';
import type { Period } from '../../domain/period/period.js';
import { ExitStatus, PaytallyError } from '../../errors.js';
import { countByCode, type RunRequest } from '../../run.js';
import type { Store } from '../../store/store.js';

/** What the board is told of an export. */
export interface ExportFacts {
  readonly employerId: string;
  readonly period: Period;
  readonly findings: readonly RatedFinding[];
}

/** A day that is final already says nothing of the data. */
const NOT_THE_DATA: readonly string[] = ['ALREADY_FINAL', 'RECIPIENT_INVALID'];

/** Notes how an export ends, also one that the data stops: the board shows it. Anything but an export is not noted. */
export async function notingOutcome<Result>(
  store: Store,
  { effect }: Pick<RunRequest, 'effect'>,
  { employerId, period, findings }: ExportFacts,
  run: () => Promise<Result>,
): Promise<Result> {
  if (effect !== 'write') return run();
  const common = { employerId, from: period.from, to: period.to, exceptions: countByCode(findings) };
  try {
    const result = await run();
    store.scheduleState.recordOutcome({ ...common, state: 'ready' });
    return result;
  } catch (failure) {
    const isBlocked = failure instanceof PaytallyError && failure.exitStatus === ExitStatus.data;
    if (isBlocked && !NOT_THE_DATA.includes(failure.code))
      store.scheduleState.recordOutcome({ ...common, state: 'blocked' });
    throw failure;
  }
}
