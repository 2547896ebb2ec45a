import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-show-'));
mkdirSync(join(cwd, 'clients'));
writeFileSync(
  join(cwd, 'paytally.yaml'),
  `baseUrl: https://api.example.com
include: [clients/shop.yaml]
attribution: split
rounding: { level: entry, step: 5 }
employers:
  bakery:
    employerId: a
    clientId: b
    clientSecret: { env: HIDDEN }
    rounding:
      step: 10
`,
);
writeFileSync(
  join(cwd, 'clients', 'shop.yaml'),
  'employers:\n  shop: { employerId: c, clientId: d, clientSecret: { file: s }, attribution: end }\n',
);

const ROWS: readonly [key: string, employer: string, value: unknown, source: string][] = [
  ['attribution', 'bakery', 'split', 'paytally.yaml:3'],
  ['attribution', 'shop', 'end', 'clients/shop.yaml:2'],
  ['rounding.level', 'bakery', 'entry', 'paytally.yaml:4'],
  ['rounding.step', 'bakery', 10, 'paytally.yaml:11'],
  ['rounding.step', 'shop', 5, 'paytally.yaml:4'],
  ['rounding.mode', 'bakery', 'nearest', 'default'],
  ['templates', 'bakery', ['monthly-hours'], 'default'],
  ['clientSecret.env', 'bakery', 'HIDDEN', 'paytally.yaml:9'],
  ['clientSecret.file', 'shop', join(cwd, 'clients/s'), 'clients/shop.yaml:2'],
];

test.each(ROWS)('%s of %s', async (key, employer, value, source) => {
  const env = { HIDDEN: 'hunter2' };
  const json = await runPaytally(['config', 'show', '--employer', employer, '--json'], { cwd, env });
  const [shown] = JSON.parse(json.stdout).employers;
  const [file, line] = source.split(':');
  const expected = line === undefined ? source : { file: join(cwd, file ?? ''), line: Number(line) };
  expect(shown.settings.find((setting: { key: string }) => setting.key === key)).toEqual({
    key,
    value,
    source: expected,
  });
  const { stdout } = await runPaytally(['config', 'show', '--employer', employer], { cwd, env });
  const shownLine = stdout.split('\n').find((text) => text.startsWith(`  ${key} `)) ?? '';
  expect(shownLine).toMatch(new RegExp(`${source}$`));
  expect(stdout + json.stdout).not.toContain('hunter2');
});

test('names an unknown employer', async () => {
  const { status, stderr } = await runPaytally(['config', 'show', '--employer', 'shopp'], { cwd });
  expect({ status, said: stderr.includes('Did you mean "shop"?') }).toEqual({ status: 2, said: true });
});

describe('the configuration that PAYTALLY_CONFIG names', () => {
  const away = mkdtempSync(join(tmpdir(), 'paytally-away-'));
  const file = join(cwd, 'paytally.yaml');

  test('is used in every folder', async () => {
    const env = { HIDDEN: 'hunter2', PAYTALLY_CONFIG: file };
    const shown = await runPaytally(['config', 'show', '--employer', 'bakery', '--json'], { cwd: away, env });
    expect(JSON.parse(shown.stdout).employers).toHaveLength(1);
  });

  test.each([
    ['gives way to --config', ['--config', 'other.yaml'], file],
    ['is refused by its path if there is none', [], 'other.yaml'],
  ])('%s', async (_name, more, named) => {
    const env = { PAYTALLY_CONFIG: named };
    const { status, stderr } = await runPaytally(['config', 'show', ...more], { cwd: away, env });
    expect(stderr).toContain(join(away, 'other.yaml'));
    expect(status).toBe(2);
  });

  test('counts as unset if it is empty', async () => {
    const { stderr } = await runPaytally(['config', 'show'], { cwd: away, env: { PAYTALLY_CONFIG: '' } });
    expect(stderr).toContain(`There is no paytally.yaml in ${away}`);
  });
});
