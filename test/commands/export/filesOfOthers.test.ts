import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const TEMPLATE = `kind: text
description: Hours
audience: people
fileName: hours.csv
rows: { each: 'employees', columns: [{ value: "{{run.employer}}" }, { value: "{{employee.id}}" }, { value: "{{workedMinutes}}" }] }
`;

let service: SampleService;
let client = '';
beforeEach(async () => {
  service = await startSampleService();
  const [, block = ''] = /\n\s*bakery:\s*\n([\s\S]*?)\n(?=\S|$)/.exec(configurationText()) ?? [];
  client = block;
  mkdirSync(join(service.cwd, 'own'));
  writeFileSync(join(service.cwd, 'own', 'template.yaml'), TEMPLATE);
});
afterEach(() => service.stop());

const configurationText = () => readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
const baseUrl = () => /baseUrl: .*/.exec(configurationText())?.[0] ?? '';

/** Two employers, and further configuration. */
function configure(more = '', folder = service.cwd, keys: readonly string[] = ['a', 'b']): void {
  const employers = keys.map((key) => `  ${key}:\n${client}`).join('\n');
  writeFileSync(join(folder, 'paytally.yaml'), `${baseUrl()}\nemployers:\n${employers}\n${more}\n`);
}

const run = async (...argv: string[]) => {
  const { status, stdout } = await service.run([
    'export',
    '2026-10-05..2026-10-06',
    '--quiet',
    '--json',
    ...argv,
  ]);
  return { status, error: JSON.parse(stdout).error, stdout };
};

describe('a run never replaces a file of another employer', () => {
  test.each([
    ['the template of both', 'templates: [./own]', []],
    ['a template on the command line', '', ['--template', './own']],
    ['a configured name', 'templates: [employee-days]\nfileNames: { employee-days: hours.csv }', []],
  ])('%s: status 2, whichever employer runs', async (_, more, argv) => {
    configure(more);
    for (const key of ['a', 'b']) {
      const { status, error } = await run('--employer', key, ...argv);
      expect({ status, code: error?.code }).toEqual({ status: 2, code: 'CONFIG_INVALID' });
      expect(error.message).toMatch(/of [ab] and .* of [ab] would write the same file: .*hours\.csv/);
    }
  });

  test('separate names or folders are accepted', async () => {
    configure('templates: [./own]\nfileNames: { own: "{{ run.employer }}_hours.csv" }');
    for (const key of ['a', 'b']) expect((await run('--employer', key)).status).toBe(0);
    expect(readFileSync(join(service.cwd, 'out', 'draft', 'a_hours.csv'), 'utf8')).toContain('\na,');
  });

  test('another configuration that writes into the same folder: status 6, and the file is unchanged', async () => {
    configure('templates: [./own]', service.cwd, ['a']);
    expect((await run()).status).toBe(0);
    const path = join(service.cwd, 'out', 'draft', 'hours.csv');
    const before = readFileSync(path, 'utf8');
    const elsewhere = mkdtempSync(join(tmpdir(), 'paytally-elsewhere-'));
    try {
      mkdirSync(join(elsewhere, 'own'));
      copyFileSync(join(service.cwd, 'employees-bakery.csv'), join(elsewhere, 'employees-bakery.csv'));
      writeFileSync(join(elsewhere, 'own', 'template.yaml'), TEMPLATE);
      configure('templates: [./own]', elsewhere, ['b']);
      const other = ['--config', join(elsewhere, 'paytally.yaml'), '--out', join(service.cwd, 'out')];
      for (const plan of [['--dry-run'], []]) {
        const { status, error } = await run(...other, ...plan);
        expect({ status, code: error?.code, record: error?.record }).toEqual({
          status: 6,
          code: 'OUTPUT_EXISTS',
          record: path,
        });
        expect(error.remedy).toContain('fileNames: { own: "{{ run.employer }}');
      }
      expect(readFileSync(path, 'utf8')).toBe(before);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test('a draft replaces its own file, even if it was changed since', { tags: 'slow' }, async () => {
    configure('templates: [./own]', service.cwd, ['a']);
    const path = join(service.cwd, 'out', 'draft', 'hours.csv');
    expect((await run()).status).toBe(0);
    const bytes = readFileSync(path, 'utf8');
    expect((await run()).status).toBe(0);
    writeFileSync(path, `${bytes}changed`);
    expect((await run()).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(bytes);
  });
});

describe('deliveries into a folder', () => {
  const delivery = (fileName: string) =>
    `templates: [employee-days]\ndeliveries: { share: { to: folder, path: share, when: both${fileName} } }`;

  test('two employers with the same file name there: status 2 before anything is read', async () => {
    mkdirSync(join(service.cwd, 'share'));
    configure(delivery(', fileName: "hours.{{ extension }}"'));
    const { status, error } = await run('--employer', 'b', '--deliver');
    expect({ status, code: error?.code }).toEqual({ status: 2, code: 'CONFIG_INVALID' });
    expect(error.remedy).toContain('deliveries: { share: { fileName: "{{ key }}');
  });

  test('a name with the key is accepted', async () => {
    mkdirSync(join(service.cwd, 'share'));
    configure(delivery(', fileName: "{{ key }}.{{ extension }}"'));
    expect((await run('--employer', 'b', '--deliver')).status).toBe(0);
    expect(readFileSync(join(service.cwd, 'share', 'b.csv'), 'utf8')).toContain('employeeId');
  });
});
