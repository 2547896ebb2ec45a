import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { readZip } from '../../../src/workbook/zip/readZip.js';

/** The parts of an XML element that these checks need. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses XML strictly. @throws if it is not well-formed or has a document type. */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on('text', (text) => {
    const top = stack.at(-1);
    if (top !== undefined) top.text += text;
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('is empty');
  return document;
}

/** All elements of a name, at any depth. */
export function elementsOf(element: Element, name: string): Element[] {
  const found = element.children.flatMap((child) => elementsOf(child, name));
  return element.name === name ? [element, ...found] : found;
}

/** The order that ECMA-376 part 1 requires of an element's children. */
const ORDER: Readonly<Record<string, string>> = {
  worksheet:
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts extLst',
  workbook:
    'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches extLst',
  table: 'autoFilter sortState tableColumns tableStyleInfo extLst',
  styleSheet: 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst',
  'c:chartSpace':
    'c:date1904 c:lang c:roundedCorners c:style c:clrMapOvr c:pivotFmts c:protection c:chart c:spPr c:txPr c:externalData c:printSettings c:userShapes',
  'c:chart':
    'c:title c:autoTitleDeleted c:pivotFmts c:view3D c:floor c:sideWall c:backWall c:plotArea c:legend c:plotVisOnly c:dispBlanksAs',
  'c:barChart': 'c:barDir c:grouping c:varyColors c:ser c:dLbls c:gapWidth c:overlap c:serLines c:axId',
  'c:ser':
    'c:idx c:order c:tx c:spPr c:invertIfNegative c:pictureOptions c:dPt c:dLbls c:trendline c:errBars c:cat c:val c:shape',
  'c:dateAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt c:auto c:lblOffset c:baseTimeUnit c:majorUnit c:majorTimeUnit',
  'c:catAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt c:auto c:lblAlgn c:lblOffset c:tickLblSkip c:tickMarkSkip c:noMultiLvlLbl',
  'c:valAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt c:crossBetween c:majorUnit c:minorUnit',
  'c:scaling': 'c:logBase c:orientation c:max c:min',
  'c:legend': 'c:legendPos c:legendEntry c:layout c:overlay c:spPr c:txPr',
  'c:title': 'c:tx c:layout c:overlay c:spPr c:txPr',
};

function orderProblems(path: string, element: Element): string[] {
  const order = ORDER[element.name]?.split(' ');
  const own: string[] = [];
  let at = -1;
  for (const child of order === undefined ? [] : element.children) {
    const place = order?.indexOf(child.name) ?? -1;
    if (place < 0) own.push(`${path}: <${child.name}> is unknown in <${element.name}>`);
    else if (place < at) own.push(`${path}: <${child.name}> is too late in <${element.name}>`);
    else at = place;
  }
  return [...own, ...element.children.flatMap((child) => orderProblems(path, child))];
}

/** Reads a package into parsed parts. */
export async function parsePackage(file: Uint8Array): Promise<Map<string, Element>> {
  const parts = await readZip(file, 'file', { entries: 60_000, totalBytes: 2 ** 31, ratio: 10_000 });
  return new Map(
    [...parts].map(([path, bytes]) => {
      try {
        return [path, parseXml(Buffer.from(bytes).toString('utf8'))];
      } catch (error) {
        throw new Error(`${path}: ${String(error)}`);
      }
    }),
  );
}

function contentTypeProblems(parts: ReadonlyMap<string, Element>): string[] {
  const types = parts.get('[Content_Types].xml');
  if (types === undefined) return ['no [Content_Types].xml'];
  const overrides = types.children
    .filter(({ name }) => name === 'Override')
    .map(({ attributes }) => attributes.PartName ?? '');
  const missing = overrides
    .filter((path) => !parts.has(path.slice(1)))
    .map((path) => `content type for missing ${path}`);
  const twice = overrides
    .filter((path, index) => overrides.indexOf(path) !== index)
    .map((path) => `two content types for ${path}`);
  const untyped = [...parts.keys()]
    .filter(
      (path) => path.endsWith('.xml') && path !== '[Content_Types].xml' && !overrides.includes(`/${path}`),
    )
    .map((path) => `no content type for ${path}`);
  return [...missing, ...twice, ...untyped];
}

function relationshipProblems(parts: ReadonlyMap<string, Element>): string[] {
  const problems: string[] = [];
  for (const [path, part] of parts) {
    if (!path.endsWith('.rels')) continue;
    const source = path.replace(/_rels\/([^/]*)\.rels$/, '$1');
    const ids = part.children.map(({ attributes }) => attributes.Id);
    if (new Set(ids).size !== ids.length) problems.push(`${path}: an id occurs twice`);
    for (const { attributes } of part.children) {
      if (attributes.TargetMode === 'External') continue;
      const target = posix.join(posix.dirname(source), attributes.Target ?? '');
      if (!parts.has(target)) problems.push(`${path}: ${target} is missing`);
    }
    const used = [...JSON.stringify(parts.get(source) ?? {}).matchAll(/"r:id":"(\w+)"/g)].map(([, id]) => id);
    for (const id of used) if (!ids.includes(id)) problems.push(`${source}: ${id} is no relationship`);
  }
  return problems;
}

function sheetProblems(parts: ReadonlyMap<string, Element>): string[] {
  const styles = parts.get('xl/styles.xml');
  const formats = styles?.children.find(({ name }) => name === 'cellXfs')?.children.length ?? 0;
  const problems: string[] = [];
  for (const [path, sheet] of parts) {
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(path)) continue;
    let lastRow = 0;
    for (const row of elementsOf(sheet, 'row')) {
      const number = Number(row.attributes.r);
      if (number <= lastRow) problems.push(`${path}: row ${number} follows row ${lastRow}`);
      lastRow = number;
      for (const cell of row.children) {
        if (Number(cell.attributes.s ?? 0) >= formats)
          problems.push(`${path}: ${cell.attributes.r} has an unknown style`);
        if (!holdsItsType(cell)) problems.push(`${path}: ${cell.attributes.r} holds no number`);
        if (!cell.attributes.r?.endsWith(String(number)))
          problems.push(`${path}: ${cell.attributes.r} stands in row ${number}`);
      }
    }
  }
  return problems;
}

