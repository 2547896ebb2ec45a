import { describe, expect, test, vi } from 'vitest';
import { LiquidText } from '../../../src/documents/text/liquidEngine.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const liquid = new LiquidText('a-template');
const calculated = (text: string, value: unknown) => liquid.render(liquid.parse(text), { value });

describe('arithmetic with numbers', () => {
  test.each([
    ['{{ value | plus: 1 }}', 2, '3'],
    ['{{ value | minus: 3 }}', 2, '-1'],
    ['{{ value | times: 1.5 }}', '3', '4.5'],
    ['{{ value | divided_by: 2 }}', 7, '3.5'],
    ['{{ value | divided_by: 2, true }}', 7, '3'],
    ['{{ value | modulo: 3 }}', 7, '1'],
    ['{{ value | abs }}', -4, '4'],
    ['{{ value | ceil }}', '1.2', '2'],
    ['{{ value | floor }}', 1.8, '1'],
    ['{{ value | round }}', 2.5, '3'],
    ['{{ value | round: 2 }}', 1.255, '1.26'],
    ['{{ value | round: 2 }}', -1.255, '-1.26'],
    ['{{ value | at_least: 5 }}', 3, '5'],
    ['{{ value | at_most: 5 }}', '15.50', '5'],
  ])('%s of %j is %s', (text, value, expected) => {
    expect(calculated(text, value)).toBe(expected);
  });
});

describe('arithmetic with values that are not numbers', () => {
  const FILTERS = ['plus: 1', 'minus: 1', 'times: 2', 'divided_by: 2', 'modulo: 2', 'abs', 'ceil', 'floor'];
  const MORE = ['round', 'round: 2', 'at_least: 1', 'at_most: 1'];
  test.each([...FILTERS, ...MORE])('%s', (filter) => {
    for (const value of ['15,50', '', ' ', null, true, '1e5', '0x10', 'abc', '1.000,5']) {
      expect(() => calculated(`{{ value | ${filter} }}`, value), String(value)).toThrow(/is not a number/);
    }
  });

  test('refuses to divide by 0', () => {
    expect(() => calculated('{{ value | divided_by: 0 }}', 1)).toThrow('a number cannot be divided by 0');
    expect(() => calculated('{{ value | modulo: 0 }}', 1)).toThrow('a number cannot be divided by 0');
  });

  test('refuses the run, and names the employees', () => {
    const yaml =
      'rows: { data: lines, columns: [{ header: amount, text: "{{ note | times: 2 }}" }, { header: c, field: code }] }';
    const rows = [
      { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan', note: '15,50' },
      { 'employee.id': 'e2', 'employee.name': 'Maes, Eva', note: '' },
      { 'employee.id': 'e3', 'employee.name': 'Otto, Ida', note: '15.50' },
    ];
    const problems = problemsOf(() => renderYaml(yaml, modelOf(rows)));
    expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
      ['amount', 'Nolte, Jan (e1)'],
      ['amount', 'Maes, Eva (e2)'],
    ]);
    expect(problems[0]?.message).toContain('"15,50" is not a number');
    expect(textOf(renderYaml(yaml, modelOf(rows.slice(2)))[0])).toBe('amount,c\n31,\n');
  });
});

const TOO_LARGE = 'works with more than 100000 characters or list items';
const TOO_SLOW = 'took more than 2 s';

/** The name of the limit, and a text that would loop or grow without it. */
const ENDLESS: readonly [name: string, limit: string, text: string][] = [
  ['nested loops', TOO_LARGE, '{% for a in (1..9999) %}{% for b in (1..9999) %}{% endfor %}{% endfor %}'],
  [
    'nested loops over one range',
    TOO_SLOW,
    '{% assign r = (1..50000) %}{% for a in r %}{% for b in r %}{% endfor %}{% endfor %}',
  ],
  [
    'nested tables',
    TOO_LARGE,
    '{% assign r = (1..30000) %}{% for a in r %}{% tablerow b in r %}{% endtablerow %}{% endfor %}',
  ],
  [
    'output of nested loops',
    TOO_LARGE,
    '{% assign r = (1..50000) %}{% for a in r %}{% for b in r %}{{ b }}{% endfor %}{% endfor %}',
  ],
  [
    'captured output',
    TOO_LARGE,
    `{% capture a %}{% for i in (1..30000) %}${'x'.repeat(20_000)}{% endfor %}{% endcapture %}{{ a | size }}`,
  ],
  ['a huge range', TOO_LARGE, '{% for a in (1..1000000000000) %}{% endfor %}'],
  ['a huge range in a variable', TOO_LARGE, '{% assign r = (1..1000000000000) %}'],
  [
    'a text that doubles by append',
    TOO_LARGE,
    '{% assign a = "aaaaaaaa" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
  ],
  [
    'a text that doubles by capture',
    TOO_LARGE,
    '{% assign a = "aaaaaaaa" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}',
  ],
  [
    'a text that grows by replace',
    TOO_LARGE,
    '{% assign a = "aaaaaaaa" %}{% for i in (1..30) %}{% assign a = a | replace: "", "bbbb" %}{% endfor %}',
  ],
  [
    'a list that doubles',
    TOO_LARGE,
    '{% assign a = (1..9) %}{% for i in (1..60) %}{% assign a = a | concat: a %}{% endfor %}',
  ],
  ['huge padding', TOO_LARGE, '{{ "1" | pad_start: 500000000 }}{{ "1" | pad_end: 500000000 }}'],
];

