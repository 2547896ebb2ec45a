// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/validateConfig.js';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { PROJECT, runPaytally } from '../support/programs/runPaytally.js';
import { GENERATED } from './generatedTables.js';
import { blocks, commands, deadLinks, documents } from './markdown.js';

const DOCUMENTS = documents();
/** A complete configuration, to complete an excerpt. */
const WHOLE = DOCUMENTS.flatMap((document) => blocks(document, 'yaml')).find(
  (body) => body.includes('baseUrl:') && body.includes('bakery:'),
);

test('there are documents with commands to run', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(5);
  expect(DOCUMENTS.flatMap(commands).length).toBeGreaterThan(10);
});

describe.each(DOCUMENTS.map((document) => [document.path, document] as const))('%s', (path, document) => {
  test('has no dead links', () => {
    expect(deadLinks(document)).toEqual([]);
  });

  const tables = [...document.text.matchAll(/^<!-- ([a-z-]+) -->$/gm)].map(([, name = '']) => name);
  test.each(tables)('the table of %s is what the program says', async (name) => {
    const expected = (await GENERATED[name]?.()) ?? `no table is called ${name}`;
    const marked = new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`);
    const file = join(PROJECT, path);
    if (process.env.UPDATE_GOLDEN) {
      const now = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        now.replace(marked, (_, open, __, close) => `${open}${expected}\n${close}`),
      );
    }
    expect(readFileSync(file, 'utf8').match(marked)?.[2]?.trimEnd()).toBe(expected);
  });

  const configurations = blocks(document, 'yaml').filter((body) => /^employers:|^ {2}bakery:/m.test(body));
  test.each(configurations)('the configuration is valid: %s', (body) => {
    const text = body.includes('baseUrl:') ? body : `baseUrl: https://api.example.com\n${body}`;
    expect(() => parseConfig(text, path, {})).not.toThrow();
  });

  const excerpts = blocks(document, 'yaml').filter(
    (body) =>
      /^(payRules|payCodes|calendars|rounding|exceptions|zones|variables|mail|deliveries|schedule|monitor|workingTime):/m.test(
        body,
      ) && !/^employers:/m.test(body),
  );
  test.each(excerpts)('the excerpt is valid: %s', (body) => {
    const keys = new Set([...body.matchAll(/^(\w+):/gm)].map(([, key]) => key));
    // Together with their nested lines.
    const around = (WHOLE ?? '').split(/^(?=\w+:)/m).filter((part) => !keys.has(/^(\w+):/.exec(part)?.[1]));
    expect(() => parseConfig(`${around.join('')}\n${body}`, path, {})).not.toThrow();
  });

  const sandboxes = blocks(document, 'sh').flatMap((body) => body.match(/^paytally sandbox .*$/gm) ?? []);
  test.each(sandboxes)('starts, and ends when interrupted: %s', async (line) => {
    // A port in a document may be in use on the machine of a test.
    const argv = line
      .replace(/(?<=port )\d+/g, '0')
      .split(' ')
      .slice(1);
    const { status, stdout } = await runPaytally(argv, { cwd: tmpdir(), signal: AbortSignal.abort() });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^API +http:/) });
  });

  // The tutorial starts from an empty folder: tutorial.test.ts runs it.
  const lines = path === 'docs/tutorial.md' ? [] : commands(document);
  describe.runIf(lines.length > 0)('runs its commands, one after the other', () => {
    let service: SampleService;
    beforeAll(async () => {
      service = await startSampleService();
    });
    afterAll(() => service.stop());

    test.each(lines.map((line) => [line.argv.join(' '), line] as const))(
      '%s',
      async (_, { argv, status }) => {
        const result = await service.run(argv);
        const said = result.status === status ? '' : result.stderr + result.stdout;
        expect({ status: result.status, said }).toEqual({ status, said: '' });
      },
    );
  });
});
