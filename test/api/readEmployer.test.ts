import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDataFolder } from '../../src/sandbox/dataFolder.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { readOverSocket, type TestTarget } from './simulation/readSandbox.js';

let sandbox: Sandbox;
let target: TestTarget;

beforeAll(async () => {
  const data = await readDataFolder(fileURLToPath(new URL('../../samples/data', import.meta.url)));
  sandbox = await startSandbox({ ...data, limits: { enabled: false } });
  const [employer] = data.employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw new Error('the sample has an employer');
  target = {
    baseUrl: sandbox.baseUrl,
    employerId: employer.employerId,
    credentials: { ...integration, sendAs: 'basic' },
  };
});
afterAll(() => sandbox.stop());

describe('the sample employer', () => {
  it('is read completely, once', async () => {
    const { read } = await readOverSocket(target);
    expect(read.invalid).toEqual([]);
    expect(read.entries.length).toBeGreaterThan(100);
    expect(read.counts.dataRequests).toBe(read.leastRequests);
  });
});
