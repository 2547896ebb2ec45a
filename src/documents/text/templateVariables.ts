import { type AnyMessage, message, verbatim } from '../../i18n/message.js';
import { conditionVariables, isWhen } from './conditionText.js';
import { problemLine, RenderProblems } from './renderProblems.js';
import { compileWholeText } from './selectionSpec.js';
import type { TemplateVariable, TextSpec, TextTemplate } from './textTemplate.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

/** The variables of a template, and the values that exclude each other. */
type Declared = Pick<TextSpec, 'variables' | 'conflicts'>;

/** As configured: only text is accepted, other values are refused with a reason. */
export type TemplateValues = Readonly<Record<string, string | number | boolean>>;

/**
 * The values of all declared variables: given values, or else defaults. A missing, malformed or unknown one is a
 * problem; its value is then empty. Values that exclude each other are one too.
 */
export function templateVariables(
  { variables: declared, conflicts }: Declared,
  given: TemplateValues,
  problems: RenderProblems,
): Readonly<Record<string, string>> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) {
      const known = Object.keys(declared).join(', ');
      problems.add(
        known === ''
          ? message('template.variable.noneKnown', { name })
          : message('template.variable.unknown', { name, known }),
        { value: String(given[name]) },
      );
    }
  }
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries(declared)) {
    const value = Object.hasOwn(given, name) ? given[name] : variable.default;
    values[name] = typeof value === 'string' ? value : '';
    checkVariable(name, variable, value, problems);
  }
  for (const { when, message: said } of conflicts) {
    if (!isWhen(when, (name) => values[name] ?? '')) continue;
    const names = conditionVariables(when).map((name) => `${name}: ${values[name]}`);
    problems.add(verbatim(said), { value: names.join(', ') });
  }
  return values;
}

function checkVariable(
  name: string,
  variable: TemplateVariable,
  value: string | number | boolean | undefined,
  problems: RenderProblems,
): void {
  const { description, values, pattern } = variable;
  if (value === undefined) {
    problems.add(message('template.variable.missing', { name, description }));
  } else if (typeof value !== 'string') {
    problems.add(message('template.variable.notText', { name }), { value: String(value) });
  } else if (values !== undefined && !values.includes(value)) {
    problems.add(message('template.variable.notOneOf', { name, values: values.join(', ') }), { value });
  } else if (values === undefined && CONTROL.test(value)) {
    problems.add(message('template.variable.control', { name }), { value });
  } else if (pattern !== undefined && !compileWholeText(pattern).test(value)) {
    problems.add(message('template.variable.pattern', { name, description }), { value });
  }
}

/** The problems of a template's variables in the configuration; known before anything is read. */
export function variableProblems(template: TextTemplate, given: TemplateValues): AnyMessage[] {
  const problems = new RenderProblems(template.name);
  templateVariables(template.spec, given, problems);
  return problems.list.map((problem) => problemLine(problem));
}
