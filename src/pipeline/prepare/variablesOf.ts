import type { Config } from '../../config/config.js';
import type { Template } from '../../documents/template/template.js';
import { variableProblems } from '../../documents/text/templateVariables.js';
import { PaytallyError } from '../../errors.js';

type Values = Readonly<Record<string, string>>;

/** What the configuration gives a template. */
export function variablesOf(template: string, { variables }: Config): Values {
  return variables[template] ?? {};
}

/** Variables that a template lacks, or cannot use: known before the service is asked. */
export function lackingVariables(template: Template, config: Config): PaytallyError | undefined {
  if (template.kind !== 'text') return undefined;
  const problems = variableProblems(template, variablesOf(template.name, config));
  if (problems.length === 0) return undefined;
  return new PaytallyError('CONFIG_INVALID', problems.join('\n'), {
    record: `variables.${template.name}`,
    remedy: `Correct variables: ${template.name}: in the configuration, for all employers or for one; "paytally templates show ${template.name}" lists them.`,
  });
}
