// @module-tag slow
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/load.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { bucketPlace } from '../../../src/store/postgres/filePlace.js';
import { type Fault, KEY, type S3Double, SECRET, signatureOf, startS3Double } from './s3Double.js';

const CONTENT = Buffer.from('employee;minutes\nAnn;480\n');

describe('files in a bucket', () => {
  let s3: S3Double;
  beforeAll(async () => {
    s3 = await startS3Double('payroll');
  });
  beforeEach(() => {
    s3.objects.clear();
    s3.answered.length = 0;
    s3.faults.length = 0;
  });
  afterAll(() => s3?.stop());

  const place = (secret = SECRET) =>
    bucketPlace({
      endpoint: `${s3.endpoint}/`,
      bucket: 'payroll',
      key: KEY,
      timeoutMs: 300,
      secret: async () => new Secret(secret),
    });

  test('the simulated server computes the signature of Amazon’s published example', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').update('').digest('hex'),
      'x-amz-date': '20130524T000000Z',
    };
    const credential = `${KEY}/20130524/us-east-1/s3/aws4_request`;
    expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, credential, Object.keys(headers))).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  test.each(['bakery_2026-10_hours.csv', "café + (1)*'&?#%20.csv", '日.csv'])(
    '%s is saved, found, replaced and deleted',
    async (name) => {
      const files = place();
      expect(await files.get('RUN', name)).toBeUndefined();
      await files.put('RUN', name, CONTENT);
      await files.put('RUN', name, CONTENT);
      expect([...s3.objects]).toEqual([[`/payroll/runs/RUN/${name}`, CONTENT]]);
      expect(Buffer.from((await files.get('RUN', name)) ?? [])).toEqual(CONTENT);
      await files.drop('RUN', name);
      await files.drop('RUN', name);
      expect(s3.objects.size).toBe(0);
    },
  );

  const FAULTS: readonly Fault[][] = [
    ['unavailable', 'unavailable'],
    ['cut', 'cut'],
    ['cut-answer'],
    ['slow'],
  ];
  test.each(FAULTS)('a request is retried after %s', async (...faults) => {
    s3.objects.set('/payroll/runs/RUN/a.csv', CONTENT);
    const files = place();
    s3.faults.push(...faults);
    expect(Buffer.from((await files.get('RUN', 'a.csv')) ?? [])).toEqual(CONTENT);
    s3.faults.push(...faults.filter((fault) => fault !== 'cut-answer'));
    await files.put('RUN', 'b.csv', CONTENT);
    expect(s3.objects.get('/payroll/runs/RUN/b.csv')).toEqual(CONTENT);
  });

  test('a refusal is an error that names bucket and status, and not the secret', async () => {
    const refused = {
      code: 'OUTPUT_NOT_WRITTEN',
      record: 'payroll',
      message: expect.stringContaining('403'),
    };
    await expect(place('not the secret').put('RUN', 'a.csv', CONTENT)).rejects.toMatchObject(refused);
    await expect(place('not the secret').get('RUN', 'a.csv')).rejects.not.toThrow(/not the secret/);
    expect(s3.answered.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('the secret of a bucket', () => {
  const load = (secret: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-bucket-'));
    const s3 = `{ endpoint: http://127.0.0.1:9, bucket: payroll, key: ${KEY}, secret: ${secret} }`;
    writeFileSync(
      join(folder, 'paytally.yaml'),
      `baseUrl: http://127.0.0.1:9\nstore: postgres://127.0.0.1:9/x\nfiles: { s3: ${s3} }\nemployers:\n  a: { employerId: daddf4c2-64d3-4522-bf9a-c4c2580efafe, clientId: c, clientSecret: { env: S } }\n`,
    );
    writeFileSync(join(folder, 'secret'), `${SECRET}\n`, { mode: 0o600 });
    return loadConfig({ cwd: folder, env: { BUCKET: SECRET } });
  };

  test.each(['{ env: BUCKET }', '{ file: secret }'])('is read from %s', async (source) => {
    const { config, secretOf } = await load(source);
    const { files } = config;
    if (files === undefined || 'path' in files) throw new Error('no bucket');
    expect((await secretOf(files.s3.secret)).reveal()).toBe(SECRET);
  });

  test.each([SECRET, `"\${BUCKET}"`])('is never literal in the configuration: %s', async (literal) => {
    const refused = { code: 'CONFIG_INVALID', message: expect.stringContaining('files.s3.secret') };
    await expect(load(literal)).rejects.toMatchObject(refused);
    await expect(load(literal)).rejects.not.toThrow(SECRET);
  });
});
