// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { startTestUi } from '../support/servers/uiService.js';

let service: SampleService;
let ui: Awaited<ReturnType<typeof startTestUi>>;
let session: Record<string, string>;

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService(
    { employers, limits: { enabled: false } },
    '# The codes of our payroll.\npayCodes:\n  NORMAL: { external: "0100" } # base\n  OLD: { external: "9" }\nschedule: { monthly: { cron: "0 6 3 * *", zone: Europe/Brussels } }\n',
  );
  ui = await startTestUi(service.cwd, { env: service.env });
  session = { ...(await ui.login()), origin: ui.origin };
});
afterAll(async () => {
  await ui.ui.close();
  await service.stop();
});

const get = async (part: string) =>
  JSON.parse((await ui.ask('GET', `/api/setup/bakery/${part}`, session)).body);
async function post(part: string, body: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const { status, body: text } = await ui.ask(
    'POST',
    `/api/setup/bakery/${part}`,
    session,
    JSON.stringify(body),
  );
  return { status, json: JSON.parse(text) };
}
const configText = () => readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');

test('pay codes: the ones in use first; a change keeps comments and order', async () => {
  const { codes } = await get('codes');
  expect(codes.map(({ code }: { code: string }) => code)).toEqual(['NORMAL', 'OLD']);
  expect(codes[1].rules).toEqual([]);
  const change = { settings: { payCodes: { NORMAL: { external: '0200', secondary: null } } } };
  const before = configText();
  const { json: preview } = await post('preview', change);
  expect(configText()).toBe(before);
  expect((await post('save', { change, digest: preview.digest })).status).toBe(200);
  expect(configText()).toBe(before.replace('"0100"', '"0200"'));
  // The file is not the one that was shown.
  expect((await post('save', { change, digest: preview.digest })).status).toBe(422);
});

test('a file with the line ends of Windows, odd spaces and blank lines keeps them', async () => {
  const path = join(service.cwd, 'paytally.yaml');
  const before = configText();
  const odd = before
    .replace('# base', '   # base\n\n')
    .replaceAll('\n', '\r\n')
    .replace('schedule: {', 'schedule:   {');
  writeFileSync(path, odd);
  const change = { settings: { payCodes: { OLD: { external: '8', secondary: null } } } };
  const { json: preview } = await post('preview', change);
  expect((await post('save', { change, digest: preview.digest })).status).toBe(200);
  expect(configText()).toBe(odd.replace('external: "9"', 'external: "8"'));
  writeFileSync(path, before);
});

test('payroll IDs: damaged and shared ones are refused, lost zeros are noticed', async () => {
  const { rows } = await get('ids');
  const [a, b] = rows.map(({ employeeId }: { employeeId: string }) => employeeId);
  const change = (numbers: Record<string, string>) => ({
    ids: Object.fromEntries(Object.entries(numbers).map(([id, number]) => [id, { number }])),
  });
  for (const numbers of [{ [a]: '1,23E+05' }, { [a]: '00777', [b]: '00777' }])
    expect(await post('preview', change(numbers))).toMatchObject({
      status: 422,
      json: { error: { code: 'MAPPING_INVALID' } },
    });
  const { json } = await post('preview', change({ [a]: '00777', [b]: '78' }));
  expect(json.warnings).toHaveLength(1);
});

