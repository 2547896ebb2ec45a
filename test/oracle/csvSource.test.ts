import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { seeded } from '../support/service/seeded.js';
import { parsePackage } from '../support/workbooks/checkPackage.js';
import { type TwinEmployer, twinEmployer } from './csvEmployers.js';

/**
 * The same random employers through the Workforce API and through a folder of CSV files: every template writes the same
 * bytes. `PAYTALLY_CSV_EMPLOYERS=3000` for a long run.
 * @module-tag slow
 */
const EMPLOYERS = Number(process.env.PAYTALLY_CSV_EMPLOYERS ?? 50);
const PER_RUN = 25;
const TEMPLATES = [
  'monthly-hours',
  'employee-days',
  'entries',
  'hours',
  'timesheets',
  'planned-worked',
  'exceptions',
  'pay-lines',
  'generic-csv',
  'agency-days',
  'working-time',
];
const NOW_MS = Date.UTC(2026, 10, 3, 12);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.each(Array.from({ length: Math.ceil(EMPLOYERS / PER_RUN) }, (_, at) => at))(
  'run %i: both sources write the same bytes',
  { timeout: 120_000 },
  async (run) => {
    const random = seeded(1000 + run);
    const employers = Array.from({ length: PER_RUN }, (_, at) => twinEmployer(random, `e${at}`));
    const sandbox = await startSandbox({ employers: employers.map(({ data }) => data) });
    try {
      const ofService = await exported(employers, `baseUrl: ${sandbox.baseUrl}\n`, ({ data }) => [
        `employerId: ${data.employerId}`,
        `clientId: ${data.integrations?.[0]?.clientId}`,
        'clientSecret: { env: TWIN_SECRET }',
      ]);
      const ofFolder = await exported(employers, '', ({ key, data }) => [
        `employerId: ${data.employerId}`,
        `source: { csv: ${key} }`,
      ]);
      expect(ofService.size).toBeGreaterThan(employers.length);
      expect(ofFolder).toEqual(ofService);
    } finally {
      await sandbox.stop();
    }
  },
);

/** Digests of all files of a draft, by name. */
async function exported(
  employers: readonly TwinEmployer[],
  head: string,
  settings: (employer: TwinEmployer) => readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-twin-'));
  folders.push(cwd);
  for (const { key, files, mapping } of employers) {
    mkdirSync(join(cwd, key));
    writeFileSync(join(cwd, `${key}.csv`), mapping);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, key, name), text);
  }
  const blocks = employers.map(
    (each) =>
      `  ${each.key}: { ${settings(each).join(', ')}, employees: ${each.key}.csv, name: "${each.key}", zone: Europe/Brussels }`,
  );
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `${head}payCodes: { NORMAL: { external: "1000" } }\ntemplates: [${TEMPLATES.join(', ')}]\nemployers:\n${blocks.join('\n')}\n`,
  );
  const { status, stderr } = await runPaytally(['export', '2026-10', '--out', 'out'], {
    cwd,
    env: { TWIN_SECRET: 'twin-secret' },
    nowMs: NOW_MS,
  });
  expect(status, stderr).toBe(0);
  const out = join(cwd, 'out');
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  const digests = new Map<string, string>();
  for (const name of names.sort()) {
    const content = readFileSync(join(out, name));
    const compared = name.endsWith('monthly-hours.xlsx') ? await withoutSource(content) : content;
    digests.set(name, createHash('sha256').update(compared).digest('hex'));
  }
  return digests;
}

/** The parts of a workbook that names its source, without that name. */
async function withoutSource(workbook: Buffer): Promise<string> {
  const parts = JSON.stringify([...(await parsePackage(workbook))]);
  expect(parts).toMatch(SOURCE);
  return parts.replace(SOURCE, 'SOURCE');
}

const SOURCE = /Time entries from the Workforce API|CSV files in \w+/;
