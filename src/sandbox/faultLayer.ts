import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { parseBearer } from './access.js';
import type { FaultRule, FaultTarget } from './faults.js';
import type { ChurnKind } from './randomEdits.js';
import { LIST_NAMES } from './records.js';
import { problem, tokenTooMany } from './responses.js';
import type { Service } from './service.js';

export interface ApiEnv {
  readonly Bindings: HttpBindings;
  /** The edits after this answer. */
  readonly Variables: { readonly churn: readonly (ChurnKind | 'any')[] };
}

export type Sleep = (ms: number) => Promise<void>;

const DATA_PATH = /^\/api\/customer\/v1\/employers\/([^/]+)\/([^/]+)$/;
const TOKEN_PATH = '/oauth/customer/token';

/** Runs before all endpoints: applies faults, counts and logs requests. */
export function faultMiddleware(service: Service, sleep: Sleep): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const startedAtMs = service.now();
    const target = parseTarget(context.req.path);
    const struck = service.faults.pickFaults(target);
    for (const rule of struck) if (rule.kind === 'latency') await sleep(rule.latencyMs);
    const churned = struck.flatMap((rule) => (rule.kind === 'churn' ? [rule.change] : []));
    context.set('churn', churned);
    const isWhole = await applyFaults(service, struck, context, target, next);
    service.log.add({
      method: context.req.method,
      path: context.req.path,
      endpoint: target.endpoint ?? 'other',
      status: isWhole ? context.res.status : 0,
      elapsedMs: service.now() - startedAtMs,
      faults: struck.map(({ kind }) => kind),
    });
  };
}

function parseTarget(path: string): FaultTarget {
  if (path === TOKEN_PATH) return { endpoint: 'token', employerId: null };
  const [, employerId = null, name] = DATA_PATH.exec(path) ?? [];
  return { endpoint: LIST_NAMES.find((list) => list === name) ?? null, employerId };
}

/** Returns false if the client does not get a complete answer. */
async function applyFaults(
  service: Service,
  struck: readonly FaultRule[],
  context: Context<ApiEnv>,
  target: FaultTarget,
  next: () => Promise<void>,
): Promise<boolean> {
  const { outgoing } = context.env;
  for (const rule of struck) {
    killToken(service, rule, context.req.header('authorization'));
    const replaced = replaceResponse(rule, target);
    if (replaced !== undefined) {
      context.res = replaced;
      return true;
    }
    if (await breakConnection(rule, outgoing)) {
      context.res = RESPONSE_ALREADY_SENT;
      return false;
    }
  }
  await next();
  return alterResponse(struck, context);
}

function killToken(service: Service, rule: FaultRule, authorization: string | undefined): void {
  const bearer = parseBearer(authorization);
  if (bearer === undefined) return;
  if (rule.kind === 'revoke') {
    const integration = service.tokens.find(bearer)?.integration;
    if (integration !== undefined) integration.state = 'revoked';
  }
  if (rule.kind === 'tokenDeath') service.tokens.kill(bearer);
}

function replaceResponse(rule: FaultRule, { endpoint }: FaultTarget): Response | undefined {
  if (rule.kind === 'serverError') return problem(rule.status, 'The service could not answer.');
  if (rule.kind !== 'tooMany') return undefined;
  const retryAfter = rule.retryAfter === null ? {} : { 'retry-after': String(rule.retryAfter) };
  return endpoint === 'token'
    ? tokenTooMany(retryAfter)
    : problem(429, 'A rate limit is reached.', retryAfter);
}

async function breakConnection(rule: FaultRule, outgoing: HttpBindings['outgoing']): Promise<boolean> {
  if (rule.kind === 'reset') reset(outgoing);
  else if (rule.kind === 'hang') await hang(outgoing);
  else if (rule.kind === 'huge') await huge(outgoing, rule.bytes);
  else return false;
  return true;
}

async function alterResponse(struck: readonly FaultRule[], context: Context<ApiEnv>): Promise<boolean> {
  for (const rule of struck) {
    if (rule.kind === 'contentType') {
      const body = rule.body ?? (await context.res.text());
      context.res = new Response(body, { status: context.res.status });
      context.res.headers.set('content-type', rule.contentType);
    }
    if (rule.kind === 'cut') {
      await cut(context.env.outgoing, context.res, rule.keep);
      context.res = RESPONSE_ALREADY_SENT;
      return false;
    }
  }
  return true;
}

const CHUNK = Buffer.alloc(65_536, 'x');

/** Resets the connection instead of answering. */
function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

/** Leaves the request unanswered until the client gives up or the server stops. */
async function hang(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.destroyed) await once(outgoing, 'close');
}

/** Declares the length of the whole body, sends a part of it, and ends the connection. */
async function cut(outgoing: ServerResponse, answer: Response, keep: number): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length });
  const kept = body.subarray(0, Math.min(Math.floor(body.length * keep), body.length - 1));
  await new Promise<void>((resolve) => {
    outgoing.write(kept.length > 0 ? kept : Buffer.alloc(0), () => resolve());
    if (kept.length === 0) {
      outgoing.flushHeaders();
      setImmediate(resolve);
    }
  });
  outgoing.socket?.destroySoon();
}

/** A JSON string of this many bytes, sent as fast as the client reads. */
async function huge(outgoing: ServerResponse, bytes: number): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.write('"');
  const closed = once(outgoing, 'close');
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += CHUNK.length) {
    const isFull = !outgoing.write(CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent)));
    if (isFull) await Promise.race([once(outgoing, 'drain'), closed]);
  }
  outgoing.end('"');
}
