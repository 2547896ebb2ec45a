import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config, LoadedConfig } from './config/config.js';
import type { AbsenceFile, MappingFile } from './config/inputFiles.js';
import type { Context } from './context.js';
import type { RunComparison } from './domain/changes/runComparison.js';
import type { StandingChange } from './domain/corrections/findCauses.js';
import type { AcceptedKey, ExceptionCode, RatedFinding } from './domain/exceptions/finding.js';
import type { FindingReport } from './domain/exceptions/workList.js';
import type { Period } from './domain/period/period.js';
import type { LocalDate } from './domain/time/localDate.js';
import type { Control } from './domain/timesheet/controlTotals.js';
import { englishText, messageOfStored } from './i18n/formatMessage.js';
import type { HourNotation } from './i18n/hoursText.js';
import type { AnyMessage } from './i18n/message.js';
import type { ReadHost } from './read/staging/readObserver.js';
import type { ControlSlip } from './render/controlSlip.js';
import type { MappingNeeds } from './render/template/needsMapping.js';
import type { Template } from './render/template/template.js';
import type { TemplateModel } from './render/templateModel.js';
import type { RenderWorkerOptions } from './render/worker/renderApart.js';
import type { Secret } from './runtime/secrets/secret.js';
import type { DeliveryItem } from './store/outbox.js';
import type { DeliveryReceipt, DeliveryState } from './store/stagedFiles.js';

/** Which deliveries are requested. */
export interface DeliveryChoice {
  readonly kind: 'all' | 'mail';
  /** undefined: all that the configuration has. */
  readonly names?: readonly string[] | undefined;
}

/** What the command line asked for, the same for every employer. */
export interface RunRequest {
  readonly loaded: LoadedConfig;
  readonly periodText: string;
  readonly state: ExportState;
  readonly read: 'once' | 'twice';
  /** Names or paths, or those of the employer's configuration. */
  readonly templates: readonly string[] | 'configured';
  /** Folder for the files, absolute. */
  readonly out: string;
  /** Folder of the store, absolute. */
  readonly storeFolder: string;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  readonly effect: RunEffect;
  /** What is to be delivered once the files are in place. */
  readonly deliver?: DeliveryChoice;
  /** The reason for taking earlier finals of the same days back. */
  readonly supersede?: string | undefined;
  /** The reason for going on with a store that is older than its witnesses. */
  readonly storeOlder?: string | undefined;
  /** From this day of the period on published shifts stand in for entries. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** What the command line asked of corrections. */
export interface CorrectionsRequest extends RunRequest {
  /** Line, template, or employee and pay code -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** Where a workbook of what is typed by hand goes; undefined: nowhere. */
  readonly sheet: string | undefined;
  /** Only finals that were made with this run or after it. */
  readonly since: string | undefined;
}

/** What all runs of one command share: the wire, the limits, the terminal. */
export interface RunHost extends ReadHost {
  readonly context: Context;
  /** Where templates of others are rendered; undefined: in this thread. */
  readonly apart: RenderWorkerOptions | undefined;
  /** Output path -> the employer whose file it is, for all runs of this command. */
  readonly takenPaths: Map<string, string>;
  /** Address, as it is compared -> the employers whose files of single recipients it gets by this command. */
  readonly addressees: Map<string, Set<string>>;
  /** Employer key -> the days that its run is about, once they are known. */
  readonly periods: Map<string, Period>;
  /** How often each server had not answered when this command began to send. */
  readonly silences: { atStart?: ReadonlyMap<string, number> };
  /** Whoever wants to see a computed run before the gate; undefined: no one does. */
  readonly observer?: RunObserver | undefined;
  readonly close: () => Promise<void>;
}

/** Sees what a run has computed, whether it is blocked or not. */
export interface RunObserver {
  /** Whose data sets it wants to see. */
  readonly template: Template;
  readonly see: (model: TemplateModel, found: FindingReport, prepared: PreparedRun) => void;
}

/** Everything of a run that can go wrong before the service is asked. */
export interface PreparedRun {
  readonly employerKey: string;
  /** What holds for the employer. */
  readonly config: Config;
  readonly employer: Config['employer'];
  readonly clientSecret: Secret;
  readonly templates: readonly Template[];
  /** Where templates that are not built in are rendered; undefined: in this thread. */
  readonly apart: RenderWorkerOptions | undefined;
  readonly mapping: MappingFile;
  readonly absences: AbsenceFile;
  /** What at least one of the templates cannot do without. */
  readonly needs: MappingNeeds;
  /** undefined if the days of the period depend on the establishments' zones. */
  readonly period: Period | undefined;
}

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
  readonly problem?: AnyMessage;
  /** What a payroll's API said of the file. */
  readonly receipt?: DeliveryReceipt;
}

export function standingOf({ name, recipient, state, problem, receipt }: DeliveryItem): DeliveryStanding {
  const isOpen = problem !== undefined && state !== 'sent';
  return {
    name,
    recipient,
    state,
    ...(isOpen ? { problem: messageOfStored(problem) } : {}),
    ...(receipt === undefined ? {} : { receipt }),
  };
}

/** As `--json` has it: the problem in English. */
export type DeliveryStandingJson = Omit<DeliveryStanding, 'problem'> & { readonly problem?: string };

export function standingJson({ problem, ...standing }: DeliveryStanding): DeliveryStandingJson {
  return problem === undefined ? standing : { ...standing, problem: englishText(problem) };
}

/** `write` does all; `plan` renders and writes nothing; `check` stops after the checks. */
export type RunEffect = 'write' | 'plan' | 'check';

/** A final and the days that it covers. */
export interface FinalDays {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
}

/** What a run of one employer did, or (`plan`) would do. */
export interface RunOutcome extends FindingReport {
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
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** What the ledger says beside it; nothing where it was not asked. */
  readonly comparison?: RunComparison | undefined;
  /** Finals with days of the period; nothing for a final. */
  readonly finals?: readonly FinalDays[] | undefined;
  /** Pay lines that differ from finals of these days; undefined if none is final. */
  readonly changedLines?: number | undefined;
  /** Those of them that the monitor has seen, with their causes. */
  readonly standingChanges?: readonly StandingChange[] | undefined;
  /** How hours are written, by the configuration. */
  readonly hours: HourNotation;
  readonly requests: number;
  readonly tzdata: string;
  /** Where deliveries were requested. */
  readonly deliveries?: readonly DeliveryStanding[];
}

/** Findings per code, in the order in which codes first occur. */
export function countByCode(
  findings: readonly Pick<RatedFinding, 'code'>[],
): Partial<Record<ExceptionCode, number>> {
  const counts: Partial<Record<ExceptionCode, number>> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Sorts by time; `20261120T225959-1a2b3c`. */
export function newRunId(startedAt: Date): string {
  const time = startedAt.toISOString().replace(/[-:]/g, '').slice(0, 15);
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** Drafts have a folder of their own, so that none ever stands in the place of a final. */
export function outputFolder(out: string, state: ExportState): string {
  return state === 'draft' ? join(out, 'draft') : out;
}
