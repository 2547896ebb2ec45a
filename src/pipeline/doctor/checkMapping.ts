import type { LoadedConfig } from '../../config/config.js';
import type { Employee } from '../../domain/records.js';
import { PaytallyError } from '../../errors.js';
import { needsMapping } from '../../render/template/needsMapping.js';
import type { Template } from '../../render/template/template.js';
import { type MappingFile, readMapping } from '../mapping.js';
import { type DoctorFinding, ok, problem, warning } from './finding.js';

/**
 * The mapping file: is it there where a template needs it, and is it sound? `employees` are those of the service,
 * undefined where they could not be read.
 * @throws PaytallyError MAPPING_INVALID
 */
export async function checkMapping(
  { config, folder }: LoadedConfig,
  employer: string,
  templates: readonly Template[],
  employees: readonly Employee[] | undefined,
): Promise<DoctorFinding[]> {
  const needing = templates.filter((template) => needsMapping(template).employeeNumbers);
  const [first] = needing;
  const mapping = await readMapping(config.employers[employer]?.employees, folder);
  if (mapping.path === undefined) {
    return first === undefined
      ? [ok('mapping', 'No mapping file; no template needs one', employer)]
      : [problem('mapping', noFile(first.name, employer), employer)];
  }
  return [
    ok('mapping', `${mapping.path}: ${mapping.employees.byId.size} employees`, employer),
    ...fileProblems(mapping, first, employer),
    ...withoutNumber(mapping, employees ?? [], first, employer),
  ];
}

function fileProblems(
  { path = '', problems }: MappingFile,
  needing: Template | undefined,
  employer: string,
): DoctorFinding[] {
  return problems.map(({ line, message }) => {
    const error = new PaytallyError('MAPPING_INVALID', `${path}:${line}: ${message}`, {
      record: `${path}:${line}`,
    });
    return needing === undefined
      ? warning('mapping', error.message, error.remedy, employer)
      : problem('mapping', error, employer);
  });
}

/** A warning, since nobody knows yet whether they will have worked. */
function withoutNumber(
  mapping: MappingFile,
  employees: readonly Employee[],
  needing: Template | undefined,
  employer: string,
): DoctorFinding[] {
  const lacking = employees.filter(({ id, isActive }) => isActive && !mapping.employees.byId.get(id)?.number);
  if (lacking.length === 0) return [];
  const stops = needing === undefined ? '' : `; once they have worked, they stop ${needing.name}`;
  return [
    warning(
      'mapping',
      `${lacking.length} of the active employees have no payroll number${stops}.`,
      'Run "paytally employees sync", then fill the column employeeNumber.',
      employer,
    ),
  ];
}

function noFile(template: string, employer: string): PaytallyError {
  const message = `The template ${template} needs payroll numbers, and no mapping file is configured.`;
  return new PaytallyError('MAPPING_INVALID', message, {
    record: `employers.${employer}.employees`,
    remedy: `Add "employees: employees-${employer}.csv" to the employer, then run "paytally employees sync".`,
  });
}