test('deliveries, mail and schedules: added to the existing ones, tested, and never with a secret in an answer', async () => {
  const smtp = { host: 'mail.example.com', port: null, tls: null, user: 'pay' };
  const mail = {
    settings: { mail: { from: 'Payroll <pay@example.com>', owner: 'pay@example.com', smtp } },
    secretOf: null,
  };
  const inbox = { settings: { deliveries: { inbox: { to: 'folder', path: 'no-such-folder' } } } };
  const yearly = {
    settings: { schedule: { monthly: { cron: '30 7 L * *', final: true, deliver: ['inbox'] } } },
  };
  const before = configText();
  for (const change of [mail, inbox, yearly]) {
    const { json: preview } = await post('preview', change);
    if (change === yearly) expect(preview.times).toHaveLength(10);
    expect((await post('save', { change, digest: preview.digest, secret: 'hush-hush' })).status).toBe(200);
  }
  expect(configText()).toContain('zone: Europe/Brussels');
  expect(configText()).toContain('# The codes of our payroll.');
  expect(configText()).not.toContain('hush');
  expect(readFileSync(join(service.cwd, 'secrets/mail'), 'utf8')).toBe('hush-hush\n');
  expect(JSON.stringify(await get('deliveries'))).not.toContain('hush');
  const { status, json } = await post('trial', { name: 'inbox', address: '' });
  expect(status).toBe(422);
  expect(json.error).toMatchObject({ code: 'DELIVERY_FAILED', record: 'inbox' });
  const bad = { settings: { schedule: { monthly: { cron: 'whenever' } } } };
  expect((await post('preview', bad)).json.error).toMatchObject({ code: 'CONFIG_INVALID' });
  writeFileSync(join(service.cwd, 'paytally.yaml'), before);
});

test('payroll IDs: people who worked but have no line in the file are listed, and get one', {
  tags: 'slow',
}, async () => {
  const path = join(service.cwd, 'employees-bakery.csv');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.split('\n').slice(0, 1).join(''));
  expect((await get('ids')).rows).toEqual([]);
  const order = { employer: 'bakery', period: '2026-10-29..2026-10-30' };
  await ui.ask('POST', '/api/read', session, JSON.stringify(order));
  await expect.poll(async () => (await get('ids')).rows.length, { timeout: 20_000 }).toBeGreaterThan(1);
  const [{ employeeId, number }] = (await get('ids')).rows;
  expect(number).toBe('');
  const change = { ids: { [employeeId]: { number: '00777' } } };
  const { digest } = (await post('preview', change)).json;
  expect((await post('save', { change, digest })).status).toBe(200);
  expect((await get('ids')).rows).toContainEqual(expect.objectContaining({ employeeId, number: '00777' }));
  writeFileSync(path, before);
});

test('a payroll API: shown, edited and tested; keys that the form does not know are kept', async () => {
  const before = configText();
  const own = `deliveries:
  lodas: # our tax consultant
    to: datev
    address: http://127.0.0.1:9/ # the sandbox
    client: 1234567-12345
    clientId: abc
    scope: openid
    redirectPort: 9000
    fileName: "{period}.txt"
`;
  writeFileSync(join(service.cwd, 'paytally.yaml'), before + own);
  const { deliveries } = await get('deliveries');
  expect(deliveries[0]).toMatchObject({
    name: 'lodas',
    to: 'datev',
    client: '1234567-12345',
    clientId: 'abc',
  });
  const settings = { to: 'datev', when: 'final', templates: null, client: '1234567-54321', clientId: 'abc' };
  const change = {
    settings: { deliveries: { lodas: { ...settings, system: 'lodas', mail: null } } },
    secretOf: 'lodas',
  };
  const { json: preview } = await post('preview', change);
  const saved = await post('save', { change, digest: preview.digest, secret: 'hush-hush' });
  expect(saved.status).toBe(200);
  expect(readFileSync(join(service.cwd, 'secrets/lodas.client'), 'utf8')).toBe('hush-hush\n');
  const edited = own
    .replace('12345\n', '54321\n')
    .replace(
      '.txt"\n',
      '.txt"\n    system: lodas\n    when: final\n    clientSecret:\n      file: secrets/lodas.client\n',
    );
  expect(configText()).toBe(before + edited);
  expect(JSON.stringify(await get('deliveries'))).not.toContain('hush');
  // The program is not authorised yet: the remedy is the command that the form shows.
  const { status, json } = await post('trial', { name: 'lodas', address: '' });
  expect(status).toBe(422);
  expect(JSON.stringify(json.error)).toContain('paytally connect lodas');
  writeFileSync(join(service.cwd, 'paytally.yaml'), before);
});

