import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { uuidOf } from '../../support/records/uuidOf.js';
import {
  EMPLOYER,
  LOKET_CLIENT,
  LOKET_SECRET,
  type LoketDouble,
  startLoketDouble,
} from '../../support/servers/loketDouble.js';

/* Two employers with one employer in Loket: neither overwrites the hours that the other has sent. */

let bench: FolderBench;
let double: LoketDouble;
afterEach(async () => {
  bench.close();
  await double.close();
});

const NOW = '2026-11-03T09:00:00Z';

async function open(southCode = '1'): Promise<void> {
  double = await startLoketDouble();
  const { url, tokens } = double;
  const loket = `to: loket, employerId: ${EMPLOYER}, clientId: ${LOKET_CLIENT}, clientSecret: { file: secrets/loket.secret }, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, templates: [loket-api]`;
  const employer = (key: string, code: string) =>
    `  ${key}: { name: ${key}, zone: Europe/Amsterdam, employees: emp.csv, source: { csv: hours }, payCodes: { NORMAL: { external: "${code}" } } }`;
  bench = openFolderBench(
    `templates: [loket-api]
employers:
${employer('north', '1')}
${employer('south', southCode)}
deliveries: { payroll: { ${loket} } }
`,
    {
      'emp.csv': `employeeId,employeeNumber\nann,${uuidOf('ann')}\nbob,${uuidOf('bob')}\n`,
      'secrets/loket.secret': LOKET_SECRET,
      'secrets/payroll.tokens.json': JSON.stringify({
        accessToken: tokens().access,
        refreshToken: tokens().refresh,
        expiresAt: '2026-11-03T10:00:00Z',
        clientId: LOKET_CLIENT,
        tokenUrl: `${url}/token`,
      }),
    },
  );
  for (const name of ['loket.secret', 'payroll.tokens.json'])
    chmodSync(join(bench.cwd, 'secrets', name), 0o600);
}

const hours = (end: string, ...people: readonly string[]) =>
  bench.entries(...people.map((id) => entryRow(`e-${id}`, id, '2026-10-05', '08:00', end)));
const sent = (employer: string) =>
  bench.run(NOW, 'export', '2026-10', '--final', '--deliver', '--employer', employer);
const valuesOf = (person: string) =>
  double.records
    .filter(({ employmentId }) => employmentId === uuidOf(person))
    .flatMap(({ payrollComponents }) => payrollComponents.map(({ value }) => value));

// It loads the program.
test('hours that another employer has sent are not overwritten', { timeout: 90_000 }, async () => {
  await open();
  hours('16:00', 'ann');
  const north = await sent('north');
  expect(north.status, north.stderr).toBe(0);
  hours('14:00', 'ann', 'bob');
  const { status, json, stderr } = await sent('south');
  expect([status, json.runs[0].deliveries[0].state], stderr).toEqual([7, 'failed']);
  expect(stderr).toContain('Another employer sent them');
  expect([valuesOf('ann'), valuesOf('bob')]).toEqual([[8], []]);
  expect((await bench.run(NOW, 'send', north.json.runs[0].runId, '--again', 'payroll')).status).toBe(0);
  expect(valuesOf('ann')).toEqual([8]);
});

test('other people, and other components of the same person, are sent', async () => {
  await open('2');
  hours('16:00', 'ann');
  expect((await sent('north')).status).toBe(0);
  hours('14:00', 'ann', 'bob');
  const { status, stderr } = await sent('south');
  expect(status, stderr).toBe(0);
  expect([valuesOf('ann').sort(), valuesOf('bob')]).toEqual([[6, 8], [6]]);
});
