import type { Hono } from 'hono';
import { findConfigFolder } from '../config/load.js';
import { failureAnswer } from './failureAnswer.js';
import type { StartAnswer } from './page/shapes.js';
import { languageOfCall, openUiSession, type UiServices } from './services.js';
import { uiTexts } from './uiTexts.js';

/** What the page asks first: texts, the configuration in short, and long work. */
export function startRoutes(app: Hono, services: UiServices): void {
  const { context, jobs, isReadOnly } = services;
  app.get('/api/texts', (call) => call.json(uiTexts(languageOfCall(call, services))));
  app.get('/api/start', async (call) => {
    const language = languageOfCall(call, services);
    const folder = findConfigFolder({ path: services.config, cwd: context.cwd });
    const shared = { version: context.version, language, isReadOnly, config: folder ?? null };
    const nothing: StartAnswer = { ...shared, employers: [], problem: null };
    if (folder === undefined) return call.json(nothing);
    try {
      const { loaded, employers } = await openUiSession(services, context);
      return call.json({ ...nothing, config: loaded.path, employers });
    } catch (failure) {
      return call.json({ ...nothing, problem: failureAnswer(failure, context, language) });
    }
  });
  app.post('/api/jobs/:id/cancel', (call) => call.json({ isCancelled: jobs.cancel(call.req.param('id')) }));
}
