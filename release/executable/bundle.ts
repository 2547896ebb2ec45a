import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Not main.js: everything is loaded here anyway, and a module that waits must be the first. */
const ENTRY = 'dist/src/start.js';
/** Optional native parts of packages, which need a compiler or are not installed; the packages work without them. */
const WITHOUT = [
  'pg-native',
  'cpu-features',
  '@aws-sdk/client-s3',
  'graphile-config/load',
  '*/sshcrypto.node',
];
/** In a bundle of ES modules, CommonJS packages load modules of Node.js with `require`. */
const REQUIRE = `const require = (name) => {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw Object.assign(new Error(\`\${name} is not in this executable\`), { code: 'MODULE_NOT_FOUND' });
  return found;
};`;

/** A script, and the packages in it. */
export interface Bundle {
  readonly text: string;
  /** Paths such as `node_modules/zod`, sorted. */
  readonly packages: readonly string[];
}

/**
 * The program as one ES module that finds its files in the executable. @param root the folder of package.json, after a
 * build
 */
export async function bundleProgram(root: string): Promise<Bundle> {
  const embedded = join(root, 'dist/release/executable/embedded.js');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `import ${JSON.stringify(embedded)};\nimport ${JSON.stringify(join(root, ENTRY))};\n`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    external: WITHOUT,
    banner: { js: REQUIRE },
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'error',
    plugins: [fromExecutable(root, embedded)],
  });
  refuseUnknownImports(Object.values(metafile.outputs).flatMap(({ imports }) => imports));
  const text = outputFiles[0]?.text ?? '';
  const [, waiting] = /^ {2}async "([^"]+)"\(\) \{$/m.exec(text) ?? [];
  if (waiting !== undefined)
    throw new Error(`${waiting} waits while it starts, which may never end in a bundle`);
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return { text, packages: [...new Set(packages)].sort() };
}

/** @throws Error for a module that is neither in the bundle nor one of Node.js */
function refuseUnknownImports(
  imports: readonly { readonly path: string; readonly external?: boolean }[],
): void {
  const unknown = imports
    .filter(({ path, external }) => external === true && !isKnown(path))
    .map(({ path }) => path);
  if (unknown.length > 0) throw new Error(`not in the executable: ${unknown.join(', ')}`);
}

function isKnown(path: string): boolean {
  return (
    path.startsWith('node:') ||
    builtinModules.includes(path) ||
    WITHOUT.includes(path) ||
    path.endsWith('.node')
  );
}

/** Modules find their files relative to their own address: these addresses are changed to those in the executable. */
function fromExecutable(root: string, embedded: string): Plugin {
  return {
    name: 'from-executable',
    setup(of) {
      of.onResolve({ filter: /^#sqlite$/ }, () => ({
        path: join(root, 'node_modules/@photostructure/sqlite/dist/index.mjs'),
      }));
      of.onResolve({ filter: /^#libxml2$/ }, () => ({
        path: join(root, 'node_modules/libxml2-wasm/lib/libxml2raw.mjs'),
      }));
      of.onResolve({ filter: /^node-gyp-build$/ }, ({ path }) => ({ path, namespace: 'native' }));
      of.onLoad({ filter: /./, namespace: 'native' }, () => ({
        contents: `module.exports = () => require(${JSON.stringify(embedded)}).loadSqlite();`,
        resolveDir: root,
      }));
      of.onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
        const at = relative(root, path).split(sep).join('/');
        const text = readFileSync(path, 'utf8');
        return {
          contents: at.startsWith('dist/release/') ? text : embeddedModule(text, at, embedded),
          loader: 'js',
        };
      });
    },
  };
}

/** Changes a module so that its address and its files are in the executable. @param at its path in the package */
export function embeddedModule(text: string, at: string, embedded: string): string {
  const own = JSON.stringify(at);
  if (/\bimport\.meta\.(url|resolve)\b/.test(text)) {
    const changed = text
      .replace(/\bcreateRequire\(import\.meta\.url\)\(/g, 'require(')
      .replace(/\bcreateRequire\(import\.meta\.url\)/g, (asked) =>
        at.startsWith('dist/') ? 'embeddedRequire' : asked,
      )
      .replace(/\brequire\$1\('#/g, "require('#")
      .replace(/\bimport\.meta\.url\b/g, `embeddedUrl(${own})`)
      .replace(/\bimport\.meta\.resolve\b/g, 'embeddedResolve');
    return `import { embeddedUrl, embeddedRequire, embeddedResolve } from ${JSON.stringify(embedded)};\n${optionalPackages(changed)}`;
  }
  if (/\b__(dir|file)name\b/.test(text) && !/^import\b/m.test(text)) {
    return `var __filename = require(${JSON.stringify(embedded)}).embeddedPath(${own}), __dirname = require('node:path').dirname(__filename);\n${text}`;
  }
  return optionalPackages(text);
}

/** The place for libxml2-wasm, whose modules import each other in a cycle and wait for this one. */
const LIBXML2 = "globalThis[Symbol.for('paytally.libxml2')]";

/**
 * esbuild starts modules with top-level await one after the other, so a cycle of them would wait forever: here none
 * waits.
 */
function startedBefore(text: string): string {
  return text.replace('const libxml2 = await moduleLoader();', `const libxml2 = ${LIBXML2};`).replace(
    /(?<=await )import\('libxml2-wasm'\)/g,
    `(async () => {
      ${LIBXML2} ??= await (await import('#libxml2')).default();
      return import('libxml2-wasm');
    })()`,
  );
}

/** Bundles packages that users of the npm package install themselves, imported by a name in a variable. */
function optionalPackages(text: string): string {
  return startedBefore(text).replace(/(const name = ('[^']+');[\s\S]{0,200}?\bimport\()name\)/g, '$1$2)');
}
