import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cwd, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { directDependencies, type LockedPackage, lockedPackages } from './lockedPackages.js';

const SPDX_ID = /^[A-Za-z0-9.+-]+$/;

/** The contents of an executable besides the dependencies of the npm package. */
interface Executable {
  /** Paths in `node_modules`. */
  readonly packages: readonly string[];
  readonly nodeVersion: string;
}

/**
 * The packages that users of paytally install, as CycloneDX 1.5, only from the lock file: the same lock file gives the
 * same bytes. `npm sbom` fails on the two packages that package.json overrides within exceljs.
 */
export function sbom(root: string, inside?: Executable): object {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  const packages = lockedPackages(root, inside?.packages);
  const refOf = new Map(packages.map((each) => [each.path, each.path]));
  const digest = createHash('sha256')
    .update(JSON.stringify([packages, inside?.nodeVersion]))
    .digest('hex');
  const own = `${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name, version, purl: purlOf(name, version) },
    },
    components: [...packages.map(component), ...(inside === undefined ? [] : [nodeComponent(inside)])],
    dependencies: [
      {
        ref: own,
        dependsOn: [
          ...directDependencies(root).filter((path) => refOf.has(path)),
          ...(inside === undefined ? [] : ['node']),
        ],
      },
      ...(inside === undefined ? [] : [{ ref: 'node', dependsOn: [] }]),
      ...packages.map(({ path, dependencies }) => ({ ref: path, dependsOn: dependencies })),
    ],
  };
}

function component({ path, name, version, licence, integrity }: LockedPackage): object {
  const license = SPDX_ID.test(licence) ? { license: { id: licence } } : { expression: licence };
  const isExpression = SPDX_ID.test(licence) || /^\(?[A-Za-z0-9.+-]+ (AND|OR) /.test(licence);
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: purlOf(name, version),
    licenses: [isExpression ? license : { license: { name: licence } }],
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

function nodeComponent({ nodeVersion }: Executable): object {
  const purl = `pkg:generic/node@${nodeVersion}`;
  return { type: 'platform', 'bom-ref': 'node', name: 'node', version: nodeVersion, purl };
}

function hashOf(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  const alg = algorithm.toUpperCase().replace(/^SHA(?=\d)/, 'SHA-');
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href)
  stdout.write(`${JSON.stringify(sbom(cwd()), null, 2)}\n`);
