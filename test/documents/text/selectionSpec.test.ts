import { describe, expect, it, vi } from 'vitest';
import { LiquidText } from '../../../src/documents/text/liquidEngine.js';
import { compileWholeText, regexText } from '../../../src/documents/text/selectionSpec.js';

describe('template patterns take time in proportion to their text', () => {
  it.each([
    ['nested plus', '(a+)+', `${'a'.repeat(5_000)}!`],
    ['nested star', '(a*)*b', 'a'.repeat(5_000)],
    ['equal alternatives', '(a|aa)+', `${'a'.repeat(5_000)}!`],
    ['overlapping alternatives', '(x+x+)+y', 'x'.repeat(5_000)],
    ['mail addresses', '([a-z0-9]+\\.?)+@example', 'a1'.repeat(2_500)],
  ])('%s', (_name, pattern, text) => {
    expect(compileWholeText(pattern).test(text)).toBe(false);
  });

  it.each([
    ['digits', '[0-9]{1,7}', '1234567', true],
    ['the whole text', '[0-9]{1,7}', '12345678', false],
    ['alternatives over the whole text', 'a|bc', 'abc', false],
    ['letters of all languages', '\\p{L}+', 'Žóé', true],
    ['one character outside the basic plane', '.', '😀', true],
    ['no line end', '.', '\n', false],
    ['an escape of four digits', '\\u00e9', 'é', true],
    ['an escape in braces', '\\u{1f600}', '😀', true],
    ['a backslash before u', '\\\\u00e9', '\\u00e9', true],
    ['nothing', '', '', true],
  ])('%s', (_name, pattern, text, matches) => {
    expect(compileWholeText(pattern).test(text)).toBe(matches);
  });

  it.each([
    ['lookahead', 'a(?=b)'],
    ['a back-reference', '(a)\\1'],
    ['nested repetitions', '((a{1000}){1000}){1000}'],
    ['invalid text', '('],
    ['very long patterns', 'a'.repeat(1_001)],
  ])('%s are refused', (_name, pattern) => {
    expect(regexText.safeParse(pattern).success).toBe(false);
  });
});

describe('texts of templates', () => {
  const loops =
    '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}';

  it('are stopped with the name of the template after 30 seconds in total', () => {
    const liquid = new LiquidText('client-template', () => 1e9);
    const template = liquid.parse('{{ a }}');
    // Each text takes 4 seconds of a clock that the test moves.
    const clock = clockInStepsOf(2_000);
    const render = () => liquid.render(template, { a: 1 });
    let rendered = 0;
    try {
      expect(() => {
        for (; rendered < 100; rendered += 1) render();
      }).toThrow(
        expect.objectContaining({
          code: 'RENDER_REFUSED',
          message: expect.stringContaining('client-template'),
        }),
      );
    } finally {
      clock.mockRestore();
    }
    expect(rendered).toBeGreaterThan(2);
    expect(rendered).toBeLessThan(16);
  });

  it('are not charged for other work of the machine', () => {
    const liquid = new LiquidText('client-template', () => 10);
    const template = liquid.parse('{{ a }}');
    const clock = clockInStepsOf(2_000);
    try {
      for (let rendered = 0; rendered < 50; rendered += 1)
        expect(liquid.render(template, { a: 1 })).toBe('1');
    } finally {
      clock.mockRestore();
    }
  });

  it('a single text cannot loop forever', () => {
    const liquid = new LiquidText('client-template');
    const list = Array.from({ length: 20_000 }, () => 0);
    const clock = clockInStepsOf(1_000);
    try {
      expect(() => liquid.render(liquid.parse(loops), { list })).toThrow();
    } finally {
      clock.mockRestore();
    }
  });
});

/** A clock that advances each time it is read. */
function clockInStepsOf(stepMs: number) {
  let nowMs = 0;
  return vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += stepMs;
    return nowMs;
  });
}
