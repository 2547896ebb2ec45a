import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { countRows, type OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { renderedAmounts, renderTemplate } from './renderJob.js';
import { type FromRenderer, type RenderTask, type RowBatch, sentFailure } from './renderMessages.js';

// The thread that renders custom templates. It has no secrets, environment or connections, and the program terminates
// it when its budget is used up. See renderInWorker.ts.
const task = workerData as RenderTask;
const isReady = new Int32Array(task.ready);
let cursors = 0;

function say(message: FromRenderer, transfer: readonly ArrayBuffer[] = []): void {
  task.port.postMessage(message, transfer);
}

/** Waits synchronously for rows, because writers request them during their work. */
function* rowsOf(set: string, fields: readonly string[]): Generator<DataRow> {
  cursors += 1;
  for (const cursor = cursors; ; ) {
    Atomics.store(isReady, 0, 0);
    say({ kind: 'rows-wanted', set, fields, cursor });
    Atomics.wait(isReady, 0, 0);
    const batch: RowBatch | undefined = receiveMessageOnPort(task.port)?.message;
    if (batch === undefined) throw new Error('there are no rows although they were announced');
    for (const values of batch.rows)
      yield Object.fromEntries(fields.map((name, index) => [name, values[index] ?? null]));
    if (batch.isLast) return;
  }
}

function setOf({ name, fields }: RenderTask['sets'][number]): DataSet {
  const rowsWith = (wanted: readonly string[]) => ({ [Symbol.iterator]: () => rowsOf(name, wanted) });
  return { name, fields, rows: rowsWith(fields.map((field) => field.name)), rowsWith };
}

/** Larger files are sent in chunks during rendering, so that no thread keeps a whole file in memory. */
const HELD_BYTES = 2 ** 20;

/** @returns the file's bytes; undefined if they exceed the buffer, and were sent already */
async function bytesOrPieces({ name, content }: OutputFile): Promise<Uint8Array | undefined> {
  let pieces: Uint8Array[] = [];
  let [length, isSent] = [0, false];
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    length += piece.length;
    if (length > task.mostBytes) throw tooLarge(name);
    pieces.push(piece);
    isSent ||= length > HELD_BYTES;
    if (!isSent) continue;
    for (const each of pieces) sayPiece(each);
    pieces = [];
  }
  return isSent ? undefined : new Uint8Array(Buffer.concat(pieces));
}

/** Copied to separate memory, because whole buffers are transferred between threads. */
function sayPiece(piece: Uint8Array): void {
  const bytes = new Uint8Array(piece);
  say({ kind: 'piece', bytes }, [bytes.buffer]);
}

function tooLarge(name: string): PaytallyError {
  const template = task.order.template.name;
  const text = message('template.fileTooLarge', {
    file: name,
    template,
    mebibytes: Math.floor(task.mostBytes / 2 ** 20),
  });
  return new PaytallyError('RENDER_REFUSED', text, { record: template });
}

async function sayFiles(model: TemplateModel): Promise<void> {
  const files = await renderTemplate(task.order, model, (notice) => say({ kind: 'notice', notice }));
  for (const file of files) {
    const content = await bytesOrPieces(file);
    // A function cannot be passed between threads.
    const { countedRows: _, content: __, ...plain } = { ...file, rows: countRows(file) };
    if (content === undefined) say({ kind: 'file-in-pieces', file: plain });
    else say({ kind: 'file', file: { ...plain, content } }, [content.buffer as ArrayBuffer]);
  }
}

try {
  const model = { run: task.run, dataSets: new Map(task.sets.map((set) => [set.name, setOf(set)])) };
  if (task.wanted === 'files') await sayFiles(model);
  else say({ kind: 'amounts', amounts: await renderedAmounts(task.order, model) });
  say({ kind: 'done' });
} catch (failure) {
  say({ kind: 'failed', failure: sentFailure(failure) });
}
