import { z } from 'zod';
import { localPath } from './values.js';

const costCenterIds = (what: string) =>
  z
    .record(z.string(), z.string({ error: 'must be text: put it into quotes' }).trim().min(1))
    .default({})
    .describe(`Id of ${what} -> cost centre`);

const costCenters = z
  .strictObject({
    establishments: costCenterIds('an establishment'),
    teams: costCenterIds('a team'),
    tasks: costCenterIds('a planning task'),
  })
  .describe("Cost centres of what was worked, over the employee's own (mapping column costCenter)");

/** The keys of `paytally.yaml` about what payroll wants to know beside the hours. */
export const beyondHoursShape = {
  absences: localPath('CSV of absences: employee, from, to, code, minutes or days').optional(),
  costCenters: costCenters.optional(),
};
