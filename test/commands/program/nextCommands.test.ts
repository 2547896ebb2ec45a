import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-06';
let service: SampleService;
let runId = '';

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-06');
  const schedule = 'schedule: { monthly: { cron: "0 6 3 * *", zone: Europe/Brussels } }';
  service = await startSampleService(
    { employers, limits: { enabled: false } },
    `templates: [pay-lines]\nlanguage: en\n${schedule}\n`,
  );
  const { runs } = await service.json(['export', PERIOD]);
  runId = runs[0].runId;
});
afterAll(() => service.stop());

test.each<[argv: readonly string[], next: string]>([
  [['explain', PERIOD, '--employee', '00104', '--employer', 'bakery'], `check ${PERIOD} --employer bakery`],
  [['explain', PERIOD, '--employee', '00104', '--run', 'RUN'], `check ${PERIOD}`],
  [['rules', 'check'], 'check last-month'],
  [['monitor', '--once'], 'status'],
  [['schedule', 'list'], 'schedule print'],
  [['employees', 'list'], 'check last-month'],
  [['backup', 'saved store.sqlite'], 'backup "saved store.sqlite" --check'],
  [['backup', 'saved store.sqlite', '--check'], 'status'],
])('%j names the next command, for people only', async (words, next) => {
  const argv = words.map((word) => (word === 'RUN' ? runId : word));
  const { status, stdout, stderr } = await service.run(argv);
  expect(status).toBe(0);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`Next: paytally ${next}`);
  expect(stdout).not.toContain('Next:');
  expect((await service.run([...argv, '--json'])).stderr).not.toContain('Next:');
});
