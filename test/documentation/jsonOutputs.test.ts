import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { commandName } from '../../src/cli/command.js';
import { allCommands } from '../../src/cli/commands.js';
import { commandOutputs, OUTPUTS, outputSchemaText } from '../../src/cli/outputs/outputs.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { validateOutput } from '../support/programs/validateOutput.js';

const FOLDER = join(PROJECT, 'docs/json');
const NAMES = commandOutputs().map(({ name }) => `${name}.schema.json`);

describe('docs/json', () => {
  test('is what the program says', () => {
    if (process.env.UPDATE_GOLDEN) {
      mkdirSync(FOLDER, { recursive: true });
      for (const output of commandOutputs())
        writeFileSync(join(FOLDER, `${output.name}.schema.json`), outputSchemaText(output));
    }
    for (const output of commandOutputs())
      expect(readFileSync(join(FOLDER, `${output.name}.schema.json`), 'utf8')).toBe(outputSchemaText(output));
    expect(readdirSync(FOLDER).sort()).toEqual([...NAMES, 'README.md'].sort());
  });

  test('every command with --json has a schema, and no other', async () => {
    const withJson = (await allCommands()).filter(({ json }) => json !== undefined).map(commandName);
    expect(Object.keys(OUTPUTS).sort()).toEqual([...withJson].sort());
  });

  test.each(NAMES)('%s is a JSON schema that validators accept', (name) => {
    const schema = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const failed = { error: { code: 'USAGE', message: 'a', remedy: 'b' }, runs: [] };
    expect(validate(failed)).toBe(true);
    expect(validate({ ...failed, added: 1 })).toBe(false);
  });
});

describe('real outputs are compared with their schema wherever a test runs a command with --json', () => {
  test('a field that the schema lacks is named', () => {
    const output = JSON.stringify({ from: 'a', to: 'b', employers: 1, runs: 2, links: 3, added: true });
    expect(() => validateOutput(['store', 'move', '--json'], output)).toThrow(/added/);
  });

  test('a missing field too', () => {
    expect(() => validateOutput(['plan', '--json'], JSON.stringify({ employers: 1 }))).toThrow(/requests/);
  });
});
