import { sectionsOf } from '../text/filePart.js';
import { LiquidText } from '../text/liquidEngine.js';
import type { SectionSpec } from '../text/sectionSpec.js';
import type { TextSpec } from '../text/textTemplate.js';
import { leavesOf, repeatsOf } from '../text/treeSpec.js';
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

/** Whether a payroll file has a place for minutes of pay codes, and none for the number of a count. */
export function takesHoursOnly(template: Template): boolean {
  if (template.kind !== 'text' || !needsMapping(template).payCodes) return false;
  const fields = fieldsOf(template.spec);
  return fields.has('minutes') && !fields.has('quantity');
}

function fieldsOf(spec: TextSpec): ReadonlySet<string> {
  const liquid = new LiquidText('');
  const files = [spec, ...spec.companions];
  const ofTrees = files.flatMap(({ tree }) => (tree === undefined ? [] : treeFields(tree, liquid)));
  const ofSections = files.flatMap(sectionsOf).flatMap((section) => sectionFields(section, liquid));
  return new Set([...ofSections, ...ofTrees]);
}

function treeFields(tree: NonNullable<TextSpec['tree']>, liquid: LiquidText): string[] {
  const ofLeaves = leavesOf(tree).flatMap(({ leaf }) => {
    return leaf.text === undefined ? (leaf.field ?? []) : liquid.variablesOf(leaf.text);
  });
  const ofRows = repeatsOf(tree).flatMap(({ group = [], filter }) => [
    ...group,
    ...filter.map(({ field }) => field),
  ]);
  return [...ofLeaves, ...ofRows];
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
