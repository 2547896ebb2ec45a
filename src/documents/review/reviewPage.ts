import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PortalLinks } from '../../domain/exceptions/portalLinks.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import type { OutputFile } from '../outputFile.js';
import { outputName, type ReportOptions, reportContext } from '../reports/reportContext.js';
import type { TemplateModel } from '../templateModel.js';
import { type ReviewComparison, type ReviewData, reviewData } from './reviewData.js';

interface ReviewOptions extends ReportOptions {
  /** The folder of the template, with the page's scripts and style. */
  readonly templateFolder: string;
  /** The same, as stored with a run; the folder is then not read. */
  readonly page?: PageFiles | undefined;
  /** Digest of the configuration; runs of older versions have none. */
  readonly links?: PortalLinks | undefined;
  /** The final run before this one. */
  readonly previous?: ReviewComparison | undefined;
}

/** The page `review`: one HTML file that needs no network. The same model gives the same bytes. */
export async function renderReview(model: TemplateModel, options: ReviewOptions): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const data = reviewData(context, options.previous, options.links);
  const parts = options.page ?? (await readPageFiles(options.templateFolder));
  const page = await reviewPage(data, parts);
  async function* withFiles(): AsyncGenerator<Uint8Array> {
    yield await reviewPage({ ...data, files: context.files.list() }, parts);
  }
  const content = context.files.count === 0 ? page : { [Symbol.asyncIterator]: withFiles };
  return [{ name: outputName(context, 'review', 'html'), rows: data.people.length, content }];
}

/** The page's scripts, in order: each may use the previous ones. */
const SCRIPTS = ['globals', 'format', 'table', 'verdict', 'changes', 'people', 'work', 'main'] as const;

const STYLE = 'page.css';
const FILES: readonly string[] = [...SCRIPTS.map((name) => `${name}.js`), STYLE];

/** The page's own scripts and style, by name. */
type PageFiles = Readonly<Record<string, string>>;

interface PageParts {
  readonly style: string;
  readonly script: string;
}

/**
 * The self-contained page: it loads nothing, and its policy allows only its own scripts and style, by digest, so that
 * text in the data can never run.
 */
async function reviewPage(data: ReviewData, files: PageFiles): Promise<Uint8Array> {
  const { style, script } = await pageParts(files);
  const policy = `default-src 'none'; script-src ${policyDigest(script)}; style-src ${policyDigest(style)}; base-uri 'none'; form-action 'none'`;
  const title = `${data.employer} · ${data.period} · ${data.texts.title}`;
  const page = `<!doctype html>
<html lang="${data.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main id="page"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(data.subtitle)}</p><noscript><p>${escapeHtml(data.texts.needsScript)}</p></noscript></main>
<script id="data" type="application/json">${escapeJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
  return new TextEncoder().encode(page);
}

async function pageParts(files: PageFiles): Promise<PageParts> {
  const library = createRequire(import.meta.url);
  const own = SCRIPTS.map((name) => files[`${name}.js`] ?? '');
  // Their package exports do not include the builds that a page without modules needs.
  const libraries = await Promise.all([
    readFile(library.resolve('#browser/preact.js'), 'utf8'),
    readFile(library.resolve('#browser/uPlot.js'), 'utf8'),
  ]);
  const style = [await readFile(library.resolve('#browser/uPlot.css'), 'utf8'), files[STYLE] ?? ''];
  return {
    style: style.join('\n'),
    script: `${libraries.join('\n;\n')}\n;(() => {\n'use strict';\n${own.join('\n')}\n})();\n`,
  };
}

/** The page of a template folder: a copy may look different. @throws PaytallyError TEMPLATE_INVALID */
export async function readPageFiles(templateFolder: string): Promise<PageFiles> {
  const files = FILES.map(
    async (name) => [name, await pageFile(join(templateFolder, 'page', name))] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

async function pageFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('TEMPLATE_INVALID', message('template.review.noPart', { path }), {
      record: path,
      cause,
    });
  });
}

function policyDigest(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/** JSON that an HTML parser cannot read as markup or as a line end. */
function escapeJson(data: ReviewData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
