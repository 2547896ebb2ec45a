import { z } from 'zod';

/** Keys of a template.yaml that say how the payroll system takes what changed after a final export. */
export const correctionsKeys = {
  corrections: z
    .enum(['delta', 'restate', 'both', 'none'])
    .default('none')
    .describe(
      'How the target takes corrections: delta, signed lines in the current period; restate, the right lines of the original period again; both; none, by hand.',
    ),
  restateScope: z
    .enum(['employee', 'all'])
    .default('employee')
    .describe('What a restatement holds: all lines of the affected employees, or of the whole period.'),
  style: z
    .enum(['difference', 'reversal'])
    .default('difference')
    .describe('For delta. difference: one signed line; reversal: the old amount negative, then the new one.'),
  horizon: z
    .strictObject({ previousYears: z.int().min(0).max(20) })
    .optional()
    .describe('The target takes corrections of the current year and of so many before it; default: of any.'),
  correctionsGround: z
    .strictObject({
      source: z.string(),
      confidence: z.enum(['VERIFIED', 'CORROBORATED', 'WEAK']),
    })
    .optional()
    .describe('Where the mode of corrections is known from, and how surely.'),
} as const;
