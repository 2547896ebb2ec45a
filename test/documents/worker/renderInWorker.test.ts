import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DataSet } from '../../../src/documents/dataSet.js';
import { countRows, type OutputFile } from '../../../src/documents/outputFile.js';
import { loadTemplate } from '../../../src/documents/template/loadTemplate.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { amountsInWorker, runInWorker } from '../../../src/documents/worker/renderInWorker.js';
import { type RenderJob, renderedAmounts, renderTemplate } from '../../../src/documents/worker/renderJob.js';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

/** Node.js can start worker threads from compiled files only; `npm test` builds first. */
const SCRIPT = join(PROJECT, 'dist/src/documents/worker/renderWorker.js');
const worker = pathToFileURL(SCRIPT);
const model = sampleModel();
const never = new AbortController().signal;

const OWN_XML = `
kind: text
description: Of a client
audience: payroll
extension: xml
dialect: { type: xml, schema: own.xsd }
tree:
  element: all
  children:
    - element: hours
      rows: { data: pay-lines, group: [employee.id, payCode] }
      attributes: { code: { field: payCode } }
      field: minutes
      format: hours
`;

const XSD = (type: string) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="all"><xs:complexType><xs:sequence>
    <xs:element name="hours" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
      <xs:extension base="xs:decimal"><xs:attribute name="code" type="xs:${type}"/></xs:extension>
    </xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

async function orderOf(yaml: string, xsd = ''): Promise<RenderJob> {
  const bytes = Buffer.from(yaml);
  const files = {
    read: async (path: string) => {
      if (path.endsWith('.xsd')) return Buffer.from(xsd);
      return path.endsWith('.yaml') ? bytes : undefined;
    },
    list: async () => [],
  };
  const places = { templatesRoot: '/none', baseFolder: '/clients', files };
  const template = await loadTemplate('./of-a-client', places);
  if (template.kind === 'report') throw new Error('a template of one’s own is no report');
  return { template, variables: {}, locale: undefined, language: 'en' };
}

/** A text template that composes `text` for each employee and day. */
function withText(text: string): Promise<RenderJob> {
  return orderOf(`
kind: text
description: Of a client
audience: people
extension: csv
encoding: { charset: utf-8 }
dialect: { delimiter: ";", quoting: rfc4180, newline: lf }
sections:
  - data: employee-days
    columns:
      - { header: who, field: employee.id }
      - { header: date, field: date }
      - { header: text, text: '${text}' }
`);
}

const loops = '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}';

async function bytesOf(files: readonly OutputFile[]): Promise<readonly string[]> {
  return Promise.all(
    files.map(async (file) => {
      const { name, content } = file;
      const pieces: Uint8Array[] = [];
      for await (const piece of content instanceof Uint8Array ? [content] : content) pieces.push(piece);
      return `${name} ${countRows(file)} ${Buffer.concat(pieces).toString('base64')}`;
    }),
  );
}

