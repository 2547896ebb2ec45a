import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

let service: SampleService;
let plain: string;
const EXPORT = ['export', '2026-10-12..2026-10-18', '--template', 'employee-days', '--dry-run'];

beforeAll(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-11', '2026-10-19') });
  plain = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
});
afterAll(() => service.stop());

function configure(change: (text: string) => string): void {
  writeFileSync(join(service.cwd, 'paytally.yaml'), change(plain));
}

describe('export reports a secret that others can read or that is not one', () => {
  const fromFile = (content: string | Uint8Array, mode = 0o600) => {
    writeFileSync(join(service.cwd, 'secret'), content);
    chmodSync(join(service.cwd, 'secret'), mode);
    configure((text) => text.replace('{ env: PAYTALLY_SANDBOX_SECRET }', '{ file: secret }'));
    return service.run(EXPORT);
  };
  const secret = () => String(service.env.PAYTALLY_SANDBOX_SECRET);

  it.skipIf(platform() === 'win32')('readable by others: a warning, and the run continues', async () => {
    const { status, stderr } = await fromFile(secret(), 0o644);
    expect(stderr).toMatch(/Warning: .*mode 0644.*\n.*chmod 600/);
    expect(status).toBe(0);
    expect(stderr).not.toContain(secret());
  });

  it('private: no warning', async () => {
    const { status, stderr } = await fromFile(secret());
    expect({ status, warned: stderr.includes('Warning') }).toEqual({ status: 0, warned: false });
  });

  it.each([
    ['byte order mark', () => `\ufeff${secret()}`],
    ['several lines', () => `${secret()}\n${secret()}\n`],
    ['A secret has at most 8192', () => 'a note that is no secret\t'.repeat(1_000)],
  ])('%s', async (said, content) => {
    const { status, stderr } = await fromFile(content());
    expect(status).toBe(2);
    expect(stderr).toMatch(/^SECRET_INVALID: The secret/);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain(secret());
  });
});

describe('export refuses settings that would defeat TLS', () => {
  it('unchecked certificates', async () => {
    configure((text) => text);
    const env = { ...service.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { status, stderr } = await service.run(EXPORT, { env });
    expect(status).toBe(2);
    expect(stderr).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0.*\n.*caFile/);
  });

  it.each([
    ['no certificate', 'not a certificate'],
    ['an invalid certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('an authority with %s', async (_name, pem) => {
    writeFileSync(join(service.cwd, 'ca.pem'), pem);
    configure((text) => `caFile: ca.pem\n${text}`);
    const { status, stderr } = await service.run(EXPORT);
    expect(status).toBe(2);
    expect(stderr).toMatch(/CONFIG_INVALID: .*ca\.pem contains no certificate/);
  });
});
