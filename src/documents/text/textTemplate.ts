import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';
import { condition, conditionVariables, type When } from './conditionText.js';
import { allSections, type FileSpec, fileKeys, fileProblems, fileSpec, resolvedFile } from './fileSpec.js';
import { label } from './label.js';
import { regexText } from './selectionSpec.js';

const variable = z.strictObject({
  description: label,
  pattern: regexText.optional().describe('A regular expression for the whole value.'),
  values: z.array(z.string()).optional().describe('A closed list.'),
  default: z.string().optional().describe('Without one the variable is required.'),
  sample: z.string().optional().describe('Used by "templates check".'),
});
export type TemplateVariable = z.output<typeof variable>;

const mappingColumn = z.strictObject({
  description: label,
  samples: z.array(z.string()).min(1).describe('Values for the sample employees, in turn.'),
  optional: z.boolean().default(false).describe('It is empty where employees.csv has no such column.'),
});

/** How certain a layout is, the most certain first. */
export const CONFIDENCES = ['VERIFIED', 'CORROBORATED', 'WEAK'] as const;

const samplePayCode = z.strictObject({ external: z.string(), secondary: z.string().optional() });

/** Keys of a template.yaml that describe how the payroll system accepts changes after a final export. */
const correctionsKeys = {
  corrections: z
    .enum(['delta', 'restate', 'both', 'none'])
    .optional()
    .describe(
      'How the target takes corrections: delta, signed lines in the current period; restate, the right lines of the original period again; both; none, by hand. Left out: the template carries none, and what changed is listed as pay lines.',
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
      confidence: z.enum(CONFIDENCES),
    })
    .optional()
    .describe('Where the mode of corrections is known from, and how surely.'),
} as const;

const CODE_CLASSES = ['hours', 'days', 'times', 'amount', 'rate'] as const;
export type CodeClass = (typeof CODE_CLASSES)[number];

/** What a payroll system takes for some codes. */
const codeClass = z
  .strictObject({
    if: condition.optional(),
    class: z
      .union([z.enum(CODE_CLASSES), z.array(z.enum(CODE_CLASSES)).min(1)])
      .describe(
        'hours, days, times (counts), amount (of money) or rate; a list for codes that take several.',
      ),
    external: regexText
      .optional()
      .describe('A regular expression for the external code; default: every code.'),
    secondary: regexText.optional().describe('The same for the secondary key, which may be empty.'),
    hint: z.string().optional().describe('The codes in words, for messages: 01 to 12.'),
  })
  .transform(resolvedFile);
export type CodeClassSpec = z.output<typeof codeClass>;

/** How the payroll system imports a file: a small model of the import, with its source. */
const target = z.strictObject({
  takes: z
    .enum(['adds', 'replaces-row', 'replaces-person', 'replaces-period', 'unknown'])
    .describe(
      'What an import does to what the period has already: adds to it; replaces the amounts that it names (replaces-row), all of the people that it names (replaces-person) or the whole period (replaces-period); unknown, where the source leaves it open.',
    ),
  wholePeriods: z
    .enum(['calendar-months', 'pay-periods'])
    .optional()
    .describe(
      'The system has one amount per period, so that a part of one would replace the rest: other periods are refused. pay-periods: calendar months, months from any day to the day before it, and four weeks from a Monday.',
    ),
  source: z.string().min(1).describe('Where this is known from.'),
  confidence: z.enum(CONFIDENCES).describe('How surely.'),
});
export type PayrollTarget = z.output<typeof target>;

