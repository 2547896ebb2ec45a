// @module-tag slow
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { readDataFolder } from '../../../src/sandbox/dataFolder.js';
import type { NamedShapes, ShapeOptions } from '../../../src/sandbox/shapes.js';
import { type Sandbox, startSandbox } from '../../../src/sandbox/startSandbox.js';
import { readOverSocket, type TestTarget, type WholeRead } from '../../support/service/readSandbox.js';
import { pairwiseShapes } from '../../support/service/shapeCombinations.js';

const WEEK = { from: toLocalDate('2026-10-19'), to: toLocalDate('2026-10-25') };

let sandbox: Sandbox;
let target: TestTarget;
let plain: WholeRead;

beforeAll(async () => {
  const data = await readDataFolder(fileURLToPath(new URL('../../../samples/data', import.meta.url)));
  sandbox = await startSandbox({ ...data, limits: { enabled: false } });
  const [employer] = data.employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw new Error('the sample has an employer');
  const { employerId } = employer;
  target = {
    baseUrl: sandbox.baseUrl,
    employerId,
    credentials: { ...integration, clientSecret: new Secret(integration.clientSecret), sendAs: 'basic' },
    period: WEEK,
  };
  plain = await readAs({});
});
afterAll(() => sandbox.stop());

async function readAs(shapes: ShapeOptions, options: Partial<TestTarget> = {}): Promise<WholeRead> {
  sandbox.setShapes(shapes);
  return (await readOverSocket({ ...target, ...options })).read;
}

const startsInWeek = ({ start }: WholeRead['entries'][number]): boolean =>
  start.text.slice(0, 10) >= WEEK.from && start.text.slice(0, 10) <= WEEK.to;

/** The results that must not depend on the shape, except for what a shape does not include. */
function essence(read: WholeRead, shapes: NamedShapes) {
  const hidden = (isHidden: boolean, value: unknown) => (isHidden ? 'hidden' : value);
  const references = (record: WholeRead['entries'][number] | NonNullable<WholeRead['shifts']>[number]) => ({
    ...record,
    establishmentId: hidden(shapes.establishmentReference === 'absent', record.establishmentId),
    teamId: hidden(shapes.reference === 'absent', record.teamId),
    taskId: hidden(shapes.reference === 'absent', record.taskId),
    agencyId: hidden(shapes.reference === 'absent', record.agencyId),
    agencyWorkerId: hidden(shapes.reference === 'absent', record.agencyWorkerId),
  });
  const named = ({ id, label }: { id: string; label: string | undefined }) => ({
    id,
    label: hidden(shapes.label === 'absent', label),
  });
  return {
    establishments: read.establishments.map(({ id, zone, label }) => ({
      id,
      zone: hidden(shapes.zone === 'absent', zone),
      label: hidden(shapes.establishmentLabel === 'absent', label),
    })),
    holidays: read.holidays.map(({ date, name, originalDate }) => ({
      date,
      name,
      originalDate: hidden(shapes.holidayDates === 'onlyGranted', originalDate),
    })),
    employees: read.employees,
    teams: read.teams.map(named),
    tasks: read.tasks.map(named),
    agencyWorkers: read.agencyWorkers.map(named),
    shifts: read.shifts?.map(references),
    // The presence of margin records depends on what selects them.
    entries: read.entries.filter(startsInWeek).map((entry) => {
      const isOfShift = shapes.entryReferences === 'ofShift';
      const { teamId, taskId, ...others } = references(entry);
      return {
        ...others,
        teamId: hidden(isOfShift, teamId),
        taskId: hidden(isOfShift, taskId),
        workDate: hidden(shapes.workDate === 'endDay', entry.workDate),
      };
    }),
    invalid: read.invalid,
    unavailable: read.unavailable,
  };
}

describe('every pair of sandbox shapes', () => {
  it.each(pairwiseShapes().map((shapes, index) => ({ index, shapes })))(
    'combination $index',
    async ({ shapes }) => {
      expect(essence(await readAs(shapes), shapes)).toEqual(essence(plain, shapes));
    },
  );
});

describe('unexpected shapes', () => {
  it.each<[string, ShapeOptions]>([
    [
      'a nested reference under an unknown name',
      { establishmentReference: ({ id }) => ({ q: { w: { e: id } } }) },
    ],
    ['zones in a field with any name', { zone: (zone) => ({ e1: { e2: zone } }) }],
    [
      'holidays under any key',
      { holidayEnvelope: (holidays) => ({ meta: { count: holidays.length }, zz: { yy: holidays } }) },
    ],
    [
      'holidays by date',
      { holidayEnvelope: (holidays) => ({ holidays, generatedAt: '2026-11-01T00:00:00Z' }) },
    ],
    [
      'names in a list of translations',
      {
        holidayName: (name) => ({
          names: [
            { lang: 'fr', text: `f ${name}` },
            { lang: 'en', text: name },
          ],
        }),
      },
    ],
    [
      'references in a separate object',
      { reference: (kind, referred) => ({ [`links.${kind}`]: { [kind]: { ref: referred?.id ?? null } } }) },
    ],
  ])('%s', async (_name, shapes) => {
    expect(essence(await readAs(shapes), {})).toEqual(essence(plain, {}));
  });

  it('a field that was found once and disappears is an error', async () => {
    const read = readAs(
      { establishmentReference: 'absent' },
      { discovery: { hints: { pins: {}, known: plain.fields } } },
    );
    await expect(read).rejects.toMatchObject({ code: 'FIELD_VANISHED', exitStatus: 5 });
  });
  it('a field that was found once stays found', async () => {
    const read = await readAs({}, { discovery: { hints: { pins: {}, known: plain.fields } } });
    expect(new Set(read.fields.map(({ how }) => how))).toEqual(new Set(['known']));
    expect(essence(read, {})).toEqual(essence(plain, {}));
  });
});
