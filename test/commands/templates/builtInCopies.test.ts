import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import { sheetsOf } from '../../support/workbooks/sheetRows.js';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, 'language: fr\nhours: decimal\nworkingTime: { pack: be }');
});
afterAll(() => service.stop());

test.each(['monthly-hours', 'timesheets', 'working-time'])(
  'a copy of %s gives the same workbook',
  { tags: 'slow' },
  async (name) => {
    const copied = await service.run(['templates', 'new', `./my-${name}`, '--from', name]);
    expect(copied.status, copied.stderr).toBe(0);
    const period = '2026-10-19..2026-10-25';
    const own = `./my-${name}`;
    const { status, stderr } = await service.run([
      'export',
      period,
      '--template',
      name,
      '--template',
      own,
      '--quiet',
    ]);
    expect(status, stderr).toBe(0);
    const folder = join(service.cwd, 'out/draft');
    const contentOf = (ending: string) => {
      const file = readdirSync(folder).find((each) => each.endsWith(ending)) ?? '';
      return sheetsOf(readFileSync(join(folder, file)));
    };
    const [built, mine] = [await contentOf(`_${name}.xlsx`), await contentOf(`_my-${name}.xlsx`)];
    expect(built.size).toBeGreaterThan(1);
    expect([...mine]).toEqual([...built]);
  },
);
