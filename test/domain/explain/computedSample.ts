import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fillSinks } from '../../../src/app/compute/computePeriod.js';
import { prepareRun } from '../../../src/app/export/prepareRun.js';
import { openRunHost } from '../../../src/app/export/runHost.js';
import type { RunRequest } from '../../../src/app/export/runRequest.js';
import { readPeriod } from '../../../src/app/export/runSource.js';
import { loadConfig } from '../../../src/config/load.js';
import { createContext } from '../../../src/createContext.js';
import type { ComputedPeriod } from '../../../src/domain/computed/computedPeriod.js';
import { withStore } from '../../../src/sources/staging/withStore.js';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

/** October of the sample employer, read over a real socket and computed. The store is open during `use`. */
export async function withComputedSample<Result>(
  configuration: string,
  use: (computed: ComputedPeriod, service: SampleService) => Promise<Result>,
): Promise<Result> {
  const service = await startSampleService({}, configuration);
  const { cwd, env } = service;
  const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
  const streams = { stdout: nowhere(), stderr: nowhere() };
  const signal = new AbortController().signal;
  const context = createContext({ env, cwd, streams, signal, packageFolder: PROJECT });
  const loaded = await loadConfig({ path: undefined, cwd, env });
  const request: RunRequest = {
    loaded,
    periodText: '2026-10',
    state: 'draft',
    read: 'once',
    templates: [],
    out: cwd,
    storeFolder: join(cwd, '.paytally'),
    accepted: new Map(),
    effect: 'check',
  };
  const terminal = context.openTerminal({ quiet: true, progress: false });
  const host = await openRunHost(context, loaded, terminal, { verbose: false });
  try {
    const prepared = await prepareRun(host, request, 'bakery');
    const place = { loaded, storeFolder: request.storeFolder, mode: 'read', nowMs: () => 0 } as const;
    return await withStore(place, async (store) => {
      const { open } = await readPeriod(host, request, prepared, store);
      const summary = await fillSinks(open, [], signal);
      return use({ ...summary, people: open.people }, service);
    });
  } finally {
    await host.close();
    await service.stop();
  }
}
