// @module-tag slow
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { licences } from '../../release/licences.js';
import { lockedPackages } from '../../release/lockedPackages.js';
import { sbom } from '../../release/sbom.js';
import { PROJECT } from '../support/programs/runPaytally.js';

/** Licences that require attribution at most. Another licence needs a decision. */
const KNOWN = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Zlib'],
  ...['(MIT AND Zlib)', '(MIT OR GPL-3.0-or-later)', 'SEE LICENSE IN README.md AND LICENSE'],
];

describe('what users get', () => {
  const packages = lockedPackages(PROJECT);

  test('is pinned with a digest, and includes no development dependencies', () => {
    expect(packages.length).toBeGreaterThan(90);
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['exceljs', 'undici', 'yargs']));
    expect(packages.filter(({ integrity, version }) => !integrity || !version)).toEqual([]);
    expect(packages.map(({ name }) => name)).not.toContain('vitest');
  });

  test('is under reviewed licences', () => {
    expect(packages.filter(({ licence }) => !KNOWN.includes(licence))).toEqual([]);
    expect(licences(PROJECT)).toMatch(/^## MIT$[\s\S]*^undici \d/m);
  });

  test('is listed as CycloneDX: every dependency is a component, and the same bytes are written twice', () => {
    const bom = sbom(PROJECT) as {
      readonly components: readonly {
        readonly 'bom-ref': string;
        readonly hashes?: readonly { readonly content: string }[];
      }[];
      readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
    };
    const refs = new Set(bom.components.map((component) => component['bom-ref']));
    expect(refs.size).toBe(packages.length);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
    expect(bom.components.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toBe(
      true,
    );
    expect(JSON.stringify(sbom(PROJECT))).toBe(JSON.stringify(bom));
    expect(JSON.stringify(bom)).not.toMatch(/https?:/);
  });

  test.each([
    ['the package', undefined],
    ['an executable', { packages: ['node_modules/luxon'], nodeVersion: '26.10.0' }],
  ])('conforms to the CycloneDX schema for %s, and a typing error is noticed', (_, inside) => {
    const schemas = join(PROJECT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
    const schema = (name: string) =>
      JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true })
      .addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
      .addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
      .compile(schema('bom-1.5'));
    const bom = JSON.parse(JSON.stringify(sbom(PROJECT, inside)));
    validate(bom);
    expect(validate.errors).toBeNull();
    const [first, ...components] = bom.components;
    for (const slip of [
      { ...first, licences: [] },
      { ...first, type: 'package' },
      { ...first, hashes: [{}] },
    ])
      expect(validate({ ...bom, components: [slip, ...components] })).toBe(false);
  });
});

test.runIf(existsSync(join(PROJECT, 'dist/src/main.js')))(
  'two packs of the same sources have the same bytes, whatever the dates of the files',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-pack-'));
    const pack = () => {
      const argv = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
      execFileSync('npm', argv, { cwd: PROJECT, shell: process.platform === 'win32', stdio: 'ignore' });
      const [name = ''] = readdirSync(folder);
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      rmSync(join(folder, name));
      return digest;
    };
    const first = pack();
    const later = new Date(Date.now() - 86_400_000);
    utimesSync(join(PROJECT, 'dist/src/main.js'), later, later);
    expect(pack()).toBe(first);
    rmSync(folder, { recursive: true });
  },
  120_000,
);
