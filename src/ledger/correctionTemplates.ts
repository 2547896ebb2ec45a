import { basename, extname, join } from 'node:path';
import { PaytallyError } from '../errors.js';
import { loadNamed } from '../render/template/loadNamed.js';
import { needsOf } from '../render/template/needsMapping.js';
import type { Template } from '../render/template/template.js';
import { makeReaders } from '../render/text/readBack.js';
import type { PreparedRun } from '../run.js';
import type { CorrectionBase } from './correctionBase.js';
import { keepsLines, PAY_LINES, PAY_LINES_FILE } from './exportedOf.js';

type LineTemplate = Extract<Template, { kind: 'text' }>;

/** The templates that the comparison needs, and which of them were asked for. */
export interface CorrectionTemplates {
  /** Every template of the finals that declares corrections, and the pay lines themselves. */
  readonly compared: readonly LineTemplate[];
  /** Whether the lines of a template are listed; pay lines that no template prints always are. */
  readonly isListed: (template: string) => boolean;
}

/** The templates of finals whose lines are compared, as they are today, else as they were then. */
export async function correctionTemplates(
  bases: readonly CorrectionBase[],
  named: readonly string[],
  packageFolder: string,
): Promise<CorrectionTemplates> {
  const wanted = new Set(named.map((name) => basename(name, extname(name))));
  const stored = new Map<string, Template>();
  for (const { newest } of bases) {
    for (const template of newest.snapshot.templates) stored.set(template.name, template);
  }
  for (const { original } of bases) {
    for (const template of original.templates)
      if (!stored.has(template.name)) stored.set(template.name, template);
  }
  const missing = [...wanted].find((name) => !stored.has(name));
  if (missing !== undefined) {
    throw new PaytallyError('NOTHING_FINAL', `No final of these days has the template ${missing}.`, {
      record: missing,
    });
  }
  stored.delete(PAY_LINES);
  const current = await Promise.all([...stored.values()].map((template) => today(template, packageFolder)));
  return {
    compared: [...current.filter(keepsLines), await payLinesTemplate(packageFolder)],
    isListed: (name) => name === PAY_LINES || wanted.size === 0 || wanted.has(name),
  };
}

/** Pay lines that no template prints are written as the built-in template writes them. */
async function payLinesTemplate(packageFolder: string): Promise<LineTemplate> {
  const template = await loadNamed(PAY_LINES_FILE, packageFolder, packageFolder);
  if (template.kind !== 'text') throw new Error(`the built-in template ${PAY_LINES_FILE} is no text`);
  return { ...template, name: PAY_LINES };
}

/** As the file says now; as it was where the file is gone. */
async function today(template: Template, packageFolder: string): Promise<Template> {
  const { name, folder, builtIn } = template;
  const paths = builtIn ? [name] : [join(folder, 'template.yaml'), join(folder, `${name}.yaml`)];
  for (const path of paths) {
    const found = await loadNamed(path, packageFolder, folder).catch((failure: unknown) => {
      if (failure instanceof PaytallyError && failure.code === 'TEMPLATE_NOT_FOUND') return undefined;
      throw failure;
    });
    if (found?.name === name) return found;
  }
  if (template.kind === 'text') await makeReaders(template);
  return template;
}

/** The same run with other templates. */
export function preparedWith(prepared: PreparedRun, templates: readonly Template[]): PreparedRun {
  return { ...prepared, templates, needs: needsOf(templates) };
}
