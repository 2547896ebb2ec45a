import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_VERSION, type Target } from './targets.js';

/** Node.js for a system, unpacked from its npm package. */
export interface UnpackedNode {
  /** The path of the program. */
  readonly path: string;
  /** The conditions for redistributing it; not every package has them. */
  readonly licence: string | undefined;
}

/**
 * Gets Node.js for a target, and keeps it in a folder between builds.
 * @throws Error if the package is not available, or is not the pinned one
 */
export function nodeOf({ node }: Target, folder: string): UnpackedNode {
  const place = join(folder, `${node.package}-${NODE_VERSION}`);
  if (!existsSync(place)) unpack(node, folder, place);
  const bin = join(place, 'bin');
  const name = readdirSync(bin).find((each) => /^node(\.exe)?$/.test(each));
  if (name === undefined) throw new Error(`${node.package} has no bin/node`);
  const licence = join(place, 'LICENSE');
  return { path: join(bin, name), licence: existsSync(licence) ? readFileSync(licence, 'utf8') : undefined };
}

function unpack(node: Target['node'], folder: string, place: string): void {
  mkdirSync(folder, { recursive: true });
  const options = ['--silent', '--json', '--pack-destination', folder];
  const said = execFileSync('npm', ['pack', ...options, `${node.package}@${NODE_VERSION}`], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(said) as [{ readonly filename: string }];
  const tarball = join(folder, filename);
  try {
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (`sha512-${digest}` !== node.integrity)
      throw new Error(`${node.package} is not the one that was pinned`);
    const temporary = `${place}.tmp`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    execFileSync('tar', [
      '-xzf',
      tarball,
      '-C',
      temporary,
      '--strip-components=1',
      '--exclude=package/include',
    ]);
    renameSync(temporary, place);
  } finally {
    rmSync(tarball, { force: true });
  }
}
