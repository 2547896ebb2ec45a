// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOfDays, startSampleService } from '../../support/employers/sampleService.js';
import { closeBrowser, hasBrowser, openPage } from '../../support/programs/browser.js';
import { startTestUi } from '../../support/servers/uiService.js';

const PERIOD = '2026-10-05..2026-10-06';
const WAIT = { timeout: 60_000 };
const CONFIGURATION = `language: en
templates: [datev-lodas]
payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
`;

interface Entry {
  readonly employeeId: string | null;
  readonly status: string;
  readonly workedMinutes: number | null;
}

describe.skipIf(!hasBrowser)('corrections by hand, in Chromium', () => {
  let service: Awaited<ReturnType<typeof startSampleService>>;
  let ui: Awaited<ReturnType<typeof startTestUi>>;

  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-06');
    service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
    const isPaid = ({ employeeId, status, workedMinutes }: Entry) =>
      employeeId !== null && status === 'Completed' && (workedMinutes ?? 0) > 60;
    const entries = employers.flatMap(({ records }) => [
      ...((records['time-entries'] ?? []) as unknown as Entry[]),
    ]);
    const people = [...new Set(entries.filter(isPaid).flatMap(({ employeeId }) => employeeId ?? []))];
    const mapping = people.map((id, index) => `${id},${1000 + index}\n`).join('');
    writeFileSync(join(service.cwd, 'employees-bakery.csv'), `employeeId,employeeNumber\n${mapping}`);
    await service.final(PERIOD);
    // Two people worked half an hour more.
    const changed = people.slice(0, 2);
    const env = await service.changed((records) => {
      const open = new Set(changed);
      const all = [...((records['time-entries'] ?? []) as unknown as Entry[])].map((entry) => {
        if (!isPaid(entry) || !open.delete(entry.employeeId ?? '')) return entry;
        return { ...entry, workedMinutes: (entry.workedMinutes ?? 0) + 30 };
      });
      return { ...records, 'time-entries': all };
    });
    ui = await startTestUi(service.cwd, { env });
  });
  afterAll(async () => {
    await closeBrowser();
    await ui.ui.close();
    await service.stop();
  });

  test('each change once; some are entered with one reason, then the others, and nothing is left', async () => {
    const { page, complaints } = await openPage({ width: 1280 });
    await page.goto(ui.ui.url);
    await page.waitForSelector('.board', WAIT);
    await page.evaluate(`location.hash = '#/after/bakery/${PERIOD}'`);
    const late = page.locator('section[aria-labelledby=late]');
    await late.getByRole('button', { name: 'Check for late changes' }).click(WAIT);
    await page.getByText('2 changes since the final.').waitFor(WAIT);
    const sheet = page.locator('section[aria-labelledby=by-hand]');
    expect(await sheet.locator('tbody tr').count()).toBe(2);
    expect(await sheet.locator('tbody tr').first().textContent()).toMatch(/\+0\.50/);
    // The sheet to print has everything, and a place to sign.
    await sheet.getByRole('button', { name: 'Sheet to print' }).click();
    await page.locator('dialog[open]').waitFor();
    expect(await page.locator('dialog tbody tr').count()).toBe(2);
    const { PICTURES } = process.env;
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, 'late-sheet.png') });
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const main = late.locator('button.main');
    expect(await main.isDisabled(), 'the button never leads to a refusal').toBe(true);
    await sheet.locator('tbody input').first().check();
    await page.getByLabel(/^Reason that is recorded/).waitFor();
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, 'late-by-hand.png'), fullPage: true });
    await main.click();
    await page.getByText('was recorded with').waitFor(WAIT);
    await page.getByText('1 change since the final.').waitFor(WAIT);
    await page.getByLabel('I have entered all of them').check();
    await main.click();
    await page.getByText('Nothing has changed since the final.').waitFor(WAIT);
    await page.waitForSelector('h1 .state >> text=corrected', WAIT);
    expect(complaints).toEqual([]);
    const { runs } = await service.json(['corrections', PERIOD]);
    expect(runs[0].lines.length, 'the records of the final itself').toBeGreaterThan(0);
  }, 240_000);
});
