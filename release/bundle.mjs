// Writes dist/vendor and dist/program: the compiled modules with their packages in a few files, as the package has them.
// A start opens a few files instead of hundreds, commands load what they need when they need it, and users install few
// packages: those in `dependencies`, which would make the tarball larger. The types of the library, which are beside the
// program, name zod: it is installed for them, and bundled, because each command would open its hundred files.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { packageOf, packagesOf, recordPackages } from './bundledPackages.mjs';
import { preparedLater } from './stringWidth.mjs';
import { packages as vendored } from './vendor.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const COMPILED = join(PROJECT, 'dist/src');
const PROGRAM = join(PROJECT, 'dist/program');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
/** Installed packages, but zod, which is installed for the types of the library. */
const OUTSIDE = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'zod');
/** In ES modules, CommonJS packages load modules of Node.js with it. */
const REQUIRE =
  "import { createRequire as ofNode } from 'node:module';\nconst require = ofNode(import.meta.url);";

/** Modules find their files beside themselves: their addresses stay those of the compiled modules. */
const ownAddresses = {
  name: 'own-addresses',
  setup(of) {
    of.onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path }) => {
      if (packageOf(path) !== undefined) return undefined;
      const place = relative(PROGRAM, path).split(sep).join('/');
      const text = readFileSync(path, 'utf8');
      const contents = text
        // A package is bundled; a name that begins with `#` is a file.
        .replace(/\bcreateRequire\(import\.meta\.url\)\('(?!#)/g, "require('")
        .replace(/\bimport\.meta\.url\b/g, `new URL(${JSON.stringify(place)}, import.meta.url).href`);
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
};

/** Packages for what the program doesn't use, or with a file that is in dist/vendor. */
const replacedParts = {
  name: 'replaced-parts',
  setup(of) {
    // The fonts that fontkit reads here are not compressed for the web.
    // prom-client needs the other one for exemplars of traces.
    of.onResolve({ filter: /^(brotli\/decompress\.js|@opentelemetry\/api)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    // zod's own sentences in fifty languages: ours are written here.
    of.onResolve({ filter: /locales\/index\.js$/ }, ({ path, importer }) =>
      packageOf(importer)?.endsWith('/zod') ? { path, namespace: 'unused' } : undefined,
    );
    // Without the file system of zip.js, which keeps whole archives in memory.
    of.onResolve({ filter: /^@zip\.js\/zip\.js$/ }, () => ({
      path: join(PROJECT, 'node_modules/@zip.js/zip.js/lib/zip-wasm.js'),
    }));
    of.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
    of.onLoad({ filter: /string-width[\\/]index\.js$/ }, ({ path }) => {
      // yargs has versions of its own, which few commands load.
      if (path !== join(PROJECT, 'node_modules/string-width/index.js')) return undefined;
      return { contents: preparedLater(readFileSync(path, 'utf8')), loader: 'js' };
    });
    // pdfkit begins every document with Helvetica, which it does not embed.
    of.onResolve({ filter: /^#standard-fonts\// }, ({ path }) =>
      path.endsWith('/Helvetica')
        ? { path: join(PROJECT, 'node_modules/pdfkit/js/standard-fonts/Helvetica.cjs') }
        : { path, namespace: 'unused' },
    );
    of.onLoad({ filter: /pdfkit\.node\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace("'./data/sRGB", "'../vendor/sRGB")
        .replaceAll("require$1('#standard-fonts/", "require('#standard-fonts/"),
      loader: 'js',
    }));
  },
};

rmSync(PROGRAM, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: PROJECT,
  entryPoints: [join(COMPILED, 'main.js'), join(COMPILED, 'index.js')],
  outdir: PROGRAM,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minifyWhitespace: true,
  minifySyntax: true,
  // Lines that a stack can point into.
  lineLimit: 160,
  external: ['#*', ...OUTSIDE],
  banner: { js: REQUIRE },
  legalComments: 'none',
  metafile: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [ownAddresses, replacedParts],
  logLevel: 'error',
});

/** Callers of the library make no texts: those of exceptions are told with their values, the others by catalogue. */
function withOpenTexts(declarations) {
  const catalogues = new Set();
  const entry = /^ {4}'(\w+)\.[^']+': (?:NoValues|\{$[\s\S]*?^ {4}\});\n/gm;
  const kept = declarations.replace(entry, (text, catalogue) => {
    if (catalogue === 'exceptions') return text;
    catalogues.add(catalogue);
    return '';
  });
  const open = [...catalogues]
    .sort()
    .map((name) => `    [id: \`${name}.\${string}\`]: Readonly<Record<string, Text>>;\n`);
  const head = 'export interface MessageValues {\n';
  if (!kept.includes(head) || open.length === 0) throw new Error('the types of the texts look different');
  return kept.replace(head, head + open.join(''));
}

/** The declarations that a module of the library needs, from one to the next. */
function copyTypes(path, done) {
  if (done.has(path)) return;
  done.add(path);
  const target = join(PROGRAM, 'types', relative(COMPILED, path));
  cpSync(path, target);
  if (basename(path) === 'messageValues.d.ts')
    writeFileSync(target, withOpenTexts(readFileSync(path, 'utf8')));
  for (const [, named] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)\.js'/g)) {
    const next = join(dirname(path), `${named}.d.ts`);
    if (!existsSync(next)) throw new Error(`${path} names ${named}.js, which has no types`);
    copyTypes(next, done);
  }
}

copyTypes(join(COMPILED, 'index.d.ts'), new Set());

// In a file of packages alone, names are shortened too. Ours keep theirs: a reported stack names them.
for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
  if (Object.keys(inputs).some((input) => packageOf(input) === undefined)) continue;
  const { code } = await transform(readFileSync(join(PROJECT, path), 'utf8'), {
    minify: true,
    lineLimit: 160,
    format: 'esm',
    target: 'node20',
  });
  writeFileSync(join(PROJECT, path), code);
}

recordPackages(PROJECT, [...vendored, ...packagesOf(metafile.inputs)]);
