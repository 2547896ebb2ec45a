import { once } from 'node:events';
import { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { adminApp } from './adminApp.js';
import { apiApp } from './apiApp.js';
import type { EmployerState } from './employerState.js';
import type { Sleep } from './faultLayer.js';
import type { FaultInjector } from './faults.js';
import type { Portal } from './portal.js';
import type { RecordEdit, ScriptedEdit } from './sandboxData.js';
import { type SandboxStats, Service, type ServiceOptions } from './service.js';
import {
  type LimitSettingsInput,
  limitSettings,
  type PagingSettingsInput,
  pagingSettings,
} from './settings.js';
import { resolveShapes, type ShapeOptions } from './shapes.js';

export interface SandboxOptions extends ServiceOptions {
  /** @default 0, a free port */
  readonly port?: number;
  /** @default 0, a free port */
  readonly adminPort?: number;
  /** How the fault `latency` waits. @default real time */
  readonly sleep?: Sleep;
}

/** A running sandbox, with functions to control it. */
export interface Sandbox {
  /** The `{base_url}` of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly faults: FaultInjector;
  readonly portal: Portal;
  /** Employers by ID, with their current lists. */
  readonly employers: ReadonlyMap<string, EmployerState>;
  readonly stats: () => SandboxStats;
  /** Resets the request counts and the rate limits. */
  readonly clearCounts: () => void;
  /** Edits a record immediately. Returns false if there is none to patch or delete. @throws PortalRefusal */
  readonly edit: (employerId: string, edit: RecordEdit) => boolean;
  /** Adds edits that happen after a page has been read. @throws PortalRefusal */
  readonly script: (employerId: string, ...edits: readonly ScriptedEdit[]) => void;
  /** Invalidates all tokens before they expire. */
  readonly killTokens: () => void;
  readonly setShapes: (shapes: ShapeOptions) => void;
  readonly setLimits: (limits: LimitSettingsInput) => void;
  readonly setPaging: (paging: PagingSettingsInput) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the Workforce API (docs/service.md) and its administration interface, both on 127.0.0.1.
 * @throws PaytallyError USAGE for an unavailable port; ZodError for settings that do not match their schema.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const service = new Service(options);
  const sleep = options.sleep ?? ((ms: number) => wait(ms));
  const api = await listenOnLoopback(apiApp(service, sleep).fetch, options.port ?? 0);
  const admin = await listenOnLoopback(adminApp(service).fetch, options.adminPort ?? 0).catch(
    async (error) => {
      await api.close();
      throw error;
    },
  );
  return {
    baseUrl: api.url,
    adminUrl: admin.url,
    ...createControls(service),
    stop: async () => {
      await Promise.all([api.close(), admin.close()]);
    },
  };
}

function createControls(service: Service): Omit<Sandbox, 'baseUrl' | 'adminUrl' | 'stop'> {
  return {
    faults: service.faults,
    portal: service.portal,
    employers: service.employers,
    stats: () => service.log.stats(service.tokens.issuedCount),
    clearCounts: () => {
      service.log.clear();
      service.limits.clear();
    },
    edit: (employerId, edit) => service.portal.employer(employerId).edit(edit),
    script: (employerId, ...edits) => {
      service.portal.employer(employerId).pendingEdits.push(...edits);
    },
    killTokens: () => service.tokens.killAll(),
    setShapes: (shapes) => {
      service.shapes = resolveShapes(shapes);
    },
    setLimits: (limits) => {
      service.limits.settings = limitSettings.parse(limits);
    },
    setPaging: (paging) => {
      service.paging = pagingSettings.parse(paging);
    },
  };
}

/** A listening server, with its address without a slash at the end. */
interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** Serves an app on 127.0.0.1. @throws PaytallyError USAGE if the port is unavailable */
async function listenOnLoopback(fetch: Fetch, port: number): Promise<Listening> {
  // Keeps the globals unchanged, because this process may be another program.
  const server = createAdaptorServer({
    // Plain HTTP/1.1, so these are the bindings of node:http.
    fetch: (request, env) => fetch(request, env as HttpBindings),
    overrideGlobalObjects: false,
  });
  if (!(server instanceof Server)) throw new TypeError('expected an HTTP/1.1 server');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: Error) => {
    throw new PaytallyError('USAGE', message('sandbox.portUsed', { port, reason: cause.message }), {
      record: String(port),
      cause,
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
