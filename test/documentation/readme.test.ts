import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/parse.js';
import { PROJECT, runPaytally } from '../cli/runPaytally.js';
import { type SampleService, startSampleService } from '../cli/sampleService.js';
import { GENERATED } from './generatedTables.js';

const PATH = join(PROJECT, 'README.md');
const README = readFileSync(PATH, 'utf8');
const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, body = '']) => body,
  );

describe('README', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.stop());

  test.each(Object.keys(GENERATED))('the table of %s is what the program says', async (name) => {
    const expected = (await GENERATED[name]?.()) ?? '';
    const marked = new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`);
    if (process.env.UPDATE_GOLDEN) {
      const now = readFileSync(PATH, 'utf8');
      writeFileSync(
        PATH,
        now.replace(marked, (_, open, __, close) => `${open}${expected}\n${close}`),
      );
    }
    expect(readFileSync(PATH, 'utf8').match(marked)?.[2]?.trimEnd()).toBe(expected);
  });

  const lines = blocks('console').flatMap((body) =>
    body.split('\n').filter((line) => line.startsWith('$ paytally ')),
  );

  test('has commands to run', () => {
    expect(lines.length).toBeGreaterThan(3);
  });

  test.each(lines)('%s', async (line) => {
    const { status, stderr } = await service.run(argumentsOf(line));
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('its links lead somewhere', () => {
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !existsSync(join(PROJECT, link)))).toEqual([]);
  });

  test('names every command of the program, and no other', async () => {
    const { stdout } = await runPaytally(['--help'], { cwd: service.cwd });
    const inProgram = [...stdout.matchAll(/^ {2}paytally (\w+)/gm)].map(([, name]) => name);
    const section = README.match(/^## Commands\n([\s\S]*?)^### /m)?.[1] ?? '';
    const inReadme = [...section.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);
    expect(inReadme.sort()).toEqual(inProgram.sort());
  });

  test.each(blocks('yaml').filter((body) => body.includes('baseUrl:')))(
    'the configuration is valid',
    (body) => {
      expect(parseConfig(body, 'README.md', {}).employers).toHaveProperty('bakery');
    },
  );

  test.each(blocks('yaml').filter((body) => !body.includes('baseUrl:')))(
    'the excerpt is valid: %s',
    (body) => {
      const whole = blocks('yaml').find((other) => other.includes('baseUrl:')) ?? '';
      expect(() => parseConfig(`${whole}\n${body}`, 'README.md', {})).not.toThrow();
    },
  );
});

/** Splits as a shell does, as far as double quotes go. */
function argumentsOf(line: string): string[] {
  const words = line.replace('$ paytally ', '').match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ''));
}
