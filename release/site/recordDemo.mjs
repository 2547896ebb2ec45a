// The demo of the site: a month of the sample employer, finalised by the program, with every answer for the window, so
// that it works without a server.
import { execFile, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const program = join(root, 'dist/src/main.js');
const run = promisify(execFile);
const [EMPLOYER, PERIOD] = ['bakery', '2026-10'];
const KNOWN = ['OPEN_ENTRY', 'UNREVIEWED', 'OVERLAP', 'MISSING_END', 'NET_EXCEEDS_GROSS', 'INVALID_RECORD'];
const SHOWN_FOLDER = '/home/clerk/payroll';
const SETUP = ['ids', 'codes', 'rules', 'templates', 'deliveries', 'schedule'];

/** Writes the window and the review page to a folder that any server can serve. */
export async function recordDemo(folder) {
  const project = mkdtempSync(join(tmpdir(), 'paytally-site-'));
  const started = [];
  const begin = async (...argv) => {
    const child = spawn(process.execPath, [program, ...argv], { cwd: project, env: surroundings() });
    started.push(child);
    return firstLine(child);
  };
  let env = {};
  const surroundings = () => ({ ...process.env, ...env, TZ: 'Europe/Brussels' });
  try {
    for (const name of ['paytally.yaml', 'employees-bakery.csv'])
      copyFileSync(join(root, 'samples', name), join(project, name));
    const data = join(root, 'samples/data');
    const [address] = /http:\S+/.exec(await begin('sandbox', '--port', '0', '--data', data));
    const { employers } = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8'));
    env = {
      PAYTALLY_SANDBOX_URL: address,
      PAYTALLY_SANDBOX_SECRET: employers[0].integrations[0].clientSecret,
    };
    const paytally = (...argv) =>
      run(process.execPath, [program, ...argv, '--quiet'], { cwd: project, env: surroundings() });
    await paytally('export', PERIOD, '--template', 'review');
    await paytally(
      'export',
      PERIOD,
      '--final',
      ...KNOWN.flatMap((code) => ['--accept', `${code}=known, paid as recorded`]),
    );
    const { url } = JSON.parse(await begin('ui', '--read-only', '--no-open', '--port', '0', '--json'));
    mkdirSync(folder, { recursive: true });
    const review = readdirSync(join(project, 'out/draft')).find((name) => name.endsWith('.html'));
    copyFileSync(join(project, 'out/draft', review), join(folder, 'review.html'));
    await recordWindow(url, folder, project);
    await writeWindow(folder);
  } finally {
    for (const child of started) child.kill();
    rmSync(project, { recursive: true, force: true });
  }
}

function firstLine(child) {
  return new Promise((done, fail) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes('\n')) done(text.split('\n')[0]);
    });
    child.on('exit', (status) => fail(new Error(`It ended with ${status} before it began.`)));
  });
}

/** Makes the requests of every page of the window, and stores the answers by address. */
async function recordWindow(url, folder, project) {
  const { origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ token }),
  });
  const { key } = await session.json();
  const headers = { cookie: session.headers.get('set-cookie').split(';')[0], 'x-paytally-key': key };
  const kept = {};
  const ask = async (path, query = {}) => {
    const sorted = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
    const address = `${path}${sorted.length === 0 ? '' : `?${new URLSearchParams(sorted)}`}`;
    const answer = await fetch(origin + address, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${bytes}`);
    const type = answer.headers.get('content-type');
    if (type.startsWith('application/json')) {
      kept[address] = { json: JSON.parse(bytes.toString().replaceAll(project, SHOWN_FOLDER)) };
      return kept[address].json;
    }
    const file = `files/${Object.keys(kept).length}`;
    writeFileSync(join(folder, file), bytes);
    kept[address] = { file, type };
    return undefined;
  };
  mkdirSync(join(folder, 'files'), { recursive: true });
  for (const path of ['start', 'texts']) await ask(`/api/${path}`);
  // The board opens on the month that is due, on the day of the build; here, on the recorded one.
  await ask('/api/board', { period: PERIOD });
  kept['/api/board'] = kept[`/api/board?period=${PERIOD}`];
  for (const part of SETUP) await ask(`/api/setup/${EMPLOYER}/${part}`);
  await recordMonth(ask);
  kept['/api/events'] = { event: await firstEvent(`${origin}/api/events`, headers) };
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(kept));
}

/** The first event for a newly opened page; the stream itself continues. */
async function firstEvent(address, headers) {
  const reader = (await fetch(address, { headers })).body.getReader();
  const decoder = new TextDecoder();
  let told = '';
  while (!told.includes('\n\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${address} ended`);
    told += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return told.slice(0, told.indexOf('\n\n') + 2);
}

/** The month, each of its files, and the explanation of each number. */
async function recordMonth(ask) {
  await ask('/api/month', { employer: EMPLOYER, period: PERIOD, part: 'brief' });
  const month = await ask('/api/month', { employer: EMPLOYER, period: PERIOD });
  for (const { runId, files } of month.runs)
    for (const { name } of files) {
      await ask('/api/file', { run: runId, name });
      if (!name.endsWith('.pdf') && !name.endsWith('.html')) await ask('/api/preview', { run: runId, name });
    }
  const asked = { employer: EMPLOYER, period: PERIOD, run: month.viewedRun };
  for (const { id, days } of month.review.people) {
    await ask('/api/explain', { ...asked, employee: id });
    for (const [at, minutes] of days.entries())
      if (minutes > 0)
        await ask('/api/explain', { ...asked, employee: id, date: month.review.days[at].date });
  }
}

/** The page of the window as files, with recorded answers instead of a server. */
async function writeWindow(folder) {
  const { loadAssets } = await import(pathToFileURL(join(root, 'dist/src/ui/assets.js')).href);
  const { shell, files } = await loadAssets(root);
  const [, base] = /"(\/assets\/[0-9a-f]+\/)/.exec(shell);
  for (const [path, { content }] of files) {
    const place = join(folder, 'window', path.slice(base.length));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  const recorded = '<script src="recorded.js"></script>\n</head>';
  writeFileSync(join(folder, 'window.html'), shell.replaceAll(base, 'window/').replace('</head>', recorded));
  copyFileSync(join(here, 'recorded.js'), join(folder, 'recorded.js'));
}
