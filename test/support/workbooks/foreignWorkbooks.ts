import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { writeZip } from '../../../src/workbook/zip/writeZip.js';
import { collect } from './collect.js';

/*
 * Workbooks of other projects on this machine: those in packages installed by npm, in Debian packages (`.ci/tools`
 * unpacks two that contain some), and in a folder of your choice:
 * WORKBOOKS=~/Documents npx vitest run test/workbook/foreignWorkbooks.test.ts test/workbook/formula/foreignResults.test.ts
 */
const ROOTS = [
  process.env.WORKBOOKS ?? '',
  join(import.meta.dirname, '../../../node_modules'),
  ...['/usr/local/share/workbooks', '/usr/lib/R/site-library', '/usr/share', '/usr/lib/python3'],
];
const MOST_FOLDERS = 60_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** The paths of workbooks of other projects, without very large ones. */
export function foreignWorkbooks(most: number): string[] {
  const found: string[] = [];
  const open = ROOTS.filter((root) => root !== '' && existsSync(root));
  for (let count = 0; open.length > 0 && count < MOST_FOLDERS && found.length < most; count++) {
    const folder = open.pop() ?? '';
    for (const entry of listed(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (/\.xl[st][xm]$/i.test(entry.name) && statSync(path).size < MOST_BYTES) found.push(path);
    }
  }
  return found.sort();
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const ROW = /<(\w+:)?row\b[^>]*\br="(\d+)"[^>]*(?<!\/)>(.*?)<\/\1?row>/gs;
const FORMULA = /<(?:\w+:)?f\b/;
const NUMBER = /<(?:\w+:)?v>[-\d.]+<\//;

/** A workbook in which a row repeats, and the position of that row. */
export interface BandedWorkbook {
  readonly bytes: Uint8Array;
  readonly part: string;
  readonly row: number;
}

/**
 * The workbook with `{{#each …}}` in a row that has numbers, to the right of all its cells: that row then repeats.
 * @param at the row, as a share of the rows with numbers on the first sheet with a formula
 * @returns undefined if no sheet has both a formula and a number
 */
export async function withBand(
  bytes: Uint8Array,
  directive: string,
  at: number,
): Promise<BandedWorkbook | undefined> {
  const parts = await readZip(bytes, 'foreign');
  for (const [name, content] of parts) {
    if (!/worksheets\/[^/]*\.xml$/.test(name)) continue;
    const xml = Buffer.from(content).toString('utf8');
    if (!FORMULA.test(xml)) continue;
    const rows = [...xml.matchAll(ROW)].filter(([, , , cells = '']) => NUMBER.test(cells));
    const row = rows[Math.min(rows.length - 1, Math.floor(rows.length * at))];
    if (!row) continue;
    const [text, prefix = '', number = ''] = row;
    const cell = `<${prefix}c r="XEZ${number}" t="inlineStr"><${prefix}is><${prefix}t>${directive}</${prefix}t></${prefix}is></${prefix}c>`;
    const end = row.index + text.lastIndexOf('</');
    parts.set(name, Buffer.from(xml.slice(0, end) + cell + xml.slice(end)));
    const entries = [...parts].map(([part, written]) => ({ name: part, content: written }));
    return { bytes: await collect(writeZip(entries)), part: name, row: Number(number) };
  }
  return undefined;
}

/**
 * A Python program that reads the XML of workbooks independently. For each case it prints the formulas whose stored
 * result differs from LibreOffice's, with the value of the same cell in the workbook before it was filled.
 */
export const COMPARE_RESULTS = `
import json, re, sys, zipfile
import xml.etree.ElementTree as E
def bare(tag): return tag.rsplit('}', 1)[-1]
def kids(e, name): return [k for k in (e if e is not None else []) if bare(k.tag) == name]
def plain(t): return re.sub('_x([0-9A-Fa-f]{4})_', lambda m: chr(int(m[1], 16)), t)
def text(e): return plain(''.join(t.text or '' for t in e.iter() if bare(t.tag) == 't'))
def result(c, strings):
    v, t = kids(c, 'v'), c.attrib.get('t', 'n')
    if t == 'inlineStr': return text(c)
    if not v: return None
    value = v[0].text or ''
    if t == 's': return strings[int(value)]
    return float(value) if t in 'nb' and value != '' else plain(value)
def sheets(path):
    z = zipfile.ZipFile(path)
    names = {n.lower().replace(chr(92), '/').lstrip('/'): n for n in z.namelist()}
    read = lambda n: E.fromstring(z.read(names[n.lower()]))
    book = next(r.attrib['Target'] for r in read('_rels/.rels') if r.attrib['Type'].endswith('/officeDocument')).lstrip('/')
    folder, file = book.rsplit('/', 1)
    rels = {r.attrib['Id']: r.attrib for r in read(folder + '/_rels/' + file + '.rels')}
    place = lambda t: t.lstrip('/') if t.startswith('/') else folder + '/' + t
    strings = []
    for r in rels.values():
        if r['Type'].endswith('/sharedStrings') and place(r['Target']).lower() in names:
            strings = [text(s) for s in kids(read(place(r['Target'])), 'si')]
    out = {}
    for s in kids(kids(read(book), 'sheets')[0], 'sheet'):
        rel = rels[next(v for k, v in s.attrib.items() if bare(k) == 'id')]
        if not rel['Type'].endswith('/worksheet'): continue
        part = place(rel['Target'])
        rows = kids(kids(read(part), 'sheetData')[0], 'row')
        cells = {c.attrib.get('r'): (kids(c, 'f'), result(c, strings)) for row in rows for c in kids(row, 'c')}
        out[s.attrib['name']] = (part, cells)
    return out
def same(a, b):
    if isinstance(a, float) and isinstance(b, float): return abs(a - b) <= 1e-9 * max(1, abs(a))
    return a == b or (a == '' and b is None)
def found(book, sheet, at): return book.get(sheet, ('', {}))[1].get(at, ([], None))[1]
def before(at, row, count):
    letters, number = re.match('([A-Z]+)([0-9]+)', at).groups()
    number = int(number)
    if number >= row: number = row if number < row + count else number - count + 1
    return letters + str(number)
def compare(case):
    out = {'formulas': 0, 'stored': 0, 'other': []}
    try: ours, judged, drawn, drawn_judged = [sheets(case[k]) for k in ('ours', 'judged', 'drawn', 'drawnJudged')]
    except Exception as e: return {**out, 'failed': repr(e)}
    for name, (part, cells) in ours.items():
        for at, (formula, value) in cells.items():
            if not formula: continue
            out['formulas'] += 1
            if value is None: continue
            out['stored'] += 1
            other = found(judged, name, at)
            if same(value, other): continue
            origin = before(at, case['row'], case['count']) if part.lower() == case['part'].lower() else at
            out['other'].append({'cell': name + '!' + at, 'formula': formula[0].text, 'stored': value, 'judged': other,
                'kind': formula[0].attrib.get('t', 'normal'), 'drawn': found(drawn, name, origin), 'drawnJudged': found(drawn_judged, name, origin)})
    return out
print(json.dumps([compare(case) for case in json.load(open(sys.argv[1]))]))
`;

type Result = string | number | null;

/** A stored result that differs from LibreOffice's. */
export interface OtherResult {
  readonly cell: string;
  readonly formula: string | null;
  readonly kind: 'normal' | 'shared' | 'array' | 'dataTable';
  readonly stored: string | number;
  readonly judged: Result;
  /** For the same cell in the workbook before it was filled: the saved value, and LibreOffice's result. */
  readonly drawn: Result;
  readonly drawnJudged: Result;
}

export interface ComparedResults {
  readonly formulas: number;
  readonly stored: number;
  /** Why a file could not be compared. */
  readonly failed?: string;
  readonly other: readonly OtherResult[];
}
