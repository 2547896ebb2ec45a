import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from '../cli/sampleService.js';
import { isBuilt, startChild, until } from './childExport.js';

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-20', '2026-10-21') });
});
afterEach(() => service.stop());

/** Loaded before the program: one of its modules goes on for ever where it is asked, and says so. */
function endless(module: string, exported: string): string {
  const source = `import { writeSync } from 'node:fs';
    const loop = () => { writeSync(2, 'in the loop'); for (;;); };
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
  'work of seconds without a turn of the loop (skipped where dist is not built)',
  () => {
    // Without an end of its own, the loop ends by Ctrl-C or never: no clock decides.
    test.each([
      ['computing', '/domain/timesheet/proveControl.js', 'proveControl', 'employee-days'],
      ['going over people for monthly-hours', '/reports/hoursOfPeriod.js', 'HoursOfPeriod', 'monthly-hours'],
      ['going over people for timesheets', '/timesheet/timesheetRows.js', 'timesheetRows', 'timesheets'],
    ])('SIGINT while %s: 130, nothing written', { timeout: 180_000 }, async (...row) => {
      const [, module, exported, template] = row;
      const argv = ['export', '2026-10', '--template', template, '--json'];
      const child = startChild(service, argv, ['--import', endless(module, exported)]);
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
