// @module-tag slow
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { readDataFolder } from '../../../src/sandbox/dataFolder.js';
import type { FaultRuleInput } from '../../../src/sandbox/faults.js';
import { type Sandbox, startSandbox } from '../../../src/sandbox/startSandbox.js';
import {
  FAULT_NAMES,
  type Fault,
  type FaultProxy,
  startFaultProxy,
} from '../../support/servers/faultProxy.js';
import {
  OCTOBER,
  readOverSocket,
  type TestTarget,
  type WholeRead,
} from '../../support/service/readSandbox.js';
import { seeded } from '../../support/service/seeded.js';

/** Real sockets need real time-outs; no page here has more than a megabyte. */
const wire = { headersTimeoutMs: 150, bodyTimeoutMs: 150, totalTimeoutMs: 3_000, maxBodyBytes: 1_000_000 };

let sandbox: Sandbox;
let proxy: FaultProxy;
let target: TestTarget;
let plain: WholeRead;

beforeAll(async () => {
  const data = await readDataFolder(fileURLToPath(new URL('../../../samples/data', import.meta.url)));
  sandbox = await startSandbox({
    ...data,
    employers: data.employers.map((one) => ({ ...one, edits: [] })),
    limits: { enabled: false },
  });
  proxy = await startFaultProxy(sandbox.baseUrl);
  const [employer] = data.employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw new Error('the sample has an employer');
  const { employerId } = employer;
  const period = { from: toLocalDate('2026-10-19'), to: toLocalDate('2026-10-25') };
  const credentials = {
    ...integration,
    clientSecret: new Secret(integration.clientSecret),
    sendAs: 'basic',
  } as const;
  target = { baseUrl: proxy.baseUrl, employerId, period, credentials };
  plain = (await readOverSocket(target)).read;
});
afterAll(() => Promise.all([sandbox.stop(), proxy.stop()]));
beforeEach(() => {
  proxy.choose = () => undefined;
  sandbox.faults.clear();
});

const records = ({
  entries,
  shifts,
  employees,
  holidays,
  establishments,
  teams,
  tasks,
  agencyWorkers,
  invalid,
}: WholeRead) => ({
  entries,
  shifts,
  employees,
  holidays,
  establishments,
  teams,
  tasks,
  agencyWorkers,
  invalid,
});

describe('every network fault, once on the token and once on a page', () => {
  it.each(FAULT_NAMES)('%s', async (fault) => {
    const open = new Set([
      '/oauth/customer/token',
      `/api/customer/v1/employers/${target.employerId}/time-entries`,
    ]);
    proxy.choose = (path) => (open.delete(path) ? fault : undefined);
    const { read } = await readOverSocket(target, { wire });
    expect(records(read)).toEqual(records(plain));
    expect(read.counts.retries + read.counts.tooMany).toBe(2);
  });
});

describe('a fifth of all answers', () => {
  const frequent = FAULT_NAMES.filter(
    (fault) =>
      ![
        'silence',
        'silenceInBody',
        'tooLarge',
        'zipBomb',
        'html',
        'plainText',
        'unknownEncoding',
        'notHttp',
      ].includes(fault),
  );
  /** Three invalid answers in a row end a read, by design; chance must not cause that here. */
  const aFifth = (random: () => number, fault: () => Fault): ((path: string) => Fault | undefined) => {
    const inRow = new Map<string, number>();
    return (path) => {
      const before = inRow.get(path) ?? 0;
      const isFaulty = random() < 0.2 && before < 2;
      inRow.set(path, isFaulty ? before + 1 : 0);
      return isFaulty ? fault() : undefined;
    };
  };
  it.each(frequent)('%s', async (fault) => {
    proxy.choose = aFifth(seeded(7), () => fault);
    const { read } = await readOverSocket({ ...target, read: 'twice' }, { wire });
    expect(records(read)).toEqual(records(plain));
    expect(read.counts.retries + read.counts.tooMany).toBeGreaterThan(2);
  });

  it.each<[string, FaultRuleInput]>([
    ['tooMany', { kind: 'tooMany', retryAfter: 3 }],
    ['tooMany without a time', { kind: 'tooMany', retryAfter: null }],
    ['serverError', { kind: 'serverError' }],
    ['reset', { kind: 'reset' }],
    ['cut', { kind: 'cut' }],
    ['latency', { kind: 'latency', latencyMs: 5 }],
  ])('%s of the sandbox', async (_name, rule) => {
    sandbox.faults.add({ ...rule, probability: 0.2 });
    const { read } = await readOverSocket({ ...target, read: 'twice' }, { wire });
    expect(records(read)).toEqual(records(plain));
  });

  it('a mixture of everything', async () => {
    const random = seeded(11);
    proxy.choose = aFifth(random, () => frequent[Math.floor(random() * frequent.length)] ?? 'badGateway');
    const { read } = await readOverSocket({ ...target, read: 'twice' }, { wire });
    expect(records(read)).toEqual(records(plain));
  });
});

