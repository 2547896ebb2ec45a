// The pages of the site: the documents of docs/, and a page for each command, exception, error and template. Their
// sources are the reference pages, which the program generates, and the output of the program.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const program = join(root, 'dist/src/main.js');
const run = promisify(execFile);
const read = (path) => readFileSync(join(root, path), 'utf8');
const repository = JSON.parse(read('package.json'))
  .repository.url.replace(/^git\+/, '')
  .replace(/\.git$/, '');

/** Documents in the project's root folder that are on the site. */
const AT_THE_TOP = {
  'README.md': 'index.md',
  'UPGRADING.md': 'upgrading.md',
  'CHANGELOG.md': 'changelog.md',
};
const TEMPLATE_PAGES = ['columns', 'amounts', 'trees', 'corrections', 'like'];
const GUIDES = [
  ['Get started', ['index', 'tutorial', 'clerk', 'demo']],
  ['Guides', ['accountant', 'sources', 'time', 'pay', 'working-time', 'ledger', 'glossary']],
  ['Templates', ['language', 'templates', ...TEMPLATE_PAGES.map((name) => `template-${name}`), 'workbooks']],
  ['Run it', ['administrator', 'operations', 'service', 'upgrading', 'changelog']],
  ['Develop', ['library', 'architecture', 'decisions/README']],
];
const LANGUAGES = { nl: 'Dutch', fr: 'French', de: 'German' };

/** Writes all pages. @returns the sidebars by folder, and the number of pages */
export async function writePages(folder) {
  const pages = new Map([...documents(), ['demo.md', DEMO]]);
  const groups = [
    ['Commands', commandPages()],
    ['Exceptions', exceptionPages()],
    ['Errors', errorPages()],
    ['Payroll systems and other templates', await templatePages()],
  ];
  for (const [, made] of groups) for (const { path, text } of made) pages.set(path, text);
  for (const [path, text] of pages) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, asPage(text));
  }
  for (const name of ['images', 'pictures'])
    cpSync(join(root, 'docs', name), join(folder, name), { recursive: true });
  return { sidebar: sidebarOf(pages, groups), count: pages.size };
}

const DEMO = `# Demo

A month of the built-in sample employer, recorded from the program itself. All people in it are invented.

- [The window](/demo/window.html){target="_self"}, as \`paytally ui --read-only\` shows it. Buttons that would read,
  change or send something do nothing here.
- [The review page](/demo/review.html){target="_self"}, the file that can be sent to a manager.

To try it with everything at work, run \`npx paytally demo\` or [follow the first month](tutorial.md).
`;

function documents() {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, moved(`docs/${name}`, name)]);
  return [...Object.entries(AT_THE_TOP).map(([from, to]) => [to, moved(from, to)]), ...inDocs];
}

/** A document with its links changed for the site: links to files that are not pages lead to the repository. */
function moved(from, to) {
  return read(from).replace(
    /(!?)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, picture, link, anchor = '') => {
      const target = normalize(join(dirname(from), link))
        .replaceAll('\\', '/')
        .replace(/\/$/, '');
      return `${picture}](${placeOf(target, dirname(to), anchor)})`;
    },
  );
}

function placeOf(target, folder, anchor) {
  const page =
    AT_THE_TOP[target] ?? (/^docs\/.*\.(md|png)$/.test(target) ? target.slice('docs/'.length) : undefined);
  if (page === undefined) return `${repository}/blob/main/${target}${anchor}`;
  const link = relative(folder, page).replaceAll('\\', '/');
  return `${link.startsWith('.') ? link : `./${link}`}${anchor}`;
}

/** Markdown for the generator: without our HTML comments, and without anything that it would interpret as a value. */
function asPage(text) {
  return text.replace(/<!--[\s\S]*?-->\n?/g, '').replace(/\n{3,}/g, '\n\n');
}

/** The rows of the table that follows a mark. */
function tableAfter(path, mark) {
  const [, rest = ''] = read(path).split(`<!-- ${mark} -->`);
  const lines = rest.trimStart().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .slice(2, -2)
      .split(/ \| /)
      .map((cell) => cell.trim()),
  );
}

const bare = (code) => code.replaceAll('`', '');

function commandPages() {
  const [, rest] = read('docs/reference/commands.md').split('<!-- commands -->');
  return rest
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...body] = section.split('\n');
      const name = /^paytally ((?:[a-z-]+ ?)+)/.exec(title)[1].trim().replaceAll(' ', '-');
      const text = `# ${title}\n\n${body.join('\n').trim()}\n\n[All commands](../commands.md)\n`;
      return { path: `reference/commands/${name}.md`, text, title: name.replaceAll('-', ' ') };
    });
}

