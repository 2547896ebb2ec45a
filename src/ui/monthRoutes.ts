import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context as Call, Hono } from 'hono';
import { withRunHistory, withRunHost } from '../actions/actionSession.js';
import { explanationText } from '../actions/explain/explanationText.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { explainEmployee, explainStored } from '../export/explain.js';
import { message } from '../i18n/message.js';
import { findHistoryRun } from '../ledger/history.js';
import { previewSheets } from '../render/previewSheets.js';
import { spelledOutLines } from '../runtime/outsideText.js';
import { renderPaint } from '../runtime/paint.js';
import { monthAnswer, type SeenMonths } from './months.js';
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
    return call.json({ sheets: await previewSheets(path, await readRecorded(path)) });
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
  const run = await withRunHistory(services.context, session, async (store) => findHistoryRun(store, runId));
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
