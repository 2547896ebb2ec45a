// @module-tag slow
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../support/programs/runPaytally.js';
import { startTestUi } from '../support/servers/uiService.js';

const SECRETS: readonly string[] = [
  ...readFileSync(join(PROJECT, 'samples/data/service.json'), 'utf8').matchAll(/"clientSecret": *"([^"]+)"/g),
].map(([, secret = '']) => secret);

const [, SAMPLE_EMPLOYER = ''] =
  /"employerId": *"([^"]+)"/.exec(readFileSync(join(PROJECT, 'samples/data/service.json'), 'utf8')) ?? [];

let folder = '';
let ui: Awaited<ReturnType<typeof startTestUi>>;
let session: Record<string, string>;
const answers: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paytally-connect-'));
  ui = await startTestUi(folder);
  session = { ...(await ui.login()), origin: ui.origin };
});
afterAll(() => ui.ui.close());

async function post(path: string, body: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const { status, body: text } = await ui.ask('POST', path, session, JSON.stringify(body));
  answers.push(text);
  return { status, json: JSON.parse(text) };
}

test('from an empty folder to two employers: no file is written before the summary is confirmed', async () => {
  const first = JSON.parse((await ui.ask('GET', '/api/connect', session)).body);
  expect(first).toMatchObject({ baseUrl: null, employers: [], sandbox: 'offered' });
  const { json: sandbox } = await post('/api/connect/sandbox', {});
  const form = {
    ...sandbox,
    key: 'bakery',
    secret: '',
    country: 'BE',
    language: 'nl',
    preset: 'belgium',
    templates: ['monthly-hours', 'sdworx'],
    isSandbox: true,
  };
  expect((await post('/api/connect/address', { baseUrl: 'http://api.example.com' })).json).toMatchObject({
    error: { code: 'BASE_URL_INSECURE' },
  });
  expect((await post('/api/connect/address', { baseUrl: sandbox.baseUrl })).status).toBe(200);
  const wrong = await post('/api/connect/preview', {
    ...form,
    secret: 'not-the-secret-at-all',
    isSandbox: false,
  });
  expect(wrong).toMatchObject({ status: 422, json: { error: { code: 'AUTH_REJECTED' } } });
  const { json: preview } = await post('/api/connect/preview', form);
  const own = ['secrets/bakery', 'rules-belgium.yaml', 'employees-bakery.csv'];
  expect(preview).toMatchObject({ people: 39, files: [join(folder, 'paytally.yaml'), ...own] });
  expect(preview.establishments).toContainEqual({ name: 'Maison du Nil – Zamalek', zone: 'Africa/Cairo' });
  expect((await post('/api/connect/save', { form, digest: 'other' })).status).toBe(422);
  expect(readdirSync(folder)).toEqual([]);

  const saved = await post('/api/connect/save', { form, digest: preview.digest });
  expect(saved.json).toMatchObject({ employer: 'bakery' });
  expect(statSync(join(folder, 'secrets/bakery')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'employees-bakery.csv'))).toBe(true);
  const before = readFileSync(join(folder, 'paytally.yaml'), 'utf8');

  const further = { ...form, key: 'second', name: 'Second', preset: null, templates: [] };
  const { json: added } = await post('/api/connect/preview', further);
  const lines = added.difference as { kind: string; text: string }[];
  expect(lines.filter(({ kind }) => kind === 'removed')).toEqual([]);
  expect(added.warnings).toEqual([expect.stringMatching(/is already connected as bakery/)]);
  expect((await post('/api/connect/save', { form: further, digest: added.digest })).status).toBe(200);
  const after = readFileSync(join(folder, 'paytally.yaml'), 'utf8').split('\n');
  expect(after.filter((line) => line.startsWith('#'))).toEqual(
    before.split('\n').filter((line) => line.startsWith('#')),
  );
  expect(SECRETS.length).toBeGreaterThan(0);
  for (const secret of SECRETS) expect(answers.join()).not.toContain(secret);
});

test('an integration that may not read people gets a mapping with headings only', async () => {
  const form = {
    baseUrl: '',
    key: 'hours-only',
    name: 'Hours only',
    clientId: 'bakery-hours-only',
    isSandbox: true,
    employerId: SAMPLE_EMPLOYER,
    secret: '',
    country: 'BE',
    language: 'en',
    preset: null,
    templates: [],
  };
  const { json: preview } = await post('/api/connect/preview', form);
  expect(preview).toMatchObject({ people: null });
  const { json: saved } = await post('/api/connect/save', { form, digest: preview.digest });
  const mapping = join(folder, 'employees-hours-only.csv');
  expect(saved.files).toContain(mapping);
  expect(saved.people).toMatch(/only its headings/);
  expect(readFileSync(mapping, 'utf8')).toMatch(/^\uFEFF?employeeId[^\n]+\n$/);
});

test('the sandbox of a configuration starts again with the window', async () => {
  await ui.ui.close();
  ui = await startTestUi(folder);
  session = { ...(await ui.login()), origin: ui.origin };
  const choices = JSON.parse((await ui.ask('GET', '/api/connect', session)).body);
  expect(choices).toMatchObject({
    sandbox: 'running',
    employers: expect.arrayContaining(['bakery', 'second']),
  });
});

test('a read-only window writes nothing', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'paytally-connect-'));
  const looking = await startTestUi(empty, { isReadOnly: true });
  const headers = { ...(await looking.login()), origin: looking.origin };
  for (const path of ['save', 'sandbox', 'address', 'preview'].map((name) => `/api/connect/${name}`))
    expect((await looking.ask('POST', path, headers, '{}')).status).toBe(422);
  expect(readdirSync(empty)).toEqual([]);
  await looking.ui.close();
});
