import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { formatText } from '../i18n/formatMessage.js';
import { editProblems, scriptProblems } from './edits.js';
import { faultSettings } from './faults.js';
import { PORTAL_REFUSALS, PortalRefusal, type PortalSession } from './portal.js';
import { FILE_NAMES, type FileName, RECORD_SCHEMAS } from './records.js';
import { BodyTooLarge, problem, readBody } from './responses.js';
import { scriptedEdit } from './sandboxData.js';
import type { Service } from './service.js';
import { limitSettings } from './settings.js';
import { resolveShapes, shapeSettings } from './shapes.js';

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const newIntegration = z.strictObject({ scopes: z.array(z.string()) });
const apiAccess = z.strictObject({ state: z.enum(['active', 'inactive']) });
const moduleStates = z.strictObject({
  planning: z.enum(['on', 'off']).optional(),
  timeRegistration: z.enum(['on', 'off']).optional(),
});

/**
 * The administration interface, on a separate port: the employer portal, faults, edits, settings, statistics. A support
 * session is the header `x-session: support`. Routes: samples/README.md.
 */
export function adminApp(service: Service): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    // Browsers send the origin of the page that makes a request; no page may use this interface. A page whose domain
    // resolves to this address (DNS rebinding) would send no origin, but its domain as the host.
    const { origin, host } = context.req.header();
    if (origin !== undefined || !LOOPBACK_HOST.test(host ?? '')) return problem(403, 'Not for web pages.');
    return next();
  });
  portalRoutes(app, service);
  recordRoutes(app, service);
  settingRoutes(app, service);
  app.onError((error) => {
    if (error instanceof PortalRefusal)
      return problem(PORTAL_REFUSALS[error.code], `${error.code}: ${error.message}`);
    if (error instanceof z.ZodError) return problem(400, z.prettifyError(error));
    if (error instanceof BodyTooLarge) return problem(413, 'The body is too large.');
    if (error instanceof SyntaxError) return problem(400, 'The body is not JSON.');
    return problem(500, error.message);
  });
  app.notFound(() => problem(404, 'There is no such resource.'));
  return app;
}

function portalRoutes(app: Hono, { portal, employers }: Service): void {
  const one = '/employers/:employerId/integrations/:clientId';
  app.get('/employers', (context) => {
    const view = [...employers.values()].map(({ employerId, name, apiAccess: isActive, modules }) => ({
      employerId,
      name,
      apiAccess: isActive ? 'active' : 'inactive',
      modules,
      integrations: portal.integrations(employerId),
    }));
    return context.json({ employers: view });
  });
  app.post('/employers/:employerId/integrations', async (context) => {
    const { scopes } = await parseBody(context, newIntegration);
    return context.json(
      portal.createIntegration(context.req.param('employerId'), scopes, parseSession(context)),
      201,
    );
  });
  app.post(`${one}/renew`, (context) => {
    const { employerId, clientId } = context.req.param();
    return context.json(portal.renewSecret(employerId, clientId, parseSession(context)));
  });
  app.post(`${one}/revoke`, (context) => {
    const { employerId, clientId } = context.req.param();
    portal.revoke(employerId, clientId);
    return context.body(null, 204);
  });
  app.put('/employers/:employerId/api-access', async (context) => {
    const { state } = await parseBody(context, apiAccess);
    portal.setApiAccess(context.req.param('employerId'), state);
    return context.body(null, 204);
  });
  app.put('/employers/:employerId/modules', async (context) => {
    const { planning, timeRegistration } = await parseBody(context, moduleStates);
    const employerId = context.req.param('employerId');
    if (planning !== undefined) portal.setModule(employerId, 'planning', planning);
    if (timeRegistration !== undefined) portal.setModule(employerId, 'timeRegistration', timeRegistration);
    return context.body(null, 204);
  });
}

function recordRoutes(app: Hono, { portal }: Service): void {
  app.post('/employers/:employerId/edits', async (context) => {
    const employer = portal.employer(context.req.param('employerId'));
    const added = await parseBody(context, z.array(scriptedEdit));
    const wrong = scriptProblems(employer, added);
    if (wrong.length > 0)
      return problem(
        400,
        wrong
          .map(({ index, field, message }) => `${index}.${field}: ${formatText(message, 'en')}`)
          .join('; '),
      );
    employer.pendingEdits.push(...added);
    return context.body(null, 204);
  });
  app.put('/employers/:employerId/records/:list', async (context) => {
    const list = parseListName(context.req.param('list'));
    const put = await parseBody<object>(context, RECORD_SCHEMAS[list]);
    const employer = portal.employer(context.req.param('employerId'));
    const wrong = editProblems(employer, { list, put }, []);
    if (wrong.length > 0)
      return problem(
        400,
        wrong.map(({ field, message }) => `${field}: ${formatText(message, 'en')}`).join('; '),
      );
    employer.edit({ list, put });
    return context.body(null, 204);
  });
  app.delete('/employers/:employerId/records/:list/:id', (context) => {
    const { employerId, list, id } = context.req.param();
    const isGone = portal.employer(employerId).edit({ list: parseListName(list), delete: id });
    return isGone ? context.body(null, 204) : problem(404, `No such record: ${id}.`);
  });
}

function settingRoutes(app: Hono, service: Service): void {
  app.get('/stats', (context) => context.json(service.log.stats(service.tokens.issuedCount)));
  app.get('/faults', (context) => context.json({ rules: service.faults.rules }));
  app.put('/faults', async (context) => {
    service.faults.set(await parseBody(context, faultSettings));
    return context.body(null, 204);
  });
  app.delete('/faults', (context) => {
    service.faults.clear();
    return context.body(null, 204);
  });
  app.put('/limits', async (context) => {
    service.limits.settings = await parseBody(context, limitSettings);
    return context.body(null, 204);
  });
  app.put('/shapes', async (context) => {
    service.shapes = resolveShapes(await parseBody(context, shapeSettings));
    return context.body(null, 204);
  });
}

function parseSession(context: Context): PortalSession {
  return z.enum(['administrator', 'support']).parse(context.req.header('x-session') ?? 'administrator');
}

function parseListName(text: string): FileName {
  return z.enum(FILE_NAMES).parse(text);
}

/** @throws BodyTooLarge, SyntaxError, ZodError */
async function parseBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readBody(context, MAX_BODY_BYTES)));
}
