import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context as Call, Hono } from 'hono';
import { withRunHistory, withRunHost } from '../actions/actionSession.js';
import { explanationText } from '../actions/explain/explanationText.js';
import type { Context } from '../context.js';
import { decodeCsv, parseCsvRecords } from '../domain/people/csvFile.js';
import { PaytallyError } from '../errors.js';
import { explainEmployee, explainStored } from '../export/explain.js';
import { message } from '../i18n/message.js';
import { findHistoryRun, readHistory } from '../ledger/history.js';
import { spelledOutLines } from '../runtime/outsideText.js';
import { renderPaint } from '../runtime/paint.js';
import { rowsAsShown } from '../workbook/rowsAsShown.js';
import { monthAnswer, type SeenMonths } from './months.js';
import type { SheetAnswer } from './page/shapes.js';
import { languageOfCall, openUiSession, type UiServices } from './services.js';

/** What a month has: its records as people look at them, its runs, and what is in their files. */
export function monthRoutes(app: Hono, services: UiServices, seen: SeenMonths): void {
  const { context } = services;
  app.get('/api/month', async (call) => {
    const session = await openUiSession(services, context);
    const language = languageOfCall(call, services);
    const question = { employer: asked(call, 'employer'), periodText: asked(call, 'period'), language };
    return call.json(await monthAnswer(context, session, seen, question));
  });
  app.get('/api/explain', async (call) => call.json({ text: await explained(call, services) }));
  app.get('/api/file', async (call) => {
    const { path } = await fileOf(call, services);
    const bytes = new Uint8Array(await readRecorded(path));
    const headers = { 'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' };
    return call.body(bytes, 200, headers);
  });
  app.get('/api/preview', async (call) => {
    const { path } = await fileOf(call, services);
    return call.json({ sheets: await sheetsOf(path) });
  });
}

/** Never HTML: a report must not run as a page of this server. */
const CONTENT_TYPES: Readonly<Record<string, string>> = { '.pdf': 'application/pdf' };

/** @throws PaytallyError USAGE */
export function asked(call: Call, name: string): string {
  const value = call.req.query(name);
  if (value !== undefined && value !== '') return value;
  throw new PaytallyError('USAGE', message('ui.notAsked', { name }), { record: name });
}

/** From a number to its entries: of the run of the store where there is one, else of what the service has. */
async function explained(call: Call, services: UiServices): Promise<string> {
  const { context } = services;
  const language = languageOfCall(call, services);
  const [employer, employee] = [asked(call, 'employer'), asked(call, 'employee')];
  const { run: runId, date } = call.req.query();
  const session = await openUiSession(services, context);
  const { loaded, storeFolder } = session;
  const question = { who: employee, date };
  const { packageFolder, version, signal } = context;
  const answer =
    runId === undefined
      ? await withRunHost(context, session, { verbose: false }, (host) => {
          const shared = { loaded, storeFolder, periodText: asked(call, 'period'), out: context.cwd };
          const order = { state: 'draft', read: 'once', templates: [], effect: 'check' } as const;
          return explainEmployee(host, { ...shared, ...order, accepted: new Map() }, employer, question);
        })
      : await withRunHistory(context, session, (store) =>
          explainStored(store, runId, { loaded, packageFolder, version, signal }, question),
        );
  const reader = { ...answer.reader, language };
  return plainText(explanationText({ ...answer, reader }, LINE_WIDTH), context);
}

const LINE_WIDTH = 96;

/** What a terminal would show, without its colours. */
export function plainText(text: string, { scrubber }: Pick<Context, 'scrubber'>): string {
  return renderPaint(scrubber.clean(text), false, spelledOutLines);
}

async function fileOf(call: Call, services: UiServices) {
  const session = await openUiSession(services, services.context);
  const [runId, name] = [asked(call, 'run'), asked(call, 'name')];
  const run = await withRunHistory(services.context, session, async (store) =>
    findHistoryRun(readHistory(store), runId),
  );
  // Only what a run has recorded, whatever the name says.
  const file = run.files.find(({ path }) => path.endsWith(name) && name !== '');
  if (file !== undefined) return file;
  throw new PaytallyError('USAGE', message('ui.noFile', { run: runId, name }), { record: name });
}

async function readRecorded(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('ui.fileGone', { path }), { record: path, cause });
  });
}

/** Of a file, and of a sheet. */
const MOST_ROWS = 500;

async function sheetsOf(path: string): Promise<SheetAnswer[]> {
  if (extname(path) === '.xlsx') return workbookSheets(path);
  const bytes = await readRecorded(path);
  if (bytes.includes(0)) return [];
  const { text, style } = decodeCsv(bytes, path);
  const isTable = extname(path) === '.csv';
  const rows = isTable
    ? parseCsvRecords(text, style.delimiter).map(({ cells }) => cells.map(({ value }) => value))
    : text.split(/\r?\n/).map((line) => [line]);
  return [{ name: '', rows: rows.slice(0, MOST_ROWS), isCut: rows.length > MOST_ROWS }];
}

async function workbookSheets(path: string): Promise<SheetAnswer[]> {
  const sheets = new Map<string, { rows: string[][]; isCut: boolean }>();
  for await (const { sheet, cells, columns } of rowsAsShown(path)) {
    const known = sheets.get(sheet) ?? { rows: [], isCut: false };
    sheets.set(sheet, known);
    known.isCut = known.rows.length >= MOST_ROWS;
    if (known.isCut) continue;
    const row = new Array<string>(Math.max(0, ...columns)).fill('');
    for (const [index, column] of columns.entries()) row[column - 1] = cells[index] ?? '';
    known.rows.push(row);
  }
  return [...sheets].map(([name, sheet]) => ({ name, ...sheet }));
}
