/* What the server sends to the page. Both sides use it, so it imports only such files. */
import type { DayLine, PersonLine, ReviewTotals } from '../../render/review/reviewShapes.js';

/** What happened, to which record, and what to do. */
export interface FailureAnswer {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record: string | null;
}

/** A text of the catalogues, parsed: literals, and places for values. */
export type PageText = readonly (string | PageTextPart)[];

interface PageTextPart {
  readonly kind: string;
  readonly name?: string;
  readonly options?: Readonly<Record<string, PageText>>;
}

/** What the page needs to know first. */
export interface StartAnswer {
  readonly version: string;
  readonly language: string;
  readonly isReadOnly: boolean;
  /** Whether this window serves the sandbox, so that its records can be changed. */
  readonly hasSandbox: boolean;
  /** null if there is no configuration yet. */
  readonly config: string | null;
  /** Keys of the configuration. */
  readonly employers: readonly string[];
  /** What is wrong with the configuration. */
  readonly problem: FailureAnswer | null;
}

export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** Long work, and how far it is. */
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

/** What the event stream says. */
export interface EventsAnswer {
  readonly jobs: readonly JobAnswer[];
  /** Windows and tabs that show this page. */
  readonly tabs: number;
  /** What commands and other windows have under way with these records. */
  readonly elsewhere: readonly string[];
}

export interface DeliveryAnswer {
  readonly name: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem: string | null;
  /** What a payroll's API said of the file. */
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
  /** Who has to act before it can be final, the longest first. */
  readonly waitingFor: readonly { readonly who: string; readonly since: string; readonly items: number }[];
  /** The next scheduled run. */
  readonly next: { readonly name: string; readonly at: string } | null;
}

/** Something to resolve or to accept. */
export interface FindingAnswer {
  readonly code: string;
  /** What accepting this one alone is called. */
  readonly key: string;
  readonly title: string;
  readonly remedy: string;
  readonly severity: 'block' | 'block-final' | 'warn';
  readonly severityText: string;
  /** Who can act. */
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
  readonly period: { readonly from: string; readonly to: string };
  readonly digest: string | null;
  readonly files: readonly FileAnswer[];
  readonly deliveries: readonly DeliveryAnswer[];
}

export interface MonthAnswer {
  readonly employer: string;
  readonly name: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: string;
  /** What the review page shows; null if the period was not read. */
  readonly review: ReviewAnswer | null;
  /** When that was read; the run of the store that it is of. */
  readonly viewedAt: string | null;
  readonly viewedRun: string | null;
  readonly findings: readonly FindingAnswer[];
  /** Code, or code and record -> reason. */
  readonly accepted: Readonly<Record<string, string>>;
  readonly runs: readonly RunAnswer[];
  readonly hasDeliveries: boolean;
}

/** What this side needs of the review page's data; its components know the rest. */
export interface ReviewAnswer {
  readonly language: string;
  readonly unit: string;
  readonly verdict: { readonly kind: string; readonly text: string };
  readonly totals: ReviewTotals;
  /** The final that this is compared with. */
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

/** A table of a file: rows of cells, the first of them headings where the file has some. */
export interface SheetAnswer {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** There are more rows than are shown. */
  readonly isCut: boolean;
}

/** A pay line that changed after a final. */
export interface CorrectionAnswer {
  readonly line: string;
  readonly who: string;
  readonly date: string | null;
  readonly payCode: string;
  readonly template: string | null;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly cause: string;
  readonly originalRun: string;
  /** Its establishment is no longer listed: a correction of it must be accepted. */
  readonly isGone: boolean;
}

/** What became of a run. */
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

/** What is typed into a payroll system. */
interface HandAnswer {
  readonly template: string;
  readonly number: string;
  readonly who: string;
  readonly code: string;
  readonly period: string;
  readonly type: string;
}
