import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import type { AnyMessage } from '../../../src/i18n/message.js';
import { escapeFormulas, holdsFormula } from '../../../src/runtime/outsideText.js';
import { programOf } from '../../support/programs/pythonWith.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const COMMAS = { delimiter: ',', quoting: 'rfc4180' } as const;

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
    ['after a Windows line end', 'Ghent\r\n-1', "Ghent\r\n'-1"],
    ['after a carriage return', 'Ghent\r=1', "Ghent\r'=1"],
    ['full width after a semicolon', 'a;＝1', "a;'＝1"],
    ['several', '=a;=b\n=c', "'=a;'=b\n'=c"],
    ['a tab after a tab', 'a\t\t=1', "a\t'\t'=1"],
    ['after a semicolon and a quote', 'x;"=1+1', 'x;"\'=1+1'],
    ['after a tab and quotes', 'x\t""@A', 'x\t""\'@A'],
    ['after a line end and a quote', 'x\r\n"＋1', 'x\r\n"\'＋1'],
    ['a quote at the beginning', '"=1', '"=1'],
    ['a quote inside a word', 'a"=1', 'a"=1'],
    ['inside a word', 'a=b', 'a=b'],
    ['after a space', 'A; =b', 'A; =b'],
    ['after a comma', 'a,=b', 'a,=b'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(escapeFormulas(text, COMMAS)).toBe(expected);
    expect(holdsFormula(text, COMMAS)).toBe(text !== expected);
  });

  test('after a comma too, in files without comma separators', () => {
    const marks = { delimiter: ';', quoting: 'rfc4180' } as const;
    expect(escapeFormulas('a,"=b, =c', marks)).toBe(`a,"'=b, =c`);
  });

  test('after a quote at the beginning too, in files without added quotes', () => {
    expect(escapeFormulas('"=b"', { delimiter: ';', quoting: 'none' })).toBe(`"'=b"`);
  });

  test('is found among a million quotes as fast as without quotes', () => {
    const text = `${'"'.repeat(1_000_000)}x;${'"'.repeat(1_000_000)}=1`;
    expect(escapeFormulas(text, COMMAS)).toBe(text.replace('=1', "'=1"));
  });
});

const SIGNS = fc.constantFrom('=', '＝', '+', '-', '@', '\t', '\r', '\n', ';', 'a', ' ', ',', '"', '"');

function rowsWithout(characters: string) {
  const signs = SIGNS.filter((sign) => !characters.includes(sign));
  const text = fc.array(signs, { maxLength: 12 }).map((each) => each.join(''));
  return fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 4 });
}

const NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

describe('a file of any texts, opened with any delimiter', () => {
  test.each([
    [',', 'rfc4180'],
    [';', 'rfc4180'],
    ['\t', 'rfc4180'],
    [',', 'none'],
    [';', 'none'],
    ['\t', 'none'],
  ] as const)('with %j and quoting %s, no cell is a formula, and no text is lost', (delimiter, quoting) => {
    let written = 0;
    fc.assert(
      fc.property(rowsWithout(quoting === 'none' ? `${delimiter}\r\n\t` : ''), (rows) => {
        const text = peoplesFile(rows, delimiter, quoting);
        if (text === undefined) return;
        written += 1;
        for (const opened of [',', ';', '\t'] as const) {
          const cells = cellsOf(text, opened);
          expect(cells.filter(isFormula), `opened with ${NAMES[opened]}: ${JSON.stringify(text)}`).toEqual(
            [],
          );
        }
        if (quoting === 'none') return;
        const plain = (cell: string) => cell.replaceAll("'", '');
        expect(cellsOf(text, delimiter).map(plain)).toEqual(rows.flat());
      }),
      { numRuns: 100 },
    );
    expect(written).toBeGreaterThan(quoting === 'none' ? 20 : 90);
  });

  test('the test’s own reader finds a hidden formula', () => {
    expect(cellsOf('id,"x;""=1+1",b\n', ';').filter(isFormula)).toEqual(['=1+1",b']);
    expect(cellsOf('id,"x;""=1+1",b\n', ',')).toEqual(['id', 'x;"=1+1', 'b']);
  });
});

