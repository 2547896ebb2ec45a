import { type Context, Hono } from 'hono';
import { checkAccess } from './access.js';
import { type ApiEnv, faultMiddleware, type Sleep } from './faultLayer.js';
import { PageReader, QueryRefusal } from './pages.js';
import { editRandomly } from './randomEdits.js';
import { LIST_NAMES, type ListName } from './records.js';
import { BodyTooLarge, problem, readBody, tokenTooMany, tooMany } from './responses.js';
import type { Service } from './service.js';
import type { OAuthError } from './tokenEndpoint.js';

const MAX_TOKEN_BODY_BYTES = 65_536;

/** The routes of the Workforce API (docs/service.md, "Lists"). */
export function apiApp(service: Service, sleep: Sleep): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(faultMiddleware(service, sleep));
  app.use(async (context, next) => {
    const retryAfterSeconds = service.limits.takeAddress(clientAddress(context));
    if (retryAfterSeconds <= 0) return next();
    return context.req.path === '/oauth/customer/token'
      ? tokenTooMany({ 'retry-after': String(retryAfterSeconds) })
      : tooMany(retryAfterSeconds);
  });
  app.post('/oauth/customer/token', (context) => issueToken(service, context));
  app.all('/oauth/customer/token', () => problem(405, 'Use POST.', { allow: 'POST' }));
  for (const list of LIST_NAMES) {
    const path = `/api/customer/v1/employers/:employerId/${list}` as const;
    app.get(path, (context) => answerList(service, list, context.req.param('employerId'), context));
    app.all(path, () => problem(405, 'Use GET.', { allow: 'GET' }));
  }
  app.onError((error) => {
    if (error instanceof BodyTooLarge) return oauthError('invalid_request', false);
    return problem(error instanceof QueryRefusal ? error.status : 500, error.message);
  });
  app.notFound(() => problem(404, 'There is no such resource.'));
  return app;
}

function clientAddress(context: Context<ApiEnv>): string {
  return context.env.incoming.socket.remoteAddress ?? 'unknown';
}

async function issueToken(service: Service, context: Context<ApiEnv>): Promise<Response> {
  const authorization = context.req.header('authorization');
  const answer = service.tokenEndpoint.answer({
    ip: clientAddress(context),
    authorization,
    contentType: context.req.header('content-type'),
    body: await readBody(context, MAX_TOKEN_BODY_BYTES),
  });
  if ('retryAfterSeconds' in answer) return tokenTooMany({ 'retry-after': String(answer.retryAfterSeconds) });
  if ('error' in answer) return oauthError(answer.error, authorization !== undefined);
  return tokenJson(200, {
    access_token: answer.token,
    token_type: 'Bearer',
    expires_in: answer.expiresInSeconds,
  });
}

function oauthError(error: OAuthError, isBasic: boolean): Response {
  const isClient = error === 'invalid_client';
  const challenge = isClient && isBasic ? { 'www-authenticate': 'Basic realm="token"' } : {};
  return tokenJson(isClient ? 401 : 400, { error }, challenge);
}

function tokenJson(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      ...headers,
    },
  });
}

/** Checks access first, then the employer's rate limit, then the query: 401, 403, 429, 400, 422. */
function answerList(
  service: Service,
  list: ListName,
  employerId: string,
  context: Context<ApiEnv>,
): Response {
  const { tokens, employers } = service;
  const refused = checkAccess(tokens, employers, context.req.header('authorization'), employerId, list);
  if (refused !== undefined) {
    const challenge = refused.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    return problem(refused.status, refused.detail, challenge);
  }
  const employer = employers.get(employerId);
  if (employer === undefined) return problem(404, 'There is no such employer.');
  const retryAfterSeconds = service.limits.takeData(employerId);
  if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds);
  const reader = new PageReader(employer, service.shapes, service.cursors, service.paging);
  const page = reader.read(list, new URL(context.req.url).searchParams);
  const body = JSON.stringify(page.body);
  service.edits.runAfterPage(employer, list, page.page);
  for (const rule of context.get('churn'))
    editRandomly(employer, list, page.range, rule, service.faults.random);
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
