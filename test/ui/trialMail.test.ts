import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeliveredService } from '../support/employers/deliveredService.js';
import type { SampleService } from '../support/employers/sampleService.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { parseMail } from '../support/servers/parseMail.js';
import { startTestUi } from '../support/servers/uiService.js';

let server: MailServer;
let service: SampleService;
let ui: Awaited<ReturnType<typeof startTestUi>>;
beforeAll(async () => {
  server = await startMailServer('takes');
  const office = '{ office: { to: mail, recipients: [clerk@example.com], when: both } }';
  service = await startDeliveredService(server.port, office);
  ui = await startTestUi(service.cwd, { env: service.env });
});
afterAll(async () => {
  await ui.ui.close();
  await service.stop();
  await server.close();
});

test('a test mail says that it is a test, and not that hours are ready', async () => {
  const session = { ...(await ui.login()), origin: ui.origin };
  const order = JSON.stringify({ name: 'office', address: 'me@example.com' });
  const { status, body } = await ui.ask('POST', '/api/setup/bakery/trial', session, order);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { text } = parseMail(server.mails[0]?.content ?? Buffer.of());
  expect(text).toContain('This is a test of the delivery: no hours are ready.');
  expect(text).not.toContain('working hours');
});
