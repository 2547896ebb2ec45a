import { compileWholeText } from './regexText.js';
import { problemLine, RenderProblems } from './renderProblems.js';
import type { TemplateVariable, TextSpec, TextTemplate } from './textTemplate.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

/** The variables of a template, and which of their values exclude each other. */
type Declared = Pick<TextSpec, 'variables' | 'conflicts'>;

/** As configured: only text is taken, the rest is refused with a reason. */
export type TemplateValues = Readonly<Record<string, string | number | boolean>>;

/**
 * The values of all declared variables: given ones, else defaults.
 * A missing, malformed or unknown one is a problem; its value is then empty. Values that exclude each other are one too.
 */
export function templateVariables(
  { variables: declared, conflicts }: Declared,
  given: TemplateValues,
  problems: RenderProblems,
): Readonly<Record<string, string>> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) {
      problems.add(`there is no variable ${name}; there are: ${names(declared)}`, {
        value: String(given[name]),
      });
    }
  }
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries(declared)) {
    const value = Object.hasOwn(given, name) ? given[name] : variable.default;
    values[name] = typeof value === 'string' ? value : '';
    checkVariable(name, variable, value, problems);
  }
  for (const { when, message } of conflicts) {
    const names = Object.entries(when);
    const isMet = names.every(([name, expected]) => [expected].flat().includes(values[name] ?? ''));
    if (isMet) problems.add(message, { value: names.map(([name]) => `${name}: ${values[name]}`).join(', ') });
  }
  return values;
}

function checkVariable(
  name: string,
  variable: TemplateVariable,
  value: string | number | boolean | undefined,
  problems: RenderProblems,
): void {
  if (value === undefined) {
    problems.add(`the variable ${name} is missing (${variable.description}); set it in the configuration`);
  } else if (typeof value !== 'string') {
    problems.add(`the variable ${name} must be written in quotes, so that leading zeros are kept`, {
      value: String(value),
    });
  } else if (variable.values !== undefined && !variable.values.includes(value)) {
    problems.add(`the variable ${name} is one of ${variable.values.join(', ')}`, { value });
  } else if (variable.values === undefined && CONTROL.test(value)) {
    problems.add(
      `the variable ${name} holds a tab, a line break or another control character: write it on one line`,
      { value },
    );
  } else if (variable.pattern !== undefined && !compileWholeText(variable.pattern).test(value)) {
    problems.add(`the variable ${name} does not look right (${variable.description})`, { value });
  }
}

function names(declared: Declared['variables']): string {
  return Object.keys(declared).join(', ') || 'none';
}

/** What is wrong with the variables that the configuration gives a template; known before anything is read. */
export function variableProblems(template: TextTemplate, given: TemplateValues): string[] {
  const problems = new RenderProblems(template.name);
  templateVariables(template.spec, given, problems);
  return problems.list.map((problem) => problemLine(problem));
}
