import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { type DeliveryStatusJson, deliveryStatusJson } from '../../delivery/deliveryStatus.js';
import type { LeftAmount } from '../../documents/controlSlip.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import {
  CHANGE_KINDS,
  type ChangeKind,
  type PeriodComparison,
  type RunComparison,
} from '../../domain/changes/runComparison.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { countByCode, type ExceptionCode } from '../../domain/exceptions/finding.js';
import type { FindingReport } from '../../domain/exceptions/workList.js';
import type { MonthStatus } from '../../domain/month/monthStatus.js';
import type { PayAmounts } from '../../domain/pay/payAmounts.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { Control } from '../../domain/timesheet/controlTotals.js';
import type { WorkingTimeGaps } from '../../domain/workingTime/weeks.js';
import { englishText } from '../../i18n/formatMessage.js';
import type { HourNotation } from '../../i18n/hoursText.js';
import type { OpenChange } from '../../store/mirror.js';
import type { ReplacedFile } from '../ledger/replacedFiles.js';
import type { RunEffect } from './runRequest.js';

/** A final and its days. */
export interface FinalDays {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
}

/** The outcome of an employer's run; with `plan`, the outcome that it would have. */
export interface RunOutcome extends FindingReport {
  readonly runId: string;
  readonly effect: RunEffect;
  readonly employer: string;
  readonly period: Period;
  readonly state: ExportState;
  readonly files: readonly OutcomeFile[];
  readonly control: Control;
  /** The number of employees with rows. */
  readonly people: number;
  /** Published shifts replace time entries from this day on. */
  readonly estimateFrom?: LocalDate | undefined;
  /** Code -> reason, for every `--accept`, even for codes that did not occur. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** The comparison with the ledger; undefined if none was made. */
  readonly comparison?: RunComparison | undefined;
  /** Finals with days of the period; undefined for a final. */
  readonly finals?: readonly FinalDays[] | undefined;
  /** Pay lines that differ from finals of these days; undefined if there is no such final. */
  readonly changedLines?: number | undefined;
  /** Hours accounts with another balance than the finals of these days recorded. */
  readonly changedBalances?: number | undefined;
  /** The differences that the monitor has found, with their causes. */
  readonly standingChanges?: readonly OpenChange[] | undefined;
  /** Later finals whose pay this final has moved: see `findLaterFinals`. */
  readonly laterFinals?: readonly FinalDays[] | undefined;
  /** Files of the finals that this one has replaced, which are still on disk and must not be imported. */
  readonly replacedFiles?: readonly ReplacedFile[] | undefined;
  /** The state of the period with this run; undefined for a rerun. */
  readonly month?: (MonthStatus & { readonly later?: readonly Days[] }) | undefined;
  /** The configured notation for hours. */
  readonly hours: HourNotation;
  readonly requests: number;
  readonly tzdata: string;
  /** Undefined if no deliveries were requested. */
  readonly deliveries?: readonly DeliveryStatus[];
}

/** The contract's JSON form of a run. */
export interface OutcomeJson {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: ExportState;
  /** Only for `--dry-run`: `files` are those that an export would write, and the run is not in the store. */
  readonly dryRun?: true;
  readonly files: readonly OutcomeFileJson[];
  readonly control: {
    readonly fetchedEntries: number;
    readonly fetchedMinutes: number;
    readonly exportedEntries: number;
    readonly exportedMinutes: number;
    readonly excluded: readonly {
      readonly reason: string;
      readonly entries: number;
      readonly minutes: number;
    }[];
    /** Only in a run with estimates: minutes of published shifts, in addition to the others. */
    readonly estimatedMinutes?: number;
  };
  /** Only in a run with estimates. */
  readonly estimateFrom?: LocalDate;
  readonly exceptions: Partial<Readonly<Record<ExceptionCode, number>>>;
  /** Code -> reason, as given with `--accept`; left out if nothing was accepted. */
  readonly accepted?: Partial<Readonly<Record<ExceptionCode, string>>>;
  /** Unusual changes against an earlier run; left out if there is none to compare with. */
  readonly changes?: {
    /** Against the newest final of an earlier period of similar length. */
    readonly earlierPeriod?: ChangesJson;
    /** Against the newest other run of these days. */
    readonly samePeriod?: ChangesJson;
  };
  /** Only if days are final: pay lines that differ from the finals and their corrections. */
  readonly changedLines?: number;
  /** The differences that the monitor has found; left out if it has found none. */
  readonly standingChanges?: readonly OpenChange[];
  /** Only of a final that moved the pay of later finals: those to correct next. */
  readonly laterFinals?: readonly { readonly runId: string; readonly from: string; readonly to: string }[];
  /** Only of a final that replaced others and did not write all their files again: those still on disk. */
  readonly replacedFiles?: readonly {
    readonly runId: string;
    readonly template: string;
    readonly path: string;
  }[];
  /** Only if working-time limits could not check all days: days read, days needed, averages without a figure. */
  readonly workingTimeGaps?: WorkingTimeGaps;
  /** The state of the period, with findings by effect. */
  readonly month?: Pick<MonthStatus, 'state' | 'counts'>;
  readonly requests: number;
  readonly tzdata: string;
  readonly deliveries?: readonly DeliveryStatusJson[];
}

