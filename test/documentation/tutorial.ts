import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import type { Context } from '../../src/context.js';
import { createContext } from '../../src/createContext.js';
import type { Http } from '../../src/sources/transport/effects.js';
import { freePort } from '../support/programs/freePort.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { wordsOf } from './markdown.js';

export const TUTORIAL = join(PROJECT, 'docs', 'tutorial.md');
const API = 'http://127.0.0.1:4010';
/** The tutorial begins on this morning and takes ten minutes a step; the record changes a week later. */
const FIRST_STEP_MS = Date.UTC(2026, 10, 3, 8);
const STEP_MS = 600_000;
const WEEK_MS = 604_800_000;
const TERMINAL_COLUMNS = 96;
const FENCE = '```';

/** A fenced block, with the comment before it that says which lines of the output it shows. */
const BLOCK =
  /(?:<!-- shows: (?<shows>[^\n]*) -->\n)?```(?<info>[a-z]+(?: file=\S+)?)\n(?<body>[\s\S]*?)^```$/gm;

/** The tutorial with the output of a real run, and the folder of that run. */
export interface TutorialRun {
  readonly text: string;
  readonly folder: string;
  /** The exit status of each command, and the one in the document. */
  readonly statuses: readonly {
    readonly command: string;
    readonly status: number;
    readonly promised: number;
  }[];
}

/**
 * Runs the tutorial from an empty folder, and puts the real output into its blocks.
 *
 * - `console`: runs each `$ paytally`; `# status N` at the end of a line promises an exit status.
 * - `json file=NAME`: the reader writes this file, a week later.
 * - `csv file=NAME`: shows a file that paytally wrote.
 */
export async function runTutorial(document: string): Promise<TutorialRun> {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-tutorial-'));
  vi.useFakeTimers({ toFake: ['Date'], now: FIRST_STEP_MS });
  const bench = new TutorialBench(folder, `http://127.0.0.1:${await freePort()}`);
  let text = '';
  let end = 0;
  for (const match of document.matchAll(BLOCK)) {
    const { shows, info = '', body = '' } = match.groups ?? {};
    const bodyEnd = match.index + match[0].length - FENCE.length;
    text += `${document.slice(end, bodyEnd - body.length)}${await bench.renewed(info, body, shows)}`;
    end = bodyEnd;
  }
  vi.useRealTimers();
  return { text: text + document.slice(end), folder, statuses: bench.statuses };
}

class TutorialBench {
  readonly statuses: { command: string; status: number; promised: number }[] = [];
  readonly #masks = new Map<string, string>();
  readonly #folder: string;
  readonly #service: string;

  /** @param service a free address, which each command uses for its practice service */
  constructor(folder: string, service: string) {
    this.#folder = folder;
    this.#service = service;
  }

  /** The body that a block should have. */
  async renewed(info: string, body: string, shows: string | undefined): Promise<string> {
    const [language = '', file = ''] = info.split(' file=');
    const path = join(this.#folder, file);
    if (language === 'console') return this.#consoleBody(body, shows);
    if (language === 'json') {
      vi.setSystemTime(Date.now() + WEEK_MS);
      writeFileSync(path, body);
    }
    return language === 'csv' ? selectLines(readFileSync(path, 'utf8'), shows) : body;
  }

  async #consoleBody(body: string, shows: string | undefined): Promise<string> {
    const commands = body.split('\n').filter((line) => line.startsWith('$ '));
    let renewed = '';
    for (const line of commands) {
      const output = await this.#paytally(line);
      renewed += `${line}\n${selectLines(this.#masked(output), shows)}`;
    }
    return renewed;
  }

