import { describe, expect, test } from 'vitest';
import {
  buildFindingReport,
  type ComputedPeriod,
  findingLink,
  type RecordWork,
} from '../../../src/domain/computed/computedPeriod.js';
import {
  addRecordWorks,
  entryWork,
  establishmentWorks,
  pairWork,
} from '../../../src/domain/computed/recordWork.js';
import { groupRecordsByPerson } from '../../../src/domain/records/periodData.js';
import { found } from '../../support/records/explainFixture.js';
import { entry, periodData, shift } from '../../support/records/periodFixture.js';

const work = entry({ id: 'e', start: '10-06 08:00', end: '10-06 10:00', teamId: 'team', taskId: 'task' });
const plan = shift({
  id: 's',
  start: '10-06 08:00',
  end: '10-06 10:00',
  establishmentId: 'cairo',
  taskId: 'plannedTask',
});

test('an entry has its work location and its review status', () => {
  const where = { establishmentId: 'ghent', teamId: 'team', taskId: 'task' };
  expect(entryWork(work)).toEqual({ ...where, isReviewed: true });
  expect(entryWork({ ...work, reviewedAtUtc: null })).toEqual({ ...where, isReviewed: false });
});

describe('a shift and the entry worked on it', () => {
  test('have the shift’s location, else the entry’s', () => {
    expect(pairWork(plan, work)).toEqual({
      establishmentId: 'cairo',
      teamId: 'team',
      taskId: 'plannedTask',
      isReviewed: true,
    });
    const bare = { ...plan, establishmentId: null, teamId: 'shiftTeam', taskId: null };
    expect(pairWork(bare, { ...work, reviewedAtUtc: null })).toEqual({
      establishmentId: 'ghent',
      teamId: 'shiftTeam',
      taskId: 'task',
      isReviewed: false,
    });
  });

  test('can be one of the two, or neither', () => {
    expect(pairWork(plan, undefined)).toEqual({
      establishmentId: 'cairo',
      teamId: null,
      taskId: 'plannedTask',
      isReviewed: null,
    });
    expect(pairWork(undefined, undefined)).toEqual({
      establishmentId: null,
      teamId: null,
      taskId: null,
      isReviewed: null,
    });
  });
});

const nowhere = { teamId: null, taskId: null, isReviewed: null, employeeId: null, agencyWorkerId: null };

test('places are those of the read and those that no longer exist', () => {
  const { facts } = groupRecordsByPerson(periodData({ goneEstablishments: ['closed'] }));
  expect([...establishmentWorks(facts)]).toEqual(
    ['ghent', 'cairo', 'closed'].map((id) => [id, { kind: 'place', establishmentId: id, ...nowhere }]),
  );
});

describe('the records that findings name', () => {
  const records = groupRecordsByPerson(
    periodData({ entries: [work, { ...work, id: 'other' }], shifts: [plan, { ...plan, id: 'more' }] }),
  ).of('ann');
  const named = (...asked: readonly string[][]) => {
    const works = new Map<string, RecordWork>();
    addRecordWorks(
      works,
      records,
      asked.map((ids) => new Set(ids)),
    );
    return works;
  };

  test('are given with their owners, for each list', () => {
    const ann = { employeeId: 'ann', agencyWorkerId: null };
    expect([...named(['e', 'unknown'], ['s'])]).toEqual([
      [
        's',
        {
          kind: 'shift',
          ...ann,
          establishmentId: 'cairo',
          teamId: null,
          taskId: 'plannedTask',
          isReviewed: null,
        },
      ],
      [
        'e',
        { kind: 'entry', ...ann, establishmentId: 'ghent', teamId: 'team', taskId: 'task', isReviewed: true },
      ],
    ]);
  });

  test('are equal if they concern the same work, and differ if anything differs', () => {
    const others: Partial<typeof work>[] = [
      {},
      { employeeId: 'bob' },
      { agencyWorkerId: 'agency' },
      { establishmentId: 'cairo' },
      { teamId: null },
      { taskId: 'other' },
      { reviewedAtUtc: null },
    ];
    const entries = others.map((change, index) => ({ ...work, ...change, id: `e${index}` }));
    const alike = { ...plan, establishmentId: 'ghent', teamId: 'team', taskId: 'task' };
    const works = new Map<string, RecordWork>();
    const ids = [...entries, { id: 's' }].map(({ id }) => id);
    addRecordWorks(works, { ...records, shifts: [alike], entries: [...entries, { ...work, id: 'again' }] }, [
      new Set([...ids, 'again']),
    ]);
    expect(works.get('again')).toEqual(works.get('e0'));
    expect(new Set(ids.map((id) => JSON.stringify(works.get(id)))).size).toBe(ids.length);
  });

  test('are empty if none are requested', () => {
    expect([named().size, named([], []).size, named([], ['more']).size]).toEqual([0, 0, 1]);
  });
});

