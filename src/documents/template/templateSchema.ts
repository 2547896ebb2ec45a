import { z } from 'zod';
import { textTemplate } from '../text/textTemplate.js';
import { REPORTS } from './template.js';

const workbook = z.strictObject({
  kind: z.literal('workbook'),
  description: z.string().default(''),
  file: z.string().regex(/^[^/\\]+\.xlsx$/i, 'must be the name of an .xlsx file beside template.yaml'),
});

const report = z.strictObject({
  kind: z.literal('report'),
  description: z.string().default(''),
  report: z.enum(REPORTS),
});

/** What a template.yaml may hold. */
export const templateSchema = z.discriminatedUnion('kind', [textTemplate, workbook, report]);
export type TemplateFile = z.output<typeof templateSchema>;
