import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../../src/sandbox/scopes.js';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { fingerprint } from '../../support/programs/fingerprint.js';
import type { ProgramRun, RunOptions } from '../../support/programs/runPaytally.js';

export interface ReportedFinding {
  readonly check: string;
  readonly employer?: string;
  readonly status: string;
  readonly message: string;
  readonly remedy?: string;
  readonly code?: string;
}

export let service: SampleService;
export let secret = '';

/** Starts a new service before each test, with two days of work. */
export function startedForEach(): void {
  beforeEach(async () => {
    service = await startSampleService({
      employers: await sampleOfDays('2026-10-29', '2026-10-30'),
      limits: { enabled: false },
    });
    secret = service.env.PAYTALLY_SANDBOX_SECRET ?? '';
    configure();
  });
  afterEach(() => service.stop());
}

export interface Choice {
  readonly baseUrl?: string;
  readonly employerId?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly employer?: readonly string[];
  readonly more?: readonly string[];
}

export function configure(choice: Choice = {}): void {
  const lines = [
    `baseUrl: ${choice.baseUrl ?? service.sandbox.baseUrl}`,
    'employers:',
    '  bakery:',
    `    employerId: ${choice.employerId ?? SAMPLE_EMPLOYER}`,
    `    clientId: ${choice.clientId ?? 'bakery-payroll'}`,
    `    clientSecret: ${choice.clientSecret ?? '{ env: PAYTALLY_SANDBOX_SECRET }'}`,
    ...(choice.employer ?? ['employees: employees-bakery.csv']).map((line) => `    ${line}`),
    ...(choice.more ?? []),
  ];
  writeFileSync(join(service.cwd, 'paytally.yaml'), lines.join('\n'));
}

/** Runs the doctor in both forms; checks that they agree, show no secret and write nothing. */
export async function doctor(
  options: Partial<RunOptions> = {},
  argv: readonly string[] = [],
): Promise<{
  readonly status: number;
  readonly findings: readonly ReportedFinding[];
  readonly report: string;
}> {
  const before = fingerprint(service.cwd);
  const env = { ...service.env, ...options.env };
  const json = await service.run(['doctor', '--json', ...argv], { ...options, env });
  const plain: ProgramRun = await service.run(['doctor', ...argv], { ...options, env });
  expect(fingerprint(service.cwd)).toEqual(before);
  expect(plain.status).toBe(json.status);
  for (const text of [json.stdout, json.stderr, plain.stdout, plain.stderr]) {
    expect(text).not.toContain(secret);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  }
  return { status: json.status, findings: JSON.parse(json.stdout).findings, report: plain.stdout };
}

export const bad = (findings: readonly ReportedFinding[]) => findings.filter(({ status }) => status !== 'ok');

export function newClient(scopes: readonly Scope[]): Choice & { readonly env: Record<string, string> } {
  const made = service.sandbox.portal.createIntegration(SAMPLE_EMPLOYER, scopes);
  return { clientId: made.clientId, env: { PAYTALLY_SANDBOX_SECRET: made.clientSecret } };
}

export type Row = readonly [
  name: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most rows only prepare
  prepare: () => Partial<RunOptions> | void,
  status: number,
  check: string,
  code: string | undefined,
  says: string | RegExp,
];

/** Prepares the data, and expects one finding of this check that is not ok, with this text in its message or remedy. */
export function rows(table: readonly Row[]): void {
  test.each(table)('%s', async (_name, prepare, status, check, code, says) => {
    const options = prepare() ?? {};
    const result = await doctor(options);
    const found = result.findings.filter(
      (finding) => finding.check === check && finding.status === (code === undefined ? 'warning' : 'problem'),
    );
    expect(found.map(({ code: found }) => found)).toContain(code);
    expect(found.map(({ message, remedy }) => `${message} ${remedy}`).join('\n')).toMatch(says);
    for (const { remedy } of bad(result.findings)) expect(remedy).toMatch(/./);
    expect(result.status).toBe(status);
    expect(result.report).toContain(status === 0 ? 'An export would work.' : 'An export would fail.');
  });
}

export const file = (name: string) => join(service.cwd, name);
export const write = (name: string, text: string | Buffer, mode = 0o600) =>
  writeFileSync(file(name), text, { mode });
