import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const CATALOGUES = join(ROOT, 'src', 'i18n', 'generate.mjs');
const OPTIONS =
  '--ignoreConfig --rootDir src --target es2023 --module nodenext --strict --skipLibCheck --types node';

export interface CompiledStore {
  /** The module that a child process imports. */
  readonly module: string;
  readonly remove: () => void;
}

/**
 * Child processes run plain Node, and Node 20 reads no TypeScript; the compiled file is in a folder from which its
 * imports resolve.
 */
export function compileStore(): CompiledStore {
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'store-'));
  const args = [TSC, ...OPTIONS.split(' '), '--outDir', folder, 'src/store/openStore.ts'];
  execFileSync(process.execPath, args, { cwd: ROOT });
  execFileSync(process.execPath, [CATALOGUES, join(folder, 'i18n')]);
  writeFileSync(
    join(folder, 'package.json'),
    '{"type":"module","imports":{"#sqlite":"@photostructure/sqlite"}}',
  );
  return {
    module: join(folder, 'store', 'openStore.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
