// Settings of the site. The sidebar comes from build.mjs, which creates the pages.
import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'paytally',
  description: 'Turns a period of recorded work into files that payroll can trust',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  srcDir: '.pages',
  // Links end in .html, so that a folder on any server can serve the site.
  cleanUrls: false,
  lastUpdated: false,
  ignoreDeadLinks: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: keepBraces,
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'First month', link: '/tutorial' },
      { text: 'For clerks', link: '/clerk' },
      { text: 'Commands', link: '/reference/commands' },
      { text: 'Demo', link: '/demo' },
    ],
    sidebar: JSON.parse(process.env.SITE_SIDEBAR ?? '[]'),
  },
});

/** Double braces are placeholders of our templates, not of the site generator. */
function keepBraces(markdown) {
  const { rules } = markdown.renderer;
  for (const name of ['text', 'code_inline']) {
    const shown = rules[name];
    rules[name] = (...given) => shown(...given).replaceAll('{{', '&#123;&#123;');
  }
}
