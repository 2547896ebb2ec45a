import { extname } from 'node:path';
import { explainEmployee, explainStored } from '../app/explain/explain.js';
import { explainWords, ruleInWords } from '../app/explain/explainWords.js';
import { explanationParts } from '../app/explain/explanationParts.js';
import { findHistoryRun } from '../app/ledger/history.js';
import { withRunHistory, withRunHost } from '../app/session/openSession.js';
import type { SeenMonths } from '../app/session/shownMonth.js';
import type { Context } from '../context.js';
import { previewSheets } from '../documents/previewSheets.js';
import { stateId } from '../domain/mapping/employeesMeant.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { readPlainFile } from '../runtime/readWithin.js';
import { monthAnswer } from './months.js';
import type { Asked, Routes } from './services.js';

/** The data of a month: its records, its runs and the contents of their files. */
export function monthRoutes(routes: Routes, seen: SeenMonths): void {
  const { context } = routes.services;
  routes.data('/api/month', async ({ session, query, language, call }) => {
    const asked = call.req.query('part');
    const part = asked === 'cover' || asked === 'brief' ? asked : 'whole';
    const [employer, period] = [query('employer'), query('period')];
    return monthAnswer(context, await session(), seen, employer, period, language, part);
  });
  routes.data('/api/explain', (asked) => explained(context, seen, asked));
  routes.data('/api/file', async (asked) => {
    const path = await pathOf(context, asked);
    // Never HTML: a report must not run as a page of this server.
    const type = extname(path) === '.pdf' ? 'application/pdf' : 'application/octet-stream';
    return asked.call.body(new Uint8Array(await readRecorded(path)), 200, { 'content-type': type });
  });
  routes.data('/api/preview', async (asked) => {
    const path = await pathOf(context, asked);
    return previewSheets(path, await readRecorded(path));
  });
}

/** @throws PaytallyError USAGE */
function askedDay(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', message('run.notADay', { text }), { record: text });
}

/** Traces a number to its entries, from the stored run if there is one, otherwise from the service's data. */
async function explained(context: Context, seen: SeenMonths, { call, session, language, query }: Asked) {
  const opened = await session();
  const { loaded, storeFolder } = opened;
  const { run: runId, date } = call.req.query();
  const question = { who: stateId(query('employee')), date: date === undefined ? undefined : askedDay(date) };
  const { packageFolder, version, signal } = context;
  const findings = runId === undefined ? undefined : await seen.findingsOf(runId);
  const answer =
    runId === undefined
      ? await withRunHost(context, opened, { verbose: false }, (host) => {
          const place = { loaded, storeFolder, periodText: query('period') };
          return explainEmployee(host, place, query('employer'), question);
        })
      : await withRunHistory(context, opened, (store) =>
          explainStored(store, runId, { loaded, packageFolder, version, signal }, question, findings),
        );
  const say = sayIn(language);
  const words = explainWords({ ...answer.reader, language }, (path) => ruleInWords(say, path));
  return explanationParts(answer, words);
}

/** Only files that a run has recorded, whatever the requested name. */
async function pathOf(context: Context, { session, query }: Asked): Promise<string> {
  const [runId, name] = [query('run'), query('name')];
  const run = await withRunHistory(context, await session(), async (store) => findHistoryRun(store, runId));
  const file = run.files.find(({ path }) => path.endsWith(name));
  if (file !== undefined) return file.path;
  throw new PaytallyError('USAGE', message('ui.noFile', { run: runId, name }), { record: name });
}

async function readRecorded(path: string): Promise<Buffer> {
  return readPlainFile(path, Number.POSITIVE_INFINITY).catch((cause: unknown) => {
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('ui.fileGone', { path }), { record: path, cause });
  });
}
