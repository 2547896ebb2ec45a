// @module-tag slow
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attest, attestationProblems } from '../../release/attest.js';
import { PLACEHOLDERS } from '../../release/steps.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const RELEASING = readFileSync(join(PROJECT, 'RELEASING.md'), 'utf8');

describe('RELEASING.md', () => {
  const commands = [...RELEASING.matchAll(/^npm run release -- (.*)$/gm)].map(([, line = '']) =>
    line.split(' '),
  );

  test('names every step, in order', () => {
    const { stderr } = step([]);
    expect(stderr).toBe(`Steps: ${commands.map(([name]) => name).join(', ')}\n`);
  });

  test.each(commands.map((argv) => [argv.join(' '), argv] as const))('%s, as a dry run', (_, argv) => {
    const before = existsSync(join(PROJECT, 'artefacts'));
    const { status, stdout } = step([...argv, '--dry-run']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(`^${argv[0]}: [a-z]`) });
    expect(existsSync(join(PROJECT, 'artefacts'))).toBe(before);
  });

  test('lists the placeholders, which block a publication', () => {
    for (const [name, files] of Object.entries(PLACEHOLDERS)) {
      expect(RELEASING).toContain(`\`${name}\``);
      for (const file of files) expect(readFileSync(join(PROJECT, file), 'utf8')).toContain(name);
    }
    const { status, stderr } = step(['ready']);
    expect(status).toBe(1);
    expect(stderr).toContain('SECURITY.md still has SECURITY_CONTACT');
  });
});

function step(argv: readonly string[]) {
  const argvOfNode = [join(PROJECT, 'dist/release/steps.js'), ...argv];
  return spawnSync(process.execPath, argvOfNode, { cwd: PROJECT, encoding: 'utf8' });
}

describe('a signed release', () => {
  const pem = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return {
      private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    };
  };
  const key = pem();
  const signed = () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-release-'));
    writeFileSync(join(folder, 'a.tgz'), 'a');
    writeFileSync(join(folder, 'b.deb'), 'b');
    const from = { version: '1.0.0', repository: 'https://example.com/paytally', commit: 'c0ffee' };
    expect(attest(folder, from, key.private)).toEqual(['a.tgz', 'b.deb']);
    return folder;
  };

  test('can be verified with the public key, and its checksums with sha256sum', () => {
    const folder = signed();
    expect(attestationProblems(folder, key.public)).toEqual([]);
    const sums = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    if (sums.error === undefined) expect(sums.stdout).toBe('a.tgz: OK\nb.deb: OK\n');
  });

  test('has a statement about every file', () => {
    const envelope = JSON.parse(readFileSync(join(signed(), 'paytally.intoto.jsonl'), 'utf8'));
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: 'c0ffee' } }] } },
    });
    expect(statement.subject.map(({ name }: { name: string }) => name)).toEqual(['a.tgz', 'b.deb']);
  });

  const changes: readonly (readonly [name: string, change: (folder: string) => void, problem: RegExp])[] = [
    ['a changed file', (folder) => appendFileSync(join(folder, 'a.tgz'), '!'), /^a\.tgz: differs/],
    ['an added file', (folder) => writeFileSync(join(folder, 'c.exe'), ''), /^c\.exe: not signed$/],
    ['changed checksums', (folder) => appendFileSync(join(folder, 'SHA256SUMS'), 'x  y\n'), /^SHA256SUMS: /],
    [
      'another key',
      (folder) => void attest(folder, { version: '1', repository: '', commit: '' }, pem().private),
      /^paytally\.intoto\.jsonl: the signature/,
    ],
  ];
  test.each(changes)('%s is found', (_, change, problem) => {
    const folder = signed();
    change(folder);
    expect(attestationProblems(folder, key.public)[0]).toMatch(problem);
  });
});
