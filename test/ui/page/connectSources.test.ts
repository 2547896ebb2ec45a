import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../../support/programs/browser.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { KIMAI_TOKEN, startKimai } from '../../support/servers/kimaiDouble.js';
import { startTestUi } from '../../support/servers/uiService.js';
import { csvFolder } from '../../support/service/csvFolder.js';

const WAIT = { timeout: 60_000 };

describe.skipIf(!hasBrowser)('Connect without the service of paytally, in Chromium', () => {
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  afterEach(() => ui.ui.close());
  afterAll(closeBrowser);

  const open = async (folder: string) => {
    ui = await startTestUi(folder);
    const looked = await openPage({ width: 1280 });
    await looked.page.goto(ui.ui.url);
    await looked.page.getByRole('button', { name: 'Try the sandbox' }).waitFor(WAIT);
    return looked;
  };

  test('a folder with CSV files is checked, saved and read', {
    tags: ['slow'],
    timeout: 180_000,
  }, async () => {
    const files = csvFolder({
      'employees.csv': 'id,lastName,firstName,active\n1,Peeters,Jan,true\n2,Janssens,Zoë,true\n',
      'entries.csv':
        'id,employee,date,start,end,breakMinutes\na,1,2026-10-05,2026-10-05T09:00,2026-10-05T17:00,30\nb,2,2026-10-05,2026-10-05T08:00,2026-10-05T12:00,0\n',
    });
    const folder = mkdtempSync(join(tmpdir(), 'paytally-connect-csv-'));
    const { page, complaints } = await open(folder);
    await page.getByLabel(/In CSV/).check();
    await page.getByLabel(/Folder or file/).fill(files);
    await page.getByLabel('Name of the employer').fill('Corner shop');
    await page.getByLabel(/Time zone/).fill('Europe/Brussels');
    await page.getByRole('button', { name: 'Check and show the summary' }).click();
    await page.getByRole('button', { name: 'Confirm and save' }).click(WAIT);
    await page.getByText('corner-shop is connected').waitFor(WAIT);
    const written = readFileSync(join(folder, 'paytally.yaml'), 'utf8');
    expect([written.includes(files), written.includes('zone: Europe/Brussels')]).toEqual([true, true]);
    const { status, stdout } = await runPaytally(['check', '2026-10', '--json'], { cwd: folder });
    expect([status, JSON.parse(stdout).runs[0].control.exportedEntries]).toEqual([0, 2]);
    expect(complaints).toEqual([]);
  });

  test('an installation of Kimai is checked and saved, its token in a file of its own', {
    tags: ['slow'],
    timeout: 180_000,
  }, async () => {
    const kimai = await startKimai({
      users: [
        { id: 1, username: 'jan', alias: 'Jan Peeters', enabled: true, timezone: 'Europe/Brussels' },
        { id: 2, username: 'zoe', alias: 'Zoë Janssens', enabled: true, timezone: 'Europe/Brussels' },
      ],
      projects: [{ id: 1, name: 'Shop' }],
      activities: [{ id: 1, name: 'Till' }],
      timesheets: [
        {
          id: 7,
          begin: '2026-10-05T09:00:00+0200',
          end: '2026-10-05T12:00:00+0200',
          duration: 10_800,
          user: 2,
          project: 1,
          activity: 1,
        },
      ],
    });
    const folder = mkdtempSync(join(tmpdir(), 'paytally-connect-kimai-'));
    const { page, complaints } = await open(folder);
    await page.getByLabel(/In Kimai/).check();
    await page.getByLabel(/Address of Kimai/).fill(kimai.url);
    await page.getByLabel(/API token/).fill(KIMAI_TOKEN);
    await page.getByLabel('Name of the employer').fill('Corner shop');
    await page.getByRole('button', { name: 'Check and show the summary' }).click();
    await page.getByRole('button', { name: 'Confirm and save' }).click(WAIT);
    await page.getByText('corner-shop is connected').waitFor(WAIT);
    expect(readFileSync(join(folder, 'paytally.yaml'), 'utf8')).not.toContain(KIMAI_TOKEN);
    const secret = join(folder, 'secrets/corner-shop');
    expect(readFileSync(secret, 'utf8').trim()).toBe(KIMAI_TOKEN);
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    const { status, stdout } = await runPaytally(['check', '2026-10', '--json'], { cwd: folder });
    expect([status, JSON.parse(stdout).runs[0].control.exportedMinutes]).toEqual([0, 180]);
    expect(complaints).toEqual([]);
    await kimai.stop();
  });
});