  async #paytally(line: string): Promise<string> {
    const [command = '', comment = ''] = line.split(/\s#\s/);
    let output = '';
    const stream = () =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          output += chunk.toString('utf8');
          done();
        },
      });
    const context = createContext({
      env: { NO_COLOR: '1' },
      cwd: this.#folder,
      streams: {
        stdout: Object.assign(stream(), { isTTY: true, columns: TERMINAL_COLUMNS }),
        stderr: stream(),
      },
      signal: new AbortController().signal,
      packageFolder: PROJECT,
    });
    vi.setSystemTime(Date.now() + STEP_MS);
    const clock = { nowMs: () => Date.now(), sleep: context.clock.sleep };
    const openHttp: Context['openHttp'] = (options) => answersOfToday(context.openHttp(options));
    const argv = wordsOf(this.#unmasked(command.replace('$ paytally ', '')));
    const status = await runProgram(argv, { ...context, clock, openHttp, user: 'anna' });
    const promised = Number(/status (\d+)/.exec(comment)?.[1] ?? 0);
    this.statuses.push({ command, status, promised });
    this.#useFreePort();
    return output;
  }

  /** The tutorial's service uses port 4010, which may be in use on a test computer. */
  #useFreePort(): void {
    const path = join(this.#folder, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(API, this.#service));
  }

  /** Replaces addresses, folders, run IDs and digests, which differ between runs, with fixed texts. */
  #masked(output: string): string {
    return output
      .replaceAll(this.#service, API)
      .replaceAll(`${this.#folder}/`, '')
      .replace(/(?<=\b\d{8}T\d{6}-)[0-9a-f]{6}\b|\b[0-9a-f]{64}\b/g, (random) => this.#mask(random));
  }

  /** A command of the tutorial may name a run. */
  #unmasked(line: string): string {
    return [...this.#masks].reduce((text, [random, mask]) => text.replaceAll(mask, random), line);
  }

  #mask(random: string): string {
    const known = this.#masks.get(random);
    if (known !== undefined) return known;
    const mask = createHash('sha256')
      .update(`tutorial ${this.#masks.size}`)
      .digest('hex')
      .slice(0, random.length);
    this.#masks.set(random, mask);
    return mask;
  }
}

/** Node.js servers date their responses by the computer's clock, which differs from the tutorial's. */
function answersOfToday(http: Http): Http {
  return {
    close: () => http.close(),
    request: async (request) => {
      const response = await http.request(request);
      const headers = { ...response.headers, date: new Date().toUTCString() };
      return { status: response.status, headers, body: () => response.body() };
    },
  };
}

/**
 * The lines selected by `shows`, with `…` for the others: `first N` and `last N` lines, `paragraph N`, `about
 * WORD` (the paragraph that begins with it), `from WORD` (from there to the end), `none`. Without it, all lines.
 */
function selectLines(output: string, shows: string | undefined): string {
  if (shows === undefined || output === '') return output;
  if (shows === 'none') return '';
  const lines = output.trimEnd().split('\n');
  const ranges = shows.split(', ').map((part) => rangeOf(lines, part));
  const isKept = (index: number): boolean => ranges.some(([from, until]) => from <= index && index < until);
  const shown = lines.flatMap((line, index) => {
    if (isKept(index)) return [line];
    return index === 0 || isKept(index - 1) ? ['…'] : [];
  });
  return `${shown.join('\n')}\n`;
}

/** The first line of a part, and the line after its last. */
function rangeOf(lines: readonly string[], part: string): readonly [number, number] {
  const [kind = '', what = ''] = part.split(/ (.*)/);
  const count = Number(what);
  if (kind === 'first') return [0, count];
  if (kind === 'last') return [lines.length - count, lines.length];
  const starts = lines.flatMap((_, index) => (index === 0 || lines[index - 1] === '' ? [index] : []));
  const from = kind === 'paragraph' ? starts[count - 1] : lines.findIndex((line) => line.startsWith(what));
  if (from === undefined || from < 0)
    throw new Error(`the output has no part "${part}":\n${lines.join('\n')}`);
  const end = kind === 'from' ? -1 : lines.indexOf('', from);
  return [from, end < 0 ? lines.length : end];
}
