// @module-tag slow
import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configure, doctor, file, rows, secret, service, startedForEach, write } from './doctorDesk.js';

startedForEach();

describe('configuration and secrets', () => {
  rows([
    [
      'a broken file',
      () => void write('paytally.yaml', 'employers: ['),
      2,
      'configuration',
      'CONFIG_INVALID',
      'paytally.yaml',
    ],
    [
      'an unknown key, with the nearest',
      () => configure({ more: ['atribution: start'] }),
      2,
      'configuration',
      'CONFIG_UNKNOWN_KEY',
      'attribution',
    ],
    [
      'a zone that does not exist',
      () => configure({ employer: ['zone: Europe/Brussel'] }),
      2,
      'configuration',
      'ZONE_UNKNOWN',
      'Europe/Brussels',
    ],
    [
      'no secret in the environment',
      () => ({ env: { PAYTALLY_SANDBOX_SECRET: undefined } }),
      2,
      'secret',
      'SECRET_MISSING',
      'Set PAYTALLY_SANDBOX_SECRET',
    ],
    [
      'a file of a secret that is not there',
      () => configure({ clientSecret: '{ file: nowhere }' }),
      2,
      'secret',
      'SECRET_MISSING',
      'nowhere',
    ],
    [
      'a secret that others may read',
      () => {
        write('secret', `${secret}\n`);
        chmodSync(file('secret'), 0o640);
        configure({ clientSecret: '{ file: secret }' });
      },
      0,
      'secret',
      undefined,
      /mode 0640.*chmod 600 .*secret/,
    ],
    [
      'a secret with a blank at its end',
      () => {
        write('secret', `${secret} `);
        configure({ clientSecret: '{ file: secret }' });
      },
      3,
      'secret',
      undefined,
      'begins or ends with a space',
    ],
  ]);

  test('a secret that only its owner can read is fine', async () => {
    write('secret', secret);
    configure({ clientSecret: '{ file: secret }' });
    expect(await doctor()).toMatchObject({ status: 0 });
  });

  test('a missing configuration', async () => {
    const { stdout, status } = await service.run(['doctor', '--config', 'nowhere.yaml', '--json']);
    expect({ status, findings: JSON.parse(stdout).findings }).toEqual({
      status: 2,
      findings: [expect.objectContaining({ check: 'configuration', code: 'CONFIG_NOT_FOUND' })],
    });
  });

  test('an unknown employer is a usage error', async () => {
    const { status, stderr } = await service.run(['doctor', '--employer', 'bank']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('EMPLOYER_UNKNOWN') });
  });
});
