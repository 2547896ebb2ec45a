import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext } from '../src/createContext.js';
import { openStore } from '../src/store/openStore.js';
import type { SentMonth } from '../src/ui/months.js';
import { startUi } from '../src/ui/uiServer.js';
import type { Bench, Candidate } from './benchResult.js';
import { SAMPLE_MONTH, startSampleService } from './whole/sampleService.js';

const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const EMPLOYER = 'daddf4c2-64d3-4522-bf9a-c4c2580efafe';
const SIZES = [500, 5_000];
const folderVariable = (people: number) => `BENCH_MONTH_OF_${people}`;

/** A month of each size in a store, as a schedule reads it. */
async function readMonths(scale: number): Promise<Readonly<Record<string, string>>> {
  const folders: Record<string, string> = {};
  for (const people of SIZES) {
    const { folder } = await startSampleService(Math.round(people * scale), 1);
    const env = { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' };
    await run(process.execPath, [child, 'export', SAMPLE_MONTH, '--quiet', '--template', 'employee-days'], {
      cwd: folder,
      env,
      maxBuffer: 2 ** 26,
    });
    folders[folderVariable(people)] = folder;
  }
  return folders;
}

/** The first view of the month in a window that has just been started. */
async function firstView(cwd: string): Promise<SentMonth> {
  const streams = { stdout: process.stderr, stderr: process.stderr };
  const context = createContext({ env: {}, cwd, streams, signal: new AbortController().signal });
  const ui = await startUi(context, { config: undefined, port: 0, isReadOnly: false, language: 'en' });
  try {
    const { origin, hash } = new URL(ui.url);
    const token = hash.slice('#token='.length);
    const session = await fetch(`${origin}/session`, { method: 'POST', body: JSON.stringify({ token }) });
    const { key } = (await session.json()) as { key: string };
    const cookie = String(session.headers.get('set-cookie')).split(';')[0] ?? '';
    const path = `/api/month?employer=bakery&period=${SAMPLE_MONTH}`;
    const answer = await fetch(origin + path, { headers: { cookie, 'x-paytally-key': key } });
    return (await answer.json()) as SentMonth;
  } finally {
    await ui.close();
  }
}

function forgetViews(folder: string): void {
  const path = join(folder, '.paytally/store.sqlite');
  const store = openStore(path, { mode: 'write', now: () => new Date(), base: folder });
  store.monthViews.forgetAll(EMPLOYER);
  store.close();
}

function candidate(people: number, isKept: boolean): Candidate {
  return {
    name: `${people.toLocaleString('en-US')} people, ${isKept ? 'kept' : 'computed'}`,
    prepare: async () => {
      const folder = process.env[folderVariable(people)] ?? '';
      if (isKept) await firstView(folder);
      return async () => {
        if (!isKept) forgetViews(folder);
        const { review } = await firstView(folder);
        if (review === null) throw new Error('the month was not read');
        return { units: 1, result: '' };
      };
    },
  };
}

export const bench: Bench = {
  title:
    'first view of a month after the window was started: within 0.5 s for 500 people and 2 s for 5,000, unless it has to be computed',
  unit: 'views',
  share: readMonths,
  candidates: SIZES.flatMap((people) => [candidate(people, false), candidate(people, true)]),
};
