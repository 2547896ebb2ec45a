import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* Pay rules that exist before `init` are those of all employers, and may have been adapted. */

const folder = () => mkdtempSync(join(tmpdir(), 'paytally-rules-'));
const init = (cwd: string, key: string, ...more: readonly string[]) =>
  runPaytally(['init', '--csv', 'hours', '--key', key, '--name', key, '--no-check', ...more], { cwd });

test.each([
  ['NL', [], true],
  ['BE', [], false],
  ['other', ['--zone', 'Europe/Paris'], false],
])(
  'an employer of %s that is added to Belgian pay rules is warned: %s %s',
  async (country, more, isWarned) => {
    const cwd = folder();
    const first = await init(cwd, 'alpha', '--country', 'BE', '--preset', 'belgium', '--language', 'en');
    expect(first.status, first.stderr).toBe(0);
    const second = await init(cwd, 'beta', '--country', country, '--language', 'en', ...more);
    expect(second.status, second.stderr).toBe(0);
    expect(second.stderr.includes('rules-belgium.yaml apply to all employers')).toBe(isWarned);
  },
);

test('--force keeps pay rules that were adapted, and says so', async () => {
  const cwd = folder();
  const own = ['--country', 'BE', '--preset', 'belgium', '--language', 'en'];
  await init(cwd, 'alpha', ...own);
  const rules = join(cwd, 'rules-belgium.yaml');
  expect(existsSync(rules)).toBe(true);
  const adapted = `${readFileSync(rules, 'utf8')}# ours\n`;
  writeFileSync(rules, adapted);
  const again = await init(cwd, 'alpha', '--force', ...own);
  expect(again.status, again.stderr).toBe(0);
  expect(again.stderr).toContain('rules-belgium.yaml has other content');
  expect(readFileSync(rules, 'utf8')).toBe(adapted);
});