function exceptionPages() {
  const names = Object.fromEntries(
    Object.keys(LANGUAGES).map((language) => [
      language,
      JSON.parse(read(`src/i18n/${language}/exceptions.json`)),
    ]),
  );
  return tableAfter('docs/reference/exceptions.md', 'exceptions').map(([cell, severity, meaning, remedy]) => {
    const code = bare(cell);
    const others = Object.entries(LANGUAGES).map(
      ([language, name]) =>
        `| ${name} | ${names[language][`${code}.title`]} | ${names[language][`${code}.remedy`] ?? ''} |`,
    );
    const text = `# ${code}

**${meaning}.** Severity: \`${severity}\`, unless you change it.

## What to do

${remedy}

To accept it in one run, add \`--accept ${code}=REASON\`. To change its severity, set \`exceptions: { ${code}: warn }\` in the configuration, with \`block\`, \`block-final\`, \`warn\` or \`off\`.

## In other languages

| language | name | what to do |
|---|---|---|
${others.join('\n')}

[All exceptions](../exceptions.md)
`;
    return { path: `reference/exceptions/${code}.md`, text, title: code };
  });
}

function errorPages() {
  const statuses = new Map(
    [...read('docs/reference/errors.md').matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, status, what]) => [
      status,
      what,
    ]),
  );
  return tableAfter('docs/reference/errors.md', 'errors').map(([cell, status, remedy]) => {
    const code = bare(cell);
    const text = `# ${code}

paytally ends with status ${status}: ${statuses.get(status)}.

## What to do

${remedy}

[All errors and exit statuses](../errors.md)
`;
    return { path: `reference/errors/${code}.md`, text, title: code };
  });
}

/** A page per payroll system, with its name as the title, then a page per template for people. */
async function templatePages() {
  const rows = tableAfter('docs/reference/templates.md', 'templates');
  const made = [];
  for (const [cell, use, confidence, description] of rows) {
    const name = bare(cell);
    const { stdout } = await run(process.execPath, [program, 'templates', 'show', name], { cwd: root });
    const kind = confidence === '' ? use : `${use}, confidence ${confidence}`;
    const [system] = (confidence === '' ? null : /^[^(]+\([^)]*\)/.exec(description)) ?? [];
    const text = `# ${system ?? name}

${description}. Template \`${name}\`, for: ${kind}.

\`\`\`text
${stdout.trimEnd()}
\`\`\`

[All templates](../templates.md)
`;
    const section = system === undefined ? 'Other templates' : 'Payroll systems';
    made.push({ path: `reference/templates/${name}.md`, text, title: system ?? name, section });
  }
  return made.sort((a, b) => b.section.localeCompare(a.section) || a.title.localeCompare(b.title, 'en'));
}

function sidebarOf(pages, groups) {
  const titleOf = (path) => /^# (.+)$/m.exec(pages.get(`${path}.md`) ?? '')?.[1]?.replaceAll('`', '') ?? path;
  const linkOf = (path) => `/${path === 'index' ? '' : path}`;
  const guides = GUIDES.map(([text, paths]) => ({
    text,
    items: paths.map((path) => ({ text: titleOf(path), link: linkOf(path) })),
  }));
  const reference = readdirSync(join(root, 'docs/reference')).map((name) => `reference/${name.slice(0, -3)}`);
  const all = [
    ...guides,
    { text: 'Reference', items: reference.map((path) => ({ text: titleOf(path), link: linkOf(path) })) },
    {
      text: 'Page by page',
      items: groups.map(([text, made]) => ({ text, link: linkOf(made[0].path.slice(0, -3)) })),
    },
  ];
  const home = { text: 'All documentation', link: '/' };
  const generated = groups.map(([text, made]) => [
    `/${dirname(made[0].path)}/`,
    [home, ...sectionsOf(text, made)],
  ]);
  return { ...Object.fromEntries(generated), '/': all };
}

/** The sidebar of generated pages, by their sections; without any it is one list under the group's name. */
function sectionsOf(groupName, made) {
  const sections = [...new Set(made.map(({ section = groupName }) => section))];
  return sections.map((name) => ({
    text: name,
    items: made
      .filter(({ section = groupName }) => section === name)
      .map(({ title, path }) => ({ text: title, link: `/${path.slice(0, -3)}` })),
  }));
}
