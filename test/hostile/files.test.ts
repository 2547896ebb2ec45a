import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { DIST } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';
import { chosenCases, SEED } from './chosenCases.js';
import { HOSTILE_CONFIGURATIONS, HOSTILE_WORKBOOKS, hostileTables, type Maker } from './hostileFiles.js';
import { runLimited, whatIsWrong } from './limitedRun.js';

const DAY = '2026-10-05..2026-10-05';
const EMPLOYEE = '9f80b5c6-65b3-4b3c-8fda-95db3f3b4fbc';

/** A place where a person may put a file, and the command that reads it. */
interface Place {
  readonly name: string;
  readonly file: string;
  readonly settings: string;
  readonly argv: readonly string[];
  readonly makers: Readonly<Record<string, Maker>>;
  /** @default paytally */
  readonly program?: string;
}

const PREVIEW = join(import.meta.dirname, 'previewChild.mjs');

const CHECK = ['check', DAY, '--json'];
const PLACES: readonly Place[] = [
  {
    name: 'a mapping',
    file: 'employees-bakery.csv',
    settings: '',
    argv: CHECK,
    makers: hostileTables('employeeId,employeeNumber,name,contract', `${EMPLOYEE},101,Lieve,x`),
  },
  {
    name: 'absences',
    file: 'absences.csv',
    settings: 'absences: absences.csv',
    argv: CHECK,
    makers: hostileTables('employee,from,to,code,minutes', `${EMPLOYEE},2026-10-05,2026-10-05,LEAVE,480`),
  },
  {
    name: 'holidays',
    file: 'holidays.csv',
    settings: 'holidays: holidays.csv',
    argv: CHECK,
    makers: hostileTables('date,name,part,where,action', '2026-10-05,Feast,,,add'),
  },
  {
    name: 'a register',
    file: 'register.csv',
    settings: '',
    argv: ['compare-register', DAY, '--register', 'register.csv'],
    makers: hostileTables('employeeNumber,payCode,hours', '101,WORK,8'),
  },
  {
    name: 'a register workbook',
    file: 'register.xlsx',
    settings: '',
    argv: ['compare-register', DAY, '--register', 'register.xlsx'],
    makers: HOSTILE_WORKBOOKS,
  },
  {
    name: 'a drawn workbook',
    file: 'drawn.xlsx',
    settings: '',
    argv: ['templates', 'check', './drawn.xlsx'],
    makers: HOSTILE_WORKBOOKS,
  },
  {
    name: 'an export with a drawn workbook',
    file: 'drawn.xlsx',
    settings: '',
    argv: ['export', DAY, '--template', './drawn.xlsx'],
    makers: HOSTILE_WORKBOOKS,
  },
  {
    name: 'a preview in the window',
    file: 'shown.xlsx',
    settings: '',
    argv: [DIST, 'shown.xlsx'],
    program: PREVIEW,
    makers: withoutNonFiles(HOSTILE_WORKBOOKS),
  },
  {
    name: 'a preview of a table',
    file: 'shown.csv',
    settings: '',
    argv: [DIST, 'shown.csv'],
    program: PREVIEW,
    makers: withoutNonFiles(hostileTables('employeeNumber,payCode,hours', '101,WORK,8')),
  },
  {
    name: 'a payroll list',
    file: 'list.csv',
    settings: '',
    argv: ['employees', 'sync', '--from', 'list.csv', '--dry-run'],
    makers: hostileTables('number,lastName,firstName', '101,Van den Broeck,Lieve'),
  },
  {
    name: 'a file like the one to create',
    file: 'like.csv',
    settings: '',
    argv: ['templates', 'new', 'mine', '--like', 'like.csv'],
    makers: hostileTables('number,code,hours', '101,WORK,8'),
  },
  {
    name: 'a configuration',
    file: 'paytally.yaml',
    settings: '',
    argv: CHECK,
    makers: Object.fromEntries(
      Object.entries(HOSTILE_CONFIGURATIONS).map(([name, text]): [string, Maker] => [
        name,
        (path) => writeFileSync(path, text),
      ]),
    ),
  },
];

/** The window reads only plain files. */
function withoutNonFiles(makers: Readonly<Record<string, Maker>>): Readonly<Record<string, Maker>> {
  return Object.fromEntries(Object.entries(makers).filter(([name]) => !/device|folder|link|pipe/.test(name)));
}

const CASES = PLACES.flatMap((place) =>
  Object.entries(place.makers).map(([name, make]) => ({ ...place, of: name, make })),
);

describe.skipIf(!isBuilt)(`a file of a person (seed ${SEED})`, () => {
  let service: SampleService;
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-05');
    service = await startSampleService({ employers, limits: { enabled: false } }, 'templates: [pay-lines]');
    const final = await service.run(['export', DAY, '--final', ...ACCEPT]);
    expect(final.status, final.stderr).toBe(0);
  }, 120_000);
  afterAll(() => service.stop());

  test.each(chosenCases(CASES, { inGate: 3, inSuite: 20 }))(
    '$name: $of',
    { timeout: 120_000 },
    async ({ file, settings, argv, make, program }) => {
      const cwd = mkdtempSync(join(tmpdir(), 'paytally-hostile-'));
      cpSync(service.cwd, cwd, { recursive: true });
      const path = join(cwd, file);
      rmSync(path, { force: true });
      await make(path);
      if (settings !== '') {
        const configuration = join(cwd, 'paytally.yaml');
        const { readFileSync } = await import('node:fs');
        writeFileSync(configuration, `${readFileSync(configuration, 'utf8')}\n${settings}\n`);
      }
      const end = await runLimited(argv, { cwd, env: service.env, program });
      rmSync(cwd, { recursive: true, force: true });
      expect(whatIsWrong(end)).toBeUndefined();
    },
  );
});
