import { once } from 'node:events';
import { Server } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { SeenMonths } from '../app/session/shownMonth.js';
import { SandboxHost } from '../app/setup/sandboxHost.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { actionRoutes, orderProblem } from './actionRoutes.js';
import { loadAssets } from './assets.js';
import { boardRoutes } from './boardRoutes.js';
import { connectRoutes } from './connectRoutes.js';
import { Guard } from './guard.js';
import { failureAnswer, Jobs } from './jobs.js';
import { monthRoutes } from './monthRoutes.js';
import { languageOfCall, openUiSession, Routes, type UiServices } from './services.js';
import { setupRoutes } from './setupRoutes.js';
import { EVENTS, startRoutes } from './startRoutes.js';

export interface UiOptions {
  /** The value from the command line. */
  readonly config: string | undefined;
  /** 0 for a free port. */
  readonly port: number;
  readonly isReadOnly: boolean;
  readonly language: Language;
  /** @default an hour */
  readonly idleMs?: number;
}

/** The page, while it is served. */
export interface Ui {
  /** The address with the single-use token. */
  readonly url: string;
  /** Why the server stopped: an interruption, or no use of the page for a while. */
  readonly ended: Promise<'interrupted' | 'idle'>;
  readonly close: () => Promise<void>;
  /** The routes of the server. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
}

const IDLE_MS = 60 * 60_000;
const LARGEST_BODY = 5_000_000;

/** Serves the page on this computer only. @throws PaytallyError USAGE if the port is not available */
export async function startUi(context: Context, options: UiOptions): Promise<Ui> {
  const assets = await loadAssets(context.packageFolder);
  const jobs = new Jobs(context);
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  if (!(server instanceof Server)) throw new TypeError('expected an HTTP/1.1 server');
  const port = await listen(server, options.port);
  const guard = new Guard(port);
  const sandbox = new SandboxHost(join(context.packageFolder, 'samples/data'));
  const services: UiServices = {
    ...options,
    context,
    jobs,
    sandbox,
    requests: { open: 0 },
    loadedBefore: { config: undefined },
  };
  const idle = idleTimer(options.idleMs ?? IDLE_MS, () => jobs.isBusy);
  jobs.subscribe(idle.touch);
  app.use(guard.refuseForeign);
  app.get('/', (call) => call.html(assets.shell, 200, { 'cache-control': 'no-store' }));
  app.get('/assets/*', (call, next) => {
    const asset = assets.files.get(call.req.path);
    if (asset === undefined) return next();
    return call.body(asset.content, 200, {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
  app.post('/session', async (call) => {
    if (Number(call.req.header('content-length') ?? 0) > 1000) return call.text('', 413);
    const body: unknown = await call.req.json().catch(() => undefined);
    const key = guard.exchange(call, (body as { readonly token?: unknown } | undefined)?.token);
    return key === undefined ? call.text('', 401) : call.json({ key }, 200, { 'cache-control': 'no-store' });
  });
  app.use(guard.requireSession);
  app.use(async (call, next) => {
    // The stream stays open even if the window is not used.
    if (call.req.path === EVENTS) return next();
    idle.touch();
    if (Number(call.req.header('content-length') ?? 0) > LARGEST_BODY) return call.text('', 413);
    services.requests.open += 1;
    await next().finally(() => {
      services.requests.open -= 1;
    });
  });
  app.onError((thrown, call) => {
    const failure = orderProblem(thrown);
    const answer = failureAnswer(failure, context, languageOfCall(call, services));
    return call.json({ error: answer }, failure instanceof PaytallyError ? 422 : 500);
  });
  const routes = new Routes(app, services);
  const seen = new SeenMonths();
  startRoutes(routes);
  connectRoutes(routes);
  boardRoutes(routes, seen);
  monthRoutes(routes, seen);
  actionRoutes(routes, seen);
  setupRoutes(routes, seen);
  await openUiSession(services, context).then(
    ({ loaded }) => sandbox.resume(loaded),
    () => undefined,
  );
  const ended = Promise.race([idle.over, interrupted(context.signal)]);
  return {
    url: guard.url,
    ended,
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    close: async () => {
      idle.stop();
      await jobs.cancelAll();
      await sandbox.close();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: Error) => {
    throw new PaytallyError('USAGE', message('ui.portUsed', { port, reason: cause.message }), {
      record: String(port),
      cause,
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP address');
  return address.port;
}

async function interrupted(signal: AbortSignal): Promise<'interrupted'> {
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
  return 'interrupted';
}

/** A timer that stops the server when it is not used; a running job counts as use. */
function idleTimer(idleMs: number, isBusy: () => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'idle'>((end) => {
    timer = setTimeout(() => (isBusy() ? timer?.refresh() : end('idle')), idleMs).unref();
  });
  return { over, touch: () => timer?.refresh(), stop: () => clearTimeout(timer) };
}
