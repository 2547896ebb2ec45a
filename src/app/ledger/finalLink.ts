import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import type { AccountBalances, PeriodSummary } from '../../domain/computed/computedPeriod.js';
import { type Exported, NOTHING_EXPORTED } from '../../domain/corrections/exportedLine.js';
import type { AcceptedKey, RatedFinding } from '../../domain/exceptions/finding.js';
import { countByCode } from '../../domain/exceptions/finding.js';
import { isDowngraded } from '../../domain/exceptions/ratedFindings.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import { earlierDays } from '../../domain/pay/payWindow.js';
import type { Period } from '../../domain/period/period.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import type { Control } from '../../domain/timesheet/controlTotals.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink, NewLink } from '../../store/ledgerChain.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { seenFindings, seenText } from './acceptances.js';
import type { ComparisonContext } from './comparedRuns.js';
import { findRunsOfDays } from './earlierPay.js';
import { toSnapshotLines } from './keptRun.js';
import type { RecordedAccount, RecordedBalances } from './recordedAccount.js';
import { type Snapshot, splitByPerson } from './runSnapshot.js';

/** The facts of a final that its link records. */
interface RecordedOutcome extends Pick<FindingReport, 'findings'> {
  readonly files: readonly OutcomeFile[];
  readonly control: Control;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  readonly estimateFrom?: LocalDate | undefined;
}

export interface FinalRecord {
  readonly input: PeriodSummary;
  readonly prepared: RunInputs;
  /** The amounts per person in its files. */
  readonly exported: Exported;
  readonly outcome: RecordedOutcome;
  /** User name on the system. */
  readonly user: string;
  readonly supersedes: readonly string[];
  readonly supersedeReason: string | undefined;
  readonly compared: ComparisonContext;
  /** The employer's links before this run. */
  readonly links: readonly LedgerLink[];
  readonly paths: KeptPaths;
}

/** A final's link in its employer's chain. */
export function buildFinalLink(record: FinalRecord): NewLink {
  const { input, prepared, exported, outcome, user, supersedes, supersedeReason, compared, links, paths } =
    record;
  const snapshot = {
    ...buildSnapshot(input, prepared, compared),
    ...toSnapshotLines({ exported, settled: NOTHING_EXPORTED }),
  };
  return {
    kind: 'final',
    people: splitByPerson(snapshot, exportedPeople(outcome), paths),
    facts: {
      templates: prepared.templates.map(({ name }) => name),
      files: fileFacts(outcome.files, paths),
      control: outcome.control.fetched && controlFacts(outcome),
      exceptions: countByCode(outcome.findings),
      accepted: Object.fromEntries(outcome.accepted),
      acceptedPlaces: acceptedPlaces(outcome),
      ...(outcome.estimateFrom === undefined ? {} : { estimateFrom: outcome.estimateFrom }),
      tzdata: input.run.tzdata,
      version: input.run.version,
      ...balanceFacts(prepared.config, input.period, links),
      ...accountFacts(prepared.config, [input]),
      user,
      printedDigest: input.comparison?.audit?.previousDigest ?? null,
      supersedes,
      ...(supersedeReason === undefined ? {} : { supersedeReason }),
    },
  };
}

/** The runs from which balances of earlier days were computed; empty if no rule uses earlier days. */
export function balanceFacts(
  config: Config,
  period: Period,
  links: readonly LedgerLink[],
): { readonly balanceRuns?: readonly object[] } {
  const days = earlierDays(period, payRulesOf(config));
  return days === undefined ? {} : { balanceRuns: findRunsOfDays(links, days) };
}

/** The days of which a run records the balances of hours accounts; empty without accounts. */
export function accountFacts(
  { account }: Pick<Config, 'account'>,
  periods: readonly Pick<PeriodSummary, 'period'>[],
): { readonly balanceDays?: readonly string[] } {
  return account === undefined ? {} : { balanceDays: periods.map(({ period }) => period.to) };
}

/** The balances of hours accounts at the end of some periods. */
export function balancesAtEnds(
  periods: readonly Pick<PeriodSummary, 'period' | 'accounts'>[],
): RecordedBalances {
  const found = new Map<string, RecordedAccount>();
  for (const { period, accounts = new Map<string, AccountBalances>() } of periods)
    for (const [employeeId, { before, after, digest }] of accounts) {
      if (after === undefined) continue;
      const { balances = {}, balancesBefore = {}, accountDigests = {} } = found.get(employeeId) ?? {};
      const begunWith = before === undefined ? {} : { [addDays(period.from, -1)]: before };
      found.set(employeeId, {
        balances: { ...balances, [period.to]: after },
        balancesBefore: { ...balancesBefore, ...begunWith },
        accountDigests: { ...accountDigests, [period.to]: digest },
      });
    }
  return found;
}

/** The inputs of a run, without its exports. */
export function buildSnapshot(
  input: PeriodSummary,
  prepared: RunInputs,
  compared: ComparisonContext,
): Snapshot {
  const seen = seenFindings(input);
  const accepted = input.findings
    .filter((finding) => !isDowngraded(finding, prepared.config))
    .filter(wasAccepted);
  return {
    config: prepared.config,
    templates: prepared.templates,
    mapping: prepared.mapping.employees,
    absences: prepared.absences.rows,
    holidays: prepared.holidays.rows,
    paths: inputPaths(prepared),
    version: input.run.version,
    tzdata: input.run.tzdata,
    ...toSnapshotLines({ exported: NOTHING_EXPORTED, settled: NOTHING_EXPORTED }),
    findings: accepted.map(({ code, record: id }) => `${code} ${id}`),
    seen: accepted.map((finding) => seenText(finding, seen)),
    figures: input.figures,
    balances: balancesAtEnds([input]),
    compared,
  };
}

/**
 * Whether corrections need not ask again. What only warned may block once it is worse, and what planned shifts downgraded
 * is reported once time entries count.
 */
export function wasAccepted({ severity }: RatedFinding): boolean {
  return severity !== 'warn';
}

/** The paths of the input files; some findings require one. */
export function inputPaths({
  mapping,
  absences,
  holidays,
}: Pick<RunInputs, 'mapping' | 'absences' | 'holidays'>): Snapshot['paths'] {
  return {
    mapping: mapping.path ?? null,
    absences: absences.path ?? null,
    holidays: holidays.path ?? null,
  };
}

function exportedPeople({ control }: RecordedOutcome): string[] {
  return [...control.byEmployee.keys()].flatMap((id) => id ?? []);
}

/** The files with their stored paths. */
export function fileFacts(files: readonly OutcomeFile[], { kept }: KeptPaths) {
  return files.map(({ path, template, rows, bytes, sha256, isCompanion }) => {
    return { path: kept(path), template, rows, bytes, sha256, ...(isCompanion ? { isCompanion } : {}) };
  });
}

function controlFacts({ control: { fetched, exported, excluded, estimates } }: RecordedOutcome) {
  return { fetched, exported, excluded, ...(estimates === undefined ? {} : { estimates }) };
}

/** Removed places whose loss was accepted: the next final only warns about them. */
function acceptedPlaces({ findings }: RecordedOutcome): string[] {
  return findings.flatMap(({ code, accepted, record }) =>
    code === 'ESTABLISHMENT_GONE' && accepted !== undefined ? [record] : [],
  );
}
