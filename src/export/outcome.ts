import {
  CHANGE_KINDS,
  type ChangeKind,
  type Closing,
  type PeriodComparison,
} from '../domain/changes/runComparison.js';
import type { ExceptionCode, RatedFinding } from '../domain/exceptions/finding.js';
import type { Found } from '../domain/exceptions/workList.js';
import type { Period } from '../domain/period/period.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { Control } from '../domain/timesheet/controlTotals.js';
import type { HourNotation } from '../language/hoursText.js';
import type { ControlSlip } from '../render/controlSlip.js';
import type { DeliveryItem, DeliveryState } from '../store/deliveryItems.js';

export type ExportState = 'draft' | 'final';

export interface OutcomeFile {
  readonly path: string;
  readonly template: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Set by a dry run where another file stands there, which an export would replace. */
  readonly replaces?: true;
  /** Of a payroll file: what each code, each employee and the file add up to, as written. */
  readonly controlSlip?: ControlSlip;
}

/** How far a delivery of a run has come. */
export interface DeliveryStanding {
  readonly name: string;
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Why it failed, or is unknown, and what to do. */
  readonly problem?: string;
}

export function standingOf({ name, recipient, state, problem }: DeliveryItem): DeliveryStanding {
  return { name, recipient, state, ...(problem === undefined || state === 'sent' ? {} : { problem }) };
}

/** `write` does all; `plan` renders and writes nothing; `check` stops after the checks. */
export type RunEffect = 'write' | 'plan' | 'check';

/** What a run of one employer did, or (`plan`) would do. */
export interface RunOutcome extends Found {
  readonly runId: string;
  readonly effect: RunEffect;
  readonly employer: string;
  readonly period: Period;
  readonly state: ExportState;
  readonly files: readonly OutcomeFile[];
  readonly control: Control;
  /** Where published shifts stand in for entries. */
  readonly estimateFrom?: LocalDate | undefined;
  /** Code -> reason, everything that `--accept` named: also what did not occur. */
  readonly accepted: ReadonlyMap<ExceptionCode, string>;
  /** What the ledger says beside it; nothing where it was not asked. */
  readonly closing?: Closing | undefined;
  /** Pay lines that differ from finals of these days; undefined where none is final. */
  readonly changedLines?: number | undefined;
  /** How hours are written, by the configuration. */
  readonly hours: HourNotation;
  readonly requests: number;
  readonly tzdata: string;
  /** Where deliveries were asked for. */
  readonly deliveries?: readonly DeliveryStanding[];
}

/** The contract's JSON form of a run. */
export interface OutcomeJson {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: ExportState;
  /** Only for `--dry-run`: `files` are those that an export would write, and the run is not in the store. */
  readonly dryRun?: true;
  readonly files: readonly OutcomeFile[];
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
    /** Only in a run with estimates: of published shifts, beside everything else. */
    readonly estimatedMinutes?: number;
  };
  /** Only in a run with estimates. */
  readonly estimateFrom?: LocalDate;
  readonly exceptions: Partial<Readonly<Record<ExceptionCode, number>>>;
  /** Code -> reason, as given with `--accept`; left out where nothing was accepted. */
  readonly accepted?: Partial<Readonly<Record<ExceptionCode, string>>>;
  /** What is unusual beside an earlier run; left out where there is none to compare with. */
  readonly changes?: {
    /** Beside the newest final of an earlier period of about this length. */
    readonly earlierPeriod?: ChangesJson;
    /** Beside the newest other run of these days. */
    readonly samePeriod?: ChangesJson;
  };
  /** Only where days are final: pay lines that differ from what the finals and their corrections recorded. */
  readonly changedLines?: number;
  readonly requests: number;
  readonly tzdata: string;
  readonly deliveries?: readonly DeliveryStanding[];
}

/** How many people or pay codes of people changed in each way. */
export type ChangesJson = { readonly runId: string; readonly period: string } & Readonly<
  Partial<Record<ChangeKind, number>>
>;

export function outcomeJson(outcome: RunOutcome): OutcomeJson {
  const { fetched, exported, excluded, estimates } = outcome.control;
  const { estimateFrom } = outcome;
  return {
    runId: outcome.runId,
    employer: outcome.employer,
    period: { from: outcome.period.from, to: outcome.period.to },
    state: outcome.state,
    ...(outcome.effect === 'plan' ? { dryRun: true } : {}),
    files: outcome.files,
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
    ...changesJson(outcome.closing),
    ...(outcome.changedLines === undefined ? {} : { changedLines: outcome.changedLines }),
    requests: outcome.requests,
    tzdata: outcome.tzdata,
    ...(outcome.deliveries === undefined ? {} : { deliveries: outcome.deliveries }),
  };
}

function changesJson(closing: Closing | undefined): Pick<OutcomeJson, 'changes'> {
  const { earlierPeriod, samePeriod } = closing ?? {};
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

/** Findings per code, in the order in which codes first occur. */
export function countByCode(
  findings: readonly Pick<RatedFinding, 'code'>[],
): Partial<Record<ExceptionCode, number>> {
  const counts: Partial<Record<ExceptionCode, number>> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
