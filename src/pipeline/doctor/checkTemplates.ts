import type { Config, LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { needsMapping } from '../../render/template/needsMapping.js';
import type { Template } from '../../render/template/template.js';
import { loadNamed } from '../renderTemplates.js';
import { lackingVariables } from '../variablesOf.js';
import { type DoctorFinding, ok, problem } from './finding.js';

export interface TemplatesChecked {
  readonly findings: readonly DoctorFinding[];
  /** Those that can be loaded. */
  readonly templates: readonly Template[];
}

/** The templates of the configuration: do they load, and is there what they need? */
export async function checkTemplates(
  { config, folder }: LoadedConfig,
  packageFolder: string,
): Promise<TemplatesChecked> {
  const findings: DoctorFinding[] = [];
  const templates: Template[] = [];
  for (const name of config.templates) {
    try {
      templates.push(await loadNamed(name, packageFolder, folder));
    } catch (error) {
      if (!(error instanceof PaytallyError)) throw error;
      findings.push(problem('templates', error));
    }
  }
  findings.push(...templates.flatMap((template) => needsOf(template, config)));
  return { findings, templates };
}

function needsOf(template: Template, config: Config): DoctorFinding[] {
  const variables = Object.values(config.employers).flatMap(
    (employer) => lackingVariables(template, config, employer) ?? [],
  );
  const distinct = [...new Map(variables.map((error) => [error.message, error])).values()];
  const lacking = [...distinct, ...lackingCodes(template, config.payCodes)];
  return lacking.length > 0
    ? lacking.map((error) => problem('templates', error))
    : [ok('templates', `${template.name} is ready`)];
}

function lackingCodes(template: Template, payCodes: Config['payCodes']): readonly PaytallyError[] {
  if (!needsMapping(template).payCodes || Object.keys(payCodes).length > 0) return [];
  const message = `${template.name} needs the payroll system's codes, and payCodes is empty.`;
  return [
    new PaytallyError('EXPORT_BLOCKED', message, {
      record: 'payCodes',
      remedy:
        'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.',
    }),
  ];
}
