import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cwd, exit, stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { attest, attestationProblems } from './attest.js';
import { licences } from './licences.js';
import { writePackageFiles } from './packageFiles.js';
import { sbom } from './sbom.js';

/** The texts that the owner must replace, and their files. RELEASING.md lists them. */
export const PLACEHOLDERS: Readonly<Record<string, readonly string[]>> = {
  OWNER: ['package.json', '.github/CODEOWNERS'],
  SECURITY_CONTACT: ['SECURITY.md'],
};

/** The files of a release. */
const FOLDER = 'artefacts';

interface StepOptions {
  readonly root: string;
  readonly version: string;
  readonly repository: string;
  readonly key: string | undefined;
  readonly isDryRun: boolean;
}

interface Step {
  readonly does: string;
  /** The problems that prevent the step; empty if there are none. */
  readonly problems?: (options: StepOptions) => readonly string[];
  readonly run: (options: StepOptions) => void;
}

const tarballOf = ({ version }: StepOptions) => `paytally-${version}.tgz`;

/** The steps in the order of a release. */
const STEPS: Readonly<Record<string, Step>> = {
  check: { does: 'runs every test on a clean clone', run: ({ root }) => command(root, 'bash', ['.ci/run']) },
  ready: {
    does: 'checks the placeholders, the version and the date of the changelog',
    problems: (options) => [...placeholders(options), ...unreleased(options)],
    run: () => {},
  },
  pack: {
    does: 'packs twice, and compares the bytes',
    run: (options) => {
      const [first, second] = [pack(options), pack(options)];
      if (!first.equals(second)) throw new Error('two builds give different bytes');
    },
  },
  describe: {
    does: 'writes the bill of materials, and the licences',
    run: ({ root, version }) => {
      const write = (name: string, text: string) => writeFileSync(join(root, FOLDER, name), text);
      write(`paytally-${version}.cdx.json`, `${JSON.stringify(sbom(root), null, 2)}\n`);
      write(`paytally-${version}.licences.md`, licences(root));
    },
  },
  executables: {
    does: 'writes an executable for each system, with its licences and its bill of materials',
    run: ({ root }) =>
      command(root, 'node', ['dist/release/executable/build.js', '--target', 'all', '--out', FOLDER]),
  },
  manifests: {
    does: 'writes the Debian packages, and the manifests for winget, Scoop and Homebrew',
    problems: needsTarball,
    run: (options) => {
      for (const missing of writePackageFiles(options.root, join(options.root, FOLDER), options))
        stderr.write(`manifests: not written: ${missing}\n`);
    },
  },
  sign: {
    does: 'writes checksums and a statement, and signs both',
    problems: (options) => [...needsTarball(options), ...needsKey(options)],
    run: ({ root, version, repository, key = '' }) => {
      const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
      attest(join(root, FOLDER), { version, repository, commit }, readFileSync(key, 'utf8'));
    },
  },
  verify: {
    does: 'checks the signatures and the checksums',
    problems: needsKey,
    run: ({ root, key = '' }) => {
      const problems = attestationProblems(join(root, FOLDER), readFileSync(key, 'utf8'));
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  },
  publish: {
    does: 'publishes the tarball with provenance',
    problems: (options) => [...placeholders(options), ...unreleased(options), ...needsTarball(options)],
    run: (options) =>
      command(options.root, 'npm', [
        'publish',
        join(FOLDER, tarballOf(options)),
        '--provenance',
        '--access=public',
      ]),
  },
};

function placeholders({ root }: StepOptions): readonly string[] {
  return Object.entries(PLACEHOLDERS).flatMap(([name, files]) =>
    files
      .filter((file) => readFileSync(join(root, file), 'utf8').includes(name))
      .map((file) => `${file} still has ${name}`),
  );
}

function unreleased({ root, version }: StepOptions): readonly string[] {
  const [heading = ''] = /^## .*$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  return new RegExp(`^## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`).test(heading)
    ? []
    : [`CHANGELOG.md begins with "${heading}", not with ${version} and a date`];
}

function needsTarball(options: StepOptions): readonly string[] {
  const path = join(FOLDER, tarballOf(options));
  return existsSync(join(options.root, path)) ? [] : [`${path} is missing: pack first`];
}

function needsKey({ key }: StepOptions): readonly string[] {
  return key !== undefined && existsSync(key) ? [] : ['--key needs the file of a key'];
}

function pack(options: StepOptions): Buffer {
  const folder = join(options.root, FOLDER);
  rmSync(join(folder, tarballOf(options)), { force: true });
  command(options.root, 'npm', ['pack', '--silent', '--pack-destination', folder]);
  return readFileSync(join(folder, tarballOf(options)));
}

function command(root: string, file: string, given: readonly string[]): void {
  execFileSync(file, given, { cwd: root, stdio: 'inherit' });
}

/** A dry run reports what a step would do and what would prevent it, and changes nothing. */
function runStep(name: string, step: Step, options: StepOptions): number {
  const problems = step.problems?.(options) ?? [];
  stdout.write(`${name}: ${step.does}\n`);
  for (const problem of problems) stderr.write(`${name}: ${problem}\n`);
  if (options.isDryRun) return 0;
  if (problems.length > 0) return 1;
  mkdirSync(join(options.root, FOLDER), { recursive: true });
  step.run(options);
  stdout.write(`${readdirSync(join(options.root, FOLDER)).join('\n')}\n`);
  return 0;
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const [name = ''] = positionals;
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step === undefined) {
    stderr.write(`Steps: ${Object.keys(STEPS).join(', ')}\n`);
    return 2;
  }
  const root = cwd();
  const { version, repository }: { version: string; repository: { url: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const options = { root, version, repository: repository.url, key: values.key, isDryRun: values['dry-run'] };
  return runStep(name, step, options);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) exit(main());
