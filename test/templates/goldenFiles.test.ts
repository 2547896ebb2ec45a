import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSample, GOLDEN_FOLDER } from '../../src/documents/template/checkSample.js';
import { builtInNames, loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { diskTemplateFiles, type Template } from '../../src/documents/template/template.js';
import { places } from './sampleFile.js';

const names = await builtInNames(places);
const templates = await Promise.all(names.map((name) => loadTemplate(name, places)));

describe('every built-in text template gives its golden files, byte for byte', () => {
  test.each(templates.filter((template) => template.kind === 'text'))('$name', async (template) => {
    if (process.env.UPDATE_GOLDEN === '1') await renew(template);
    const check = await checkSample(template, diskTemplateFiles);
    expect(check.problems).toEqual([]);
    expect(check.hasGolden).toBe(true);
  });
});

async function renew(template: Template): Promise<void> {
  const folder = join(template.folder, GOLDEN_FOLDER);
  const { files } = await checkSample(template, { ...diskTemplateFiles, list: async () => [] });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of files) await writeFile(join(folder, file.name), file.bytes);
}
