import { describe, expect, test } from 'vitest';
import { configOf } from '../../src/config/config.js';
import { parseConfig } from '../../src/config/validateConfig.js';

const EMPLOYER = `
  bakery:
    employerId: 0e6f1c5e-8f5d-4a39-9a63-2f9d7a1c0b11
    clientId: demo
    clientSecret: { env: BAKERY_SECRET }
`;
const GOOD = `baseUrl: https://api.example.com\nemployers:${EMPLOYER}`;

function failure(text: string, env = {}): { code: string; message: string } {
  try {
    parseConfig(text, 'paytally.yaml', env);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('the configuration was accepted');
}

describe('parseConfig', () => {
  test('fills in the defaults', () => {
    expect(configOf({ config: parseConfig(GOOD, 'paytally.yaml', {}) }, 'bakery')).toMatchObject({
      attribution: 'start',
      dst: 'elapsed',
      templates: ['monthly-hours'],
      language: 'en',
      employerKey: 'bakery',
      employerName: 'bakery',
      employer: { credentials: 'basic', clientSecret: { env: 'BAKERY_SECRET' } },
      limits: { perAddress: 500, perEmployer: 500, tokens: 30 },
    });
  });

  test('reads a variable of the environment', () => {
    const text = GOOD.replace('https://api.example.com', `https://\${HOST}/x`);
    expect(parseConfig(text, 'c', { HOST: 'h.example' }).baseUrl).toBe('https://h.example/x');
    expect(failure(text).message).toContain('HOST');
  });

  test('reads a file of a known version, or without one', () => {
    expect(parseConfig(`configVersion: 1\n${GOOD}`, 'c', {})).toEqual({
      ...parseConfig(GOOD, 'c', {}),
      configVersion: 1,
    });
  });

  const REFUSED: readonly [name: string, text: string, code: string, says: string][] = [
    ['an unknown key', `${GOOD}\natribution: split`, 'CONFIG_UNKNOWN_KEY', 'Did you mean "attribution"?'],
    [
      'a newer version',
      `configVersion: 2\n${GOOD}`,
      'CONFIG_INVALID',
      'knows version 1 of the configuration only',
    ],
    [
      'an unknown key, with its line',
      `${GOOD}\natribution: split`,
      'CONFIG_UNKNOWN_KEY',
      'paytally.yaml:8:1:',
    ],
    [
      'an unknown key of an employer',
      GOOD.replace('clientId', 'clientID'),
      'CONFIG_UNKNOWN_KEY',
      'Did you mean "clientId"?',
    ],
    ...['"a.b"', '"a b"', '-x', '""', 'bäcker'].map(
      (key): [name: string, text: string, code: string, says: string] => [
        `the employer key ${key}, with what is allowed`,
        GOOD.replace('bakery', key),
        'CONFIG_INVALID',
        'an employer key may contain letters, digits, - and _, and must begin with a letter or digit',
      ],
    ),
    ['an unknown key in a union', GOOD.replace('env:', 'envv:'), 'CONFIG_UNKNOWN_KEY', 'envv'],
    ['a literal secret', GOOD.replace('{ env: BAKERY_SECRET }', 'hunter2'), 'CONFIG_INVALID', 'clientSecret'],
    ['an empty file', '', 'CONFIG_INVALID', 'baseUrl'],
    ['broken YAML', 'baseUrl: [', 'CONFIG_INVALID', 'paytally.yaml'],
    ['a policy that does not exist', `${GOOD}\nattribution: middle`, 'CONFIG_INVALID', 'attribution'],
    [
      'an exception that does not exist',
      `${GOOD}\nexceptions: { NO_SUCH: warn }`,
      'CONFIG_UNKNOWN_KEY',
      'NO_SUCH',
    ],
  ];
  test.each(REFUSED)('refuses %s', (_, text, code, says) => {
    expect(failure(text)).toMatchObject({ code, message: expect.stringContaining(says) });
  });

  test('never prints a literal secret', () => {
    expect(failure(GOOD.replace('{ env: BAKERY_SECRET }', 'hunter2')).message).not.toContain('hunter2');
  });
});
