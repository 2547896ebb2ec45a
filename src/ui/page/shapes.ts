/* The answers of the server to the page. Both sides use this module, so it imports only modules that both can load. */
import type { DayLine, PersonLine, ReviewTotals } from '../../render/review/reviewShapes.js';

/** What happened, to which record, and what to do. */
export interface FailureAnswer {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record: string | null;
}

/** A parsed text of the catalogues: literals and placeholders. */
export type PageText = readonly (string | PageTextPart)[];

interface PageTextPart {
  readonly kind: string;
  readonly name?: string;
  readonly options?: Readonly<Record<string, PageText>>;
}

/** The data that the page needs first. */
export interface StartAnswer {
  readonly version: string;
  readonly language: string;
  readonly isReadOnly: boolean;
  /** Whether this window serves the sandbox, so that its records can be changed. */
  readonly hasSandbox: boolean;
  /** null if there is no configuration yet. */
  readonly config: string | null;
  /** Employer keys in the configuration. */
  readonly employers: readonly string[];
  /** The failure to load the configuration. */
  readonly problem: FailureAnswer | null;
}

export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** A background job and its progress. */
export interface JobAnswer {
  readonly id: string;
  readonly kind: string;
  readonly employer: string;
  readonly period: string;
  readonly command: string;
  readonly startedAt: string;
  readonly state: JobState;
  readonly progress: string | null;
  readonly messages: readonly string[];
  readonly result: unknown;
  readonly failure: FailureAnswer | null;
}

/** A message of the event stream. */
export interface EventsAnswer {
  readonly jobs: readonly JobAnswer[];
  /** Windows and tabs that show this page. */
  readonly tabs: number;
  /** The work of commands and other windows on the same records. */
  readonly elsewhere: readonly string[];
}

export interface DeliveryAnswer {
  readonly name: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem: string | null;
  /** The answer of the payroll system's API about the file. */
  readonly receipt: 'received' | 'accepted' | 'rejected' | null;
}

/** An employer in a period. */
export interface BoardLineAnswer {
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: string;
  readonly since: string | null;
  /** Exceptions by code, with their titles. */
  readonly exceptions: readonly { readonly code: string; readonly title: string; readonly count: number }[];
  readonly deliveries: readonly DeliveryAnswer[];
  /** The people who must act before it can be final, those waiting longest first. */
  readonly waitingFor: readonly { readonly who: string; readonly since: string; readonly items: number }[];
  /** The next scheduled run. */
  readonly next: { readonly name: string; readonly at: string } | null;
  /** Its states in earlier months, newest first. */
  readonly earlier: readonly { readonly month: string; readonly state: string }[];
}

/** Something to resolve or to accept. */
export interface FindingAnswer {
  readonly code: string;
  /** The key for accepting this one alone. */
  readonly key: string;
  readonly title: string;
  readonly remedy: string;
  readonly severity: 'block' | 'block-final' | 'warn';
  readonly severityText: string;
  /** The person or role that can act. */
  readonly actor: string;
  readonly who: string;
  readonly place: string;
  readonly date: string | null;
  readonly message: string;
  /** The record's page in the portal. */
  readonly link: string | null;
}

