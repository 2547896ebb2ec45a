import { uncomparedFinding } from '../../domain/account/accountFindings.js';
import { missingEmployees } from '../../domain/changes/runComparison.js';
import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { AcceptedKey, RatedFinding } from '../../domain/exceptions/finding.js';
import { rateFindings } from '../../domain/exceptions/ratedFindings.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { ComparedAccounts } from '../ledger/changedAccounts.js';
import type { ComparisonRuns } from '../ledger/comparedRuns.js';
import { acceptedClosures } from '../ledger/finals.js';
import type { PreparedRun } from './prepareRun.js';

/** The ledger's data that findings depend on. */
interface ClosedBefore {
  /** The employer's links before the run. */
  readonly links: readonly LedgerLink[];
  readonly compared: ComparisonRuns;
  /** Hours accounts beside those of the finals; undefined if none were compared. */
  readonly accounts?: ComparedAccounts | undefined;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/** The findings of a computed period with those that only earlier finals show. */
export function closingFindings(
  { findings, figures, mapping, period }: PeriodSummary,
  { links, compared: { earlierPeriod }, accounts, accepted }: ClosedBefore,
  { config }: Pick<PreparedRun, 'config'>,
): readonly RatedFinding[] {
  const missing =
    earlierPeriod === undefined || config.estimateFrom !== undefined
      ? []
      : missingEmployees(earlierPeriod, figures, mapping, period);
  const uncompared = (accounts?.unknown ?? []).map((account) => uncomparedFinding(account, period.to));
  return [
    ...acceptedClosures(findings, links),
    ...rateFindings([...missing, ...uncompared], {
      severities: config.exceptions,
      accepted,
    }),
  ];
}
