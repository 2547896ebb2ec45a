import type { Config } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';
import { variableProblems } from '../text/templateVariables.js';
import type { TextTemplate } from '../text/textTemplate.js';
import type { Template } from './template.js';

type Values = Readonly<Record<string, string>>;

/** A template's settings in the configuration. */
export function variablesOf(template: string, { variables }: Config): Values {
  return variables[template] ?? {};
}

/** Missing or unusable variables of a template: known before the service is called. */
export function lackingVariables(template: Template, config: Config): PaytallyError | undefined {
  if (template.kind !== 'text') return undefined;
  const problems = variableProblems(template, variablesOf(template.name, config));
  if (problems.length === 0) return undefined;
  const { name } = template;
  const values = { template: name, snippet: snippet(template, variablesOf(name, config)) };
  return new PaytallyError('CONFIG_INVALID', joined(problems), {
    record: `variables.${name}`,
    remedy: message('template.variables.lacking.remedy', values),
  });
}

/** The YAML to paste: the variables without a default, and the given values that can be kept. */
function snippet({ name, spec }: TextTemplate, given: Values): string {
  const values = Object.entries(spec.variables).flatMap(([variable, declared]) => {
    const value = given[variable];
    if (value === undefined && declared.default !== undefined) return [];
    return [`${variable}: ${value === undefined ? '"…"' : JSON.stringify(value)}`];
  });
  return `{ ${name}: { ${values.join(', ')} } }`;
}
