import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { isBuilt, startChild, until } from '../support/programs/childExport.js';
import { endlessStep } from '../support/programs/endlessStep.js';

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-20', '2026-10-21') });
});
afterEach(() => service.stop());

/** Rows of a table with names, which the driver spends nearly all of the time creating. */
const READING = `import { Connection } from '../../store/connection.js';
  const memory = new Connection(':memory:', { location: ':memory:', readOnly: false, timeoutMs: 0 });
  memory.exec('CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT)');
  for (let number = 0; number < 500; number += 1) memory.run('INSERT INTO texts VALUES (?, ?)', number, 'text');
  const row = { safeParse: (data) => ({ success: true, data }) };
  const step = () => memory.rows(row, 'SELECT * FROM texts');
  step();`;

/** Loaded before the program: makes a function of one of its modules loop forever, and reports it. */
function endless(module: string, exported: string, step = 'const step = () => undefined;'): string {
  const source = `import { writeSync } from 'node:fs';
    ${step}
    const loop = () => { writeSync(2, 'in the loop'); for (;;) step(); };
    export const ${exported} = function () { loop(); };`;
  const hooks = `export async function load(url, context, next) {
    if (!url.endsWith(${JSON.stringify(module)})) return next(url, context);
    return { format: 'module', shortCircuit: true, source: ${JSON.stringify(source)} };
  }`;
  const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const path = join(service.cwd, 'endless.mjs');
  const register = `import { register } from 'node:module';\nregister(${JSON.stringify(asUrl(hooks))});\n`;
  writeFileSync(path, register);
  return pathToFileURL(path).href;
}

describe.skipIf(!isBuilt)(
  'seconds of work without returning to the event loop (skipped if dist is not built)',
  () => {
    // The loop has no end of its own, so only Ctrl-C can end it: the result does not depend on timing.
    test.each([
      ['computing', '/domain/timesheet/verifyControlTotals.js', 'verifyControlTotals', 'employee-days'],
      ['going over people for monthly-hours', '/monthly/codeTotals.js', 'codeTotals', 'monthly-hours'],
      [
        'going over people for timesheets',
        'timesheets/personRows.js',
        'function* timesheetRows(context, people = context.people) {',
        'timesheets',
      ],
      [
        'going over people for the review',
        'review/reviewData.js',
        'function reviewData(context, previous, links = {}) {',
        'review',
      ],
      [
        'reading the store',
        '/domain/timesheet/verifyControlTotals.js',
        'verifyControlTotals',
        'employee-days',
        READING,
      ],
    ])('SIGINT while %s: 130, nothing written', { tags: 'slow', timeout: 180_000 }, async (...row) => {
      const [, module = '', within = '', template = '', step] = row;
      const argv = ['export', '2026-10', '--template', template, '--json'];
      const hook = within.endsWith('{')
        ? endlessStep(service.cwd, module, within)
        : endless(module, within, step);
      const child = startChild(service, argv, ['--import', hook]);
      onTestFinished(() => void child.process.kill('SIGKILL'));
      let said = '';
      child.process.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
      await until(() => said.includes('in the loop'), child);
      child.process.kill('SIGINT');
      const { status, stdout, stderr } = await child.ended;
      expect({ status, said: stderr }).toMatchObject({ status: 130 });
      expect(JSON.parse(stdout).error).toMatchObject({ code: 'INTERRUPTED' });
      expect(stderr).toContain('Nothing was written');
    });
  },
);
