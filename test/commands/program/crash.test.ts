import { readFileSync, rmSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Scrubber } from '../../../src/runtime/secrets/scrubber.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { PROJECT, runPaytally } from '../../support/programs/runPaytally.js';

const SECRET = 'correct-horse-battery-staple';
const RECORD = 'Alice Peeters, born with a secret';

/** The connection fails with an error that quotes its contents, as errors of libraries do. */
function bug(): Error {
  const cause = new Error(`inner ${RECORD}: ${SECRET}`, { cause: { password: SECRET } });
  return Object.assign(
    new SyntaxError(`Invalid (${RECORD})\n    at ${SECRET} (file:1:1) ${SECRET}`, { cause }),
    {
      held: { SECRET },
    },
  );
}

async function crash(...more: string[]) {
  const scrubber = new Scrubber();
  scrubber.add(new Secret(SECRET));
  const openHttp = () => {
    throw bug();
  };
  return runPaytally(['export', '2026-10', '--config', 'samples/paytally.yaml', ...more], {
    cwd: PROJECT,
    env: { PAYTALLY_SANDBOX_SECRET: SECRET, PAYTALLY_SANDBOX_URL: 'http://127.0.0.1:9' },
    context: { openHttp, scrubber },
  });
}

function fileNamedIn(text: string): string {
  return /\S+paytally-crash-[\w-]+\.txt/.exec(text)?.[0] ?? '';
}

describe('an internal error', () => {
  it('shows where it occurred, but not its message or causes', async () => {
    const { status, stdout, stderr } = await crash();
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^BUG: .*SyntaxError/);
    expect(stderr).toMatch(/^ {4}at .*crash\.test\.ts:\d+:\d+/m);
    for (const text of [SECRET, 'Alice', 'inner', 'Invalid (']) expect(stderr).not.toContain(text);
    rmSync(fileNamedIn(stderr));
  });

  it('names a file with the details that only its owner can read and that has no secrets', async () => {
    const { stderr } = await crash();
    const file = fileNamedIn(stderr);
    const details = readFileSync(file, 'utf8');
    expect(details).toContain('inner Alice');
    expect(details).not.toContain(SECRET);
    if (platform() !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(file);
  });

  it('gives the same information in JSON', async () => {
    const { stdout } = await crash('--json');
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: 'BUG', message: expect.stringContaining('SyntaxError') });
    expect(stdout).not.toContain('Alice');
    rmSync(fileNamedIn(error.message));
  });
});
