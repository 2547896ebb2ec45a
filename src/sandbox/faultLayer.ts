import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { bearerOf } from './accessRules.js';
import type { ChurnKind } from './churn.js';
import type { FaultTarget } from './faultDesk.js';
import type { FaultRule } from './faultRule.js';
import { LIST_NAMES } from './neutralRecords.js';
import { problem, tokenTooMany } from './problemDetails.js';
import { cut, hang, huge, reset } from './sabotage.js';
import type { Service } from './service.js';

export interface ApiEnv {
  readonly Bindings: HttpBindings;
  /** The edits that follow this answer. */
  readonly Variables: { readonly churn: readonly (ChurnKind | 'any')[] };
}

export type Sleep = (ms: number) => Promise<void>;

const DATA_PATH = /^\/api\/customer\/v1\/employers\/([^/]+)\/([^/]+)$/;
const TOKEN_PATH = '/oauth/customer/token';

/** In front of all endpoints: carries out faults, counts and logs. */
export function faultLayer(service: Service, sleep: Sleep): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const startedAtMs = service.now();
    const target = targetOf(context.req.path);
    const struck = service.faults.strike(target);
    for (const rule of struck) if (rule.kind === 'latency') await sleep(rule.latencyMs);
    const churned = struck.flatMap((rule) => (rule.kind === 'churn' ? [rule.change] : []));
    context.set('churn', churned);
    const isWhole = await carryOut(service, struck, context, target, next);
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

function targetOf(path: string): FaultTarget {
  if (path === TOKEN_PATH) return { endpoint: 'token', employerId: null };
  const [, employerId = null, name] = DATA_PATH.exec(path) ?? [];
  return { endpoint: LIST_NAMES.find((list) => list === name) ?? null, employerId };
}

/** False where the client gets no whole answer. */
async function carryOut(
  service: Service,
  struck: readonly FaultRule[],
  context: Context<ApiEnv>,
  target: FaultTarget,
  next: () => Promise<void>,
): Promise<boolean> {
  const { outgoing } = context.env;
  for (const rule of struck) {
    killToken(service, rule, context.req.header('authorization'));
    const replaced = replacement(rule, target);
    if (replaced !== undefined) {
      context.res = replaced;
      return true;
    }
    if (await broken(rule, outgoing)) {
      context.res = RESPONSE_ALREADY_SENT;
      return false;
    }
  }
  await next();
  return alter(struck, context);
}

function killToken(service: Service, rule: FaultRule, authorization: string | undefined): void {
  const bearer = bearerOf(authorization);
  if (bearer === undefined) return;
  if (rule.kind === 'revoke') {
    const integration = service.tokens.find(bearer)?.integration;
    if (integration !== undefined) integration.state = 'revoked';
  }
  if (rule.kind === 'tokenDeath') service.tokens.kill(bearer);
}

function replacement(rule: FaultRule, { endpoint }: FaultTarget): Response | undefined {
  if (rule.kind === 'serverError') return problem(rule.status, 'The service could not answer.');
  if (rule.kind !== 'tooMany') return undefined;
  const retryAfter = rule.retryAfter === null ? {} : { 'retry-after': String(rule.retryAfter) };
  return endpoint === 'token'
    ? tokenTooMany(retryAfter)
    : problem(429, 'A rate limit is reached.', retryAfter);
}

async function broken(rule: FaultRule, outgoing: HttpBindings['outgoing']): Promise<boolean> {
  if (rule.kind === 'reset') reset(outgoing);
  else if (rule.kind === 'hang') await hang(outgoing);
  else if (rule.kind === 'huge') await huge(outgoing, rule.bytes);
  else return false;
  return true;
}

async function alter(struck: readonly FaultRule[], context: Context<ApiEnv>): Promise<boolean> {
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
