import { createHash } from 'node:crypto';
import type { Language } from '../../i18n/language.js';
import { escapeHtml } from '../../runtime/outsideText.js';

const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:light-dark(#1b2733,#e6ebef);background:light-dark(#fff,#14191e)}
h1{font-size:1.4rem}h2{font-size:1.1rem}.t{overflow-x:auto}table{border-collapse:collapse}
th,td{padding:.25rem .6rem;border-bottom:1px solid light-dark(#d5dde3,#37424c);text-align:left;vertical-align:top}
th{background:#20405a;color:#fff}.n{text-align:right;font-variant-numeric:tabular-nums}.d{white-space:nowrap}.w{min-width:12rem}
.over{color:light-dark(#9a1b1b,#ff9a9a);font-weight:600}
@media print{body{margin:0;font-size:10px}.t{overflow:visible}th{background:none;color:#000}thead{display:table-header-group}tr{break-inside:avoid}}`;

/**
 * The page of a report: one HTML file that loads nothing and runs no script.
 * @param content HTML below the title
 * @param style added to that of all pages
 */
export function reportPage(language: Language, title: string, content: string, style = ''): Uint8Array {
  const styles = STYLE + style;
  const digest = createHash('sha256').update(styles).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return new TextEncoder().encode(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${styles}</style></head>
<body><h1>${escapeHtml(title)}</h1>${content}</body></html>
`);
}

interface Cell {
  readonly text: string;
  /** HTML after the text. */
  readonly html?: string;
  /** Names of the page's styles. */
  readonly style?: string;
}

export function htmlTable(headings: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const cell = (name: string, { text, html = '', style }: Cell) =>
    `<${name}${style === undefined ? '' : ` class="${style}"`}>${escapeHtml(text)}${html}</${name.slice(0, 2)}>`;
  const head = headings.map((heading) => cell('th scope="col"', heading)).join('');
  const body = rows.map((row) => `<tr>${row.map((each) => cell('td', each)).join('')}</tr>`).join('\n');
  return `<div class="t"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
