// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleInGate } from '../gate.js';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { isBuilt } from '../support/programs/childExport.js';
import { startFaultProxy } from '../support/servers/faultProxy.js';
import { runLimited, whatIsWrong } from './limitedRun.js';

const DAY = '2026-10-05..2026-10-05';
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('Certificates were not tried: openssl is missing');

interface TlsCase {
  readonly name: string;
  /** Subject and alternative names of the server's certificate. */
  readonly host?: string;
  readonly days?: number;
  readonly signedBy?: 'itself';
  readonly options?: ServerOptions;
  readonly caFile?: 'the authority' | 'another authority' | 'a text' | 'a key' | 'missing';
  readonly code: 'read' | 'SERVICE_UNREACHABLE' | 'CONFIG_INVALID';
}

const OLD: ServerOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
const CASES: readonly TlsCase[] = [
  { name: 'an authority that caFile names', caFile: 'the authority', code: 'read' },
  { name: 'an authority that nothing names', code: 'SERVICE_UNREACHABLE' },
  { name: 'another authority in caFile', caFile: 'another authority', code: 'SERVICE_UNREACHABLE' },
  { name: 'a certificate signed by itself', signedBy: 'itself', code: 'SERVICE_UNREACHABLE' },
  { name: 'an expired certificate', days: -1, caFile: 'the authority', code: 'SERVICE_UNREACHABLE' },
  {
    name: 'the certificate of another host',
    host: 'DNS:other.test',
    caFile: 'the authority',
    code: 'SERVICE_UNREACHABLE',
  },
  { name: 'an old protocol', options: OLD, caFile: 'the authority', code: 'SERVICE_UNREACHABLE' },
  { name: 'a caFile that is a text', caFile: 'a text', code: 'CONFIG_INVALID' },
  { name: 'a caFile that is a key', caFile: 'a key', code: 'CONFIG_INVALID' },
  { name: 'a caFile that is missing', caFile: 'missing', code: 'CONFIG_INVALID' },
];

describe.skipIf(!isBuilt || !hasOpenssl)('a service whose certificate is', () => {
  let service: SampleService;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paytally-tls-'));
    for (const name of ['authority', 'another']) authority(name);
    const employers = await sampleOfDays('2026-10-05', '2026-10-05');
    service = await startSampleService({ employers, limits: { enabled: false } }, 'templates: [pay-lines]');
  }, 60_000);
  afterAll(() => service.stop());

  const openssl = (...argv: string[]) => execFileSync('openssl', argv, { cwd: folder, stdio: 'pipe' });
  const key = (name: string) =>
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`);

  function authority(name: string): void {
    key(name);
    openssl(
      'req',
      '-x509',
      '-key',
      `${name}.key`,
      '-subj',
      `/CN=${name}`,
      '-days',
      '30',
      '-out',
      `${name}.pem`,
    );
  }

  function certificate({ host = 'IP:127.0.0.1', days = 30, signedBy }: TlsCase): ServerOptions {
    key('server');
    writeFileSync(join(folder, 'names'), `subjectAltName=${host}`);
    openssl('req', '-new', '-key', 'server.key', '-subj', '/CN=server', '-out', 'server.csr');
    const signer =
      signedBy === 'itself'
        ? ['-signkey', 'server.key']
        : ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
    const days_ = ['-days', String(days), '-extfile', 'names', '-out', 'server.pem'];
    openssl('x509', '-req', '-in', 'server.csr', ...signer, ...days_);
    return { cert: readFileSync(join(folder, 'server.pem')), key: readFileSync(join(folder, 'server.key')) };
  }

  const caFiles = {
    'the authority': () => readFileSync(join(folder, 'authority.pem')),
    'another authority': () => readFileSync(join(folder, 'another.pem')),
    'a text': () => 'no certificate',
    'a key': () => readFileSync(join(folder, 'another.key')),
  } as const;

  test.each(sampleInGate(CASES, 2))('$name', { timeout: 90_000 }, async (tlsCase) => {
    const proxy = await startFaultProxy(service.sandbox.baseUrl, {
      ...certificate(tlsCase),
      ...tlsCase.options,
    });
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-tls-'));
    const { caFile } = tlsCase;
    const given = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      caFile === undefined ? given : `${given}\ncaFile: authority.pem\n`,
    );
    const employees = 'employees-bakery.csv';
    writeFileSync(join(cwd, employees), readFileSync(join(service.cwd, employees)));
    if (caFile !== undefined && caFile !== 'missing')
      writeFileSync(join(cwd, 'authority.pem'), caFiles[caFile]());
    const env = { ...service.env, PAYTALLY_SANDBOX_URL: proxy.baseUrl };
    const end = await runLimited(['export', DAY, '--final', ...ACCEPT], { cwd, env });
    expect(whatIsWrong(end)).toBeUndefined();
    const out = existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')) : [];
    if (tlsCase.code === 'read') {
      expect(end.status, end.said).toBe(0);
      expect(out).toContain(`bakery_${DAY}_pay-lines.csv`);
    } else {
      expect(end.said).toContain(tlsCase.code);
      // No request reached the service, so neither secret nor token was sent.
      expect({ out, requests: proxy.requests }).toEqual({ out: [], requests: 0 });
    }
    await proxy.stop();
  });
});
