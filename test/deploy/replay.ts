import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../support/programs/runPaytally.js';

/** What a Dockerfile builds, and its settings for the container. */
export interface Image {
  /** The folder used as `/` of the last stage. */
  readonly root: string;
  readonly user: string;
  readonly folder: string;
  readonly entry: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** Instructions of a Dockerfile without continuation lines. */
export function stepsOf(path: string): readonly Step[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (word === '') throw new Error(`${path}: ${line}`);
      return { word, rest };
    });
}

/**
 * Carries out each step of a Dockerfile, with a separate folder as `/` of each stage. The machine's own files serve as
 * base images. A step that would change anything outside these folders is refused.
 */
export function replay(path: string, under: string): Image {
  const stages = new Map<string, string>();
  let [root, folder, user] = ['', '/', ''];
  let entry: readonly string[] = [];
  let env: Record<string, string> = {};
  const inside = (text: string, at = root) => text.replaceAll(/(?<=^|\s)\/(?=[a-z])/g, `${at}/`);
  for (const { word, rest } of stepsOf(path)) {
    if (word === 'FROM') {
      root = mkdtempSync(join(under, 'stage-'));
      chmodSync(root, 0o755);
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', root);
      for (const each of ['tmp', 'usr/local/bin', 'opt']) mkdirSync(join(root, each), { recursive: true });
      folder = '/';
      env = {};
    } else if (word === 'WORKDIR') {
      folder = rest;
      mkdirSync(join(root, folder), { recursive: true });
    } else if (word === 'COPY') copy(rest, { root, folder, stages });
    else if (word === 'RUN')
      execFileSync('bash', ['-euc', inside(rest)], { cwd: join(root, folder), stdio: 'pipe' });
    else if (word === 'USER') user = rest;
    else if (word === 'ENV')
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) env[name] = inside(value);
    else if (word === 'ENTRYPOINT') entry = JSON.parse(rest).map((each: string) => inside(each));
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL', 'CMD'].includes(word)) throw new Error(`unknown: ${word}`);
  }
  return { root, user, folder: join(root, folder), entry, env };
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly stages: ReadonlyMap<string, string>;
}

/** From another stage, or from the project's files under version control. */
function copy(rest: string, { root, folder, stages }: Place): void {
  const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const names = paths.split(' ');
  const target = join(root, names.at(-1)?.startsWith('/') ? '' : folder, names.at(-1) ?? '');
  const from = stage === undefined ? PROJECT : stages.get(stage);
  if (from === undefined) throw new Error(`no stage ${stage}`);
  for (const name of names.slice(0, -1)) {
    if (stage !== undefined) cpSync(join(from, name), target, { recursive: true });
    else for (const file of tracked(name)) copyFile(join(from, file), join(target, file));
  }
}

function tracked(name: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', name], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((each) => each !== '');
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