/** A cell is a number unless it states another type. */
function holdsItsType(cell: Element): boolean {
  const value = cell.children.find(({ name }) => name === 'v');
  const isNumber = ['n', undefined].includes(cell.attributes.t);
  return value === undefined || !isNumber || /^-?\d+(\.\d+)?(E[-+]?\d+)?$/i.test(value.text);
}

function tableProblems(parts: ReadonlyMap<string, Element>): string[] {
  const tables = [...parts].filter(([path]) => /^xl\/tables\//.test(path)).map(([, part]) => part);
  const names = tables.map(({ attributes }) => attributes.displayName?.toLowerCase());
  const ids = tables.map(({ attributes }) => attributes.id);
  const problems: string[] = [];
  if (new Set(names).size !== names.length) problems.push('two tables of one name');
  if (new Set(ids).size !== ids.length) problems.push('two tables of one id');
  return problems;
}

function nameProblems(parts: ReadonlyMap<string, Element>): string[] {
  const workbook = parts.get('xl/workbook.xml');
  if (workbook === undefined) return ['no workbook'];
  const names = elementsOf(workbook, 'sheet').map(({ attributes }) => attributes.name ?? '');
  const problems = names
    .filter((name) => name.length > 31 || name === '' || /[\\/?*[\]:]|^'|'$/.test(name))
    .map((name) => `sheet name ${name} is not allowed`);
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length)
    problems.push('two sheets of one name');
  return problems;
}

/** Faults in a workbook file: XML, order of elements, content types, relationships, styles, tables, names. */
export async function packageProblems(file: Uint8Array): Promise<string[]> {
  const parts = await parsePackage(file);
  return [
    ...[...parts].flatMap(([path, element]) => orderProblems(path, element)),
    ...contentTypeProblems(parts),
    ...relationshipProblems(parts),
    ...sheetProblems(parts),
    ...tableProblems(parts),
    ...nameProblems(parts),
  ];
}
