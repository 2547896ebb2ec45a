import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tzdataVersion } from '../../src/domain/time/tzdata.js';
import { findEmployeeDaysOracle } from '../oracle/employeeDaysOracle.js';
import { SAMPLE_DATA, type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { expectGolden, noteDigest } from './goldenFile.js';

/** Noon in UTC: in the winter after the sample's month, and in the summer after it. */
const CLOCKS = {
  'January 2027': Date.UTC(2027, 0, 15, 12),
  'July 2027': Date.UTC(2027, 6, 15, 12),
} as const;

const RULES = `attribution: split
dst: wallclock
language: de
rounding: { level: entry, step: 5 }
minimumPaid: { entry: 180, code: TOPUP }
payRules:
  base:
    - { code: OT50, over: { day: 540, week: 2400 } }
    - { code: NORMAL }
  loadings:
    - { code: HOLIDAY, group: daytype, on: [holiday] }
    - { code: SUNDAY, group: daytype, on: [sunday] }
    - { code: NIGHT, clock: ["20:00", "06:00"] }
`;

interface Setting {
  readonly name: string;
  readonly configuration: string;
  readonly attribution: 'start' | 'split';
  readonly templates: readonly string[];
}

const SETTINGS: readonly Setting[] = [
  {
    name: 'start',
    configuration: 'attribution: start',
    attribution: 'start',
    templates: ['employee-days', 'exceptions', 'planned-worked'],
  },
  {
    name: 'split-rules-de',
    configuration: RULES,
    attribution: 'split',
    templates: ['employee-days', 'pay-lines', 'exceptions'],
  },
];
/** Files whose bytes are the same everywhere, with their endings: compared between versions of Node.js and time zones. */
const DIGESTED: Readonly<Record<string, string>> = {
  'monthly-hours': 'xlsx',
  timesheets: 'xlsx',
  'timesheets-pdf': 'pdf',
};
const oracle = findEmployeeDaysOracle(tzdataVersion);

describe.each(SETTINGS)(
  'the month of the sample employer, $name',
  ({ name, configuration, attribution, templates }) => {
    let service: SampleService;
    beforeAll(async () => {
      service = await startSampleService({}, configuration);
    });
    afterAll(() => service.stop());

    /** template -> the bytes of its file. */
    async function outputs(clock: keyof typeof CLOCKS): Promise<ReadonlyMap<string, Buffer>> {
      const named = [...templates, ...Object.keys(DIGESTED)].flatMap((template) => ['--template', template]);
      const out = clock.replace(' ', '-');
      const argv = ['export', '2026-10', ...named, '--json', '--out', out];
      const { status, stdout, stderr } = await service.run(argv, { nowMs: CLOCKS[clock] });
      if (status !== 0) throw new Error(stderr);
      const files: { readonly path: string; readonly template: string }[] = JSON.parse(stdout).runs[0].files;
      return new Map(files.map(({ path, template }) => [template, readFileSync(path)]));
    }

    test('the files match the golden ones, with a clock in January and in July, before the month and after', {
      tags: 'slow',
      timeout: 180_000,
    }, async () => {
      const [first, ...others] = await Promise.all(
        (Object.keys(CLOCKS) as (keyof typeof CLOCKS)[]).map((clock) => outputs(clock)),
      );
      if (first === undefined) throw new Error('no outputs');
      for (const template of templates) {
        expectGolden(`${name}.${template}.csv`, first.get(template)?.toString('utf8') ?? '');
      }
      for (const [template, bytes] of first) {
        for (const other of others) expect(other.get(template)?.equals(bytes), template).toBe(true);
        const ending = DIGESTED[template];
        if (ending !== undefined) noteDigest(`${name}.${template}.${ending}`, bytes);
      }
    });

    test.skipIf(oracle === undefined)('the golden employee-days match the oracle', () => {
      const expected = oracle?.days({
        folder: join(SAMPLE_DATA, 'bakery'),
        from: '2026-10-01',
        to: '2026-10-31',
        attribution,
        mapping: join(service.cwd, 'employees-bakery.csv'),
      });
      const golden = readFileSync(new URL(`./golden/${name}.employee-days.csv`, import.meta.url), 'utf8');
      // Holidays are named in the configured language, which the oracle does not know.
      expect(golden).toBe(expected?.csv);
    });

    test('an explanation matches the golden one', { tags: 'slow' }, async () => {
      const who = ['--employee', '00104', '--quiet'];
      const { status, stdout } = await service.run(['explain', '2026-10', ...who]);
      expect(status).toBe(0);
      expectGolden(`${name}.explain.txt`, stdout);
    });
  },
);
