import type { Config, LoadedConfig } from '../../config/config.js';
import { payRulesOf } from '../../config/payRules.js';
import { needsMapping } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import { DEFAULT_SEVERITY } from '../../domain/exceptions/exceptionCode.js';
import { PaytallyError } from '../../errors.js';
import { loadNamed } from '../prepare/loadNamed.js';
import { ruleCodes } from '../prepare/ruleCodes.js';
import { STRAY_REMEDY, strayVariables } from '../prepare/strayVariables.js';
import { lackingVariables } from '../prepare/variablesOf.js';
import { type DoctorFinding, ok, problem, warning } from './finding.js';

export interface TemplatesChecked {
  readonly findings: readonly DoctorFinding[];
  /** Those that can be loaded. */
  readonly templates: readonly Template[];
}

/** Said, so that nobody takes the rest for a promise. */
const UNKNOWN_AHEAD = ok(
  'templates',
  'Only a period itself tells whether its records are open, unreviewed or contradict each other, and whether its amounts fit: "paytally check PERIOD" and "paytally export PERIOD --dry-run"',
);

/** The templates of the configuration: do they load, and is there what they need? */
export async function checkTemplates(
  { config, folder, path }: LoadedConfig,
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
  const stray = await strayVariables({ config, folder, path }, [], packageFolder);
  findings.push(
    ...templates.flatMap((template) => needsOf(template, config)),
    ...stray.map(({ message }) => warning('templates', message, STRAY_REMEDY)),
    UNKNOWN_AHEAD,
  );
  return { findings, templates };
}

function needsOf(template: Template, config: Config): DoctorFinding[] {
  const variables = Object.values(config.employers).flatMap(
    (employer) => lackingVariables(template, config, employer) ?? [],
  );
  const distinct = [...new Map(variables.map((error) => [error.message, error])).values()];
  const lacking = [...distinct, ...lackingCodes(template, config)];
  return lacking.length > 0
    ? lacking.map((error) => problem('templates', error))
    : [ok('templates', `${template.name} is ready`)];
}

/** Codes that the rules can give and nothing maps: the first minute that gets one stops the template. */
function lackingCodes(template: Template, config: Config): readonly PaytallyError[] {
  if (!needsMapping(template).payCodes || !unmappedCodesBlock(config)) return [];
  const { payCodes } = config;
  const lacking = ruleCodes(payRulesOf(config)).filter(({ payCode }) => !Object.hasOwn(payCodes, payCode));
  if (lacking.length === 0) return [];
  const named = lacking.map(({ payCode, path }) => `${payCode} (${path})`).join(', ');
  const message =
    Object.keys(payCodes).length === 0
      ? `${template.name} needs the payroll system's codes, and payCodes is empty. The pay codes are: ${named}.`
      : `${template.name} needs the payroll system's codes, and payCodes has none for: ${named}.`;
  return [
    new PaytallyError('EXPORT_BLOCKED', message, {
      record: 'payCodes',
      remedy:
        'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.',
    }),
  ];
}

/** Where the configuration lets unmapped codes through, the template itself decides. */
export function unmappedCodesBlock({ exceptions }: Config): boolean {
  return (exceptions.UNMAPPED_CODE ?? DEFAULT_SEVERITY.UNMAPPED_CODE) === 'block';
}