describe('tokens', () => {
  it('that expire during the read are renewed', async () => {
    const deaths = [0, 2, 4].map(
      (skip) => ({ kind: 'tokenDeath', on: 'time-entries', count: 1, skip }) as const,
    );
    sandbox.faults.add(...deaths);
    const { read } = await readOverSocket({ ...target, period: OCTOBER, streams: 1 }, { wire });
    expect(read.entries.length).toBeGreaterThan(plain.entries.length);
    expect(read.counts.tokenRequests).toBe(4);
  });
  it('of an integration that is revoked during the read end it', async () => {
    const clientId = 'revoked-later';
    const { clientSecret } = sandbox.portal.createIntegration(target.employerId, [
      'time-entries:read',
      'establishments:read',
    ]);
    expect(clientSecret).not.toBe(clientId);
    const created = [...(sandbox.employers.get(target.employerId)?.integrations.values() ?? [])].find(
      ({ secret }) => secret === clientSecret,
    );
    sandbox.faults.add({ kind: 'revoke', on: 'time-entries', count: 1, skip: 1 });
    const credentials = {
      clientId: created?.clientId ?? '',
      clientSecret: new Secret(clientSecret),
      sendAs: 'basic' as const,
    };
    await expect(readOverSocket({ ...target, period: OCTOBER, credentials }, { wire })).rejects.toMatchObject(
      {
        code: 'AUTH_REJECTED',
      },
    );
  });
});

describe('interruption', () => {
  it.each<[string, Fault]>([
    ['while waiting for an answer', 'silence'],
    ['while a body does not end', 'silenceInBody'],
    ['while a retry waits', 'badGateway'],
  ])('%s: INTERRUPTED', async (_name, fault) => {
    const abort = new AbortController();
    let faulty = 0;
    proxy.choose = (path) => {
      if (!path.endsWith('/time-entries')) return undefined;
      faulty += 1;
      setTimeout(() => abort.abort(), 20);
      return fault;
    };
    const slow = { ...wire, headersTimeoutMs: 20_000, bodyTimeoutMs: 20_000, totalTimeoutMs: 20_000 };
    const clock = {
      nowMs: () => 0,
      sleep: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    };
    const read = readOverSocket(target, { wire: slow, signal: abort.signal, clock });
    await expect(read).rejects.toMatchObject({ code: 'INTERRUPTED', exitStatus: 130 });
    expect(faulty).toBe(1);
  });
});

describe('an unavailable service', () => {
  it('without a listener', async () => {
    const { baseUrl, stop } = await startFaultProxy(sandbox.baseUrl);
    await stop();
    await expect(readOverSocket({ ...target, baseUrl }, { wire })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      exitStatus: 4,
      message: expect.stringContaining('the service refused the connection'),
      remedy: expect.stringContaining(`\`paytally sandbox --port ${new URL(baseUrl).port}\``),
    });
  });
  it('with errors only', async () => {
    proxy.choose = () => 'badGateway';
    await expect(readOverSocket(target, { wire })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
  it('replaced by another server', async () => {
    proxy.choose = () => 'html';
    await expect(readOverSocket(target, { wire })).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringContaining('text/html'),
      remedy: expect.stringContaining('login page'),
    });
  });
});
