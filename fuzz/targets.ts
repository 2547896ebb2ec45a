import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type fc from 'fast-check';
import { parseConfig } from '../src/config/validateConfig.js';
import { checkDrawnWorkbook, fillDrawnWorkbook } from '../src/documents/template/drawnWorkbook.js';
import { loadTemplate } from '../src/documents/template/loadTemplate.js';
import { sampleModel } from '../src/documents/template/sampleModel.js';
import { renderText } from '../src/documents/text/renderText.js';
import { parseAbsences } from '../src/domain/absences/parseAbsences.js';
import { parseMapping } from '../src/domain/people/parseMapping.js';
import { isWireRecord } from '../src/sources/records/fields.js';
import { checkPins } from '../src/sources/records/foundFields.js';
import { UndocumentedFields } from '../src/sources/records/undocumentedFields.js';
import { parseAnswer } from '../src/sources/transport/answer.js';
import { unwrapHolidays } from '../src/sources/workforce/discovery/findHolidays.js';
import {
  EMPLOYEES,
  ESTABLISHMENTS,
  HOLIDAYS,
  SHIFTS,
  TIME_ENTRIES,
} from '../src/sources/workforce/wire/serviceLists.js';
import { changedBytes, changedText, wireBody } from './mutations.js';

/** A reader of external data. It may refuse any input, but only with an error of ours. */
export interface Target {
  readonly name: string;
  readonly input: fc.Arbitrary<Uint8Array>;
  readonly read: (bytes: Uint8Array) => Promise<unknown>;
}

const ENTRY = {
  id: '0e6f1c5e-0000-4000-8000-000000000001',
  workDate: '2026-10-24',
  status: 'Completed',
  startsAt: '2026-10-24T22:00:00+02:00',
  endsAt: '2026-10-25T06:00:00+01:00',
  workedMinutes: 510,
  shiftId: null,
  reviewedAtUtc: '2026-10-26T08:00:00Z',
  employeeId: '0e6f1c5e-0000-4000-8000-000000000002',
  where: { team: { id: '0e6f1c5e-0000-4000-8000-000000000003', names: [{ language: 'nl', name: 'Ovens' }] } },
  date: '2026-10-24',
  breakMinutes: 30,
  plannedMinutes: 450,
  fillType: 'Internal',
};

const SHAPES = [TIME_ENTRIES, SHIFTS, EMPLOYEES, ESTABLISHMENTS, HOLIDAYS];
const NO_HINTS = { pins: {}, known: [] };

/** @param project the folder of package.json, where the samples are */
export function targets(project: string): readonly Target[] {
  const text = (path: string) => readFileSync(join(project, path), 'utf8');
  const model = sampleModel();
  return [
    { name: 'wire', input: wireBody(ENTRY), read: async (bytes) => readBody(bytes) },
    {
      name: 'configuration',
      input: changedText(text('samples/paytally.yaml')),
      read: async (bytes) =>
        parseConfig(Buffer.from(bytes).toString('utf8'), 'paytally.yaml', {
          PAYTALLY_SANDBOX_URL: 'http://127.0.0.1',
        }),
    },
    {
      name: 'mapping',
      input: changedText(text('samples/employees-bakery.csv')),
      read: async (bytes) => parseMapping(bytes, 'employees.csv'),
    },
    {
      name: 'absences',
      input: changedText(
        'employee,from,to,code,minutes,days\n1001,2026-10-05,2026-10-09,holiday,,5\n1002,2026-10-12,2026-10-12,sick,480,\n',
      ),
      read: async (bytes) => parseAbsences(bytes, 'absences.csv'),
    },
    {
      name: 'template',
      input: changedText(text('templates/generic-csv/template.yaml')),
      read: async (bytes) => {
        const files = {
          read: async (path: string) => (path.endsWith('.yaml') ? bytes : undefined),
          list: async () => [],
        };
        const template = await loadTemplate('./own', { templatesRoot: '/none', baseFolder: '/own', files });
        if (template.kind !== 'text') return;
        for (const file of renderText(template, model)) await drained(file.content);
      },
    },
    {
      name: 'workbook',
      input: changedBytes(
        readFileSync(join(project, 'samples/workbooks/hours-by-place/hours-by-place.xlsx')),
      ),
      read: async (bytes) => {
        await checkDrawnWorkbook(bytes, model, 'own');
        const { content } = await fillDrawnWorkbook(bytes, model, {
          fileName: 'a.xlsx',
          subject: 'own',
          reader: 'nl',
        });
        await drained(content);
      },
    },
  ];
}

function readBody(bytes: Uint8Array): void {
  const headers = { 'content-type': 'application/json' };
  const parsed = parseAnswer({ status: 200, headers, bytes, sentAtMs: 0 });
  if (!('answer' in parsed)) return;
  const { body } = parsed.answer;
  const items: unknown = isWireRecord(body) ? body.items : body;
  for (const shape of SHAPES) {
    const fields = new UndocumentedFields(shape.documented, shape.keep === 'ids' ? shape.isId : undefined);
    for (const item of Array.isArray(items) ? items : [items]) {
      if (!isWireRecord(item)) continue;
      shape.parse(item);
      fields.read(item);
    }
  }
  checkPins({});
  unwrapHolidays(body, NO_HINTS);
}

async function drained(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  if (content instanceof Uint8Array) return;
  for await (const _ of content);
}
