import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Http } from '../../src/sources/transport/effects.js';
import { createUndiciHttp, type UndiciHttpOptions } from '../../src/sources/transport/undiciHttp.js';
import {
  type SampleService,
  sampleData,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';

// Changes during a run, or between one run and the next.

const EXPORT = ['export', '2026-10', '--template', 'employee-days', '--json'];
type Item = Record<string, unknown>;

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService({
    employers: await sampleOfDays('2026-10-20', '2026-10-24'),
    limits: { enabled: false },
  });
});
afterEach(() => service.stop());

/** The network, with a change to the answers of a list. */
function listening(on: string, happens: (items: Item[]) => readonly Item[]) {
  return (options: UndiciHttpOptions): Http => {
    const http = createUndiciHttp(options);
    return {
      close: () => http.close(),
      request: async (request) => {
        const response = await http.request(request);
        if (!new URL(request.url).pathname.endsWith(`/${on}`)) return response;
        const changed = async () => {
          const page: { items: Item[] } = JSON.parse(new TextDecoder().decode(await response.body()));
          return new TextEncoder().encode(JSON.stringify({ ...page, items: happens(page.items) }));
        };
        return { ...response, body: changed };
      },
    };
  };
}

test('the folder of the store is deleted during the read: an error, and nothing is written', async () => {
  const openHttp = listening('time-entries', (items) => {
    rmSync(join(service.cwd, '.paytally'), { recursive: true, force: true });
    return items;
  });
  const { status, stdout } = await service.run(EXPORT, { context: { openHttp } });
  const { error } = JSON.parse(stdout);
  expect({ status, code: error.code }).toEqual({ status: 6, code: 'STORE_UNUSABLE' });
  expect(error.message).toContain('deleted or replaced while paytally was using it');
  expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  // The next run is not affected.
  expect((await service.run(EXPORT)).status).toBe(0);
});

test('a team field that was in every record and now is in none is a warning', async () => {
  const { employers } = await sampleData();
  const teams = employers[0]?.records.teams ?? [];
  const [team] = 'onDate' in teams ? [] : [...teams];
  const named = listening('time-entries', (items) => items.map((item) => ({ ...item, teamId: team?.id })));
  const unnamed = listening('time-entries', (items) => items.map(({ teamId: _, ...item }) => item));
  expect((await service.run(EXPORT, { context: { openHttp: named } })).status).toBe(0);
  const { status, stderr } = await service.run(EXPORT, { context: { openHttp: unnamed } });
  expect(status).toBe(0);
  const gone = 'no record contains "teamId" (timeEntry.teamId) any more. Every record used to contain it.';
  expect(stderr).toContain(`Warning: bakery: ${gone}`);
  // Reported once: the program now knows that a record need not have one.
  expect((await service.run(EXPORT)).stderr).not.toContain('used to contain');
});

test('an establishment field that was in every record and now is in none stops the run', async () => {
  const unnamed = listening('time-entries', (items) => items.map(({ establishmentId: _, ...item }) => item));
  expect((await service.run(EXPORT)).status).toBe(0);
  const { status, stdout } = await service.run(EXPORT, { context: { openHttp: unnamed } });
  expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 5, code: 'FIELD_VANISHED' });
});
