import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readPageFiles } from '../documents/review/reviewPage.js';

/** The page's scripts and styles, all under one path that changes if any of them changes. */
export interface Assets {
  /** The HTML document that loads them. */
  readonly shell: string;
  /** Path -> content. */
  readonly files: ReadonlyMap<string, Asset>;
}

interface Asset {
  readonly type: string;
  readonly content: string;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Reads everything from the package, so that the page needs no network. */
export async function loadAssets(packageFolder: string): Promise<Assets> {
  const [libraries, virtualCore, own, review] = await Promise.all([
    libraryFiles(),
    virtualCoreFiles(),
    ownFiles(packageFolder),
    reviewFiles(packageFolder),
  ]);
  const texts = new Map<string, string>([
    ['lib.js', libraries.script],
    ['ui/page/reviewComponents.js', review.script],
    ['style.css', [libraries.style, review.style, own.style].join('\n')],
    ...virtualCore,
    ...own.scripts,
  ]);
  const base = `/assets/${digestOf(texts)}/`;
  const files = [...texts].map(([name, content]) => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
    return [`${base}${name}`, { type, content }] as const;
  });
  return { shell: shellPage(base), files: new Map(files) };
}

function digestOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [name, text] of texts) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 32);
}

function shellPage(base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>paytally</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}style.css">
<script src="${base}lib.js" defer></script>
<script type="module" src="${base}ui/page/shell.js"></script>
</head>
<body>
<div id="page"><noscript><p>paytally needs JavaScript in this window.</p></noscript></div>
</body>
</html>
`;
}

/** The path of a file that release/vendor.mjs copies. */
const { resolve } = createRequire(import.meta.url);

/** Preact with htm, and uPlot: the same builds as in the review file. */
async function libraryFiles(): Promise<{ readonly script: string; readonly style: string }> {
  const [preact, chart, style] = await Promise.all([
    readFile(resolve('#browser/preact.js'), 'utf8'),
    readFile(resolve('#browser/uPlot.js'), 'utf8'),
    readFile(resolve('#browser/uPlot.css'), 'utf8'),
  ]);
  return { script: `${preact}\n;\n${chart}`, style };
}

/** Its modules check the environment of Node.js for production. */
async function virtualCoreFiles(): Promise<(readonly [name: string, text: string])[]> {
  const folder = dirname(resolve('#browser/virtual-core/index.js'));
  const scripts = await scriptsOf(folder, 'virtual-core');
  return scripts.map(([name, text]) => [name, text.replace(/\bprocess\Wenv\.NODE_ENV/g, "'production'")]);
}

async function scriptsOf(folder: string, name: string): Promise<(readonly [name: string, text: string])[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return [`${name}/${file}`, text.replace(/^\/\/# sourceMappingURL=.*$/m, '')] as const;
    }),
  );
}

/** A module of the server that the page also uses. It imports nothing. */
const SHARED = 'app/session/commandLine.js';

/** Compiled from `src/ui/page`. Browsers cannot resolve package names, so paths replace them. */
async function ownFiles(packageFolder: string) {
  const compiled = join(packageFolder, 'dist/src');
  const scripts = await scriptsOf(join(compiled, 'ui/page'), 'ui/page');
  const style = await readFile(join(packageFolder, 'src/ui/page/style.css'), 'utf8');
  const named = scripts.map(
    ([name, text]) =>
      [name, text.replaceAll("from '@tanstack/virtual-core'", "from '../../virtual-core/index.js'")] as const,
  );
  return { scripts: [...named, [SHARED, await readFile(join(compiled, SHARED), 'utf8')] as const], style };
}

/** Components of the review page that this window also uses. */
const REVIEW_SCRIPTS = ['format', 'table', 'verdict', 'changes', 'people', 'work'] as const;
const REVIEW_EXPORTS = [
  ...['Verdict', 'Changes', 'Codes', 'PersonRow', 'SortedTable', 'ClockChange', 'Control'],
  ...[
    'HAS_ESTIMATES',
    'HAS_ACCOUNTS',
    'accountCells',
    'heat',
    'placesOf',
    'searchable',
    'time',
    'signed',
    'usePaper',
  ],
];

/** The review page's own scripts as a function of the data that they show. */
async function reviewFiles(packageFolder: string) {
  const files = await readPageFiles(join(packageFolder, 'templates/review'));
  const body = REVIEW_SCRIPTS.map((name) => files[`${name}.js`]).join('\n');
  const script = `const { html, useState, useEffect, useLayoutEffect, useRef } = htmPreact;
export { reviewComponents };
export const { usePaper } = reviewComponents({ people: [] });
function reviewComponents(DATA) {
'use strict';
const COLLATOR = new Intl.Collator(DATA.language, { sensitivity: 'base', numeric: true });
${body}
return { ${REVIEW_EXPORTS.join(', ')} };
}
`;
  return { script, style: files['page.css'] ?? '' };
}
