import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT, runPaytally } from '../../support/programs/runPaytally.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'paytally-usage-'));
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    'baseUrl: http://127.0.0.1:9\nemployers: { bakery: { employerId: a, clientId: b, clientSecret: { env: C } } }\n',
  );
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('an invalid command line is refused with the nearest match', () => {
  const rows: readonly (readonly [name: string, line: string, says: string, remedy: string])[] = [
    ['nothing', '', 'A command is missing', 'Run `paytally --help`'],
    [
      'an unknown command',
      'exprot 2026-10',
      'no command "exprot". Did you mean "export"?',
      'paytally --help',
    ],
    [
      'the version as a command',
      'version',
      'no command "version". Did you mean "--version"',
      'paytally --help',
    ],
    ['a misspelt version', 'verson', 'Did you mean "--version"', 'paytally --help'],
    [
      'a date of another notation, before anything is read',
      'explain 2026-10 --employee 101 --date 24-10-2026',
      '--date must be a date, not "24-10-2026".',
      'YYYY-MM-DD',
    ],
    ['a command that resembles no other', 'zzz', 'no command "zzz".', 'paytally --help'],
    ['an option without a command', '-v', 'option -v needs a command', 'paytally --help'],
    [
      'an unknown option',
      'export 2026-10 --templat x',
      'no option --templat. Did you mean --template?',
      '--help',
    ],
    ['an unknown switch turned off', 'export 2026-10 --no-progres', 'Did you mean --no-progress?', '--help'],
    ['one dash instead of two', 'export 2026-10 -final', 'no option -final. Did you mean --final?', '--help'],
    ['an option of another command', 'demo --period-of 3', 'no option --period-of.', '--help'],
    [
      'an option that exists for another command',
      'doctor --dry-run',
      'It is an option of "check", "export", "corrections", "send" and "employees"',
      '--help',
    ],
    ['a misspelt option that hides a missing one', 'export --perod 2026-10', 'no option --perod', '--help'],
    [
      'an unknown action',
      'templates shw',
      'does not accept "shw". Did you mean "show"?',
      'list, show, new, check',
    ],
    ['an unknown choice', 'export 2026-10 --read thrice', '--read does not accept "thrice"', 'once, twice'],
    ['no period', 'export', 'PERIOD is missing after `paytally export`', 'paytally export last-month'],
    ['one word too many', 'export 2026-10 2026-11', 'Unexpected argument "2026-11"', 'paytally export'],
    ['a missing required option', 'explain 2026-10', 'needs --employee', '--employee Peeters'],
    [
      'an option without its value',
      'export 2026-10 --template',
      '--template needs a value',
      'after --template',
    ],
    ['an option before another', 'export 2026-10 --out --json', '--out needs a value', 'after --out'],
    ['an empty value', 'export 2026-10 --config=', '--config needs a value', 'after --config'],
    [
      'a switch with a value',
      'export 2026-10 --json=maybe',
      '--json takes no value',
      'Write --json without a value',
    ],
    ['an unknown employer', 'export 2026-10 --employer bakry', 'Did you mean "bakery"?', 'bakery'],
    ['an unknown exception', 'check 2026-10 --accept OPEN_ENTYR', 'Did you mean "OPEN_ENTRY"?', 'OVERLAP'],
    [
      'a missing port',
      'sandbox --port abc',
      '--port must be a port number from 0 to 65535, not "abc"',
      'from 0 to 65535',
    ],
    [
      'a port too high',
      'sandbox --admin-port 65536',
      '--admin-port must be a port number from 0 to 65535, not "65536"',
      'from 0 to 65535',
    ],
    ['an unknown fault', 'sandbox --fault latncy', 'Did you mean "latency"?', '--help'],
    [
      'a fault outside its limits',
      'sandbox --fault serverError:probability=2',
      'probability: must be at most 1',
      '',
    ],
    ['an unknown shape', 'sandbox --shape zone=nestd', 'Did you mean "nested"?', ''],
  ];
  test.each(rows)('%s', async (_name, line, says, remedy) => {
    const { status, stdout, stderr } = await runPaytally(line.split(' ').filter(Boolean), { cwd });
    expect({ status, stdout: line.includes('--json') ? '' : stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).toContain(`What to do: `);
    expect(stderr).toContain(remedy);
    expect(stderr).not.toContain('BUG');
  });

  test('as a single JSON object', async () => {
    const { status, stdout } = await runPaytally(['export', '2026-10', '--fnal', '--json'], { cwd });
    expect(status).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'USAGE', record: '--fnal' });
  });
});

test('the version is printed alone', async () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const { status, stdout, stderr } = await runPaytally(['--version'], { cwd });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});