describe('texts of templates', () => {
  test.each(ENDLESS)('end with the name of the template: %s', (_name, limit, text) => {
    const liquid = new LiquidText('client-template');
    const beganMs = performance.now();
    const heldBytes = process.memoryUsage().rss;
    expect(() => liquid.render(liquid.parse(text), {})).toThrow(
      expect.objectContaining({
        code: 'RENDER_REFUSED',
        record: 'client-template',
        message: expect.stringContaining(limit),
      }),
    );
    // A busy machine takes longer than the limit of two seconds.
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - heldBytes).toBeLessThan(300 * 2 ** 20);
  });

  // The library has no filter that takes a pattern, but some use one.
  test.each([
    ['tags', `{{ "${'<script'.repeat(7_000)}" | strip_html }}`],
    ['comments', `{{ "${'<!--'.repeat(12_000)}" | strip_html }}`],
    ['blanks', `{{ "x${' '.repeat(49_000)}x" | squish | strip | truncatewords }}`],
    ['line ends', `{{ "${'\r'.repeat(9_000)}" | strip_newlines | newline_to_br }}`],
  ])('with long runs of %s end too', (_name, text) => {
    const liquid = new LiquidText('client-template');
    const beganMs = performance.now();
    liquid.render(liquid.parse(text), {});
    expect(performance.now() - beganMs).toBeLessThan(10_000);
  });

  test('have no lists within lists, which would pass by the limits', () => {
    const liquid = new LiquidText('client-template');
    const text =
      '{% assign a = (1..9) %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a }}';
    expect(() => liquid.render(liquid.parse(text), {})).toThrow('the filter push is not available');
  });

  test('are refused if they are too long, or too deep to be read', () => {
    const liquid = new LiquidText('client-template');
    expect(() => liquid.parse('x'.repeat(50_001))).toThrow();
    const deep = '{% if true %}'.repeat(1_500) + '{% endif %}'.repeat(1_500);
    expect(() => liquid.render(liquid.parse(deep), {})).not.toThrow(TypeError);
  });

  test('write lists as before', () => {
    const liquid = new LiquidText('client-template');
    const text = '{{ columns | map: "header" }} {{ columns | map: "header" | join: ", " }}';
    const columns = [{ header: 'number' }, { header: 'hours' }];
    expect(liquid.render(liquid.parse(text), { columns })).toBe('numberhours number, hours');
  });

  test('are stopped with the name of the template after 30 seconds in total', () => {
    const liquid = new LiquidText('client-template', () => 1e9);
    const template = liquid.parse('{{ a }}');
    // Each text takes a second of a clock that the test moves.
    const clock = clockInStepsOf(300);
    let rendered = 0;
    try {
      expect(() => {
        for (; rendered < 100; rendered += 1) liquid.render(template, { a: 1 });
      }).toThrow(
        expect.objectContaining({
          code: 'RENDER_REFUSED',
          message: expect.stringContaining('client-template took more than 30 s'),
        }),
      );
    } finally {
      clock.mockRestore();
    }
    expect(rendered).toBeGreaterThan(2);
    expect(rendered).toBeLessThan(100);
  });

  test('are stopped when they are longer than 200 million characters in total', () => {
    const liquid = new LiquidText('client-template');
    const template = liquid.parse('x'.repeat(50_000));
    let rendered = 0;
    expect(() => {
      for (; rendered < 5_000; rendered += 1) liquid.render(template, {});
    }).toThrow('client-template are longer than 200000000 characters in total');
    expect(rendered).toBe(4_000);
  });

  test('are not charged for other work of the machine', () => {
    const liquid = new LiquidText('client-template', () => 10);
    const template = liquid.parse('{{ a }}');
    const clock = clockInStepsOf(300);
    try {
      for (let rendered = 0; rendered < 200; rendered += 1)
        expect(liquid.render(template, { a: 1 })).toBe('1');
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
