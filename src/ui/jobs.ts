import { randomUUID } from 'node:crypto';
import { factsOf, toReportable } from '../actions/failureFacts.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { formatMessage, formatText } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message, type Text } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import type { FailureAnswer, JobAnswer, JobState } from './page/shapes.js';

/** What a button of the page asks for. */
export interface JobOrder {
  readonly kind: string;
  readonly employer: string;
  readonly period: string;
  /** The command that does the same. */
  readonly command: string;
}

interface Job extends JobOrder {
  readonly id: string;
  readonly startedAt: string;
  readonly abort: AbortController;
  readonly messages: Text[];
  state: JobState;
  progress: Text | undefined;
  result: unknown;
  failure: unknown;
  ended: Promise<void>;
}

/** More are not remembered. */
const MOST_JOBS = 50;

/**
 * Long work of the page. It goes on when the tab is closed, and every tab finds it again; the page's messages are what
 * the command would print.
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

  /** Starts work; the same work for the same days is not started twice. */
  start(order: JobOrder, work: (context: Context) => Promise<unknown>): string {
    const same = [...this.#jobs.values()].find(
      (job) => job.state === 'running' && job.command === order.command,
    );
    if (same !== undefined) return same.id;
    const job: Job = {
      ...order,
      ...{ id: randomUUID(), startedAt: new Date(this.#context.clock.nowMs()).toISOString() },
      ...{ abort: new AbortController(), messages: [], state: 'running', progress: undefined },
      ...{ result: undefined, failure: undefined, ended: Promise.resolve() },
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

  /** Returns once the work has ended: what it was writing is then whole, or taken back. */
  async cancelAll(): Promise<void> {
    for (const id of this.#jobs.keys()) this.cancel(id);
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }

  /** Calls back whenever a job changes; returns how to stop that. */
  subscribe(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  list(language: Language): JobAnswer[] {
    return [...this.#jobs.values()].map((job) => this.#answer(job, language));
  }

  find(id: string, language: Language): JobAnswer | undefined {
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
      // What was interrupted may know more than that it was.
      const isTold = failure instanceof PaytallyError && failure.code === 'INTERRUPTED';
      job.failure = signal.aborted && !isTold ? signal.reason : failure;
      job.state = signal.aborted ? 'cancelled' : 'failed';
    }
    job.progress = undefined;
    this.#changed(job);
  }

  /** What a command prints becomes what the page shows. */
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

  #answer(job: Job, language: Language): JobAnswer {
    const { id, kind, employer, period, command, startedAt, state } = job;
    const text = (each: Text) => this.#context.scrubber.clean(formatText(each, language));
    return {
      ...{ id, kind, employer, period, command, startedAt, state },
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

/** What happened, to which record, and what to do, in the reader's language. A bug keeps its details to itself. */
export function failureAnswer(
  failure: unknown,
  context: Pick<Context, 'version' | 'scrubber'>,
  language: Language,
): FailureAnswer {
  const { code, text, remedy, record } = factsOf(toReportable(failure, context));
  const clean = (said: string) => context.scrubber.clean(said);
  return {
    code,
    message: clean(formatMessage(text, language)),
    remedy: clean(formatMessage(remedy, language)),
    record: record === undefined ? null : clean(record),
  };
}
