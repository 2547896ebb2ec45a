import type { Config } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';
import { variableProblems } from '../text/templateVariables.js';
import type { TextTemplate } from '../text/textTemplate.js';
import { describePart, type Template } from './template.js';

type Values = Readonly<Record<string, string>>;

/** What the configuration gives a template. */
export function variablesOf(template: string, { variables }: Config): Values {
  return variables[template] ?? {};
}

/** Variables that a template lacks, or cannot use: known before the service is asked. */
export function lackingVariables(template: Template, config: Config): PaytallyError | undefined {
  if (template.kind !== 'text') return undefined;
  const problems = variableProblems(template, variablesOf(template.name, config), (name, own) =>
    describePart(template, `.variable.${name}`, own),
  );
  if (problems.length === 0) return undefined;
  const { name } = template;
  const values = { template: name, snippet: snippet(template, variablesOf(name, config)) };
  return new PaytallyError('CONFIG_INVALID', joined(problems), {
    record: `variables.${name}`,
    remedy: message('template.variables.lacking.remedy', values),
  });
}

/** What is to be pasted: the variables that have no default, and what is given already where it may stay. */
function snippet({ name, spec }: TextTemplate, given: Values): string {
  const values = Object.entries(spec.variables).flatMap(([variable, declared]) => {
    const value = given[variable];
    if (value === undefined && declared.default !== undefined) return [];
    return [`${variable}: ${value === undefined ? '"…"' : JSON.stringify(value)}`];
  });
  return `{ ${name}: { ${values.join(', ')} } }`;
}
