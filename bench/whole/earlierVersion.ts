import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The last commit of version 0.1. */
const VERSION_01 = '65c9f46';

/**
 * The folder of a build of version 0.1: the one in BENCH_BEFORE, otherwise built now from the history with the current
 * packages. Undefined without the history. The folder is deleted when this process ends.
 */
export async function builtVersion01(): Promise<string | undefined> {
  const { BENCH_BEFORE } = process.env;
  if (BENCH_BEFORE !== undefined) return resolve(BENCH_BEFORE);
  const isThere = await run('git', ['cat-file', '-e', `${VERSION_01}^{commit}`]).catch(() => undefined);
  if (isThere === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'source');
  mkdirSync(source);
  await run('git', ['archive', '--format=tar', '--output', join(folder, 'source.tar'), VERSION_01]);
  await run('tar', ['-xf', join(folder, 'source.tar'), '-C', source]);
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'), 'junction');
  const compiler = resolve('node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: source });
  return join(source, 'dist');
}