export interface FileAnswer {
  readonly name: string;
  readonly template: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A run of the period. */
export interface RunAnswer {
  readonly runId: string;
  readonly state: string;
  readonly startedAt: string;
  readonly digest: string | null;
  readonly files: readonly FileAnswer[];
  readonly deliveries: readonly DeliveryAnswer[];
}

export interface MonthAnswer {
  readonly employer: string;
  readonly name: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: string;
  /** The data of the review page; null if the period was not read. */
  readonly review: ReviewAnswer | null;
  /** The time of that read, and the stored run that has it. */
  readonly viewedAt: string | null;
  readonly viewedRun: string | null;
  readonly findings: readonly FindingAnswer[];
  /** Code, or code and record -> reason. */
  readonly accepted: Readonly<Record<string, string>>;
  readonly runs: readonly RunAnswer[];
  readonly hasDeliveries: boolean;
}

/** The part of the review page's data that this side uses; its components use the rest. */
export interface ReviewAnswer {
  readonly language: string;
  readonly unit: string;
  readonly verdict: { readonly kind: string; readonly text: string };
  readonly totals: ReviewTotals;
  /** The final that it is compared with. */
  readonly previous: { readonly label: string } | null;
  readonly days: readonly DayLine[];
  readonly people: readonly PersonLine[];
  /** Employee id -> planned minutes of each day. */
  readonly plannedDays: Readonly<Record<string, readonly number[]>>;
  readonly codes: readonly ReviewCode[];
}

interface ReviewCode {
  readonly code: string;
  readonly label: string;
  readonly kind: string;
  readonly minutes: number;
  readonly people: number;
}

/** A table of a file: rows of cells, the first with headings if the file has them. */
export interface SheetAnswer {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Whether more rows exist than are shown. */
  readonly isCut: boolean;
}

/** A pay line that changed after a final. */
export interface CorrectionAnswer {
  readonly line: string;
  readonly who: string;
  readonly date: string | null;
  readonly payCode: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly cause: string;
  /** Whether its establishment is no longer listed: a correction of the line must be accepted. */
  readonly isGone: boolean;
}

/** The outcome of a run. */
export interface OutcomeAnswer {
  readonly runId: string;
  readonly files: readonly FileAnswer[];
  readonly deliveries: readonly DeliveryAnswer[];
}

export interface CorrectionsAnswer {
  readonly lines: readonly CorrectionAnswer[];
  readonly byHand: readonly HandAnswer[];
  readonly made: { readonly runId: string; readonly files: readonly string[] } | null;
}

/** A line to type into a payroll system. */
interface HandAnswer {
  readonly template: string;
  readonly number: string;
  readonly who: string;
  readonly code: string;
  readonly period: string;
  readonly type: string;
}

/* Connect and Set up. */

interface CountryChoice {
  readonly code: string;
  readonly name: string;
  readonly languages: readonly string[];
  /** The sample pay rules of the country. */
  readonly preset: string | null;
  readonly payroll: readonly { readonly name: string; readonly isWeak: boolean }[];
}

export interface ConnectChoices {
  readonly folder: string;
  /** From the configuration; null if there is none yet. */
  readonly baseUrl: string | null;
  readonly employers: readonly string[];
  readonly language: string;
  readonly countries: readonly CountryChoice[];
  /** `offered` if there is no configuration; otherwise whether the configuration uses it, and whether it is running. */
  readonly sandbox: 'offered' | 'none' | 'running' | 'stopped';
}

export interface CheckAnswer {
  readonly check: string;
  readonly status: string;
  readonly text: string;
  readonly remedy: string | null;
}

export interface DifferenceAnswer {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface ConnectAnswer {
  readonly establishments: readonly { readonly name: string; readonly zone: string | null }[];
  readonly people: number | null;
  readonly findings: readonly CheckAnswer[];
  readonly warnings: readonly string[];
  readonly files: readonly string[];
  readonly difference: readonly DifferenceAnswer[];
  readonly digest: string;
}

export interface SavedAnswer {
  readonly employer: string;
  readonly files: readonly string[];
  readonly people: string | null;
}

export interface SandboxAnswer {
  readonly baseUrl: string;
  readonly employerId: string;
  readonly clientId: string;
  readonly name: string;
}

export interface PayrollIdLine {
  readonly employeeId: string;
  readonly name: string;
  readonly number: string;
  readonly status: string;
}

export interface PayCodeLine {
  readonly code: string;
  readonly label: string;
  /** The rules that give the code; empty if none does. */
  readonly rules: readonly string[];
  readonly external: string;
  readonly secondary: string;
}

export interface RulesAnswer {
  readonly tables: readonly {
    readonly persona: string;
    readonly examples: readonly {
      readonly name: string;
      readonly lines: readonly {
        readonly payCode: string;
        readonly label: string;
        readonly kind: string;
        readonly minutes: number;
        readonly quantity: number | null;
      }[];
    }[];
  }[];
  readonly findings: readonly { readonly rule: string; readonly text: string }[];
}

/** A time at which a schedule is due. */
export interface TimeAnswer {
  readonly at: string;
  readonly period: { readonly from: string; readonly to: string };
}

/** Settings that the page has fields for, as in the configuration. */
export interface ScheduleLine {
  readonly name: string;
  readonly cron: string | null;
  readonly workday: number | null;
  readonly at: string | null;
  readonly period: string;
  readonly final: boolean;
  readonly deliver: readonly string[];
  readonly times: readonly TimeAnswer[];
}

export interface SchedulesAnswer {
  readonly schedules: readonly ScheduleLine[];
  /** Names of the deliveries that a schedule can send. */
  readonly deliveries: readonly string[];
}

export interface MailServerAnswer {
  readonly from: string;
  readonly owner: readonly string[];
  readonly host: string;
  readonly port: number | null;
  readonly tls: string;
  readonly user: string;
}

/** Settings that the page has fields for, as in the configuration; no kind has all of them. */
export type DeliveryLine = Readonly<
  { name: string; to: string; when: string; templates?: readonly string[] | null; attach?: boolean } & {
    /** Addresses, or the column of the mapping file; any other kind of list is kept unchanged. */
    recipients?: readonly string[] | { readonly column: string } | object;
  } & Partial<Record<DeliveryText, string | null>>
>;

/**
 * Settings of a server, or of a payroll system's API: client, registered application, payroll system, address for
 * notices.
 */
export type DeliveryText =
  | 'path'
  | 'host'
  | 'user'
  | 'key'
  | 'client'
  | 'employerId'
  | 'tenant'
  | 'clientId'
  | 'system'
  | 'mail';

export interface DeliveriesAnswer {
  readonly mail: MailServerAnswer | null;
  readonly deliveries: readonly DeliveryLine[];
  /** The templates of the configuration. */
  readonly templates: readonly string[];
}

export interface TemplatesAnswer {
  readonly configured: readonly string[];
  readonly templates: readonly {
    readonly name: string;
    readonly kind: string;
    readonly description: string;
  }[];
}

/** A change of a file before it is written. */
export interface FilePreviewAnswer {
  readonly file: string;
  readonly difference: readonly DifferenceAnswer[];
  readonly warnings: readonly string[];
  readonly digest: string;
  /** The next times of a changed schedule. */
  readonly times: readonly TimeAnswer[];
}
