import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  startSampleService,
} from '../../support/employers/sampleService.js';

/* What a payroll bureau configures for its clients, run through the program. */

const CLIENT = `employerId: ${SAMPLE_EMPLOYER}, clientId: bakery-payroll, clientSecret: { env: PAYTALLY_SANDBOX_SECRET }, employees: employees-bakery.csv`;
const PLACE = '41e19744-2a38-4c6b-bb25-bf6145522e85';

const configuration = (more = ''): string => `baseUrl: \${PAYTALLY_SANDBOX_URL}
employers:
  one: { ${CLIENT} }
  two: { ${CLIENT} }
payCodes: { NORMAL: { external: "500" } }
variables:
  adp-run: { iid: R1ABC, frequency: M }
  datev-lodas: { consultant: "278041", client: "25016", variant: standard, costCenters: "yes" }
${more}`;

describe('a payroll bureau', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.stop());
  const configure = (more?: string) => writeFileSync(join(service.cwd, 'paytally.yaml'), configuration(more));

  test('two clients whose files would have the same name: status 2 before anything is read', async () => {
    configure();
    const { status, stdout, stderr } = await service.run([
      'export',
      '2026-10',
      '--template',
      'adp-run',
      '--json',
    ]);
    expect(status).toBe(2);
    const { error, runs } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', remedy: expect.stringContaining('fileNames') });
    expect(error.message).toMatch(
      /adp-run of one and adp-run of two would write the same file: .*Nothing was read\.$/,
    );
    expect(runs).toEqual([]);
    expect(stderr).not.toContain('UNREVIEWED');
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  });

  test('both are written if names include the employer, the period and a variable', {
    tags: 'slow',
  }, async () => {
    configure('fileNames: { adp-run: "{{ run.employer }}-{{ run.periodLabel }}-{{ variables.iid }}" }\n');
    const { status, stdout } = await service.run([
      'export',
      '2026-10',
      '--template',
      'adp-run',
      '--json',
      '--quiet',
    ]);
    expect(status).toBe(0);
    const paths = JSON.parse(stdout).runs.map((run: { files: { path: string }[] }) => run.files[0]?.path);
    expect(paths).toEqual([
      join(service.cwd, 'out', 'draft', 'one-2026-10-R1ABC.csv'),
      join(service.cwd, 'out', 'draft', 'two-2026-10-R1ABC.csv'),
    ]);
  });

  test('an exception accepted for one client still blocks the other', { tags: 'slow' }, async () => {
    configure();
    const codes = ['OPEN_ENTRY', 'OVERLAP', 'UNREVIEWED', 'UNKNOWN_EMPLOYEE'];
    const accepted = codes.flatMap((code) => ['--accept', `one:${code}=by phone`]);
    const argv = [
      'export',
      '2026-10',
      '--template',
      'employee-days',
      '--final',
      ...accepted,
      '--json',
      '--quiet',
    ];
    const { status, stdout } = await service.run(argv);
    expect(status).toBe(5);
    const [one, two] = JSON.parse(stdout).runs;
    expect(one).toMatchObject({ employer: 'one', state: 'final' });
    expect(one.accepted).toMatchObject({ OPEN_ENTRY: 'by phone' });
    expect(two).toMatchObject({ employer: 'two', state: 'failed' });
  });

  test('the cost centre of the establishment takes precedence over the employee’s in a payroll file', async () => {
    configure(`costCenters: { establishments: { ${PLACE}: "4100" } }\n`);
    const path = join(service.cwd, 'employees-bakery.csv');
    const [heading, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, [`${heading},costCenter`, ...rows.map((row) => `${row},7`), ''].join('\n'));
    const argv = ['export', '2026-10', '--employer', 'one', '--template', 'datev-lodas', '--json', '--quiet'];
    const { status, stdout } = await service.run(argv);
    expect(status).toBe(0);
    const [{ files, control }] = JSON.parse(stdout).runs;
    const lines = readFileSync(files[0].path, 'latin1')
      .split('\r\n')
      .filter((line) => line.startsWith('1;01.10.2026;'));
    const centres = lines.map((line) => line.split(';')[4]);
    expect(new Set(centres)).toEqual(new Set(['4100', '7']));
    const hours = lines.reduce((sum, line) => sum + Number(line.split(';')[2]?.replace(',', '.')), 0);
    expect(hours).toBeCloseTo(control.exportedMinutes / 60, 0);
  });
});
