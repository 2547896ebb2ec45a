import { expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import { service, startedForEach } from './doctorDesk.js';

startedForEach();

test('Ctrl-C stops it at once, with status 130', async () => {
  service.sandbox.faults.add({ kind: 'hang', on: 'time-entries' });
  const controller = new AbortController();
  const running = service.run(['doctor'], { signal: controller.signal });
  while ((service.sandbox.stats().requestsByEndpoint.token ?? 0) < 6) await pause();
  controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  const { status, stderr } = await running;
  expect({ status, stderr }).toEqual({ status: 130, stderr: expect.stringContaining('INTERRUPTED') });
});

const pause = () => new Promise((done) => setTimeout(done, 5));