/** The number of changed people, or pay codes of people, by kind of change. */
export type ChangesJson = { readonly runId: string; readonly period: string } & Readonly<
  Partial<Record<ChangeKind, number>>
>;

/** A file; for payroll with what of the run is not in it, in English. */
export type OutcomeFileJson = Omit<OutcomeFile, 'left'> & { readonly left?: readonly LeftJson[] };

/** Whole minutes; `quantity` is the sum of `times` and `days`. */
interface LeftJson extends PayAmounts {
  readonly reason: string;
  readonly quantity: number;
}

function fileJson({ left, ...file }: OutcomeFile): OutcomeFileJson {
  return left === undefined ? file : { ...file, left: left.map(leftJson) };
}

function leftJson({ reason, amounts }: LeftAmount): LeftJson {
  const quantity = addQuantities(amounts.times, amounts.days);
  return { reason: englishText(reason), ...amounts, quantity };
}

export function outcomeJson(outcome: RunOutcome): OutcomeJson {
  const { fetched, exported, excluded, estimates } = outcome.control;
  const { estimateFrom } = outcome;
  return {
    runId: outcome.runId,
    employer: outcome.employer,
    period: { from: outcome.period.from, to: outcome.period.to },
    state: outcome.state,
    ...(outcome.effect === 'plan' ? { dryRun: true } : {}),
    files: outcome.files.map(fileJson),
    control: {
      fetchedEntries: fetched.entries,
      fetchedMinutes: fetched.minutes,
      exportedEntries: exported.entries,
      exportedMinutes: exported.minutes,
      excluded,
      ...(estimateFrom === undefined ? {} : { estimatedMinutes: estimates?.minutes ?? 0 }),
    },
    ...(estimateFrom === undefined ? {} : { estimateFrom }),
    exceptions: countByCode(outcome.findings),
    ...(outcome.accepted.size > 0 ? { accepted: Object.fromEntries(outcome.accepted) } : {}),
    ...changesJson(outcome.comparison),
    ...(outcome.changedLines === undefined ? {} : { changedLines: outcome.changedLines }),
    ...(outcome.standingChanges?.length ? { standingChanges: outcome.standingChanges } : {}),
    ...(outcome.laterFinals?.length ? { laterFinals: outcome.laterFinals } : {}),
    ...(outcome.replacedFiles?.length ? { replacedFiles: outcome.replacedFiles } : {}),
    ...(outcome.workingTimeGaps === undefined ? {} : { workingTimeGaps: outcome.workingTimeGaps }),
    ...(outcome.month === undefined ? {} : { month: monthJson(outcome.month) }),
    requests: outcome.requests,
    tzdata: outcome.tzdata,
    ...(outcome.deliveries === undefined ? {} : { deliveries: outcome.deliveries.map(deliveryStatusJson) }),
  };
}

/** The state of the period after a run, as `status --json` has it. */
export function monthJson({ state, counts }: MonthStatus): NonNullable<OutcomeJson['month']> {
  return { state, counts };
}

function changesJson(comparison: RunComparison | undefined): Pick<OutcomeJson, 'changes'> {
  const { earlierPeriod, samePeriod } = comparison ?? {};
  if (earlierPeriod === undefined && samePeriod === undefined) return {};
  return {
    changes: {
      ...(earlierPeriod === undefined ? {} : { earlierPeriod: countsOf(earlierPeriod) }),
      ...(samePeriod === undefined ? {} : { samePeriod: countsOf(samePeriod) }),
    },
  };
}

function countsOf({ runId, label, changes }: PeriodComparison): ChangesJson {
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [[kind, count] as const];
  });
  return { runId, period: label, ...Object.fromEntries(counts) };
}
