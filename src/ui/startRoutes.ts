import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { findConfigFolder } from '../config/load.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { claimsFolder } from '../read/staging/withStore.js';
import { claimOwners, isClaimAlive } from '../store/claims.js';
import { workOfOthers } from '../store/workNotes.js';
import { failureAnswer } from './failureAnswer.js';
import type { EventsAnswer, StartAnswer } from './page/shapes.js';
import { languageOfCall, openUiSession, type UiServices } from './services.js';
import { uiTexts } from './uiTexts.js';

/** What the page asks first: texts, the configuration in short, and long work. */
export function startRoutes(app: Hono, services: UiServices): void {
  const { context, jobs, isReadOnly, sandbox } = services;
  app.get('/api/texts', (call) => call.json(uiTexts(languageOfCall(call, services))));
  app.get('/api/start', async (call) => {
    const language = languageOfCall(call, services);
    const folder = findConfigFolder({ path: services.config, cwd: context.cwd });
    const known = { language, isReadOnly, config: folder ?? null, hasSandbox: sandbox.isHere };
    const shared = { version: context.version, ...known };
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

/** The stream of events. */
export const EVENTS = '/api/events';
const BETWEEN_EVENTS_MS = 150;
/** Also how soon a command of a few seconds is seen. */
const HEARTBEAT_MS = 1000;

/** One stream for a tab: its work, other tabs, and whether a command uses the store. */
export function eventRoutes(app: Hono, services: UiServices): void {
  const { jobs, requests } = services;
  let tabs = 0;
  app.get(EVENTS, (call) => {
    const language = languageOfCall(call, services);
    return streamSSE(call, async (stream) => {
      const changed = new Set(jobs.list(language).map(({ id }) => id));
      const stop = jobs.subscribe((id) => changed.add(id));
      tabs += 1;
      let nextBeat = 0;
      try {
        while (!stream.aborted && !stream.closed) {
          if (changed.size > 0 || Date.now() >= nextBeat) {
            const news = [...changed].flatMap((id) => jobs.find(id, language) ?? []);
            changed.clear();
            nextBeat = Date.now() + HEARTBEAT_MS;
            const isQuiet = !jobs.isBusy && requests.open === 0;
            const elsewhere = workElsewhere(services, isQuiet, language);
            const event: EventsAnswer = { jobs: news, tabs, elsewhere };
            await stream.writeSSE({ data: JSON.stringify(event) });
          }
          await stream.sleep(BETWEEN_EVENTS_MS);
        }
      } finally {
        tabs -= 1;
        stop();
      }
    });
  });
}

/** What other processes have under way is announced beside the configuration. @param isQuiet whether this one has nothing */
function workElsewhere({ context, config }: UiServices, isQuiet: boolean, language: Language): string[] {
  const folder = findConfigFolder({ path: config, cwd: context.cwd });
  if (folder === undefined) return [];
  const claims = claimsFolder(folder);
  const say = sayIn(language);
  const known = workOfOthers(claims).map(({ kind, employer, period }) =>
    say(`ui.elsewhere.${kind}`, { employer, period }),
  );
  if (known.length > 0 || !isQuiet) return known;
  const isUsed = claimOwners(claims).some((owner) => isClaimAlive(claims, owner));
  return isUsed ? [say('ui.usedElsewhere')] : [];
}
