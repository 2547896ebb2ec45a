// Writes dist/program: the compiled modules in a few files, as the package has them. A start opens three files instead
// of two hundred. Packages stay packages, and commands load what they need when they need it. The types of the library
// are beside them.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const COMPILED = join(PROJECT, 'dist/src');
const PROGRAM = join(PROJECT, 'dist/program');

/** Modules find their files beside themselves: their addresses stay those of the compiled modules. */
const ownAddresses = {
  name: 'own-addresses',
  setup(of) {
    of.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = relative(PROGRAM, path).split(sep).join('/');
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(
        /\bimport\.meta\.url\b/g,
        `new URL(${JSON.stringify(place)}, import.meta.url).href`,
      );
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
};

rmSync(PROGRAM, { recursive: true, force: true });
await build({
  absWorkingDir: PROJECT,
  entryPoints: [join(COMPILED, 'main.js'), join(COMPILED, 'index.js')],
  outdir: PROGRAM,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  external: ['#*'],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [ownAddresses],
  logLevel: 'error',
});

/** The declarations that a module of the library needs, from one to the next. */
function copyTypes(path, done) {
  if (done.has(path)) return;
  done.add(path);
  cpSync(path, join(PROGRAM, 'types', relative(COMPILED, path)));
  for (const [, named] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)\.js'/g)) {
    const next = join(dirname(path), `${named}.d.ts`);
    if (!existsSync(next)) throw new Error(`${path} names ${named}.js, which has no types`);
    copyTypes(next, done);
  }
}

copyTypes(join(COMPILED, 'index.d.ts'), new Set());
