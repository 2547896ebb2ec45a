import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.js';
import type { FaultRuleInput } from '../../src/sandbox/faults.js';
import { sampleInGate } from '../gate.js';
import { sampleOfDays } from '../support/employers/sampleService.js';
import { codeOf, digestsIn, EXPORT, type FaultBench, startFaultBench } from './faultBench.js';

/** Two pages each of shifts and entries, and a page of everything else. */
const TEN_DAYS = sampleOfDays('2026-10-20', '2026-10-29');

let bench: FaultBench;
let right: Readonly<Record<string, string>>;
const written = () => digestsIn(join(bench.service.cwd, 'out', 'draft'));

beforeAll(async () => {
  bench = await startFaultBench({ employers: await TEN_DAYS });
  expect((await bench.run()).status).toBe(0);
  right = written();
  expect(Object.keys(right)).toEqual(['bakery_2026-10_employee-days.csv']);
});
afterAll(() => bench.stop());
beforeEach(() => bench.service.sandbox.faults.clear());

const often = (rule: FaultRuleInput): FaultRuleInput => ({ ...rule, probability: 0.2 });

/** The permitted outcomes of a run: success is not required here. */
type Row = readonly [
  name: string,
  rule: FaultRuleInput,
  mayFail: Partial<Readonly<Record<ErrorCode, number>>>,
];

const FIFTH: readonly Row[] = [
  ['latency', { kind: 'latency', latencyMs: 20 }, {}],
  ['429', { kind: 'tooMany', retryAfter: 7 }, {}],
  ['429 without a time', { kind: 'tooMany', retryAfter: null }, {}],
  ['503', { kind: 'serverError' }, {}],
  ['500', { kind: 'serverError', status: 500 }, {}],
  ['reset', { kind: 'reset' }, {}],
  ['hang', { kind: 'hang' }, {}],
  ['cut', { kind: 'cut' }, {}],
  ['cut at the start', { kind: 'cut', keep: 0 }, {}],
  ['HTML', { kind: 'contentType', body: '<h1>Sign in</h1>' }, { SERVICE_PROTOCOL: 4 }],
  ['a huge body', { kind: 'huge', bytes: 3_000_000 }, { SERVICE_PROTOCOL: 4 }],
  ['token death', { kind: 'tokenDeath' }, { TOKEN_REFUSED: 3 }],
  ['revocation', { kind: 'revoke' }, { AUTH_REJECTED: 3 }],
];

describe('a fifth of all requests: the right bytes, or the right error with the old files kept', () => {
  test.each(sampleInGate(FIFTH, 3))('%s', async (_name, rule, mayFail) => {
    const { sandbox } = bench.service;
    const client = bench.newClient();
    for (const seed of [1, 2]) {
      sandbox.faults.set({ seed, rules: [often(rule)] });
      const result = await bench.run([...EXPORT, ...client.argv], { env: client.env });
      const code = codeOf(result);
      const expected = code === undefined ? 0 : mayFail[code as ErrorCode];
      expect({ code, status: result.status }).toEqual({ code, status: expected });
      expect(written()).toEqual(right);
    }
    expect(Object.keys(sandbox.stats().faultsByKind)).toContain(rule.kind);
  });
});

describe('records that change during the read', () => {
  test('a fifth of all pages: the run succeeds and lists the changes', async () => {
    const own = await startFaultBench({ employers: await TEN_DAYS });
    own.service.sandbox.faults.set({ seed: 5, rules: [often({ kind: 'churn' })] });
    const { status, stdout } = await own.run([...EXPORT, '--read', 'twice']);
    expect(status).toBe(0);
    const [{ control, exceptions }] = JSON.parse(stdout).runs;
    expect(own.service.sandbox.stats().faultsByKind.churn).toBeGreaterThan(0);
    expect(exceptions.CHANGED_WHILE_READING).toBeGreaterThan(0);
    const excluded = control.excluded.reduce(
      (sum: number, { entries }: { entries: number }) => sum + entries,
      0,
    );
    expect(control.exportedEntries + excluded).toBe(control.fetchedEntries);
    await own.stop();
  });

  test.each(['change', 'appear', 'vanish', 'move'] as const)(
    '%s in the first pass: the second pass has the change, as a later run does',
    async (change) => {
      const own = await startFaultBench({ employers: await TEN_DAYS });
      own.service.sandbox.faults.set({
        rules: [
          { kind: 'churn', change, on: 'time-entries', count: 2 },
          { kind: 'churn', change, on: 'shifts', count: 2 },
          { kind: 'churn', change, on: 'employees', count: 1 },
        ],
      });
      expect((await own.run([...EXPORT, '--read', 'twice'])).status).toBe(0);
      expect(own.service.sandbox.stats().faultsByKind.churn).toBe(5);
      const during = digestsIn(join(own.service.cwd, 'out', 'draft'));
      own.service.sandbox.faults.clear();
      expect((await own.run([...EXPORT, '--out', 'later'])).status).toBe(0);
      expect(digestsIn(join(own.service.cwd, 'later', 'draft'))).toEqual(during);
      expect(during).not.toEqual(right);
      await own.stop();
    },
  );
});

describe('a service that is down', () => {
  const DOWN: readonly (readonly [name: string, rules: FaultRuleInput[], code: ErrorCode])[] = [
    ['503 always', [{ kind: 'serverError' }], 'SERVICE_UNAVAILABLE'],
    ['503 for data', [{ kind: 'serverError', on: 'data' }], 'SERVICE_UNAVAILABLE'],
    ['429 always', [{ kind: 'tooMany', retryAfter: 60 }], 'SERVICE_UNAVAILABLE'],
    ['429 without a time always', [{ kind: 'tooMany', retryAfter: null, on: 'data' }], 'SERVICE_UNAVAILABLE'],
    ['no answer ever', [{ kind: 'hang' }], 'SERVICE_UNREACHABLE'],
    ['resets always', [{ kind: 'reset' }], 'SERVICE_UNREACHABLE'],
    ['every body cut short', [{ kind: 'cut', on: 'data' }], 'SERVICE_UNREACHABLE'],
    ['HTML always', [{ kind: 'contentType' }], 'SERVICE_PROTOCOL'],
    ['huge bodies always', [{ kind: 'huge', bytes: 3_000_000, on: 'data' }], 'SERVICE_PROTOCOL'],
    ['one list unavailable', [{ kind: 'serverError', on: 'tasks' }], 'SERVICE_UNAVAILABLE'],
  ];
  test.each(sampleInGate(DOWN, 3))(
    '%s ends with status 4 and keeps the old files',
    async (_name, rules, code) => {
      bench.service.sandbox.faults.set({ rules });
      const result = await bench.run();
      expect({ code: codeOf(result), status: result.status }).toEqual({ code, status: 4 });
      expect(result.stderr).toContain('What to do:');
      expect(written()).toEqual(right);
    },
  );

  test('recovers if a quarter of the answers are 503', async () => {
    for (const seed of [1, 2, 3]) {
      const rules = [{ kind: 'serverError', probability: 0.25 } as const];
      bench.service.sandbox.faults.set({ seed, rules });
      expect((await bench.run([...EXPORT, '--read', 'twice'])).status).toBe(0);
      expect(written()).toEqual(right);
    }
  });

  test('no server listens', async () => {
    const own = await startFaultBench();
    await own.stop();
    const result = await own.run();
    expect({ code: codeOf(result), status: result.status }).toEqual({
      code: 'SERVICE_UNREACHABLE',
      status: 4,
    });
    expect(digestsIn(join(own.service.cwd, 'out', 'draft', 'draft'))).toEqual({});
  });
});
