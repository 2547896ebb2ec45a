import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, cwd, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { sbom } from '../sbom.js';
import { bundleProgram } from './bundle.js';
import { licenceTexts, writeContents } from './contents.js';
import { nodeOf } from './nodeOf.js';
import { NODE_VERSION, ownTarget, TARGETS, type Target } from './targets.js';

interface BuildOptions {
  /** The folder of package.json, after a build. */
  readonly root: string;
  /** The folder for the executables. */
  readonly out: string;
  /** Names in `TARGETS`. */
  readonly targets: readonly string[];
  /** The folder that keeps Node.js of each target between builds. */
  readonly nodes: string;
}

/**
 * Writes an executable for each target, with its licences and bill of materials next to it.
 * @returns their paths
 */
export async function buildExecutables({
  root,
  out,
  targets,
  nodes,
}: BuildOptions): Promise<readonly string[]> {
  const own = TARGETS[ownTarget()];
  if (own === undefined) throw new Error(`executables can't be built on ${ownTarget()}`);
  const program = await bundleProgram(root);
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const builder = nodeOf(own, nodes);
  mkdirSync(out, { recursive: true });
  return targets.map((name) => {
    const target = targetNamed(name);
    const node = nodeOf(target, nodes);
    const output = join(out, target.file(version));
    const folder = mkdtempSync(join(tmpdir(), 'paytally-executable-'));
    try {
      writeFileSync(join(folder, 'main.mjs'), program.text);
      const assets = writeContents(root, folder, target.sqlite);
      inject(builder.path, folder, { output, executable: node.path, assets, useCodeCache: target === own });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const { packages } = program;
    writeFileSync(`${output}.licences.txt`, licenceTexts(root, packages, node.licence ?? builder.licence));
    const bom = sbom(root, { packages, nodeVersion: NODE_VERSION });
    writeFileSync(`${output}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
    return output;
  });
}

/** @throws Error with the known names */
export function targetNamed(name: string): Target {
  const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
  if (target === undefined) throw new Error(`${name} is none of ${Object.keys(TARGETS).join(', ')}`);
  return target;
}

/** V8's code cache works only on the system that created it. */
function inject(builder: string, folder: string, options: Readonly<Record<string, unknown>>): void {
  const config = join(folder, 'sea.json');
  const main = join(folder, 'main.mjs');
  writeFileSync(
    config,
    JSON.stringify({ main, mainFormat: 'module', disableExperimentalSEAWarning: true, ...options }),
  );
  execFileSync(builder, ['--build-sea', config], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The command-line interface. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true, default: [ownTarget()] },
      out: { type: 'string', default: 'artefacts' },
    },
  });
  const root = cwd();
  const nodes = join(root, 'node_modules/.cache/paytally-nodes');
  const out = resolve(root, values.out);
  const targets = values.target.includes('all') ? Object.keys(TARGETS) : values.target;
  for (const path of await buildExecutables({ root, out, targets, nodes })) stdout.write(`${path}\n`);
  for (const name of targets)
    for (const line of targetNamed(name).untried) stdout.write(`${name}: ${line}\n`);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) await main();
