import { lookup } from 'node:dns/promises';
import { describe, expect, it } from 'vitest';
import { isLoopback, lookupLoopback } from '../../src/runtime/loopback.js';

describe('this machine, in any spelling', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.Localhost.',
    'ⓛocalhost',
    '127.0.0.1',
    '127.0.0.2',
    '127.255.255.254',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '017700000001',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
    '[::ffff:127.0.0.1]',
    '::ffff:7f00:1',
  ])('%s', (host) => expect(isLoopback(host)).toBe(true));

  it.each([
    'api.example.com',
    'localhost.example.com',
    'notlocalhost',
    'localhost-a',
    '127.0.0.1.example.com',
    '126.255.255.255',
    '128.0.0.1',
    '1.127.0.0',
    '0.0.0.0',
    '10.0.0.1',
    '192.168.1.1',
    '[::]',
    '[::2]',
    '[fe80::1]',
    '[::ffff:128.0.0.1]',
    '[64:ff9b::7f00:1]',
    'example.com/localhost',
    'example.com#.localhost',
    'example.com?.localhost',
    'user@localhost',
    'example.com:80.localhost',
    'example.com\\.localhost',
    'example.com .localhost',
    '',
    '127.0.0.256',
  ])('not %s', (host) => expect(isLoopback(host)).toBe(false));
});

describe('its names represent its addresses', () => {
  const asked = (host: string, options: Parameters<typeof lookupLoopback>[1]) =>
    new Promise<unknown>((resolve, reject) => {
      lookupLoopback(host, options, (error, address, family) =>
        error === null ? resolve(family === undefined ? address : { address, family }) : reject(error),
      );
    });

  it.each([
    [
      'all of them',
      { all: true },
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['one', {}, { address: '127.0.0.1', family: 4 }],
    ['the new ones', { all: true, family: 6 }, [{ address: '::1', family: 6 }]],
  ])('%s', async (_name, options, expected) => {
    expect(await asked('nobody-has-entered.localhost', options)).toEqual(expected);
  });

  it('as a resolver would answer for localhost', async () => {
    const known = (await lookup('localhost', { all: true })).map(({ address }) => address);
    expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining(known));
  });

  it('and no other name', async () => {
    await expect(asked('example.com', {})).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