describe('LibreOffice', () => {
  const office = programOf('soffice', '--version');

  test.skipIf(office === undefined)(
    'runs unsafe texts, and none of the safe ones',
    { tags: 'slow', timeout: 240_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'paytally-formulas-'));
      try {
        const texts = [
          'x;=1+2',
          'x;"=1+2',
          'x;"=1+2";',
          'x\n=1+2',
          'x\n"=1+2"',
          'x\t"=1+2"',
          '=1+2',
          '"=1+2"',
        ];
        const rows = texts.map((text) => ['id', text, 'b']);
        const safe = peoplesFile(rows, ',', 'rfc4180') ?? '';
        writeFileSync(join(folder, 'safe.csv'), safe);
        writeFileSync(join(folder, 'unsafe.csv'), safe.replaceAll("'", ''));
        for (const delimiter of [',', ';', '\t']) {
          expect(formulasIn(folder, 'safe', delimiter)).toEqual([]);
          if (delimiter === ';') expect(formulasIn(folder, 'unsafe', delimiter)).not.toEqual([]);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  function formulasIn(folder: string, name: string, delimiter: string): string[] {
    const run = spawnSync(
      office ?? '',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', `--infilter=CSV:${delimiter.charCodeAt(0)},34,76,1`],
        ...['--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)],
      ],
      { encoding: 'utf8', timeout: 100_000 },
    );
    expect(run.status).toBe(0);
    const sheet = readFileSync(join(folder, `${name}.fods`), 'utf8');
    return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
  }
});

/** undefined if a file without quotes cannot have the texts. */
function peoplesFile(
  rows: readonly (readonly string[])[],
  delimiter: string,
  quoting: 'rfc4180' | 'none',
): string | undefined {
  const yaml = `audience: people
dialect: { delimiter: ${JSON.stringify(delimiter)}, quoting: ${quoting} }
rows:
  each: lines
  header: false
  columns: [{ value: "{{employee.name}}" }, { value: "{{code}}" }, { value: "{{note}}" }]
`;
  const model = modelOf(
    rows.map(([name = '', code = '', note = '']) => ({ 'employee.name': name, code, note })),
  );
  let text: string | undefined;
  problemsOf(() => {
    text = textOf(renderYaml(yaml, model)[0]);
  });
  return text;
}

/**
 * The cells of a file as a spreadsheet splits it: a quote at the beginning of a cell hides separators until it is
 * closed, later text is appended, and a quote further on is a character.
 */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] !== '"') break;
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== delimiter && !/[\r\n]/.test(text[at] ?? '')) cell += text[at++];
    cells.push(cell);
    const isCrLf = text.startsWith('\r\n', at);
    const isLast = at >= text.length - (isCrLf ? 2 : 1) && text[at] !== delimiter;
    at += isCrLf ? 2 : 1;
    if (isLast) break;
  }
  return cells;
}

/** Characters that spreadsheets skip before a sign are skipped here too. */
function isFormula(cell: string): boolean {
  return /^[\t\r\n]*[=+\-@＝＋－＠]/.test(cell);
}

describe('a name that begins with = in a file', () => {
  const columns = `
rows:
  each: lines
  columns:
    - { header: name, value: "{{employee.name}}" }
    - { header: fixed, value: "=x" }
`;
  const model = modelOf([{ 'employee.id': 'e1', 'employee.name': '=HYPERLINK("x")' }]);
  const render = (audience: 'people' | 'payroll') => {
    const notices: string[] = [];
    const onNotice = (notice: AnyMessage) => notices.push(englishText(notice));
    const [file] = renderYaml(`audience: ${audience}\n${columns}`, model, { onNotice });
    return { text: textOf(file), notices };
  };

  test('is made safe for people', () => {
    const { text, notices } = render('people');
    expect(text).toContain("'=HYPERLINK");
    expect(notices).toEqual([]);
  });

  test('is kept for payroll, and reported with column and employee', () => {
    const { text, notices } = render('payroll');
    expect(text).toContain('"=HYPERLINK');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('column name, employee =HYPERLINK("x") (e1)');
  });
});
