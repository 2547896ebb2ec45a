/* What the server sends to the page. This file imports nothing: both sides use it. */

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
  /** null where there is no configuration yet. */
  readonly config: string | null;
  readonly employers: readonly EmployerAnswer[];
  /** What is wrong with the configuration. */
  readonly problem: FailureAnswer | null;
}

export interface EmployerAnswer {
  readonly key: string;
  /** Portal addresses with `{id}`, by kind of record. */
  readonly links: Readonly<Record<string, string>>;
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
  /** Whether another command works with the store. */
  readonly isUsedElsewhere: boolean;
}

export interface DeliveryAnswer {
  readonly name: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem: string | null;
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
  /** The next scheduled run. */
  readonly next: { readonly name: string; readonly at: string } | null;
}
