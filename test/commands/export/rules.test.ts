import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const RULES = `payRules:
  base: [{ code: NORMAL }]
  loadings:
    - { code: SUNDAY, group: day, on: [sunday] }
    - { code: NOON, group: day, on: [sunday], clock: ["12:00", "13:00"] }
payCodes: { NORMAL: { external: "1", label: { en: Normal hours } } }
`;

describe('rules check', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, RULES);
  });
  afterAll(() => service.stop());

  test('prints a table and the points to check, without a request to the service', async () => {
    const { status, stdout } = await service.run(['rules', 'check']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Sunday 08:00 to 16:00 +8:00 NORMAL +8:00 SUNDAY/);
    expect(stdout).toContain('  NORMAL: Normal hours');
    expect(stdout).toContain('payRules.loadings[1]: NOON never applies: SUNDAY applies first.');
    expect(stdout).toContain('SUNDAY has no external code');
  });

  test('prints JSON', async () => {
    const { status, stdout } = await service.run(['rules', 'check', '--employer', 'bakery', '--json']);
    expect(status).toBe(0);
    const [bakery] = JSON.parse(stdout).employers;
    expect(bakery.employer).toBe('bakery');
    expect(bakery.findings.map(({ kind }: { kind: string }) => kind)).toEqual([
      'hidden',
      'unmapped',
      'unmapped',
    ]);
    expect(bakery.tables[0].examples.length).toBeGreaterThan(15);
  });

  test('names the rules that cannot use a part of a holiday without clock times', async () => {
    const rules = `holidays: feasts.csv
payRules: { base: [{ code: NORMAL }], loadings: [{ code: SUNDAY, on: [sunday] }, { code: FEAST, on: [holiday] }] }`;
    const other = await startSampleService({}, rules);
    const rows = 'date,name,part\n2026-12-24,Christmas Eve,0.5\n2026-12-31,New Year Eve,pm\n';
    writeFileSync(join(other.cwd, 'feasts.csv'), rows);
    const { stdout } = await other.run(['rules', 'check']);
    expect(stdout).toContain('Line 2 of the holiday file');
    expect(stdout).not.toContain('Line 3');
    const [bakery] = JSON.parse((await other.run(['rules', 'check', '--json'])).stdout).employers;
    expect(bakery.findings).toContainEqual(
      expect.objectContaining({ kind: 'holiday-fraction', rule: 'payRules.loadings[1]', payCode: 'FEAST' }),
    );
    await other.stop();
  });

  test('says which rules name records, and which apply to no employee of the mapping', async () => {
    const rules = `payRules:
  base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }]
  loadings:
    - { code: GRADED, employees: { contract: [nobody] } }
    - { code: SUNDAY, on: [sunday] }
`;
    const other = await startSampleService({}, rules);
    const { status, stdout } = await other.run(['rules', 'check']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      'These rules name specific records. A run reports RULE_UNUSED if no work matches them:',
    );
    expect(stdout).toContain('  payRules.base[0] (STANDBY): tasks: on-call');
    expect(stdout).toContain('GRADED applies to no one: no row of the mapping file matches its condition on');
    const { employers } = JSON.parse((await other.run(['rules', 'check', '--json'])).stdout);
    expect(employers[0].naming).toEqual([
      { rule: 'payRules.base[0]', payCode: 'STANDBY', names: 'tasks: on-call' },
      { rule: 'payRules.loadings[0]', payCode: 'GRADED', names: 'employees.contract: nobody' },
    ]);
    expect(employers[0].findings.map(({ kind }: { kind: string }) => kind)).toContain('unmatched');
    await other.stop();
  });

  test('an unknown employer is a usage error', async () => {
    const { status } = await service.run(['rules', 'check', '--employer', 'nobody']);
    expect(status).toBe(2);
  });

  test('doctor names the rule too', { tags: 'slow' }, async () => {
    const { stdout, stderr } = await service.run(['doctor', '--json']);
    expect(stdout + stderr).toContain('NOON never applies');
  });
});
