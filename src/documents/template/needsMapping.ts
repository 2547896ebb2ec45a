import { QUANTITIES } from '../text/amountCells.js';
import { allSections, type SectionSpec } from '../text/fileSpec.js';
import { conditionFields } from '../text/rowSelection.js';
import { textPaths } from '../text/textPaths.js';
import type { TextSpec } from '../text/textTemplate.js';
import { listLeaves, listRepeats } from '../text/treeSpec.js';
import type { Template } from './template.js';

/** The mapping data that a template requires: exceptions about the mapping block only such templates. */
export interface MappingNeeds {
  /** UNMAPPED_EMPLOYEE and DUPLICATE_NUMBER block. */
  readonly employeeNumbers: boolean;
  /** UNMAPPED_CODE blocks. */
  readonly payCodes: boolean;
  /** Whether ABSENCE_HOURS blocks, because the file has a place for minutes but none for days. */
  readonly minutes: boolean;
}

const NONE: MappingNeeds = { employeeNumbers: false, payCodes: false, minutes: false };

/** The combined needs of several templates. */
export function combineNeeds(templates: readonly Template[]): MappingNeeds {
  const needs = templates.map(needsMapping);
  return {
    employeeNumbers: needs.some(({ employeeNumbers }) => employeeNumbers),
    payCodes: needs.some(({ payCodes }) => payCodes),
    minutes: needs.some(({ minutes }) => minutes),
  };
}

/** Files for people leave unknown numbers empty; payroll imports need them. Workbooks and reports are for people. */
export function needsMapping(template: Template): MappingNeeds {
  if (template.kind !== 'text' || template.spec.audience === 'people') return NONE;
  const fields = findUsedFields(template.spec);
  const payCodes = fields.has('external') || fields.has('secondary');
  return {
    employeeNumbers: fields.has('employee.number'),
    payCodes,
    minutes: payCodes && fields.has('minutes') && !QUANTITIES.some((field) => fields.has(field)),
  };
}

function findUsedFields(spec: TextSpec): ReadonlySet<string> {
  const files = [spec, ...spec.companions];
  const ofTrees = files.flatMap(({ tree }) => (tree === undefined ? [] : treeFields(tree)));
  const ofSections = files.flatMap(allSections).flatMap(sectionFields);
  return new Set([...ofSections, ...ofTrees]);
}

function treeFields(tree: NonNullable<TextSpec['tree']>): string[] {
  const ofLeaves = listLeaves(tree).flatMap(({ leaf }) => {
    return leaf.text === undefined ? (leaf.field ?? leaf.sum ?? []) : textPaths(leaf.text);
  });
  const ofRows = listRepeats(tree).flatMap(({ group = [], filter }) => [
    ...group,
    ...filter.flatMap(conditionFields),
  ]);
  return [...ofLeaves, ...ofRows];
}

function sectionFields(section: SectionSpec): string[] {
  const columns = section.columns.flatMap((column) => {
    if (column.text !== undefined) return textPaths(column.text);
    return column.field === undefined ? [] : [column.field];
  });
  const codes = section.codes === undefined ? [] : [section.codes.by, section.codes.value];
  return [...columns, ...codes, ...(section.group ?? []), ...section.filter.flatMap(conditionFields)];
}
