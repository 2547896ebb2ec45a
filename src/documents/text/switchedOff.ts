import type { AnyMessage } from '../../i18n/message.js';
import { conditionVariables, type When } from './conditionText.js';
import { allSections, type FileSpec, type SectionSpec } from './fileSpec.js';
import { offMessage } from './leftReasons.js';
import { type RenderContext, resolveVariable, whenHolds } from './renderContext.js';
import { type JsonTree, listChildren, listOwnLeaves, type XmlTree } from './treeSpec.js';

/**
 * The variable that switches off a file, or one of its sections or elements: `the template leaves this part out
 * (premiums is no)`. undefined if none does.
 * @param place the number of a section; a text for a position in a tree
 */
export function switchedOffBy(
  context: RenderContext,
  file: FileSpec | undefined,
  place: number | string | undefined,
): AnyMessage | undefined {
  if (file === undefined) return undefined;
  const off = [file.when, ...whensOf(file, place)].filter((when) => !whenHolds(context, when));
  const [variable] = off.flatMap(conditionVariables);
  if (variable === undefined) return undefined;
  return offMessage(variable, String(resolveVariable(context, { variable })));
}

function whensOf(file: FileSpec, place: number | string | undefined): readonly (When | undefined)[] {
  if (file.tree !== undefined) return whensOfTree(file.tree);
  const sections = allSections(file);
  const own = typeof place === 'number' ? sections[place] : undefined;
  // After a change of the layout, a record whose rows are gone names no section of today.
  return [
    ...(own === undefined ? [] : whensOfSection(file, own)),
    ...sections.flatMap((each) => whensOfSection(file, each)),
  ];
}

function whensOfSection(file: FileSpec, section: SectionSpec): readonly (When | undefined)[] {
  const block = file.blocks?.find(({ sections }) => sections.includes(section));
  return [block?.when, section.when, ...section.columns.map(({ when }) => when)];
}

function whensOfTree(node: XmlTree | JsonTree): readonly (When | undefined)[] {
  const own = listOwnLeaves(node).map(({ when }) => when);
  return [node.when, ...own, ...listChildren(node).flatMap(whensOfTree)];
}
