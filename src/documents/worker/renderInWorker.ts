import { cpuUsage } from 'node:process';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { Spool } from '../../store/externalSorter.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import type { TextOptions } from '../text/renderText.js';
import type { WrittenAmounts } from '../text/rowUnits.js';
import { type RenderJob, renderedAmounts, renderTemplate } from './renderJob.js';
import { type FromRenderer, type RenderTask, type RowBatch, receivedFailure } from './renderMessages.js';

const BUDGET: RenderBudget = { processorMs: 30_000, heapMiB: 1_536, fileBytes: 2 ** 30 };
const LOOK_MS = 100;
const ROWS_IN_A_BATCH = 500;
/** Heap of the worker for young objects: rows are released quickly and need no more space than a few batches. */
const YOUNG_MIB = 6;

/**
 * Renders a template in a separate thread, which receives its rows in batches and is terminated as soon as the budget
 * is used up or the run is interrupted.
 * @throws PaytallyError RENDER_REFUSED with the template's name; errors of rendering; the signal's reason
 */
export async function runInWorker(
  order: RenderJob,
  model: TemplateModel,
  renderWorker: RenderWorkerOptions,
  onNotice?: (notice: AnyMessage) => void,
): Promise<OutputFile[]> {
  return (await inThread('files', order, model, renderWorker, onNotice)).files;
}

/** The results of a finished thread. */
interface Received {
  readonly files: OutputFile[];
  readonly amounts: WrittenAmounts;
}

async function inThread(
  wanted: RenderTask['wanted'],
  order: RenderJob,
  model: TemplateModel,
  { worker: script, signal, budget }: RenderWorkerOptions,
  onNotice?: (notice: AnyMessage) => void,
): Promise<Received> {
  signal.throwIfAborted();
  const limits = { ...BUDGET, ...budget };
  const { port1: ours, port2: theirs } = new MessageChannel();
  const ready = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const { run, sets } = {
    run: model.run,
    sets: [...model.dataSets.values()].map(({ name, fields }) => ({ name, fields })),
  };
  const task: RenderTask = { order, wanted, run, sets, port: theirs, ready, mostBytes: limits.fileBytes };
  const worker = new Worker(script, {
    workerData: task,
    transferList: [theirs],
    // The thread gets none of the program's environment.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  const spent = stopwatch();
  const rows = rowSource(model);
  let look: NodeJS.Timeout | undefined;
  let interrupt: (() => void) | undefined;
  try {
    return await new Promise<Received>((resolve, reject) => {
      interrupt = () => reject(signal.reason);
      signal.addEventListener('abort', interrupt);
      look = setInterval(() => {
        if (spent.processorMs() > limits.processorMs) reject(overBudget(order, limits));
      }, LOOK_MS);
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? overMemory(order, limits) : error),
      );
      const send = (wanted: RowsWanted) => {
        ours.postMessage(spent.without(() => rows(wanted)));
        Atomics.store(new Int32Array(ready), 0, 1);
        Atomics.notify(new Int32Array(ready), 0);
      };
      const hear = listen(ours, { send, onNotice, resolve, reject });
      worker.on('exit', (code) => {
        // Its last message may still be in transit, because it uses another channel.
        for (let last = receiveMessageOnPort(ours); last !== undefined; last = receiveMessageOnPort(ours))
          hear(last.message);
        reject(new Error(`the thread of a template ended without a word (${code})`));
      });
    });
  } finally {
    clearInterval(look);
    if (interrupt !== undefined) signal.removeEventListener('abort', interrupt);
    worker.removeAllListeners('exit');
    ours.close();
    await worker.terminate();
  }
}

type RowsWanted = Extract<FromRenderer, { kind: 'rows-wanted' }>;

interface Conversation {
  readonly send: (wanted: RowsWanted) => void;
  readonly onNotice: ((notice: AnyMessage) => void) | undefined;
  readonly resolve: (received: Received) => void;
  readonly reject: (failure: unknown) => void;
}

