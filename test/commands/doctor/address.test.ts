import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { bad, configure, doctor, rows, service, startedForEach, write } from './doctorDesk.js';

startedForEach();

describe('address, proxy, certificates', () => {
  rows([
    [
      'http to another machine',
      () => configure({ baseUrl: 'http://192.0.2.1' }),
      2,
      'address',
      'BASE_URL_INSECURE',
      'https://',
    ],
    [
      'a proxy that is no address',
      () => ({ env: { HTTPS_PROXY: 'user:pass word@proxy' } }),
      2,
      'address',
      'CONFIG_INVALID',
      /HTTPS_PROXY is not the address of a proxy\. Write HTTPS_PROXY as/,
    ],
    [
      'a certificate authority that is not there',
      () => configure({ more: ['caFile: ca.pem'] }),
      2,
      'address',
      'CONFIG_INVALID',
      'ca.pem',
    ],
    [
      'a certificate authority that is none',
      () => {
        write('ca.pem', 'hello');
        configure({ more: ['caFile: ca.pem'] });
      },
      2,
      'address',
      'CONFIG_INVALID',
      'no certificate in PEM form',
    ],
  ]);

  test('a certificate authority is named, and reported as expired', { tags: 'slow' }, async () => {
    write('ca.pem', longestValid(rootCertificates));
    configure({ more: ['caFile: ca.pem'] });
    const today = await doctor({ nowMs: Date.now() });
    expect(today.findings).toContainEqual(
      expect.objectContaining({
        check: 'address',
        status: 'ok',
        message: expect.stringContaining('is trusted'),
      }),
    );
    const later = await doctor({ nowMs: Date.UTC(2090, 0, 1) });
    expect(bad(later.findings)).toContainEqual(
      expect.objectContaining({ check: 'address', message: expect.stringContaining('has expired') }),
    );
  });

  test('the proxy is named without its password', { tags: 'slow' }, async () => {
    configure({ baseUrl: 'https://workforce.invalid' });
    const env = { HTTPS_PROXY: 'http://user:hunter22@127.0.0.1:9' };
    const { findings, status, report } = await doctor({ env });
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'address',
        message: 'https://workforce.invalid, through the proxy http://127.0.0.1:9',
      }),
    );
    expect({ status, leaks: report.includes('hunter22') }).toEqual({ status: 4, leaks: false });
  });

  test('NO_PROXY excludes the service', { tags: 'slow' }, async () => {
    configure({ baseUrl: 'https://workforce.invalid' });
    const env = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '.invalid' };
    const { findings } = await doctor({ env });
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'address',
        message: 'https://workforce.invalid, without a proxy',
      }),
    );
  });

  test('an export hides the proxy password even if the proxy is not an address', async () => {
    const env = { ...service.env, HTTPS_PROXY: 'user:hunter22@proxy:x' };
    const { status, stdout, stderr } = await service.run(['export', '2026-10'], { env });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 2,
      said: expect.stringContaining('CONFIG_INVALID'),
    });
    expect(stdout + stderr).not.toContain('hunter22');
  });
});

function longestValid(certificates: readonly string[]): string {
  const ends = (pem: string) => Date.parse(new X509Certificate(pem).validTo);
  return [...certificates].sort((a, b) => ends(b) - ends(a))[0] ?? '';
}
