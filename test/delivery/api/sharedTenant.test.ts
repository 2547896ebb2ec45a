import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { uuidOf } from '../../support/records/uuidOf.js';
import { startXeroDouble, TENANT, XERO_CLIENT, type XeroDouble } from '../../support/servers/xeroDouble.js';

/* Two employers with one organisation in Xero: a timesheet of one is not that of the other, whatever its lines. */

let bench: FolderBench;
let double: XeroDouble;
afterEach(async () => {
  bench.close();
  await double.close();
});

const NOW = '2026-11-03T09:00:00Z';

async function open(): Promise<void> {
  double = await startXeroDouble();
  const { url, tokens } = double;
  const xero = `to: xero, tenant: ${TENANT}, clientId: ${XERO_CLIENT}, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, templates: [xero]`;
  const employer = (key: string) =>
    `  ${key}: { name: ${key}, zone: Europe/London, employees: emp.csv, source: { csv: hours } }`;
  bench = openFolderBench(
    `templates: [xero]
employers:
${employer('red')}
${employer('blue')}
variables: { xero: { calendar: ${uuidOf('calendar')} } }
payCodes: { NORMAL: { external: "${uuidOf('NORMAL')}" } }
deliveries: { payroll: { ${xero} } }
`,
    {
      'emp.csv': `employeeId,employeeNumber\nann,${uuidOf('ann')}\nbob,${uuidOf('bob')}\n`,
      'secrets/payroll.tokens.json': JSON.stringify({
        accessToken: tokens().access,
        refreshToken: tokens().refresh,
        expiresAt: '2026-11-03T10:00:00Z',
        clientId: XERO_CLIENT,
        tokenUrl: `${url}/token`,
      }),
    },
  );
}

const hours = (...people: readonly string[]) =>
  bench.entries(...people.map((id) => entryRow(`e-${id}`, id, '2026-10-05', '08:00', '16:00')));
const sent = (employer: string) =>
  bench.run(NOW, 'export', '2026-10', '--final', '--deliver', '--employer', employer);
const employees = () => double.sheets.map(({ employeeID }) => employeeID).sort();

test('the same person and hours of another employer are not there already', async () => {
  await open();
  hours('ann');
  expect((await sent('red')).status).toBe(0);
  hours('ann', 'bob');
  const { status, json, stderr } = await sent('blue');
  expect([status, json.runs[0].deliveries[0].state], stderr).toEqual([7, 'failed']);
  expect(stderr).toContain('another employer sent');
  // The others arrive, once.
  expect(employees()).toEqual([uuidOf('ann'), uuidOf('bob')].sort());
  expect((await bench.run(NOW, 'send', 'last')).status).toBe(7);
  expect(employees()).toHaveLength(2);
});

test('a timesheet of the same employer is there already', async () => {
  await open();
  hours('ann');
  expect((await sent('red')).status).toBe(0);
  const { status, stderr } = await bench.run(NOW, 'send', 'last', '--again', 'payroll');
  expect(status, stderr).toBe(0);
  expect(employees()).toHaveLength(1);
});

test.each([
  ['is missing', (path: string) => rmSync(path)],
  ['has changed', (path: string) => writeFileSync(path, '[]')],
])('hours that Xero has are not taken for its own if the file of another employer %s', async (_, spoil) => {
  await open();
  hours('ann');
  const red = await sent('red');
  expect(red.status).toBe(0);
  const { path } = red.json.runs[0].files[0];
  spoil(path);
  const { status, json, stderr } = await sent('blue');
  expect([status, json.runs[0].deliveries[0].state], stderr).toEqual([7, 'failed']);
  expect(stderr).toContain('which the employer red sent to Xero, is missing or has changed');
  expect(employees()).toHaveLength(1);
});
