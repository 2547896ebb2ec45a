import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES, type Scope } from '../../../src/sandbox/scopes.js';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const EMPLOYER = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e01';
const placeId = (number: number) => `5f0c6a0e-6d0b-4d52-9a55-00000000000${number}`;

let service: SampleService | undefined;
afterEach(() => service?.stop());

async function serviceOf(
  zones: readonly string[],
  more: { readonly configuration?: string; readonly scopes?: readonly Scope[]; readonly zone?: string } = {},
): Promise<SampleService> {
  const establishments = zones.map((zone, index) => ({
    id: placeId(index + 1),
    name: `Place ${index + 1}`,
    zone,
  }));
  const employer: EmployerData = {
    employerId: EMPLOYER,
    name: 'Islands',
    integrations: [{ clientId: 'islands', clientSecret: 'a secret', scopes: more.scopes ?? SCOPES }],
    records: { establishments },
  };
  service = await startSampleService({ employers: [employer] });
  const lines = [
    `baseUrl: ${service.sandbox.baseUrl}`,
    'employers:',
    '  islands:',
    `    employerId: ${EMPLOYER}`,
    '    clientId: islands',
    '    clientSecret: { env: SECRET }',
    ...(more.zone === undefined ? [] : [`    zone: ${more.zone}`]),
    more.configuration ?? '',
  ];
  writeFileSync(join(service.cwd, 'paytally.yaml'), lines.join('\n'));
  return service;
}

async function daysOf(period: string, at: string, running: SampleService): Promise<string> {
  const { stdout, stderr } = await running.run(['check', period, '--json'], {
    nowMs: Date.parse(at),
    env: { SECRET: 'a secret' },
  });
  const result = JSON.parse(stdout);
  if (result.error !== undefined) return `${result.error.code}: ${result.error.remedy}`;
  const [{ period: days }] = result.runs;
  expect(stderr).toContain(`${days.from} to ${days.to}`);
  return `${days.from} to ${days.to}`;
}

const EUROPE = ['Europe/Brussels', 'Europe/Paris', 'Europe/Brussels', 'Pacific/Apia'];
const SAMOA = ['Pacific/Apia', 'Pacific/Apia', 'Europe/Brussels'];

/** Apia is 13 hours ahead of UTC all year, Brussels one hour at the end of October. */
const ROWS: readonly [name: string, zones: readonly string[], period: string, at: string, days: string][] = [
  [
    'most places in Samoa, where November has begun',
    SAMOA,
    'last-month',
    '2026-10-31T11:00:00Z',
    '2026-10-01 to 2026-10-31',
  ],
  [
    'a second before midnight in Samoa',
    SAMOA,
    'last-month',
    '2026-10-31T10:59:59Z',
    '2026-09-01 to 2026-09-30',
  ],
  [
    'most places in Belgium, at the same moment',
    EUROPE,
    'last-month',
    '2026-10-31T11:00:00Z',
    '2026-09-01 to 2026-09-30',
  ],
  ['midnight in Belgium', EUROPE, 'last-month', '2026-10-31T23:00:00Z', '2026-10-01 to 2026-10-31'],
  [
    'a second before midnight in Belgium',
    EUROPE,
    'this-month',
    '2026-10-31T22:59:59Z',
    '2026-10-01 to 2026-10-31',
  ],
  [
    'last week, when Monday has begun in Samoa',
    SAMOA,
    'last-week',
    '2026-11-01T11:00:00Z',
    '2026-10-26 to 2026-11-01',
  ],
  [
    'last week, when it is still Sunday in Belgium',
    EUROPE,
    'last-week',
    '2026-11-01T11:00:00Z',
    '2026-10-19 to 2026-10-25',
  ],
];

describe('a relative period without a configured zone uses the zone of most establishments', () => {
  test.each(ROWS)('%s', async (_name, zones, period, at, days) => {
    expect(await daysOf(period, at, await serviceOf(zones))).toBe(days);
  });

  test('it costs one more request, which is counted', async () => {
    const running = await serviceOf(SAMOA);
    const requests = async (period: string) => {
      running.sandbox.clearCounts();
      const nowMs = Date.parse('2026-11-15T00:00:00Z');
      const { stdout } = await running.run(['check', period, '--json'], {
        nowMs,
        env: { SECRET: 'a secret' },
      });
      const { requestsByEndpoint } = running.sandbox.stats();
      const { token: _, ...data } = requestsByEndpoint;
      return {
        said: JSON.parse(stdout).runs[0].requests,
        sent: Object.values(data).reduce((a, b) => a + b, 0),
      };
    };
    const absolute = await requests('2026-10');
    const relative = await requests('last-month');
    expect(absolute.said).toBe(absolute.sent);
    expect(relative).toEqual({ said: absolute.said + 1, sent: absolute.sent + 1 });
  });

  test('the configured zone takes precedence', async () => {
    const running = await serviceOf(EUROPE, { zone: 'Pacific/Apia' });
    expect(await daysOf('last-month', '2026-10-31T11:00:00Z', running)).toBe('2026-10-01 to 2026-10-31');
  });

  test('configured zones replace those of establishments without read permission', async () => {
    const running = await serviceOf(EUROPE, {
      scopes: ['time-entries:read'],
      configuration: `zones: { ${placeId(1)}: Pacific/Apia }`,
    });
    expect(await daysOf('last-month', '2026-10-31T11:00:00Z', running)).toBe('2026-10-01 to 2026-10-31');
  });

  test('without any zone it says what to configure', async () => {
    const running = await serviceOf([]);
    expect(await daysOf('last-month', '2026-10-31T11:00:00Z', running)).toBe(
      'PERIOD_INVALID: Set "zone" for the employer in the configuration, or write the dates.',
    );
  });
});
