import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatText } from '../../../src/i18n/formatMessage.js';
import type { Terminal } from '../../../src/runtime/terminal.js';
import { ACCEPT, sampleOfDays, startSampleService } from '../../support/employers/sampleService.js';

test('a final tells when it reads, reads again, calculates, writes and sends', async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  const deliveries = 'templates: [hours]\ndeliveries: { office: { to: folder, path: inbox } }\n';
  const service = await startSampleService({ employers, limits: { enabled: false } }, deliveries);
  mkdirSync(join(service.cwd, 'inbox'));
  const steps: string[] = [];
  const terminal: Terminal = {
    result: () => {},
    message: () => {},
    alert: () => {},
    width: undefined,
    progress: (text) => {
      steps.push(text === undefined ? 'over' : formatText(text, 'en').replace(/ .*/, ''));
    },
  };
  const argv = ['export', '2026-10-29..2026-10-30', '--final', '--deliver', ...ACCEPT];
  const { status } = await service.run(argv, { context: { openTerminal: () => terminal } });
  await service.stop();
  expect(status).toBe(0);
  const order = steps.filter((step, index) => step !== steps[index - 1]).join(' ');
  expect(order).toMatch(/Reading.* Calculating.* Writing.* Sending.* over$/);
});
