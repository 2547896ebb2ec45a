import type { Config } from '../../config/config.js';
import type { EmployerConfig } from '../../config/schema.js';
import type { Template } from '../../documents/template/template.js';
import { variableProblems } from '../../documents/text/templateVariables.js';
import { PaytallyError } from '../../errors.js';

type Values = Readonly<Record<string, string>>;

/** What the configuration gives a template: for all employers, then for this one, which has the last word. */
export function variablesOf(template: string, config: Config, employer: EmployerConfig): Values {
  return { ...config.variables[template], ...employer.variables[template] };
}

/** Variables that a template lacks, or cannot use: known before the service is asked. */
export function lackingVariables(
  template: Template,
  config: Config,
  employer: EmployerConfig,
): PaytallyError | undefined {
  if (template.kind !== 'text') return undefined;
  const problems = variableProblems(template, variablesOf(template.name, config, employer));
  if (problems.length === 0) return undefined;
  return new PaytallyError('CONFIG_INVALID', problems.join('\n'), {
    record: `variables.${template.name}`,
    remedy: `Correct variables: ${template.name}: in the configuration, for all employers or for one; "paytally templates show ${template.name}" lists them.`,
  });
}
