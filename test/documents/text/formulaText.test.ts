import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormulas, holdsFormula } from '../../../src/documents/text/formulaText.js';
import { modelOf, renderYaml, textOf } from './renderYaml.js';

describe('text that a spreadsheet could run', () => {
  test.each([
    ['equals sign', '=1+1', "'=1+1"],
    ['plus', '+32', "'+32"],
    ['minus', '-420', "'-420"],
    ['at sign', '@SUM', "'@SUM"],
    ['tab', '\tx', "'\tx"],
    ['carriage return', '\rx', "'\rx"],
    ['full-width equals sign', '＝1', "'＝1"],
    ['full-width plus', '＋1', "'＋1"],
    ['full-width minus', '－1', "'－1"],
    ['full-width at sign', '＠A', "'＠A"],
    ['after a semicolon', 'Ghent;=1+1', "Ghent;'=1+1"],
    ['after a tab', 'Ghent\t@A', "Ghent\t'@A"],
    ['after a line feed', 'Ghent\n+1', "Ghent\n'+1"],
    ['after a line end of Windows', 'Ghent\r\n-1', "Ghent\r\n'-1"],
    ['after a carriage return', 'Ghent\r=1', "Ghent\r'=1"],
    ['full width after a semicolon', 'a;＝1', "a;'＝1"],
    ['several', '=a;=b\n=c', "'=a;'=b\n'=c"],
    ['a tab after a tab', 'a\t\t=1', "a\t'\t'=1"],
    ['inside a word', 'a=b', 'a=b'],
    ['after a space', 'A; =b', 'A; =b'],
    ['after a comma', 'a,=b', 'a,=b'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(escapeFormulas(text)).toBe(expected);
    expect(holdsFormula(text)).toBe(text !== expected);
  });

  test('nothing is left to run, and nothing is lost', () => {
    const texts = fc.array(fc.constantFrom('=', '＝', '+', '-', '@', '\t', '\r', '\n', ';', 'a', ' ', ','));
    fc.assert(
      fc.property(texts, (characters) => {
        const text = characters.join('');
        const safe = escapeFormulas(text);
        expect(holdsFormula(safe)).toBe(false);
        expect(safe.replaceAll("'", '')).toBe(text);
      }),
    );
  });
});

describe('a name that begins with = in a file', () => {
  const columns = `
rows:
  data: lines
  columns:
    - { header: name, field: employee.name }
    - { header: fixed, const: "=x" }
`;
  const model = modelOf([{ 'employee.id': 'e1', 'employee.name': '=HYPERLINK("x")' }]);
  const render = (audience: 'people' | 'payroll') => {
    const notices: string[] = [];
    const onNotice = (line: string) => notices.push(line);
    const [file] = renderYaml(`audience: ${audience}\n${columns}`, model, { onNotice });
    return { text: textOf(file), notices };
  };

  test('for people it is made safe', () => {
    const { text, notices } = render('people');
    expect(text).toContain("'=HYPERLINK");
    expect(notices).toEqual([]);
  });

  test('for payroll it stays, and is told of with column and employee', () => {
    const { text, notices } = render('payroll');
    expect(text).toContain('"=HYPERLINK');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('column name, employee =HYPERLINK("x") (e1)');
  });
});