test('a delivery to Xero is added with its tenant, and an invalid tenant ID is refused', async () => {
  const before = configText();
  const tenant = '45e4708e-d862-4111-ab3a-dd8cd03913e1';
  const changeOf = (account: string) => ({
    settings: {
      deliveries: {
        xero: { to: 'xero', when: 'final', templates: null, tenant: account, clientId: 'app' },
      },
    },
  });
  const { error } = (await post('preview', changeOf('our company'))).json;
  expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(JSON.stringify(error), 'the setting at fault').toContain('"tenant: ');
  const { json: preview } = await post('preview', changeOf(tenant));
  const saved = await post('save', { change: changeOf(tenant), digest: preview.digest });
  expect(saved.status).toBe(200);
  expect((await get('deliveries')).deliveries).toEqual([
    { name: 'xero', to: 'xero', when: 'final', tenant, clientId: 'app' },
  ]);
  const { json } = await post('trial', { name: 'xero', address: '' });
  expect(JSON.stringify(json.error)).toContain('paytally connect xero');
  writeFileSync(join(service.cwd, 'paytally.yaml'), before);
});

test('an SFTP server is added with its port', async () => {
  const before = configText();
  const settings = {
    host: 'sftp.example.com',
    port: 2222,
    user: 'payroll',
    key: 'secrets/sftp',
    path: '/in',
  };
  const change = { settings: { deliveries: { office: { to: 'sftp', when: 'final', ...settings } } } };
  const { digest } = (await post('preview', change)).json;
  expect((await post('save', { change, digest })).status).toBe(200);
  expect((await get('deliveries')).deliveries).toContainEqual(expect.objectContaining({ port: 2222 }));
  writeFileSync(join(service.cwd, 'paytally.yaml'), before);
});

test('a delivery to Loket is added with its employer, and only for finals', async () => {
  const before = configText();
  const employerId = 'b14acd0d-75d7-4fc8-8b22-4a3924585cab';
  const changeOf = (id: string, when: string) => ({
    settings: {
      deliveries: { loket: { to: 'loket', when, templates: null, employerId: id, clientId: 'app' } },
    },
  });
  for (const wrong of [changeOf('our company', 'final'), changeOf(employerId, 'both')])
    expect((await post('preview', wrong)).json.error).toMatchObject({ code: 'CONFIG_INVALID' });
  const change = changeOf(employerId, 'final');
  const { json: preview } = await post('preview', change);
  expect((await post('save', { change, digest: preview.digest })).status).toBe(200);
  expect((await get('deliveries')).deliveries).toEqual([
    { name: 'loket', to: 'loket', when: 'final', employerId, clientId: 'app' },
  ]);
  writeFileSync(join(service.cwd, 'paytally.yaml'), before);
});

test('an invalid value is told without the place that it would have in the file', async () => {
  const change = { settings: { schedule: { monthly: { cron: '0 6 35 * *' } } } };
  const { status, json } = await post('preview', change);
  const { code, message, remedy } = json.error as Record<string, string>;
  expect({ status, code }).toEqual({ status: 422, code: 'CONFIG_INVALID' });
  expect(message).toMatch(/the day of month .*35/);
  expect(message).not.toContain('paytally.yaml');
  expect(remedy).toBe('Correct the value on this page.');
});

test('the settings that a template requires are asked for', async () => {
  const save = async (change: object) => {
    const { json: preview } = await post('preview', change);
    expect((await post('save', { change, digest: preview.digest })).status).toBe(200);
  };
  const { configured } = await get('templates');
  await save({ settings: { templates: [...configured, 'acerta'] } });
  const lacks = async () => (await get('templates')).lacking;
  expect(await lacks()).toEqual([
    { template: 'acerta', problems: [expect.stringMatching(/: a value is missing\.$/)] },
  ]);
  const { variables } = await get('template?name=acerta');
  expect(variables[0]).toMatchObject({ name: 'legalEntity', value: null, default: null });
  const of = (legalEntity: string) => ({ settings: { variables: { acerta: { legalEntity } } } });
  const refused = await post('preview', of('not digits'));
  expect(refused.status).toBe(422);
  const { message, remedy } = refused.json.error as Record<string, string>;
  expect(message).toMatch(/: “not digits” does not fit\.$/);
  expect(message).not.toContain('legalEntity');
  expect(remedy).toBe('Correct the value on this page.');
  await save(of('0012345'));
  expect(await lacks()).toEqual([]);
  expect(configText()).toContain('legalEntity: "0012345"');
  await save({ settings: { templates: configured } });
});