describe.runIf(existsSync(SCRIPT))('a third-party template is rendered in a worker', () => {
  test('a text: the same bytes and the same warnings', async () => {
    const order = await withText('{{ employee.lastName }} {{ workedMinutes | hours: 2, "," }}');
    const inWorker = await runInWorker(order, model, { worker, signal: never });
    expect(await bytesOf(inWorker)).toEqual(await bytesOf(await renderTemplate(order, model)));
    expect(inWorker[0]?.rows).toBeGreaterThan(5);
  });

  test('a text of several megabytes: the same bytes each time', async () => {
    const order = await withText(`{{ employee.lastName }} ${'wide '.repeat(50)}`);
    const set = model.dataSets.get('employee-days');
    const rows = Array.from({ length: 600 }, () => [...(set?.rows ?? [])]).flat();
    const many = {
      ...model,
      dataSets: new Map([['employee-days', { name: 'employee-days', fields: [], ...set, rows }]]),
    };
    const inWorker = await runInWorker(order, many, { worker, signal: never });
    const here = await bytesOf(await renderTemplate(order, many));
    expect(await bytesOf(inWorker)).toEqual(here);
    expect(await bytesOf(inWorker)).toEqual(here);
    expect(here.join('').length).toBeGreaterThan(2 * 2 ** 20);
  });

  test('an XML file: validated against its schema in the worker, and returned with its control slip', async () => {
    const order = await orderOf(OWN_XML, XSD('string'));
    const files = await runInWorker(order, model, { worker, signal: never });
    expect(files[0]?.controlSlip?.minutes).toBeGreaterThan(1000);
    const [here] = await renderTemplate(order, model);
    expect(files[0]?.controlSlip).toEqual(here?.controlSlip);
    expect(await bytesOf(files)).toEqual(await bytesOf([here as OutputFile]));
    const wrong = await orderOf(OWN_XML, XSD('integer'));
    await expect(runInWorker(wrong, model, { worker, signal: never })).rejects.toMatchObject({
      code: 'RENDER_REFUSED',
      message: expect.stringContaining("is not a valid value of the atomic type 'xs:integer'"),
    });
  });

  test('what the ledger records about a template is returned as well', async () => {
    const wrong = await orderOf(OWN_XML, XSD('integer'));
    const kept = JSON.parse(JSON.stringify(wrong));
    await expect(renderTemplate(kept, model)).rejects.toMatchObject({ code: 'RENDER_REFUSED' });
  });

  test('a drawn workbook: the same bytes', async () => {
    const workbookPath = join(PROJECT, 'samples/workbooks/hours-by-place/hours-by-place.xlsx');
    const origin = { name: 'hours-by-place', folder: PROJECT, builtIn: false };
    const template = { ...origin, kind: 'workbook' as const, description: '', workbookPath };
    const order = { template, variables: {}, locale: undefined, language: 'en' as const };
    const inWorker = await runInWorker(order, model, { worker, signal: never });
    expect(await bytesOf(inWorker)).toEqual(await bytesOf(await renderTemplate(order, model)));
    expect(readFileSync(workbookPath).length).toBeGreaterThan(0);
  });

  test('returns all problems of a refused template', async () => {
    const order = await withText('{{ employee.nickname }}');
    const failure = async (rendering: Promise<unknown>) => rendering.catch((error: unknown) => error);
    const here = await failure(renderTemplate(order, model).then(bytesOf));
    expect(here).toMatchObject({ code: 'RENDER_REFUSED' });
    const there = await failure(runInWorker(order, model, { worker, signal: never }));
    expect(there).toMatchObject({ constructor: Object(here).constructor, message: Object(here).message });
    expect(there).toHaveProperty('problems', Object(here).problems);
  });

  test('stops nested loops, names the template, and exits with status 5', async () => {
    const order = await withText(loops);
    const budget = { processorMs: 400 };
    await expect(runInWorker(order, model, { worker, signal: never, budget })).rejects.toMatchObject({
      code: 'RENDER_REFUSED',
      exitStatus: 5,
      message: expect.stringContaining('of-a-client took more than 0.4 s of processor time'),
    });
  });

  test('minutes in its rows print as they do in the main thread, with the same budget', async () => {
    const order = await orderOf(OWN_XML, XSD('string'));
    const written = await amountsInWorker(order, model, { worker, signal: never });
    expect(written).toEqual(await renderedAmounts(order, model));
    expect(written.amounts.length).toBeGreaterThan(2);
    const endless = await withText(loops);
    const budget = { processorMs: 400 };
    await expect(amountsInWorker(endless, model, { worker, signal: never, budget })).rejects.toMatchObject({
      code: 'RENDER_REFUSED',
      exitStatus: 5,
      message: expect.stringContaining('of-a-client took more than 0.4 s of processor time'),
    });
  });

  test('stops a template that fills the memory', async () => {
    const order = await withText(
      '{% assign a = "aaaaaaaa" %}{% for i in (1..19) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    );
    const budget = { heapMiB: 24, processorMs: 60_000 };
    await expect(runInWorker(order, model, { worker, signal: never, budget })).rejects.toMatchObject({
      code: 'RENDER_REFUSED',
    });
  });

  test('stops a template whose file is too large', async () => {
    const order = await withText('{{ employee.lastName }}');
    const budget = { fileBytes: 100 };
    await expect(runInWorker(order, model, { worker, signal: never, budget })).rejects.toMatchObject({
      code: 'RENDER_REFUSED',
      message: expect.stringMatching(/^The file sample_2026-10_of-a-client/),
    });
  });

  test('Ctrl-C stops it in the middle of a loop', { tags: 'slow' }, async () => {
    const controller = new AbortController();
    const order = await withText(loops);
    const rendering = runInWorker(order, model, { worker, signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const fromMs = performance.now();
    controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
    await expect(rendering).rejects.toMatchObject({ code: 'INTERRUPTED' });
    // The target is 100 ms; a busy machine gets more time.
    expect(performance.now() - fromMs).toBeLessThan(2_000);
  });

  test('reports rows that cannot be built as an internal error, not as a template error', async () => {
    const order = await withText('{{ employee.lastName }}');
    const broken = {
      run: model.run,
      dataSets: new Map(
        [...model.dataSets].map(([name, { fields }]) => [name, { name, fields, rows: failing() }]),
      ),
    };
    await expect(runInWorker(order, broken, { worker, signal: never })).rejects.toThrow('of ours');
  });

  test('rows are requested only when they are needed', async () => {
    const order = await withText('{{ employee.lastName }}');
    const [days] = [...model.dataSets].filter(([name]) => name === 'employee-days').map(([, set]) => set);
    if (days === undefined) throw new Error('the sample has days');
    const [first] = days.rows;
    let made = 0;
    const many = {
      *[Symbol.iterator]() {
        for (; made < 20_000; made += 1)
          yield { ...first, 'employee.id': `e${made}` } as (typeof days.rows)[number];
      },
    };
    const sets = new Map<string, DataSet>([...model.dataSets, ['employee-days', { ...days, rows: many }]]);
    const budget = { processorMs: 120_000 };
    const [file] = await runInWorker(
      order,
      { run: model.run, dataSets: sets },
      { worker, signal: never, budget },
    );
    expect(file?.rows).toBe(20_000);
  });
});

function failing(): Iterable<never> {
  return {
    // biome-ignore lint/correctness/useYield: it fails before there is a row
    *[Symbol.iterator](): Generator<never> {
      throw new TypeError('of ours');
    },
  };
}