/** @returns a listener for messages */
function listen(
  port: MessagePort,
  { send, onNotice, resolve, reject }: Conversation,
): (message: FromRenderer) => void {
  const files: OutputFile[] = [];
  let spool: Spool | undefined;
  let amounts: WrittenAmounts = { amounts: [], records: [] };
  const hear = (message: FromRenderer): void => {
    if (message.kind === 'rows-wanted') send(message);
    else if (message.kind === 'notice') onNotice?.(message.notice);
    else if (message.kind === 'done') resolve({ files, amounts });
    else if (message.kind === 'amounts') amounts = message.amounts;
    else if (message.kind === 'failed') reject(receivedFailure(message.failure));
    else if (message.kind === 'file') files.push(message.file);
    else if (message.kind === 'piece') {
      spool ??= new Spool();
      spool.add(message.bytes);
    } else {
      files.push({ ...message.file, content: spool ?? new Uint8Array() });
      spool = undefined;
    }
  };
  const hearOrReject = (message: FromRenderer) => {
    try {
      hear(message);
    } catch (failure) {
      // The rows could not be generated, which is not the template's fault.
      reject(failure);
    }
  };
  port.on('message', hearOrReject);
  return hearOrReject;
}

/**
 * An upper bound of the thread's processor time: at most the elapsed time, and at most the process's processor time,
 * both without our own part. Node.js reports a thread's own time only from version 24.
 */
function stopwatch() {
  const [beganMs, beganCpu] = [performance.now(), cpuUsage()];
  let ownMs = 0;
  return {
    processorMs: () => {
      const { user, system } = cpuUsage(beganCpu);
      return Math.min(performance.now() - beganMs, (user + system) / 1_000) - ownMs;
    },
    without: <T>(work: () => T): T => {
      const fromMs = performance.now();
      try {
        return work();
      } finally {
        ownMs += performance.now() - fromMs;
      }
    },
  };
}

/** The next rows of a data set, for the reader with this number. */
function rowSource({ dataSets }: TemplateModel): (wanted: RowsWanted) => RowBatch {
  const open = new Map<number, Iterator<DataRow>>();
  return ({ set, fields, cursor }) => {
    const iterator = open.get(cursor) ?? (dataSets.get(set)?.rows ?? [])[Symbol.iterator]();
    open.set(cursor, iterator);
    const rows: (DataRow[string] | null)[][] = [];
    while (rows.length < ROWS_IN_A_BATCH) {
      const { done, value } = iterator.next();
      if (done === true) {
        open.delete(cursor);
        return { rows, isLast: true };
      }
      rows.push(fields.map((field) => value[field] ?? null));
    }
    return { rows, isLast: false };
  };
}

function overBudget({ template }: RenderJob, { processorMs }: RenderBudget): PaytallyError {
  const { name } = template;
  const text = message('template.tooSlow', { template: name, seconds: processorMs / 1_000 });
  return new PaytallyError('RENDER_REFUSED', text, { record: name });
}

function overMemory({ template }: RenderJob, { heapMiB }: RenderBudget): PaytallyError {
  const { name } = template;
  const text = message('template.tooMuchMemory', { template: name, mebibytes: heapMiB });
  return new PaytallyError('RENDER_REFUSED', text, { record: name });
}

/** Limits for rendering a template that another person wrote. */
export interface RenderBudget {
  /** @default 30_000 */
  readonly processorMs: number;
  /** The limit of JavaScript's heap. @default 1_536 */
  readonly heapMiB: number;
  /** The most bytes of one file. @default 1_073_741_824 */
  readonly fileBytes: number;
}

/** A separate thread for custom templates. */
export interface RenderWorkerOptions {
  /** The compiled render/renderWorker. */
  readonly worker: URL;
  /** Ends the thread immediately. */
  readonly signal: AbortSignal;
  readonly budget?: Partial<RenderBudget>;
}

/** A template with its configuration. */
export function renderJob(
  template: RenderJob['template'],
  { locale, language, languagePack }: Config,
  variables: TextOptions['variables'],
): RenderJob {
  return { template, variables, locale, language, languagePack };
}

/** Renders a custom template in a separate thread. Built-in templates are trusted, and are rendered without one. */
export async function renderInWorker(
  order: RenderJob,
  model: TemplateModel,
  renderWorker: RenderWorkerOptions | undefined,
  onNotice?: (notice: AnyMessage) => void,
): Promise<OutputFile[]> {
  return order.template.builtIn || renderWorker === undefined
    ? renderTemplate(order, model, onNotice)
    : runInWorker(order, model, renderWorker, onNotice);
}

/** The printed amounts of a template's rows, in the same thread as its files. */
export async function amountsInWorker(
  order: RenderJob,
  model: TemplateModel,
  renderWorker: RenderWorkerOptions | undefined,
): Promise<WrittenAmounts> {
  return order.template.builtIn || renderWorker === undefined
    ? renderedAmounts(order, model)
    : (await inThread('amounts', order, model, renderWorker)).amounts;
}
