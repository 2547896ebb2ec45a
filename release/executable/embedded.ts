// Runs first in an executable: makes the embedded files readable.

import { join } from 'node:path';
import { execPath } from 'node:process';
import { getAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { EmbeddedFiles, serveEmbedded } from './embeddedFiles.js';
import { unpackedPath } from './nativePart.js';

/** The build's list of the embedded files. */
interface Contents {
  readonly paths: readonly string[];
  /** Requested module names -> paths. */
  readonly resolved: Readonly<Record<string, string>>;
  /** The path of the native part of SQLite. */
  readonly sqlite: string;
}

const { paths, resolved, sqlite }: Contents = JSON.parse(getAsset('contents.json', 'utf8'));
const files = new EmbeddedFiles(join(execPath, 'paytally'), {
  paths,
  read: (path) => new Uint8Array(getAsset(path)),
});
serveEmbedded(files);

/** The path of a package file as the program sees it. */
export function embeddedPath(path: string): string {
  return join(files.root, path);
}

/** The value of `import.meta.url` in a module of the package. */
export function embeddedUrl(path: string): string {
  return pathToFileURL(embeddedPath(path)).href;
}

/** The function `import.meta.resolve` in a module of the package. */
export function embeddedResolve(name: string): string {
  return pathToFileURL(embeddedRequire.resolve(name)).href;
}

/** The result of `createRequire` for a module that requests the path of a file. */
export const embeddedRequire = {
  resolve(name: string): string {
    const path = resolved[name];
    if (path === undefined)
      throw Object.assign(new Error(`${name} is not embedded`), { code: 'MODULE_NOT_FOUND' });
    return embeddedPath(path);
  },
};

/** SQLite's native part. */
export function loadSqlite(): unknown {
  const loaded = { exports: {} };
  process.dlopen(loaded, unpackedPath('sqlite.node', files.bytes(sqlite)));
  return loaded.exports;
}
