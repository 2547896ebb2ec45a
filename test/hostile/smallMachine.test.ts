import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCEPT, type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { isBuilt } from '../support/programs/childExport.js';
import { runLimited } from './limitedRun.js';

const MONTH = '2026-10';
/** Of the heap, in a container of 256 MB: code, stacks and buffers of Node.js take the rest. */
const HEAP_MEGABYTES = 192;
const MOST_MEGABYTES = 256;
/** The fewest with which paytally starts. */
const OPEN_FILES = 256;
const CONFIGURATION = `
deliveries: { archive: { to: folder, path: inbox, templates: [pay-lines] } }
schedule: { monthly: { cron: "0 6 3 * *", period: last-month, final: true, deliver: [archive] } }
templates: [pay-lines, monthly-hours, review, employee-days]`;

/** In order, each in the folder that the one before has left. What says something about the data may end with 5. */
const COMMANDS: readonly (readonly [line: string, ...statuses: number[]])[] = [
  ['--version', 0],
  ['doctor', 0, 5],
  ['plan --employers 20000 --by 06:00', 0],
  [`check ${MONTH}`, 0, 5],
  [`export ${MONTH}`, 0],
  [`export ${MONTH} --template timesheets-pdf`, 0],
  [`export ${MONTH} --template timesheets`, 0],
  [`export ${MONTH} --final --json ${ACCEPT.join(' ')}`, 0],
  [`corrections ${MONTH}`, 0],
  [`explain ${MONTH} --employee 00101`, 0],
  [`compare-register ${MONTH} --register register.csv --register-period ${MONTH}`, 0, 5],
  ['verify', 0],
  ['history', 0],
  ['history pack 2026-10', 0],
  ['rerun RUN --out again', 0],
  ['diff RUN RUN', 0],
  ['status', 0],
  ['send last', 0],
  ['monitor --once', 0],
  ['schedule run --due', 0, 5],
  ['templates new mine --from pay-lines', 0],
  ['templates check ./mine', 0],
  ['rules check', 0],
  ['config show --employer bakery', 0],
  ['employees list', 0],
  ['employees sync --dry-run', 0],
  [`inspection ${MONTH}`, 0, 5],
  ['person 00101 --out about', 0],
  ['backup saved.sqlite --check', 0],
  ['restore saved.sqlite', 0],
  ['schedule list --count 3', 0],
  ['schedule print --out units', 0],
  // Only between a folder and a database.
  ['store move moved.sqlite', 2],
  ['purge --before 2026-11-01', 0],
  ['init --sandbox --force --no-check', 0],
];

/**
 * The resident memory of each process at its highest (VmHWM of /proc), with the heap of Node.js limited as a container
 * of 256 MB needs it, and with as few open files as paytally accepts.
 */
describe.skipIf(!isBuilt || process.platform !== 'linux')(
  `a month with a heap of ${HEAP_MEGABYTES} MB and ${OPEN_FILES} open files`,
  { tags: 'slow' },
  () => {
    let service: SampleService;
    let runId = '';
    const table: string[] = [];
    beforeAll(async () => {
      service = await startSampleService({ limits: { enabled: false } }, CONFIGURATION);
      mkdirSync(join(service.cwd, 'inbox'));
      writeFileSync(join(service.cwd, 'register.csv'), 'employeeNumber,payCode,hours\n00101,WORK,8\n');
    }, 120_000);
    afterAll(async () => {
      console.info(table.join('\n'));
      await service.stop();
    });

    test.each(COMMANDS.map(([line, ...statuses]) => ({ line, statuses })))(
      '$line',
      { timeout: 180_000 },
      async ({ line, statuses }) => {
        const env = { ...service.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` };
        const argv = line.replaceAll('RUN', runId).split(' ');
        const end = await runLimited(argv, {
          cwd: service.cwd,
          env,
          openFiles: OPEN_FILES,
          mostMs: 150_000,
        });
        const { status, megabytes, ms, said } = end;
        table.push(
          `${line.slice(0, 50)}: ${status}, ${megabytes.toFixed(0)} MB, ${(ms / 1000).toFixed(1)} s`,
        );
        expect(statuses, said.slice(0, 2000)).toContain(status);
        expect(said).not.toMatch(/heap out of memory|EMFILE|\bBUG\b|^ {4}at /m);
        runId = /"runId": ?"([^"]+)"/.exec(said)?.[1] ?? runId;
        expect(megabytes).toBeLessThan(MOST_MEGABYTES);
      },
    );
  },
);