test('pay codes and payroll IDs that the payroll system would refuse are refused, in words', async () => {
  const before = configText();
  const path = join(service.cwd, 'paytally.yaml');
  const datev = 'variables:\n  datev-lodas: { consultant: "278041", client: "25016" }\n';
  writeFileSync(
    path,
    `templates: [datev-lodas]\n${before.replace(/^templates:.*\n(?: {2}.*\n)*/m, '').replace(/^variables:\n/m, datev)}`,
  );
  const messageOf = async (change: object) => {
    const { status, json } = await post('preview', change);
    return status === 200 ? '' : (json.error as Record<string, string>).message;
  };
  const code = (external: string) => ({ settings: { payCodes: { NORMAL: { external, secondary: null } } } });
  expect(await messageOf(code('abc'))).toMatch(/: “abc” must be 1 to 4 digits$/);
  expect(await messageOf(code('100'))).toBe('');
  const { rows } = await get('ids');
  const [{ employeeId, name }] = rows;
  const number = (given: string) => ({ ids: { [employeeId]: { number: given } } });
  expect(await messageOf(number('1234567'))).toBe(`${name}: “1234567” must be 1 to 5 digits`);
  expect(await messageOf(number('12345'))).toBe('');
  const client = { settings: { variables: { 'datev-lodas': { consultant: '12A' } } } };
  expect(await messageOf(client)).toBe('BeraterNr, 4 to 7 digits: “12A” does not fit.');
  writeFileSync(path, before);
});

test('no other part of the configuration can be written', async () => {
  const before = configText();
  for (const body of [
    { settings: { baseUrl: 'https://evil.example' } },
    { settings: { payCodes: {} }, more: 1 },
    { settings: { deliveries: { inbox: { address: 'https://evil.example' } } } },
    { settings: { deliveries: { '../inbox': { to: 'folder', path: 'x' } } } },
    {
      settings: {
        mail: { from: 'a@b.example', owner: 'a@b.example', smtp: { password: { file: '/etc/shadow' } } },
      },
    },
    { settings: { schedule: null } },
  ])
    expect((await post('preview', body)).status).not.toBe(200);
  const path = join(service.cwd, 'paytally.yaml');
  const change = { settings: { templates: ['no-such-template'] } };
  const { json } = await post('preview', change);
  await post('save', { change, digest: json.digest ?? '' });
  writeFileSync(path, before);
  expect(Object.keys(await get('schedule'))).toEqual(['schedules', 'deliveries', 'calendars']);
  expect((await get('schedule')).schedules[0].times).toHaveLength(10);
  expect((await get('rules')).tables.length).toBeGreaterThan(0);
  expect((await get('template?name=employee-days')).text).toContain('employeeId,');
});

