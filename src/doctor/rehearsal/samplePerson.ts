import type { Template } from '../../render/template/template.js';
import type { ColumnSpec } from '../../render/text/columnSpec.js';
import { allSections } from '../../render/text/filePart.js';
import type { RenderProblem } from '../../render/text/renderProblems.js';
import type { Rehearsal } from './rehearsal.js';
import type { RehearsedPeople } from './rehearsedModel.js';

const ID = '00000000-0000-4000-8000-000000000000';

/**
 * Somebody about whom all is right as far as anything can be: what a template refuses here, it refuses for everybody.
 * Number and columns are the samples of the template; a column that the mapping file lacks is lacking here too.
 */
export function samplePerson(template: Template, rehearsal: Rehearsal): RehearsedPeople {
  const { mapping, employees, rememberedEmployees } = rehearsal;
  const spec = template.kind === 'text' ? template.spec : undefined;
  const { extraColumns } = mapping.employees;
  const extra = Object.fromEntries(
    extraColumns.map((column) => [column, spec?.mappingColumns[column]?.samples[0] ?? 'x']),
  );
  const number = spec?.sample.employeeNumbers[0] ?? '1';
  const hasNames = employees !== null || rememberedEmployees.length > 0;
  return {
    people: [ID],
    employees: hasNames ? [{ id: ID, firstName: 'Ann', lastName: 'Sample', isActive: true }] : null,
    mapping: { extraColumns, byId: new Map([[ID, { number, extra }]]) },
  };
}

/** Whether a message names the made-up person as the employee it is about. */
export function isSamplePerson(label: string): boolean {
  return label.includes(ID);
}

/** Whether a problem is about the made-up person itself: a made-up value that a template of one's own does not take. */
export function isAboutSamplePerson(template: Template, { column, value }: RenderProblem): boolean {
  if (value === undefined) return false;
  const isPersonal = ({ field = '', text = '' }: ColumnSpec): boolean =>
    field.startsWith('employee.') || text.includes('employee.');
  return namesOfColumns(template, isPersonal).includes(column);
}

/** Whether somebody has no number: the mapping check tells about that. */
export function isLackingNumber(template: Template, { column, value }: RenderProblem): boolean {
  const isNumber = ({ field }: ColumnSpec): boolean => field === 'employee.number';
  return value === undefined && column !== undefined && namesOfColumns(template, isNumber).includes(column);
}

/** As messages name them: by a heading in any language, by the field or the text. */
function namesOfColumns(
  template: Template,
  isMeant: (column: ColumnSpec) => boolean,
): readonly (string | undefined)[] {
  if (template.kind !== 'text') return [];
  const sections = [template.spec, ...template.spec.companions].flatMap(allSections);
  return sections
    .flatMap(({ columns }) => columns)
    .filter(isMeant)
    .flatMap(({ header, field, text }) => {
      if (typeof header === 'object') return Object.values(header);
      return header ?? field ?? text;
    });
}
