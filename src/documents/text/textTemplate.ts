import { z } from 'zod';
import { correctionsKeys } from './correctionsSpec.js';
import { fileProblems, fileSpec } from './fileSpec.js';
import { regexText } from './regexText.js';

const variable = z.strictObject({
  description: z.string(),
  pattern: regexText.optional().describe('A regular expression for the whole value.'),
  values: z.array(z.string()).optional().describe('A closed list.'),
  default: z.string().optional().describe('Without one the variable is required.'),
  sample: z.string().optional().describe('Used by "templates check".'),
});
export type TemplateVariable = z.output<typeof variable>;

const mappingColumn = z.strictObject({
  description: z.string(),
  samples: z.array(z.string()).min(1).describe('Values for the sample employees, in turn.'),
});

const samplePayCode = z.strictObject({ external: z.string(), secondary: z.string().optional() });

/** One YAML file that describes a text file (and its companions). */
export const textTemplate = z
  .strictObject({
    kind: z.literal('text'),
    description: z.string(),
    audience: z
      .enum(['payroll', 'people'])
      .describe('Files for people follow the locale, and their text is kept from running as a formula.'),
    locale: z
      .enum(['follow', 'fixed'])
      .default('follow')
      .describe('fixed: the layout is a contract with programs, and no locale changes it.'),
    confidence: z.enum(['VERIFIED', 'CORROBORATED', 'WEAK']).optional(),
    sources: z.array(z.string()).default([]),
    ...correctionsKeys,
    variables: z
      .record(
        z.string().regex(/^[a-zA-Z]\w*$/, 'a name takes letters, digits and _, a letter first'),
        variable,
      )
      .default({}),
    mappingColumns: z.record(z.string(), mappingColumn).default({}),
    sample: z
      .strictObject({
        employeeNumbers: z.array(z.string()).default([]),
        payCodes: z.record(z.string(), samplePayCode).default({}),
      })
      .default({ employeeNumbers: [], payCodes: {} }),
    ...fileSpec.shape,
    companions: z.array(fileSpec).default([]),
  })
  .superRefine((template, context) => {
    for (const [index, file] of [template, ...template.companions].entries()) {
      const path = index === 0 ? [] : ['companions', index - 1];
      for (const { key, message } of fileProblems(file))
        context.addIssue({ code: 'custom', path: [...path, key], message });
    }
  })
  .describe('A text template');
export type TextSpec = z.output<typeof textTemplate>;

/** Reads a written file as its target would. @returns what is wrong with it, in words */
export type ReadBack = (content: Uint8Array) => string[];

export interface TextTemplate {
  readonly kind: 'text';
  readonly name: string;
  readonly spec: TextSpec;
  /** Reads each file back as it was written: of the main file, then of each companion; undefined for plain text. */
  readonly readBack?: readonly (ReadBack | undefined)[];
}
