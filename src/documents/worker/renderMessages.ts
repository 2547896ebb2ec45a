import type { MessagePort } from 'node:worker_threads';
import { type ErrorCode, PaytallyError } from '../../errors.js';
import type { AnyMessage } from '../../i18n/message.js';
import type { DataRow, Field, Scalar } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { type RenderProblem, RenderRefused } from '../text/renderProblems.js';
import type { WrittenAmounts } from '../text/rowUnits.js';
import type { RenderJob } from './renderJob.js';

/** The input of the render thread at its start. */
export interface RenderTask {
  readonly order: RenderJob;
  /** The files, or only the printed minutes of their rows. */
  readonly wanted: 'files' | 'amounts';
  readonly run: DataRow;
  readonly sets: readonly { readonly name: string; readonly fields: readonly Field[] }[];
  readonly port: MessagePort;
  /** Becomes 1 as soon as requested rows have arrived. */
  readonly ready: SharedArrayBuffer;
  readonly mostBytes: number;
}

/** Messages from the render thread. */
export type FromRenderer =
  | {
      readonly kind: 'rows-wanted';
      readonly set: string;
      /** The fields of each row's values, in this order. */
      readonly fields: readonly string[];
      readonly cursor: number;
    }
  | { readonly kind: 'notice'; readonly notice: AnyMessage }
  | { readonly kind: 'file'; readonly file: OutputFile & { readonly content: Uint8Array } }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  /** A file whose chunks were sent before it. */
  | { readonly kind: 'file-in-pieces'; readonly file: Omit<OutputFile, 'content'> }
  | { readonly kind: 'amounts'; readonly amounts: WrittenAmounts }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failure: SentFailure };

/** Rows as lists of values, in the order of the fields that were requested. */
export interface RowBatch {
  readonly rows: readonly (readonly Scalar[])[];
  readonly isLast: boolean;
}

export type SentFailure =
  | { readonly kind: 'refused'; readonly problems: readonly RenderProblem[] }
  | {
      readonly kind: 'known';
      readonly code: ErrorCode;
      readonly text: AnyMessage;
      readonly remedy: AnyMessage;
      readonly record: string | undefined;
    }
  | { readonly kind: 'bug'; readonly message: string; readonly stack: string | undefined };

/** Errors lose their class between threads. */
export function sentFailure(failure: unknown): SentFailure {
  if (failure instanceof RenderRefused) return { kind: 'refused', problems: failure.problems };
  if (failure instanceof PaytallyError) {
    const { code, text, remedyText: remedy, record } = failure;
    return { kind: 'known', code, text, remedy, record };
  }
  const { message, stack } = failure instanceof Error ? failure : new Error(String(failure));
  return { kind: 'bug', message, stack };
}

export function receivedFailure(sent: SentFailure): Error {
  switch (sent.kind) {
    case 'refused':
      return new RenderRefused(sent.problems);
    case 'known': {
      const { code, text, remedy, record } = sent;
      return new PaytallyError(code, text, { remedy, ...(record === undefined ? {} : { record }) });
    }
    case 'bug':
      return Object.assign(new Error(sent.message), sent.stack === undefined ? {} : { stack: sent.stack });
  }
}