/** One YAML file that describes a text file (and its companions). */
export const textTemplate = z
  .strictObject({
    kind: z.literal('text'),
    description: label.describe('What it is for; built-in templates have it in four languages.'),
    audience: z
      .enum(['payroll', 'people'])
      .describe('Files for people follow the locale, and their text is kept from running as a formula.'),
    locale: z
      .enum(['follow', 'fixed'])
      .default('follow')
      .describe('fixed: the layout is a contract with programs, and no locale changes it.'),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, ruleText('template.schema.country')))
      .default([])
      .describe('Where its payroll system is used: codes of two letters.'),
    confidence: z.enum(CONFIDENCES).optional(),
    sources: z.array(z.string()).default([]),
    ...correctionsKeys,
    target: target.optional().describe('How the payroll system takes a file.'),
    importedBy: z
      .literal('program')
      .optional()
      .describe('program: no screen of the payroll system takes the file, only a program can import it.'),
    codeClasses: z
      .array(codeClass)
      .min(1)
      .optional()
      .describe(
        'What the payroll system takes for each external code; the first entry that fits a code applies. Other amounts are refused, and so are codes that no entry fits.',
      ),
    variables: z
      .record(z.string().regex(/^[a-zA-Z]\w*$/, ruleText('template.schema.variableName')), variable)
      .default({}),
    conflicts: z
      .array(
        z
          .strictObject({ if: condition, message: z.string() })
          .transform(({ if: when, message }) => ({ when, message })),
      )
      .default([])
      .describe(
        'Values of variables that exclude each other, with what to do: refused before anything is read.',
      ),
    mappingColumns: z.record(z.string(), mappingColumn).default({}),
    sample: z
      .strictObject({
        employeeNumbers: z.array(z.string()).default([]),
        payCodes: z.record(z.string(), samplePayCode).default({}),
      })
      .default({ employeeNumbers: [], payCodes: {} }),
    ...fileKeys.shape,
    companions: z.array(fileSpec).default([]),
  })
  .transform((keys) => resolvedFile(keys))
  .superRefine((template, context) => {
    for (const { path, when } of conditionsIn(template))
      for (const name of conditionVariables(when))
        if (!Object.hasOwn(template.variables, name))
          context.addIssue({
            code: 'custom',
            path: [...path],
            message: ruleText('template.variable.undeclared', { name }),
          });
    for (const [index, file] of [template, ...template.companions].entries()) {
      const path = index === 0 ? [] : ['companions', index - 1];
      for (const { key, message } of fileProblems(file))
        context.addIssue({ code: 'custom', path: [...path, key], message });
    }
    for (const path of limitsOf(template))
      if (template.audience === 'payroll')
        context.addIssue({
          code: 'custom',
          path: [...path],
          message: ruleText('template.schema.limitPayroll'),
        });
    for (const key of unsignedHidden(template))
      context.addIssue({
        code: 'custom',
        path: ['corrections'],
        message: ruleText('template.schema.hiddenDelta', { column: key }),
      });
    const contradiction = correctionsAgainstTarget(template);
    if (contradiction !== undefined)
      context.addIssue({ code: 'custom', path: ['corrections'], message: contradiction });
  })
  .describe('A text template');
export type TextSpec = z.output<typeof textTemplate>;

interface PlacedCondition {
  readonly path: readonly PropertyKey[];
  readonly when: When;
}

/** All conditions of a template, with their places in its file. */
function conditionsIn(value: unknown, path: readonly PropertyKey[] = []): PlacedCondition[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return key === 'when' && typeof each === 'string'
      ? [{ path: [...path, 'if'], when: each }]
      : conditionsIn(each, place);
  });
}

/** The places of the sections that leave rows out. */
function limitsOf(template: FileSpec & { companions: readonly FileSpec[] }): readonly (readonly string[])[] {
  return [template, ...template.companions].flatMap((file) =>
    allSections(file).flatMap((section) =>
      section.limit === undefined ? [] : [section === file.rows ? ['rows', 'each'] : ['sections']],
    ),
  );
}

interface HowItIsCorrected {
  readonly corrections?: 'delta' | 'restate' | 'both' | 'none' | undefined;
  readonly restateScope: 'employee' | 'all';
  readonly target?: PayrollTarget | undefined;
}

/** Why corrections of this kind would not lead to the right hours in the target; undefined if they do. */
function correctionsAgainstTarget({
  corrections,
  restateScope,
  target: taken,
}: HowItIsCorrected): string | undefined {
  if (taken === undefined || corrections === undefined || corrections === 'none') return undefined;
  const { takes } = taken;
  if (takes === 'unknown') return ruleText('template.schema.takesUnknown', { corrections });
  if (takes === 'adds') return corrections === 'restate' ? ruleText('template.schema.takesAdds') : undefined;
  if (corrections !== 'restate') return ruleText('template.schema.takesReplaces', { takes });
  return takes === 'replaces-period' && restateScope === 'employee'
    ? ruleText('template.schema.takesPeriod')
    : undefined;
}

/** Amounts that the file does not show, although its lines are signed: reversals would be invisible. */
function unsignedHidden(
  template: FileSpec & { companions: readonly FileSpec[]; corrections?: string | undefined },
): string[] {
  if (!['delta', 'both'].includes(template.corrections ?? '')) return [];
  return [template, ...template.companions].flatMap(allSections).flatMap(({ columns }) =>
    columns.flatMap(({ hidden, key, field = '' }) => {
      const hasSign = columns.some((other) => other.format?.name === 'sign' && other.field === field);
      // A hidden key is in the text of the block.
      return hidden === undefined || key !== undefined || hasSign ? [] : [field];
    }),
  );
}

/** XSD and JSON schemas as base64: of the main file, then of each companion; null if there is none. */
export type Schemas = readonly (string | null)[];

/** Plain data, because it is stored in the ledger. */
export interface TextTemplate {
  readonly kind: 'text';
  readonly name: string;
  readonly spec: TextSpec;
  /** The schemas of XML and JSON, which are read back after writing; omitted for plain text. */
  readonly schemas?: Schemas;
}
