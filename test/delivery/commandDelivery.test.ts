// @module-tag slow
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deliveriesIn } from '../support/employers/deliveredService.js';
import { runPaytally } from '../support/programs/runPaytally.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project with a folder of entries, and a program that the delivery starts. */
function projectWith(
  script: string,
  delivery = '{ command: [./send.sh, "--to={file}"] }',
  more = '',
): string {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-command-'));
  folders.push(cwd);
  const csv = 'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n';
  writeFileSync(join(cwd, 'entries.csv'), csv);
  writeFileSync(join(cwd, 'send.sh'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(cwd, 'send.sh'), 0o755);
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `source: { csv: . }\ntemplates: [employee-days]\ndeliveries: { upload: { to: ${delivery}, when: both${more} } }\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n`,
  );
  return cwd;
}

const run = (cwd: string, ...argv: readonly string[]) =>
  runPaytally([...argv, '--json'], { cwd, nowMs: Date.UTC(2026, 10, 3, 9) });

const exported = (cwd: string) => run(cwd, 'export', '2026-10', '--deliver');

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: shell variables
describe('a delivery by a program', () => {
  test('starts it with the path of the file and nothing else, without a shell', async () => {
    const cwd = projectWith(
      'for word in "$@"; do echo "$word" >> words; done; cp "${1#--to=}" received; pwd > where',
    );
    const { status, stdout, stderr } = await exported(cwd);
    expect(status, stderr).toBe(0);
    const file = JSON.parse(stdout).runs[0].files[0].path;
    expect(deliveriesIn({ stdout, stderr, status })).toMatchObject([
      { name: 'upload', recipient: join(cwd, 'send.sh'), state: 'sent' },
    ]);
    expect(readFileSync(join(cwd, 'words'), 'utf8')).toBe(`--to=${file}\n`);
    expect(readFileSync(join(cwd, 'received'))).toEqual(readFileSync(file));
    expect(readFileSync(join(cwd, 'where'), 'utf8').trim()).toBe(cwd);
  });

  test('arguments are never read by a shell', async () => {
    const cwd = projectWith(
      'printf "%s|" "$@" > words',
      '{ command: [./send.sh, "$(touch hacked); {file}", "*"] }',
    );
    expect((await exported(cwd)).status).toBe(0);
    expect(existsSync(join(cwd, 'hacked'))).toBe(false);
    expect(readFileSync(join(cwd, 'words'), 'utf8')).toMatch(/^\$\(touch hacked\); .*\.csv\|\*\|$/);
  });

  test.each([
    ['a status other than 0', 'exit 3', 'failed', 'ended with status 3'],
    ['a program that is missing', 'exit 127', 'failed', 'was not found'],
    ['a signal', 'kill -9 $$', 'unknown', 'was interrupted'],
  ])('%s', async (_, script, state, problem) => {
    const cwd = projectWith(script);
    const result = await exported(cwd);
    expect(result.status).toBe(7);
    expect(deliveriesIn(result)).toMatchObject([{ state, problem: expect.stringContaining(problem) }]);
  });

  test('a program that runs too long is ended, and its state is unknown', { tags: 'slow' }, async () => {
    const cwd = projectWith('sleep 30', undefined, ', timeoutSeconds: 1');
    const result = await exported(cwd);
    expect(deliveriesIn(result)).toMatchObject([
      { state: 'unknown', problem: expect.stringContaining('longer than 1 s') },
    ]);
  });

  test('what it says is shown, and is not part of its state', async () => {
    const cwd = projectWith('echo "Ann Peeters refused" >&2; exit 1');
    const result = await exported(cwd);
    expect(result.stderr).toContain('says: Ann Peeters refused');
    expect(JSON.stringify(deliveriesIn(result))).not.toContain('Peeters');
  });

  test('what failed is sent again by send, what is unknown only with --again', async () => {
    const cwd = projectWith('echo x >> tries; [ -e ready ] || exit 1');
    const { runId } = JSON.parse((await exported(cwd)).stdout).runs[0];
    writeFileSync(join(cwd, 'ready'), '');
    expect(deliveriesIn(await run(cwd, 'send', runId))).toMatchObject([{ state: 'sent' }]);
    expect(readFileSync(join(cwd, 'tries'), 'utf8')).toBe('x\nx\n');
    await run(cwd, 'send', runId);
    expect(readFileSync(join(cwd, 'tries'), 'utf8')).toBe('x\nx\n');
  });

  test('another name is that of a copy, which does not remain', async () => {
    const cwd = projectWith(
      'echo "$1" > words; cp "${1#--to=}" received',
      undefined,
      ', fileName: "hours-{{ period }}.{{ extension }}"',
    );
    const { stdout } = await exported(cwd);
    const file = JSON.parse(stdout).runs[0].files[0].path;
    expect(readFileSync(join(cwd, 'words'), 'utf8')).toMatch(/hours-2026-10\.csv\n$/);
    expect(readFileSync(join(cwd, 'received'))).toEqual(readFileSync(file));
    expect(readdirSync(join(cwd, '.paytally')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('doctor finds the program, or says that it is missing', async () => {
    const there = await runPaytally(['doctor'], {
      cwd: projectWith('exit 0'),
      nowMs: Date.UTC(2026, 10, 3, 9),
    });
    expect(there.stdout).toContain('upload: by the program ./send.sh');
    const cwd = projectWith('exit 0', '{ command: [./other.sh, "{file}"] }');
    const missing = await runPaytally(['doctor'], { cwd, nowMs: Date.UTC(2026, 10, 3, 9) });
    expect(missing.stdout).toContain('the program ./other.sh was not found');
  });

  test('a command without the file is refused', async () => {
    const result = await run(projectWith('exit 0', '{ command: [./send.sh] }'), 'check', '2026-10');
    expect(result.status).toBe(2);
    expect(result.stderr + result.stdout).toContain('needs an argument with {file}');
  });

  test('the plain form is the same', async () => {
    const cwd = projectWith('exit 0', 'command, command: [./send.sh, "{file}"]');
    expect(deliveriesIn(await exported(cwd))).toMatchObject([{ state: 'sent' }]);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: shell variables
