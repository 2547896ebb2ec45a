import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../cli/sampleService.js';

const RULES = `payRules: { base: [{ code: NORMAL }], counts: [{ code: MEAL, per: day }] }
payCodes: { NORMAL: { external: "100" }, MEAL: { external: "200" } }
variables: { silae: { decimalSign: "," } }
`;

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, RULES);
});
afterAll(() => service.stop());

const exported = (template: string) =>
  service.run(['export', '2026-10-05..2026-10-05', '--template', template, '--quiet', '--out', 'out']);

test('counts are never an empty amount in a payroll file', async () => {
  const { status, stderr } = await exported('silae');
  expect(status).toBe(2);
  expect(stderr).toContain('MEAL');
});

test('files for people have them', async () => {
  expect((await exported('pay-lines')).status).toBe(0);
});
