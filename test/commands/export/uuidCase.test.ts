import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/* A service, a mapping file and a configuration that write the letters of the same UUID differently. */

const PERIOD = '2026-10-19..2026-10-30';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const CONFIGURATION = 'templates: [employee-days, pay-lines, entries]\n';

/** Every second UUID of a text in capitals, whatever it is the ID of: references differ from what they name. */
function mixed(text: string): string {
  let count = 0;
  return text.replace(UUID, (id) => {
    count += 1;
    return count % 2 === 0 ? id.toUpperCase() : id;
  });
}

/** Stands before a service and writes the UUIDs of its records in another way. */
function startInterpreter(service: string, written: (body: string) => string): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
      const answer = await fetch(`${new URL(service).origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(request.method === 'POST' ? { body: Buffer.concat(parts) } : {}),
      });
      const body = await answer.text();
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      });
      response.end(request.method === 'POST' ? body : written(body));
    });
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

describe('UUIDs that differ in case', () => {
  let plain: SampleService;
  let other: SampleService;
  const interpreters: Server[] = [];
  const through = async (written: (body: string) => string) => {
    const server = await startInterpreter(other.sandbox.baseUrl, written);
    interpreters.push(server);
    const { pathname } = new URL(other.sandbox.baseUrl);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { env: { ...other.env, PAYTALLY_SANDBOX_URL: origin + pathname.replace(/\/$/, '') } };
  };
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-19', '2026-10-30');
    plain = await startSampleService({ employers }, CONFIGURATION);
    other = await startSampleService({ employers }, CONFIGURATION);
    const mapping = join(other.cwd, 'employees-bakery.csv');
    writeFileSync(mapping, mixed(readFileSync(mapping, 'utf8')));
  });
  afterAll(async () => {
    for (const server of interpreters) server.close();
    await plain.stop();
    await other.stop();
  });

  test('are one record: the files are those of a service that writes them alike', async () => {
    const filesOf = async (service: SampleService, options = {}) => {
      const made = await service.run(['export', PERIOD, '--final', ...ACCEPT, '--json'], options);
      expect(made.status, made.stderr).toBe(0);
      const [run] = JSON.parse(made.stdout).runs as [{ files: { path: string; template: string }[] }];
      return run.files.map(({ path, template }) => [template, readFileSync(path, 'utf8')]);
    };
    const expected = await filesOf(plain);
    expect(expected.map(([template]) => template)).toEqual(['employee-days', 'pay-lines', 'entries']);
    expect(await filesOf(other, await through(mixed))).toEqual(expected);
  });

  test('a final stays as it is when the service writes them in another way', async () => {
    const capitals = await through((body) => body.replace(UUID, (id) => id.toUpperCase()));
    const found = await other.run(['corrections', PERIOD, '--json'], capitals);
    expect(found.status, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout).runs).toMatchObject([{ lines: [] }]);
  });

  test('a person is found by an ID in capitals', async () => {
    const [, row = ''] = readFileSync(join(plain.cwd, 'employees-bakery.csv'), 'utf8').split('\n');
    const [id = '', number = ''] = row.split(',');
    const said = await plain.run(['explain', PERIOD, '--employee', id.toUpperCase()]);
    expect(said.status, said.stderr).toBe(0);
    expect(said.stdout).toContain(`(payroll ID ${number})`);
  });
});
