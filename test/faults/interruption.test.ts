// @module-tag slow
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { verbatim } from '../../src/i18n/message.js';
import type { FaultRuleInput } from '../../src/sandbox/faults.js';
import { systemClock } from '../../src/sources/transport/effects.js';
import { ACCEPT, SAMPLE_EMPLOYER, sampleOfDays } from '../support/employers/sampleService.js';
import { codeOf, digestsIn, EXPORT, type FaultBench, startFaultBench } from './faultBench.js';

let bench: FaultBench;
let right: Readonly<Record<string, string>>;
const written = () => digestsIn(join(bench.service.cwd, 'out', 'draft'));

beforeEach(async () => {
  // The real time-outs are much longer: only the interruption can end these waits within the test's own time.
  const patient = { headersTimeoutMs: 600_000, bodyTimeoutMs: 600_000, totalTimeoutMs: 600_000 };
  bench = await startFaultBench({ employers: await sampleOfDays('2026-10-24', '2026-10-25') }, patient);
  await bench.run();
  right = written();
  bench.service.sandbox.clearCounts();
});
afterEach(() => bench.stop());

/** In real time, so that each of these would wait for minutes. */
const ROWS: readonly [name: string, rule: FaultRuleInput, endpoint: string][] = [
  ['no answer to a token request', { kind: 'hang', on: 'token' }, 'token'],
  ['no answer to a list request', { kind: 'hang', on: 'time-entries' }, 'establishments'],
  ['429 with a wait of an hour', { kind: 'tooMany', retryAfter: 3600, on: 'data' }, 'establishments'],
  ['429 to a token request', { kind: 'tooMany', retryAfter: 3600, on: 'token' }, 'token'],
  ['503 with increasing waits', { kind: 'serverError', on: 'data' }, 'establishments'],
  ['a slow answer', { kind: 'latency', latencyMs: 3_000, on: 'employees' }, 'establishments'],
];

test.each(ROWS)('Ctrl-C while waiting: %s', async (_name, rule, endpoint) => {
  bench.service.sandbox.faults.add(rule);
  const controller = new AbortController();
  const running = bench.run(EXPORT, {
    signal: controller.signal,
    context: { clock: systemClock, random: () => 1 - Number.EPSILON },
  });
  // A hanging request is counted only when it ends, so the previous one is used.
  const isHang = rule.kind === 'hang' && endpoint === 'token';
  while (!isHang && (bench.service.sandbox.stats().requestsByEndpoint[endpoint] ?? 0) < 1) await wait(2);
  await wait(20);
  controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  const result = await running;
  expect({ code: codeOf(result), status: result.status }).toEqual({ code: 'INTERRUPTED', status: 130 });
  expect(result.stderr).toContain('Nothing was written');
  expect(written()).toEqual(right);
});

test('Ctrl-C between two employers ends both', async () => {
  const { sandbox } = bench.service;
  const controller = new AbortController();
  sandbox.faults.add({ kind: 'hang', on: 'establishments', employerId: SAMPLE_EMPLOYER });
  const running = bench.run([...EXPORT, '--employer', 'bakery'], { signal: controller.signal });
  while ((sandbox.stats().requestsByEndpoint.token ?? 0) < 1) await wait(2);
  controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  expect((await running).status).toBe(130);
});

test('a signal sent before the start', async () => {
  const signal = AbortSignal.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  const result = await bench.run(EXPORT, { signal });
  expect({ code: codeOf(result), status: result.status }).toEqual({ code: 'INTERRUPTED', status: 130 });
  expect(written()).toEqual(right);
});

test('Ctrl-C once the files are in place is too late: the run is reported', async () => {
  const { run, service } = bench;
  rmSync(join(service.cwd, 'out'), { recursive: true });
  const controller = new AbortController();
  const running = run([...EXPORT, '--final', ...ACCEPT], { signal: controller.signal });
  const path = join(service.cwd, 'out', 'bakery_2026-10_employee-days.csv');
  while (!existsSync(path)) await turn();
  controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  const { status, stdout, stderr } = await running;
  expect(stderr).not.toContain('Nothing was written');
  expect({ status, run: JSON.parse(stdout).runs[0] }).toMatchObject({
    status: 0,
    run: { state: 'final', files: [{ path }] },
  });
});
