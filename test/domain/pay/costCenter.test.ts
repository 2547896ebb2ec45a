import { expect, test } from 'vitest';
import { resolveCostCenter } from '../../../src/domain/pay/costCenter.js';

const CENTERS = { establishments: { ghent: '100' }, teams: { night: '200' }, tasks: { travel: '300' } };

test.each([
  ['the task, before all others', { establishmentId: 'ghent', teamId: 'night', taskId: 'travel' }, '300'],
  ['the team', { establishmentId: 'ghent', teamId: 'night', taskId: 'bake' }, '200'],
  ['the establishment', { establishmentId: 'ghent', teamId: 'day', taskId: null }, '100'],
  ["the employee's own", { establishmentId: 'liege', teamId: null, taskId: null }, '900'],
])('%s', (_what, work, center) => {
  expect(resolveCostCenter(work, CENTERS, { costCenter: '900' })).toBe(center);
});

test('empty if there is no source for one', () => {
  const work = { establishmentId: 'toString', teamId: null, taskId: null };
  expect(resolveCostCenter(work, CENTERS, { costCenter: '' })).toBe(null);
});
