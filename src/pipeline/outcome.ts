import type { ExceptionCode } from '../domain/exceptionCode.js';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import type { LocalDate } from '../domain/localDate.js';
import type { Period } from '../domain/period.js';
import type { Control } from '../domain/timesheet/control.js';
import type { PaytallyError } from '../errors.js';

export type RunState = 'draft' | 'final';

export interface OutcomeFile {
  readonly path: string;
  readonly template: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a run of one employer did. */
export interface RunOutcome {
  readonly runId: string;
  readonly employer: string;
  readonly period: Period;
  readonly state: RunState;
  readonly files: readonly OutcomeFile[];
  readonly control: Control;
  readonly findings: readonly RatedFinding[];
  /** Names of the people that findings are about, by employee id. */
  readonly names: ReadonlyMap<string, string>;
  readonly requests: number;
  readonly tzdata: string;
}

/** An employer whose run failed while others went on. */
export interface FailedRun {
  readonly employer: string;
  readonly failure: PaytallyError;
}

/** The contract's JSON form of a run. */
export interface OutcomeJson {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: RunState;
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
  };
  readonly exceptions: Partial<Readonly<Record<ExceptionCode, number>>>;
  readonly requests: number;
  readonly tzdata: string;
}

export function outcomeJson(outcome: RunOutcome): OutcomeJson {
  const { fetched, exported, excluded } = outcome.control;
  return {
    runId: outcome.runId,
    employer: outcome.employer,
    period: { from: outcome.period.from, to: outcome.period.to },
    state: outcome.state,
    files: outcome.files,
    control: {
      fetchedEntries: fetched.entries,
      fetchedMinutes: fetched.minutes,
      exportedEntries: exported.entries,
      exportedMinutes: exported.minutes,
      excluded,
    },
    exceptions: countByCode(outcome.findings),
    requests: outcome.requests,
    tzdata: outcome.tzdata,
  };
}

/** Findings per code, in the order in which codes first occur. */
export function countByCode(
  findings: readonly Pick<RatedFinding, 'code'>[],
): Partial<Record<ExceptionCode, number>> {
  const counts: Partial<Record<ExceptionCode, number>> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