describe('findings with the names of people and places', () => {
  const ofAgency: RecordWork = {
    ...nowhere,
    kind: 'entry',
    establishmentId: 'ghent',
    agencyWorkerId: 'agency-worker',
  };
  const works = new Map<string, RecordWork>([
    ['e', { ...nowhere, kind: 'entry', employeeId: 'ann', establishmentId: 'cairo' }],
    ['a', ofAgency],
    ['nameless', { ...ofAgency, agencyWorkerId: 'other', establishmentId: 'x9' }],
    ['lost', { ...ofAgency, agencyWorkerId: null, establishmentId: null }],
    ['ghent', { ...nowhere, kind: 'place', establishmentId: 'ghent' }],
    ['mixed', { ...ofAgency, employeeId: 'bob' }],
  ]);
  const findings = [
    found({ record: 'e' }),
    found({ record: 'gone', employeeId: 'zoe' }),
    ...['a', 'nameless', 'lost', 'ghent'].map((record) => found({ record, employeeId: null })),
    found({ record: 'mixed', employeeId: 'bob' }),
  ];
  const data = {
    ...groupRecordsByPerson(
      periodData({
        agencyWorkers: [
          { id: 'agency-worker', label: 'Ana Pop' },
          { id: 'other', label: undefined },
        ],
      }),
    ).facts,
  };
  const mapping = { extraColumns: [], byId: new Map() };
  const run = { language: 'nl', hours: 'decimal' };
  const shown = buildFindingReport({ findings, data, works, mapping, run } as unknown as ComputedPeriod);

  test('name employees by id, and agency workers by the record', () => {
    expect([...shown.names]).toEqual([
      ['ann', 'Aerts, Ann'],
      ['zoe', 'zoe'],
      ['bob', 'Baert, Bob'],
      ['a', 'Ana Pop'],
      ['nameless', 'other'],
    ]);
  });

  test('name the location of each record of work', () => {
    expect([...shown.places]).toEqual([
      ['e', 'Cairo'],
      ['a', 'Ghent'],
      ['nameless', 'x9'],
      ['mixed', 'Ghent'],
    ]);
  });

  test('keep findings, language and hours', () => {
    expect([shown.findings, shown.language, shown.hours]).toEqual([findings, 'nl', 'decimal']);
  });
});

describe('the page on which a finding is corrected', () => {
  const links = Object.fromEntries(
    ['timeEntry', 'shift', 'employee'].map((kind) => [kind, `https://p.example/${kind}/{id}`]),
  );
  const works = new Map<string, RecordWork>([
    ['e', { ...nowhere, kind: 'entry', employeeId: 'ann', establishmentId: null }],
    ['s', { ...nowhere, kind: 'shift', employeeId: 'bob', establishmentId: null }],
    ['ghent', { ...nowhere, kind: 'place', establishmentId: 'ghent' }],
  ]);
  const linkOf = (finding: Parameters<typeof found>[0], known = links) =>
    findingLink(known, works, found(finding))?.url;

  test.each([
    ['the entry', found({ record: 'e' }), 'timeEntry/e'],
    ['the shift', found({ record: 's' }), 'shift/s'],
    ['the employee of a record that was not read', found({ record: 'x', employeeId: 'zoe' }), 'employee/zoe'],
    ['no page for an establishment', found({ record: 'ghent', employeeId: null }), undefined],
    [
      'the first entry of a time zone',
      found({ code: 'OFFSET_MISMATCH', record: 'ghent', employeeId: null, facts: { first: 'e9' } }),
      'timeEntry/e9',
    ],
    [
      'no page for another first entry',
      found({ record: 'ghent', employeeId: null, facts: { first: 'e9' } }),
      undefined,
    ],
  ])('%s', (_, finding, page) => {
    expect(linkOf(finding)).toBe(page && `https://p.example/${page}`);
  });

  test('is the employee’s page if the record has none', () => {
    const { employee = '' } = links;
    expect([
      linkOf({ record: 'e', employeeId: null }, { employee }),
      linkOf({ record: 's' }, { employee }),
    ]).toEqual(['https://p.example/employee/ann', 'https://p.example/employee/bob']);
    expect(findingLink(undefined, works, found({ record: 'e' }))).toBeUndefined();
  });
});
