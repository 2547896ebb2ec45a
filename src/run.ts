import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config, LoadedConfig } from './config/config.js';
import type { AbsenceFile, HolidayFile, MappingFile } from './config/inputFiles.js';
import type { Context } from './context.js';
import type { ControlSlip, LeftAmount } from './documents/controlSlip.js';
import type { FontPlaces } from './documents/pdf/fontFiles.js';
import type { MappingNeeds } from './documents/template/needsMapping.js';
import type { Template } from './documents/template/template.js';
import type { TemplateModel } from './documents/templateModel.js';
import type { RunComparison } from './domain/changes/runComparison.js';
import type { PeriodSummary } from './domain/computed/computedPeriod.js';
import type { AcceptedKey, ExceptionCode, RatedFinding } from './domain/exceptions/finding.js';
import type { FindingReport } from './domain/exceptions/workList.js';
import type { MonthStanding } from './domain/month/monthStanding.js';
import type { Period } from './domain/period/period.js';
import type { LocalDate } from './domain/time/localDate.js';
import type { Control } from './domain/timesheet/controlTotals.js';
import { englishText, messageOfStored } from './i18n/formatMessage.js';
import type { HourNotation } from './i18n/hoursText.js';
import type { AnyMessage } from './i18n/message.js';
import type { Secret } from './runtime/secrets/secret.js';
import type { ReadHost } from './sources/workforce/staging/readObserver.js';
import type { StandingChange } from './store/mirror.js';
import type { DeliveryItem } from './store/outbox.js';
import type { DeliveryReceipt, DeliveryState } from './store/stagedFiles.js';

/** Which deliveries are requested. */
export interface DeliveryChoice {
  readonly kind: 'all' | 'mail';
  /** All of the configuration if undefined. */
  readonly names?: readonly string[] | undefined;
}

/** The options of the command line, the same for every employer. */
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
  /** The deliveries to send once the files have been written. */
  readonly deliver?: DeliveryChoice;
  /** The reason for replacing earlier finals of the same days. */
  readonly supersede?: string | undefined;
  /** The reason for using a store that is older than its witnesses. */
  readonly storeOlder?: string | undefined;
  /** Published shifts replace time entries from this day of the period on. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** The options of the command line for corrections. */
export interface CorrectionsRequest extends RunRequest {
  /** Line, template, or employee and pay code -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** The path of the workbook for manual entry; undefined for none. */
  readonly sheet: string | undefined;
  /** Only finals made by this run or later. */
  readonly since: string | undefined;
  /** Whether lines whose only cause is an edited mapping row need `--accept MAPPING_CHANGED`; of schedules. */
  readonly asksOfMapping?: boolean | undefined;
  /** The lines that the clerk was shown: corrections of any others are refused. */
  readonly shown?: readonly string[] | undefined;
}

/** The resources that all runs of a command share: connections, limits, terminal. */
export interface RunHost extends ReadHost {
  readonly context: Context;
  /** Output path -> the employer that the file is for, in all runs of this command. */
  readonly takenPaths: Map<string, string>;
  /** Normalised address -> the employers whose personal files this command sends to it. */
  readonly addressees: Map<string, Set<string>>;
  /** Employer key -> the days of its run, once they are known. */
  readonly periods: Map<string, Period>;
  /** How often each server had failed to answer before this command began to send. */
  readonly silences: { atStart?: ReadonlyMap<string, number> };
  /** Receives a computed run before it is checked for blocking exceptions. */
  readonly observer?: RunObserver | undefined;
  readonly close: () => Promise<void>;
}

/** Receives the results of a run, whether it is blocked or not. */
export interface RunObserver {
  /** The template whose data sets it receives. */
  readonly template: Template;
  readonly see: (model: TemplateModel, run: ObservedRun, prepared: PreparedRun) => void;
}

/** The results that an observer receives. */
export interface ObservedRun {
  readonly computed: PeriodSummary;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/** The parts of a run that can fail before the first request to the service. */
export interface PreparedRun {
  readonly employerKey: string;
  /** The employer's effective settings. */
  readonly config: Config;
  readonly employer: Config['employer'];
  readonly clientSecret: Secret;
  readonly templates: readonly Template[];
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Where PDF files find fonts for letters that the built-in ones lack. */
  readonly fontPlaces: FontPlaces;
  readonly mapping: MappingFile;
  readonly absences: AbsenceFile;
  readonly holidays: HolidayFile;
  /** The mapping data that at least one template requires. */
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
  /** Set for a file without rows that describes the template's file, such as an INI. */
  readonly isCompanion?: true;
  /** Set by a dry run if an export would replace a different file. */
  readonly replaces?: true;
  /** The written totals of a payroll file, by code, by employee and overall. */
  readonly controlSlip?: ControlSlip;
  /** Of a payroll file: what of the run it leaves out, and why. */
  readonly left?: readonly LeftAmount[];
}

/** The state of a run's delivery. */
export interface DeliveryStanding {
  readonly name: string;
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Why it failed or its state is unknown, and what to do. */
  readonly problem?: AnyMessage;
  /** The answer of the payroll system's API about the file. */
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

/** The form for `--json`, with the problem in English. */
export type DeliveryStandingJson = Omit<DeliveryStanding, 'problem'> & { readonly problem?: string };

export function standingJson({ problem, ...standing }: DeliveryStanding): DeliveryStandingJson {
  return problem === undefined ? standing : { ...standing, problem: englishText(problem) };
}

/** `write` does everything; `plan` renders but writes nothing; `check` stops after the checks. */
export type RunEffect = 'write' | 'plan' | 'check';

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
  /** The differences that the monitor has found, with their causes. */
  readonly standingChanges?: readonly StandingChange[] | undefined;
  /** The state of the period with this run; undefined for a rerun. */
  readonly month?: MonthStanding | undefined;
  /** The configured notation for hours. */
  readonly hours: HourNotation;
  readonly requests: number;
  readonly tzdata: string;
  /** Undefined if no deliveries were requested. */
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

/** Drafts have a separate folder, so that a draft is never mistaken for a final. */
export function outputFolder(out: string, state: ExportState): string {
  return state === 'draft' ? join(out, 'draft') : out;
}
