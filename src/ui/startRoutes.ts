import { parse } from '@formatjs/icu-messageformat-parser';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { findConfigFolder } from '../config/findConfig.js';
import { catalogueTexts } from '../i18n/catalogue.js';
import { sayIn } from '../i18n/formatMessage.js';
import { builtInOf, type Language } from '../i18n/language.js';
import { claimOwners, isClaimAlive } from '../store/claims.js';
import { claimsFolder } from '../store/claimsFolder.js';
import { workOfOthers } from '../store/workNotes.js';
import { type FailureAnswer, failureAnswer, type JobAnswer } from './jobs.js';
import type { Asked, Routes, UiServices } from './services.js';

/** The first answers for the page: texts, a summary of the configuration, and background jobs. */
export function startRoutes(routes: Routes): void {
  const { services } = routes;
  eventRoutes(routes);
  routes.data('/api/texts', ({ language }) => uiTexts(language));
  routes.data('/api/start', (asked) => startAnswer(services, asked));
  routes.work('/api/jobs/:id/cancel', z.object({}), (_, { call }) => ({
    isCancelled: services.jobs.cancel(call.req.param('id') ?? ''),
  }));
}

/** The data that the page needs first. */
export type StartAnswer = Awaited<ReturnType<typeof startAnswer>>;

async function startAnswer(
  { context, isReadOnly, sandbox, config }: UiServices,
  { language, session }: Asked,
) {
  const folder = findConfigFolder({ path: config, cwd: context.cwd });
  const answer = {
    version: context.version,
    language,
    isReadOnly,
    hasSandbox: false,
    config: folder ?? null,
    employers: [] as readonly { readonly key: string; readonly name: string }[],
    // Why the configuration does not load.
    problem: null as FailureAnswer | null,
  };
  if (folder === undefined) return answer;
  try {
    const { loaded, employers } = await session();
    // If this window serves the sandbox, its records can be changed.
    const named = employers.map((key) => ({ key, name: loaded.config.employers[key]?.name ?? key }));
    return { ...answer, config: loaded.path, employers: named, hasSandbox: sandbox.isHere };
  } catch (failure) {
    return { ...answer, problem: failureAnswer(failure, context, language) };
  }
}

/** A message of the event stream. */
export interface EventsAnswer {
  readonly jobs: readonly JobAnswer[];
  /** Windows and tabs that show this page. */
  readonly tabs: number;
  /** The work of commands and other windows on the same records. */
  readonly elsewhere: readonly string[];
}

/** The stream of events. */
export const EVENTS = '/api/events';
const BETWEEN_EVENTS_MS = 150;
/** Short enough to notice commands that take only seconds. */
const HEARTBEAT_MS = 1000;

/** One stream for each tab: its jobs, other tabs, and whether a command uses the store. */
function eventRoutes(routes: Routes): void {
  const { services } = routes;
  const { jobs, requests } = services;
  let tabs = 0;
  routes.data(EVENTS, ({ call, language }) => {
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

/**
 * The work of other processes, read from files next to the configuration. @param isQuiet whether this process has none
 */
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

/** The catalogues and parts of catalogues that the page's scripts use. */
const OF_PAGE: readonly (readonly [catalogue: string, prefixes: readonly string[]])[] = [
  ['ui', ['']],
  ['connect', ['']],
  ['next', ['']],
  ['setup', ['']],
  ['writing', ['date']],
  ['api', ['receipt.']],
  ['terminal', ['state.', 'deliveryState.', 'check.']],
];

/** The parsed texts of the page in one language, by ID: the page only inserts values. */
function uiTexts(language: Language) {
  const entries = OF_PAGE.flatMap(([catalogue, prefixes]) =>
    Object.entries(catalogueTexts(builtInOf(language), catalogue))
      .filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))
      .map(([key, text]) => [`${catalogue}.${key}`, parse(text, { ignoreTag: true })] as const),
  );
  return Object.fromEntries(entries);
}
