import { z } from 'zod';
import type { EarlierPay } from '../../domain/pay/payLine.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';
import { isDeleted } from './earlierBalances.js';
import { findRunsOfDays, type LedgerPay, linksBefore, readEarlierPay } from './earlierPay.js';

interface RunToRepeat {
  readonly runId: string;
  readonly employerId: string;
}

/**
 * The ledger's pay of the days before a stored run, as the run had it. Where the records of earlier days were deleted
 * since, an hours account begins with the balance that the run recorded. All else that needs them cannot be computed
 * again: without them, the run would pay other amounts.
 * @throws PaytallyError RUN_PURGED when it is asked for such days
 */
export function earlierPayOfRun(store: Store, run: RunToRepeat): LedgerPay {
  const links = linksBefore(store, run);
  const earlier = readEarlierPay(store, links, [], store.ledger.link(run.runId));
  const deleted = runsDeletedSince(store, run);
  if (deleted.size === 0) return earlier;
  const refuseDeleted = (days: Days): void => {
    if (!findRunsOfDays(links, days).some(({ runId }) => deleted.has(runId))) return;
    throw new PaytallyError('RUN_PURGED', message('ledger.inputPurged', { runId: run.runId }), {
      record: run.runId,
    });
  };
  const balanceOf: EarlierPay['balanceOf'] = (employeeId, date, rules) => {
    const balance = earlier.balanceOf(employeeId, date, rules);
    if (isDeleted(balance)) refuseDeleted({ from: rules.from, to: date });
    return balance;
  };
  return {
    ...earlier,
    balanceOf,
    linesOf: (employeeId, days) => {
      const lines = earlier.linesOf(employeeId, days);
      if (lines === undefined) refuseDeleted(days);
      return lines;
    },
    isHoliday: (employeeId, date) => {
      const isHoliday = earlier.isHoliday(employeeId, date);
      if (isHoliday === undefined) refuseDeleted({ from: date, to: date });
      return isHoliday;
    },
  };
}

const purgeFacts = z.object({ runs: z.array(z.string()).default([]) });

/** The runs from which records were deleted after a run was recorded. */
function runsDeletedSince(store: Store, { runId, employerId }: RunToRepeat): ReadonlySet<string> {
  const own = store.ledger.link(runId);
  const startedAt = store.run(runId)?.startedAt ?? new Date(0);
  const since = store.ledger
    .purges()
    .filter((purge) => (own === undefined ? purge.startedAt > startedAt : purge.position > own.position));
  return new Set(
    since
      .filter((purge) => purge.employerId === employerId)
      .flatMap(({ facts }) => purgeFacts.parse(facts).runs),
  );
}
