// `npm run docs`: the documentation as a static site, in dist-site/. `--out DIR` names another folder, `--base /paytally/`
// a path under which it is served. Everything that a page needs is in that folder: it loads nothing from elsewhere.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writePages } from './pages.mjs';
import { recordDemo } from './recordDemo.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(here, '../../dist-site') },
    base: { type: 'string', default: '/' },
  },
});

// The site has separate packages, whose dependencies are not part of the project. `overrides` names a version of rollup
// with parts for all platforms in the registry, because `npm ci` refuses a lock file in which one is missing.
if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });

const pages = join(here, '.pages');
rmSync(pages, { recursive: true, force: true });
const { sidebar, count } = await writePages(pages);
await recordDemo(join(pages, 'public/demo'));

const outDir = resolve(values.out);
process.env.SITE_BASE = values.base;
process.env.SITE_SIDEBAR = JSON.stringify(sidebar);
const { build } = await import('vitepress');
await build(here, { outDir });
console.log(`${count} pages and the demo are in ${outDir}. Any web server can serve that folder.`);
process.exit(0);
