import { randomUUID } from 'node:crypto';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { formatMessage, formatText } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message, type Text } from '../i18n/message.js';
import { factsOf, toReportable } from '../runtime/failureFacts.js';
import type { Terminal } from '../runtime/terminal.js';

/** The job that a button requests. */
export interface JobOrder {
  readonly kind: string;
  readonly employer: string;
  readonly period: string;
  /** The equivalent command. */
  readonly command: string;
}

interface Job extends JobOrder {
  readonly id: string;
  readonly startedAt: string;
  readonly abort: AbortController;
  readonly messages: Text[];
  state: 'running' | 'done' | 'failed' | 'cancelled';
  progress: Text | undefined;
  result: unknown;
  failure: unknown;
  ended: Promise<void>;
}

/** A background job and its progress, in the reader's language. */
export type JobAnswer = ReturnType<Jobs['list']>[number];

/** Older jobs are discarded. */
const MOST_JOBS = 50;

/**
 * Background jobs of the page. A job continues when its tab is closed, and every tab shows it. Its messages are those
 * that the command would print.
 */
export class Jobs {
  readonly #context: Context;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<(id: string) => void>();

  constructor(context: Context) {
    this.#context = context;
  }

  get isBusy(): boolean {
    return [...this.#jobs.values()].some(({ state }) => state === 'running');
  }

  /** Starts a job, unless the same job for the same days is already running. */
  start(order: JobOrder, work: (context: Context) => Promise<unknown>): string {
    const same = [...this.#jobs.values()].find(
      (job) => job.state === 'running' && job.command === order.command,
    );
    if (same !== undefined) return same.id;
    const job: Job = {
      ...order,
      id: randomUUID(),
      startedAt: new Date(this.#context.clock.nowMs()).toISOString(),
      abort: new AbortController(),
      messages: [],
      state: 'running',
      progress: undefined,
      result: undefined,
      failure: undefined,
      ended: Promise.resolve(),
    };
    this.#jobs.set(job.id, job);
    this.#forgetOldest();
    job.ended = this.#carryOut(job, work);
    return job.id;
  }

  cancel(id: string): boolean {
    const job = this.#jobs.get(id);
    if (job?.state !== 'running') return false;
    job.abort.abort(new PaytallyError('INTERRUPTED', message('ui.cancelled')));
    return true;
  }

  /** Returns once the job has ended: its files are then complete, or removed. */
  async cancelAll(): Promise<void> {
    for (const id of this.#jobs.keys()) this.cancel(id);
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }

  /** Calls the listener whenever a job changes; returns a function that unsubscribes it. */
  subscribe(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  list(language: Language) {
    return [...this.#jobs.values()].map((job) => this.#answer(job, language));
  }

  find(id: string, language: Language) {
    const job = this.#jobs.get(id);
    return job && this.#answer(job, language);
  }

  async #carryOut(job: Job, work: (context: Context) => Promise<unknown>): Promise<void> {
    const signal = AbortSignal.any([this.#context.signal, job.abort.signal]);
    const context = { ...this.#context, signal, openTerminal: () => this.#terminal(job) };
    this.#changed(job);
    try {
      job.result = await work(context);
      job.state = 'done';
    } catch (failure) {
      // An interruption may have a more specific message than this one.
      const isReported = failure instanceof PaytallyError && failure.code === 'INTERRUPTED';
      job.failure = signal.aborted && !isReported ? signal.reason : failure;
      job.state = signal.aborted ? 'cancelled' : 'failed';
    }
    job.progress = undefined;
    this.#changed(job);
  }

  /** A terminal that collects a command's output for the page. */
  #terminal(job: Job): Terminal {
    const say = (text: Text) => {
      job.messages.push(text);
      this.#changed(job);
    };
    return {
      result: () => undefined,
      message: say,
      alert: say,
      progress: (text) => {
        job.progress = text;
        this.#changed(job);
      },
      width: undefined,
    };
  }

  #answer(job: Job, language: Language) {
    const { id, kind, employer, period, command, startedAt, state } = job;
    const text = (each: Text) => this.#context.scrubber.clean(formatText(each, language));
    return {
      id,
      kind,
      employer,
      period,
      command,
      startedAt,
      state,
      progress: job.progress === undefined ? null : text(job.progress),
      messages: job.messages.map(text),
      result: job.result ?? null,
      failure: job.failure === undefined ? null : failureAnswer(job.failure, this.#context, language),
    };
  }

  #changed({ id }: Job): void {
    for (const listener of this.#listeners) listener(id);
  }

  #forgetOldest(): void {
    const over = [...this.#jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of over.slice(0, Math.max(0, this.#jobs.size - MOST_JOBS))) this.#jobs.delete(id);
  }
}

export type FailureAnswer = ReturnType<typeof failureAnswer>;

/** What happened, to which record, and what to do, in the reader's language. The details of a bug are omitted. */
export function failureAnswer(
  failure: unknown,
  context: Pick<Context, 'version' | 'scrubber'>,
  language: Language,
) {
  const { code, text, remedy, record } = factsOf(toReportable(failure, context));
  const clean = (said: string) => context.scrubber.clean(said);
  return {
    code,
    message: clean(formatMessage(text, language)),
    remedy: clean(formatMessage(remedy, language)),
    record: record === undefined ? null : clean(record),
  };
}
