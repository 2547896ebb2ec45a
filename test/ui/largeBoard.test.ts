// @module-tag slow
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../render/review/browser.js';
import { startTestUi } from './uiService.js';

const EMPLOYERS = 2000;
const WAIT = { timeout: 90_000 };

function configuration(): string {
  const employers = Array.from({ length: EMPLOYERS }, (_, index) => {
    const id = String(index).padStart(12, '0');
    return `  employer-${id.slice(8)}: { employerId: 0e6f1c5e-52a5-4d0e-9a57-${id}, clientId: c, clientSecret: { env: S }, zone: Europe/Brussels }`;
  });
  const schedule = '{ monthly: { cron: "0 6 3 * *", zone: Europe/Brussels } }';
  return `baseUrl: http://127.0.0.1:9\nschedule: ${schedule}\nemployers:\n${employers.join('\n')}\n`;
}

describe.skipIf(!hasBrowser)('the board of a bureau, in Chromium', () => {
  afterAll(closeBrowser);

  test('2,000 employers: one request, few rows, and no long task while scrolling', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-board-'));
    writeFileSync(join(cwd, 'paytally.yaml'), configuration());
    const { ui } = await startTestUi(cwd, { env: { S: 'x' } });
    const { page, requests, complaints } = await openPage({ width: 1280 });
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    await page.goto(ui.url);
    await page.waitForSelector('.board tbody tr th', WAIT);
    expect(requests.filter((url) => url.includes('/api/board'))).toHaveLength(1);
    expect(requests.filter((url) => /\/api\/(?!events)/.test(url)).length).toBeLessThanOrEqual(3);
    const rows = () => page.locator('.board tbody tr:not(.gap)').count();
    expect(await rows()).toBeLessThan(80);
    const before = (await page.evaluate('performance.now()')) as number;
    const scripted = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
      return { script: of('ScriptDuration'), task: of('TaskDuration') };
    };
    const start = await scripted();
    const steps = 60;
    for (let step = 1; step <= steps; step += 1) {
      await page.evaluate(`document.querySelector('.board').scrollTop = ${step * 1400}`);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      expect(await rows()).toBeLessThan(80);
    }
    const end = await scripted();
    const perStep = ((end.script - start.script) * 1000) / steps;
    console.log(
      `script ${perStep.toFixed(1)} ms, tasks ${(((end.task - start.task) * 1000) / steps).toFixed(1)} ms a step`,
    );
    console.log(`first view: script ${(start.script * 1000).toFixed(0)} ms of ${before.toFixed(0)} ms`);
    expect(perStep).toBeLessThan(50);
    await page.evaluate("document.querySelector('.board').scrollTop = 1e9");
    await page.getByText('employer-1999').waitFor(WAIT);
    expect(await page.locator('.board').textContent()).toContain('employer-1999');
    expect(complaints).toEqual([]);
    await ui.close();
  }, 240_000);
});
