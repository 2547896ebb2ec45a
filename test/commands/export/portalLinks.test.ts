import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const LINKS =
  'links: { timeEntry: "https://portal.example.com/entries/{id}", shift: "https://portal.example.com/shifts/{id}" }\ntemplates: [review]\n';

let service: SampleService;

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } }, LINKS);
});
afterAll(() => service.stop());

test('the review page and "explain" link to the records in the portal', async () => {
  const { stdout } = await service.run(['export', '2026-10', '--json']);
  const page = readFileSync(JSON.parse(stdout).runs[0].files[0].path, 'utf8');
  expect(page).toContain('"entryAddress":"https://portal.example.com/entries/{id}"');
  const urls = [...page.matchAll(/"url":"(https:[^"]*)"/g)].map(([, url]) => url);
  expect(urls.length).toBeGreaterThan(0);
  const [row] = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8').split(/\r?\n/).slice(1);
  const employee = row?.split(/[,;]/)[0] ?? '';
  const explained = await service.run(['explain', '2026-10', '--employee', employee, '--json']);
  const { entries, url } = JSON.parse(explained.stdout).explanations[0].explanation;
  expect(entries[0].url).toBe(`https://portal.example.com/entries/${entries[0].id}`);
  expect(url).toBeUndefined();
});
