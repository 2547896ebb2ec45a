import { sectionsOf } from '../text/filePart.js';
import { LiquidText } from '../text/liquidEngine.js';
import type { SectionSpec } from '../text/sectionSpec.js';
import type { TextSpec } from '../text/textTemplate.js';
import type { Template } from './template.js';

/** What a template cannot do without: exceptions about the mapping block only these. */
export interface MappingNeeds {
  /** UNMAPPED_EMPLOYEE and DUPLICATE_NUMBER block. */
  readonly employeeNumbers: boolean;
  /** UNMAPPED_CODE blocks. */
  readonly payCodes: boolean;
}

const NONE: MappingNeeds = { employeeNumbers: false, payCodes: false };

/** Files for people leave unknown numbers empty; payroll imports need them. Workbooks and reports are for people. */
export function needsMapping(template: Template): MappingNeeds {
  if (template.kind !== 'text' || template.spec.audience === 'people') return NONE;
  const fields = fieldsOf(template.spec);
  return {
    employeeNumbers: fields.has('employee.number'),
    payCodes: fields.has('external') || fields.has('secondary'),
  };
}

function fieldsOf(spec: TextSpec): ReadonlySet<string> {
  const liquid = new LiquidText('');
  const sections = [spec, ...spec.companions].flatMap(sectionsOf);
  return new Set(sections.flatMap((section) => sectionFields(section, liquid)));
}

function sectionFields(section: SectionSpec, liquid: LiquidText): string[] {
  const columns = section.columns.flatMap((column) => {
    if (column.text !== undefined) return liquid.variablesOf(column.text);
    return column.field === undefined ? [] : [column.field];
  });
  const codes = section.codes === undefined ? [] : [section.codes.by];
  return [
    ...columns,
    ...codes,
    ...(section.group ?? []),
    ...section.filter.map((condition) => condition.field),
  ];
}
