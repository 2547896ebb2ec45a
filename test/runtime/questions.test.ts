import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openQuestions } from '../../src/runtime/questions.js';

/** A terminal on which a person types; `shown` is its content. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const questions = openQuestions({ input, output, signal: new AbortController().signal });
  if (questions === undefined) throw new Error('there is nobody to ask');
  const shown: string[] = [];
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
  const type = (...keys: string[]) => {
    for (const [index, key] of keys.entries()) setTimeout(() => input.write(key), 50 * (index + 1));
  };
  return { questions, type, shown: () => shown.join('') };
}

const ENTER = '\r';

describe('a question with a suggested answer', () => {
  test('Enter alone accepts it', async () => {
    const { questions, type } = terminal();
    type(ENTER);
    expect(await questions.text('Key', 'bakery')).toBe('bakery');
  });

  test('typed text replaces it', async () => {
    const { questions, type } = terminal();
    type('shop', ENTER);
    expect(await questions.text('Key', 'bakery')).toBe('shop');
  });
});

test('without a suggestion, Enter alone is not an answer, and says so', async () => {
  const { questions, type, shown } = terminal();
  type(ENTER, 'a', ENTER);
  expect(await questions.text('Name')).toBe('a');
  expect(shown()).toContain('Type an answer, or press Ctrl-C to stop.');
});

test('a choice of one from several is explained without text of its own language', async () => {
  const { questions, type, shown } = terminal();
  type('\u001b[B', ENTER);
  const choices = [
    { value: 'be', label: 'Belgique' },
    { value: 'fr', label: 'France' },
  ];
  expect(await questions.choose('Pays', choices)).toBe('fr');
  expect(shown()).toContain('Pays (↑ ↓ Enter)');
  expect(shown()).not.toContain('navigate');
});

test('Node.js prints no warnings, however many questions are asked', async () => {
  const { questions, type } = terminal();
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  for (let asked = 1; asked <= 15; asked += 1) {
    type(ENTER);
    expect(await questions.text(`Question ${asked}`, 'answer')).toBe('answer');
  }
  // They appear on the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
