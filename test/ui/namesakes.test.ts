// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentMonth } from '../../src/ui/months.js';
import { NAMESAKES, NUMBERED, startNamesakes, writeMapping } from '../support/employers/namesakePairs.js';
import type { SampleService } from '../support/employers/sampleService.js';
import { startTestUi } from '../support/servers/uiService.js';

const PERIOD = '2026-10';
const NOW_MS = Date.parse('2026-11-03T05:05:00Z');

describe('two people of one name in the window', () => {
  let service: SampleService;
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let session: Record<string, string>;
  beforeAll(async () => {
    service = await startNamesakes('templates: [employee-days, review]');
    writeMapping(service.cwd, () => '');
    const made = await service.run(['export', PERIOD], { nowMs: NOW_MS });
    expect(made.status, made.stderr).toBe(0);
    ui = await startTestUi(service.cwd, { env: service.env, nowMs: NOW_MS });
    session = await ui.login();
  });
  afterAll(async () => {
    await ui.ui.close();
    await service.stop();
  });
  const get = async (path: string) => {
    const { status, body } = await ui.ask('GET', path, session);
    expect(status, body).toBe(200);
    return JSON.parse(body);
  };

  test('the month lists them apart: people, and items to resolve', async () => {
    const month: SentMonth = await get(`/api/month?employer=bakery&period=${PERIOD}`);
    for (const { id, shown } of NAMESAKES) {
      expect(month.review?.people.filter((person) => person.id === id)).toMatchObject([{ name: shown }]);
      const own = month.findings.filter(({ person }) => person === id);
      expect(own.length).toBeGreaterThan(0);
      expect([...new Set(own.map(({ who }) => who))]).toEqual([shown]);
    }
    const names = month.review?.people.map(({ name }) => name) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(month.review?.totals.people).toBe(names.length);
  });

  test('an explanation names the payroll ID, or the ID of a person without one', async () => {
    for (const { id, shown } of NAMESAKES) {
      const query = `employer=bakery&period=${PERIOD}&employee=${id}`;
      const { person } = await get(`/api/explain?${query}`);
      const number = /\((\d+)\)$/.exec(shown)?.[1];
      expect(person).toContain(NUMBERED.some((each) => each.id === id) ? String(number) : id);
    }
  });
});
