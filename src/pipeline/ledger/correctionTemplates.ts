import { basename, extname, join } from 'node:path';
import { needsOf } from '../../documents/template/needsMapping.js';
import { makeReaders } from '../../documents/template/schemaReadBack.js';
import type { Template } from '../../documents/template/template.js';
import { PaytallyError } from '../../errors.js';
import { loadNamed } from '../prepare/loadNamed.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import type { CorrectionBase } from './correctionBase.js';
import { keepsLines } from './exportedOf.js';

type LineTemplate = Extract<Template, { kind: 'text' }>;

/** The templates of finals whose lines are compared, as they are today, else as they were then. */
export async function correctionTemplates(
  bases: readonly CorrectionBase[],
  named: readonly string[],
  packageFolder: string,
): Promise<readonly LineTemplate[]> {
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
  const chosen = [...stored.values()].filter(({ name }) => wanted.size === 0 || wanted.has(name));
  const current = await Promise.all(chosen.map((template) => today(template, packageFolder)));
  return current.filter(keepsLines).filter((template): template is LineTemplate => template.kind === 'text');
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
