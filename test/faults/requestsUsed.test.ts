import { afterAll, expect, test } from 'vitest';
import { daysBetween, toLocalDate } from '../../src/domain/time/localDate.js';
import { Secret } from '../../src/runtime/secrets/secret.js';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../src/sandbox/scopes.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { RateLimiter } from '../../src/sources/transport/rateLimiter.js';
import type { ReadEmployerOptions } from '../../src/sources/workforce/reading/readEmployer.js';
import { sampleData } from '../support/employers/sampleService.js';
import { InstantClock } from '../support/service/instantClock.js';
import { readOverSocket, type WholeRead } from '../support/service/readSandbox.js';
import { SERVICE_LIMITS } from '../support/service/serviceLimits.js';

const INTEGRATION = { clientId: 'measured', clientSecret: 'a secret to measure with' };
const CREDENTIALS = { ...INTEGRATION, clientSecret: new Secret(INTEGRATION.clientSecret) };
const measured: string[][] = [];
afterAll(() => {
  const heading = ['read', 'records', 'requests', 'minimum', 'tokens', '429', 'minutes of the limit'];
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...measured.map((row) => row[column]?.length ?? 0)),
  );
  const lines = [heading, ...measured].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  console.log(`Requests used, with the documented rate limits, in virtual time:\n${lines.join('\n')}`);
});

interface Measurement {
  readonly read: WholeRead;
  readonly tooMany: number;
}

/** The sandbox applies its limits by the client's clock, so that waiting for them takes no time here. */
async function measure(
  name: string,
  employer: EmployerData,
  options: Pick<ReadEmployerOptions, 'period' | 'read'> & Partial<ReadEmployerOptions>,
  perMinute = 500,
): Promise<Measurement> {
  const clock = new InstantClock();
  const startMs = clock.nowMs();
  const sandbox = await startSandbox({
    employers: [{ ...employer, edits: [], integrations: [{ ...INTEGRATION, scopes: SCOPES }] }],
    now: () => clock.nowMs(),
    limits: { ipRequests: { requests: perMinute } },
  });
  const limits = { ...SERVICE_LIMITS, perAddress: perMinute };
  const { read } = await readOverSocket(
    {
      baseUrl: sandbox.baseUrl,
      employerId: employer.employerId,
      credentials: { ...CREDENTIALS, sendAs: 'basic' },
      ...options,
    },
    { clock, limiter: new RateLimiter(clock, limits) },
  );
  const { tooMany } = sandbox.stats();
  await sandbox.stop();
  const records = read.entries.length + (read.shifts?.length ?? 0);
  const minutes = (clock.nowMs() - startMs) / 60_000;
  const { dataRequests, tokenRequests } = read.counts;
  measured.push(
    [name, records, dataRequests, read.leastRequests, tokenRequests, tooMany, minutes.toFixed(1)].map(String),
  );
  return { read, tooMany };
}

/** For shifts and time entries, every window but the last can end with a page that is not full. */
function partPages({ window }: WholeRead, read: 'once' | 'twice'): number {
  const windows = Math.ceil((daysBetween(window.from, window.to) + 1) / 93);
  return 2 * (windows - 1) * (read === 'once' ? 1 : 2);
}

const days = (from: string, to: string) => ({ from: toLocalDate(from), to: toLocalDate(to) });
const OCTOBER = days('2026-10-01', '2026-10-31');

const SAMPLE: readonly [name: string, options: Pick<ReadEmployerOptions, 'period' | 'read'>][] = [
  ['sample month, once', { period: OCTOBER, read: 'once' }],
  ['sample month, twice', { period: OCTOBER, read: 'twice' }],
  ['sample quarter, twice', { period: days('2026-10-01', '2026-12-31'), read: 'twice' }],
  ['sample year, once', { period: days('2026-01-01', '2026-12-31'), read: 'once' }],
];
test.each(SAMPLE)('%s', async (name, options) => {
  const [employer] = (await sampleData()).employers;
  if (employer === undefined) throw new Error('the sample has an employer');
  const { read, tooMany } = await measure(name, employer, options);
  expect(tooMany).toBe(0);
  expect(read.counts.dataRequests - read.leastRequests).toBeLessThanOrEqual(partPages(read, options.read));
});

test('sample month, with an equal read stored', async () => {
  const [employer] = (await sampleData()).employers;
  if (employer === undefined) throw new Error('the sample has an employer');
  const first = await measure('the same, for the store', employer, { period: OCTOBER, read: 'once' });
  const earlier = first.read.digests;
  const { read } = await measure('sample month, equal read stored', employer, {
    period: OCTOBER,
    read: 'twice',
    earlier,
  });
  expect(read.counts.dataRequests).toBe(first.read.counts.dataRequests);
});

/** Reaching a limit of 500 takes 150 employees, and half a minute on two busy cores. */
test('the limiter waits, and the service never has to refuse', { tags: 'slow' }, async () => {
  const period = days('2026-01-01', '2026-12-31');
  const { read, tooMany } = await measure(
    '30 people, a year, limit 40 a minute',
    manyPeople(30),
    { period, read: 'once', marginDays: 0 },
    40,
  );
  expect(tooMany).toBe(0);
  expect(read.entries.length).toBe(30 * 365);
  expect(read.counts.dataRequests - read.leastRequests).toBeLessThanOrEqual(partPages(read, 'once'));
});

/** A shift and an entry for every employee every day, created on request. */
function manyPeople(count: number): EmployerData {
  const id = (kind: number, day: string, person: number) =>
    `0000000${kind}-0000-4000-8000-${day.replaceAll('-', '')}${String(person).padStart(4, '0')}`;
  const place = id(1, '2026-01-01', 0);
  const people = Array.from({ length: count }, (_, person) => person);
  const span = (day: string) => ({ startsAt: `${day}T08:00:00+00:00`, endsAt: `${day}T16:00:00+00:00` });
  const common = (day: string, person: number) => ({
    ...span(day),
    employeeId: id(2, '2026-01-01', person),
    establishmentId: place,
  });
  const source = { from: '2026-01-01', to: '2026-12-31' };
  return {
    employerId: 'd6f1d1c4-7a70-4a0e-8f0b-0d1f5c3c9a10',
    name: 'Many',
    records: {
      establishments: [{ id: place, name: 'WorkedDay', zone: 'Africa/Abidjan' }],
      employees: people.map((person) => ({
        id: id(2, '2026-01-01', person),
        firstName: 'F',
        lastName: `L${person}`,
        isActive: true,
      })),
      shifts: {
        ...source,
        onDate: (day) =>
          people.map((person) => ({
            id: id(3, day, person),
            date: day,
            breakMinutes: 0,
            fillType: 'Internal' as const,
            ...common(day, person),
          })),
      },
      'time-entries': {
        ...source,
        onDate: (day) =>
          people.map((person) => ({
            id: id(4, day, person),
            workDate: day,
            status: 'Completed' as const,
            workedMinutes: 480,
            shiftId: null,
            reviewedAtUtc: null,
            ...common(day, person),
          })),
      },
    },
  };
}
