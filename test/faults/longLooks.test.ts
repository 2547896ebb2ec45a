// @module-tag slow
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { isBuilt, startChild, until } from '../support/programs/childExport.js';
import { endlessStep, IN_THE_LOOP } from '../support/programs/endlessStep.js';

const DAYS = '2026-10-20..2026-10-21';

// The built program is missing only if vitest runs without a build.
describe.skipIf(!isBuilt)(
  'Ctrl-C during a loop over all employees of a run (skipped if dist is not built)',
  () => {
    let service: SampleService;
    let runs: { readonly final: string; readonly draft: string };

    async function made(...options: readonly string[]): Promise<string> {
      const nowMs = AFTER;
      const { status, stdout, stderr } = await service.run(['export', DAYS, '--json', ...options], { nowMs });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      return JSON.parse(stdout).runs[0].runId;
    }

    beforeAll(async () => {
      service = await startSampleService({ employers: await sampleOfDays('2026-10-20', '2026-10-21') });
      runs = { final: await made('--final', ...ACCEPT), draft: await made() };
    }, 120_000);
    afterAll(() => service.stop());

    // The loop has no end of its own, so only Ctrl-C can end it: the result does not depend on timing.
    test.each([
      ['diff', 'app/ledger/comparedRuns.js', 'of people) {'],
      ['verify', 'app/ledger/verify.js', 'function peopleProblems(store, link) {'],
      ['verify', 'app/ledger/verify.js', 'function readProblems(store, runId) {'],
      ['pack', 'app/ledger/historyArchive.js', 'function peopleText(store, runId) {'],
      ['pack', 'app/ledger/historyArchive.js', 'function recordsText(store, readId) {'],
      ['final', 'text/rowUnits.js', 'decide(section) {'],
    ] as const)('%s, in %s, %s: 130, nothing written', { timeout: 120_000 }, async (what, module, after) => {
      const argv = {
        diff: ['diff', runs.draft, runs.final],
        verify: ['verify'],
        pack: ['history', 'pack', DAYS],
        final: ['export', DAYS, '--final', '--supersede', 'again', '--template', 'pay-lines', ...ACCEPT],
      }[what];
      const child = startChild(
        service,
        [...argv, '--json'],
        ['--import', endlessStep(service.cwd, module, after)],
      );
      onTestFinished(() => void child.process.kill('SIGKILL'));
      let said = '';
      child.process.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
      await until(() => said.includes(IN_THE_LOOP), child);
      child.process.kill('SIGINT');
      const { status, stdout, stderr } = await child.ended;
      expect({ status, stderr }).toMatchObject({ status: 130 });
      expect(JSON.parse(stdout).error).toMatchObject({ code: 'INTERRUPTED' });
      expect(existsSync(join(service.cwd, `bakery_${DAYS}_history.zip`))).toBe(false);
    });
  },
);
