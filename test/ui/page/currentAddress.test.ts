// @module-tag slow
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { closeBrowser, hasBrowser, openPage } from '../../support/programs/browser.js';
import { startTestUi } from '../../support/servers/uiService.js';

const DELIVERIES =
  'deliveries: { office: { to: folder, path: old, when: final } }\ntemplates: [employee-days]\n';

describe.skipIf(!hasBrowser)('a delivery whose address was corrected after the final', () => {
  let service: SampleService;
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-29', '2026-10-30');
    service = await startSampleService({ employers, limits: { enabled: false } }, DELIVERIES);
    for (const name of ['old', 'new']) mkdirSync(join(service.cwd, name));
    const made = await service.run(['export', '2026-10', '--final', '--deliver', ...ACCEPT]);
    expect(made.status, made.stderr).toBe(0);
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('path: old', 'path: new'));
  });
  afterAll(async () => {
    await closeBrowser();
    await service?.stop();
  });

  test('goes to the address of today once a person is sure', async () => {
    const ui = await startTestUi(service.cwd, { env: service.env });
    const { page, complaints } = await openPage();
    await page.goto(ui.ui.url);
    await page.goto(`${ui.origin}/#/after/bakery/2026-10`);
    await page.getByRole('button', { name: 'Send to the address of today' }).click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Today its address is ${join(service.cwd, 'new')}`).waitFor();
    const { SCREENSHOTS } = process.env;
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, 'current-address.png') });
    const send = dialog.getByRole('button', { name: 'Send to the address of today' });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').check();
    await send.click();
    await page
      .locator('section[aria-labelledby=deliveries] td', { hasText: join(service.cwd, 'new') })
      .waitFor();
    expect(readdirSync(join(service.cwd, 'new'))).toEqual(readdirSync(join(service.cwd, 'old')));
    await page.getByRole('button', { name: 'Send to the address of today' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await ui.ui.close();
  }, 120_000);
});
