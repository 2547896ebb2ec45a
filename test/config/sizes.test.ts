import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { parseMapping } from '../../src/domain/people/parseMapping.js';

it('a configuration beyond any size is refused before it is read through', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paytally-size-'));
  await writeFile(join(folder, 'paytally.yaml'), `# ${'x'.repeat(5 * 2 ** 20)}\n`);
  await expect(loadConfig({ cwd: folder, env: {} })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('larger than 4 MiB'),
  });
  await rm(folder, { recursive: true });
});

it('so is a mapping file', () => {
  const large = Buffer.alloc(33 * 2 ** 20, 'a');
  expect(() => parseMapping(large, 'employees.csv')).toThrow(
    expect.objectContaining({
      code: 'MAPPING_INVALID',
      message: expect.stringContaining('larger than 32 MiB'),
    }),
  );
});