test('with several employers, a new setting is for the chosen one only', async () => {
  const path = join(service.cwd, 'paytally.yaml');
  const before = configText();
  const other =
    '  other: { employerId: 00000000-0000-4000-8000-000000000001, clientId: c, clientSecret: { env: OTHER }, zone: Europe/Brussels }\n';
  writeFileSync(
    path,
    before.replace(/^employers:\n/m, (line) => line + other),
  );
  const changes = [
    { deliveries: { inbox: { to: 'folder', path: 'inbox', when: 'final' } } },
    { schedule: { weekly: { cron: '0 6 * * 1', period: 'last-week' } } },
    { payCodes: { NORMAL: { external: '0300', secondary: null } } },
    { templates: ['employee-days'] },
  ];
  for (const settings of changes) {
    const change = { settings };
    const { json } = await post('preview', change);
    expect(json.warnings).toEqual([]);
    expect((await post('save', { change, digest: json.digest })).status).toBe(200);
  }
  const ofOther = async (part: string) =>
    JSON.parse((await ui.ask('GET', `/api/setup/other/${part}`, session)).body);
  expect((await get('deliveries')).deliveries.map(({ name }: { name: string }) => name)).toEqual(['inbox']);
  expect((await ofOther('deliveries')).deliveries).toEqual([]);
  const names = ({ schedules }: { schedules: { name: string }[] }) => schedules.map(({ name }) => name);
  expect(names(await get('schedule'))).toEqual(['monthly', 'weekly']);
  expect(names(await ofOther('schedule'))).toEqual(['monthly']);
  expect((await get('codes')).codes[0]).toMatchObject({ code: 'NORMAL', external: '0300' });
  expect((await ofOther('codes')).codes[0]).toMatchObject({ code: 'NORMAL', external: '0200' });
  expect((await ofOther('templates')).configured).not.toEqual(['employee-days']);
  // What all of them share can be removed only for all, and the preview says so.
  const shared = await post('preview', { settings: { schedule: { monthly: null } } });
  expect(shared.json.warnings).toHaveLength(1);
  const workday = { final: true, cron: null, workday: 2, at: '07:00' };
  const needed = await post('preview', { settings: { schedule: { monthly: workday } } });
  expect(needed.json).toHaveProperty(
    'error.remedy',
    expect.stringContaining('All employers of the configuration share a setting'),
  );
  // The same with other settings in one change: each takes effect.
  const withSecond = /OLD: \{ external: "9" \}/;
  writeFileSync(path, configText().replace(withSecond, 'OLD: { external: "9", secondary: "2" }'));
  const cleared = { settings: { payCodes: { OLD: { external: '3', secondary: null } } } };
  const mixed = await post('preview', cleared);
  expect(mixed.json.warnings).toHaveLength(1);
  expect((await post('save', { change: cleared, digest: mixed.json.digest })).status).toBe(200);
  const old = ({ codes }: { codes: { code: string }[] }) => codes.find(({ code }) => code === 'OLD');
  expect(old(await get('codes'))).toMatchObject({ external: '3', secondary: '' });
  expect(old(await ofOther('codes'))).toMatchObject({ external: '9', secondary: '' });
  const own = await post('preview', { settings: { schedule: { weekly: null } } });
  expect(own.json.warnings).toEqual([]);
  writeFileSync(path, before);
});

test('a correction of an hours account: previewed, then a row of the file of absences, once', async () => {
  const config = join(service.cwd, 'paytally.yaml');
  const before = configText();
  const { rows } = await get('ids');
  const [{ employeeId }] = rows;
  const adjustment = { employeeId, date: '2026-10-30', minutes: -90, payCode: '', reason: 'agreed with Zoë' };
  // Without a file of absences there is no place for it.
  expect((await post('preview', { adjustment })).json.error).toMatchObject({ code: 'CONFIG_INVALID' });
  writeFileSync(
    config,
    `${before}absences: absences.csv\naccount: { target: planned, from: 2026-10-01, cap: { max: 600, surplus: NORMAL } }\n`,
  );
  const file = join(service.cwd, 'absences.csv');
  const heading = 'employee;from;to;code;minutes;payCode;reason\n';
  writeFileSync(file, heading);
  const { status, json: preview } = await post('preview', { adjustment });
  expect([status, preview.file, preview.warnings]).toEqual([200, file, []]);
  expect(preview.difference).toContainEqual({
    kind: 'added',
    text: expect.stringContaining('agreed with Zoë'),
  });
  expect(readFileSync(file, 'utf8')).toBe(heading);
  expect((await post('save', { change: { adjustment }, digest: preview.digest })).status).toBe(200);
  const saved = readFileSync(file, 'utf8');
  expect(saved.startsWith(heading)).toBe(true);
  expect(saved.slice(heading.length)).toMatch(/^[^;]+;2026-10-30;2026-10-30;ACCOUNT;-90;;agreed with Zoë\n$/);
  // The file is not the one that was shown; nothing is written twice.
  expect((await post('save', { change: { adjustment }, digest: preview.digest })).status).toBe(422);
  expect(readFileSync(file, 'utf8')).toBe(saved);
  for (const wrong of [
    { ...adjustment, reason: '' },
    { ...adjustment, minutes: 1.5 },
  ])
    expect((await post('preview', { adjustment: wrong })).status).toBe(422);
  writeFileSync(config, before);
});
