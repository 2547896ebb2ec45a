import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import {
  csvFolder,
  csvSourceOf,
  type FolderFiles,
  readCsv,
  writeFiles,
} from '../../support/service/csvFolder.js';

const read = async (files: FolderFiles, settings = '', more?: string) =>
  readCsv(await csvSourceOf(csvFolder(files), settings, more));
const entries = (...lines: readonly string[]) => ({ 'entries.csv': `${lines.join('\n')}\n` });
const refusal = (files: FolderFiles, settings = '', more?: string) =>
  read(files, settings, more).then(
    () => 'no refusal',
    (failure: { readonly code: string; readonly message: string }) => `${failure.code}: ${failure.message}`,
  );

describe('how a file was saved', () => {
  const heading = ['employee', 'start', 'end', 'break', 'note'];
  const row = ['Chloé; "Coco", van \'t Hof|x', '2026-10-05T08:00', '2026-10-05T16:30', '30', 'two\nlines'];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const encodings = ['utf8', 'utf8-bom', 'utf16le', 'win1252'] as const;
  const cases = encodings.flatMap((encoding) =>
    [',', ';', '\t', '|'].flatMap((delimiter) =>
      ['\n', '\r\n', '\r'].flatMap((end) => [false, true].map((sep) => ({ encoding, delimiter, end, sep }))),
    ),
  );
  test.each(cases.filter(({ sep, end }) => !sep || end !== '\r'))(
    '$encoding, delimiter "$delimiter", line end $end, sep= $sep',
    async ({ encoding, delimiter, end, sep }) => {
      const text = [
        ...(sep ? [`sep=${delimiter}`] : []),
        heading.join(delimiter),
        row.map(quoted).join(delimiter),
        '',
      ].join(end);
      const bytes =
        encoding === 'utf8-bom'
          ? Buffer.from(`\ufeff${text}`)
          : iconv.encode(text, encoding, encoding === 'utf16le' ? { addBOM: true } : {});
      const { records, employees, notices } = await read({ 'entries.csv': bytes });
      expect(employees.map(({ id }) => id)).toEqual([row[0]]);
      expect(records).toMatchObject([
        {
          employeeId: row[0],
          workDate: '2026-10-05',
          startsAt: '2026-10-05T08:00:00+02:00',
          endsAt: '2026-10-05T16:30:00+02:00',
          workedMinutes: 480,
          status: 'Completed',
          columns: { note: 'two\nlines' },
        },
      ]);
      expect(JSON.stringify(notices).includes('oldEncoding')).toBe(encoding === 'win1252');
    },
  );

  test.each([
    ['a workbook', { 'entries.csv': Buffer.from('504b030414000600', 'hex') }, 'is a workbook'],
    ['a binary file', { 'entries.csv': Buffer.from([101, 0, 1, 2]) }, 'is not a text file'],
    ['an empty file', { 'entries.csv': '' }, 'has no column employee'],
    ['no headings', { 'entries.csv': 'Ann,2026-10-05T08:00,2026-10-05T16:00\n' }, 'has no column employee'],
    ['a column twice', entries('employee,start,start', 'Ann,2026-10-05T08:00,'), 'the column start twice'],
    ['no entries', { 'shifts.csv': 'start,end\n' }, 'has no file entries.csv'],
    [
      'an open quote',
      entries('employee,start,end', 'Ann,"2026-10-05T08:00,2026-10-05T16:00'),
      'quotation mark',
    ],
    [
      'text after a quote',
      entries('employee,start,end', '"Ann"x,2026-10-05T08:00,2026-10-05T16:00'),
      'quotation mark',
    ],
    ['a half line', entries('employee,start,end', 'Ann,2026-10-05T08:00'), ':2: 2 cells instead of 3'],
    [
      'a cell too many',
      entries('employee,start,end', 'Maes, Ann,2026-10-05T08:00,2026-10-05T16:00'),
      ':2: 4 cells instead of 3',
    ],
    ['no person', entries('employee,start', ',2026-10-05T08:00'), ':2: employee is empty'],
  ] as const)('%s is refused', async (_, files, text) => {
    expect(await refusal(files)).toContain('SOURCE_INVALID');
    expect(await refusal(files)).toContain(text);
  });
});

describe('times', () => {
  const at = async (start: string, end = '', more = '') => {
    const [record] = (
      await read(entries('employee,start,end,startFold,endFold', `Ann,${start},${end},${more || ','}`))
    ).records;
    return `${record.startsAt} ${record.endsAt ?? '-'} ${record.workDate} ${record.workedMinutes ?? '-'}`;
  };

  test.each([
    ['2026-10-05T08:00', '', '2026-10-05T08:00:00+02:00 - 2026-10-05 -'],
    [
      '2026-10-05 08:00:30',
      '2026-10-05 08:01:29',
      '2026-10-05T08:00:30+02:00 2026-10-05T08:01:29+02:00 2026-10-05 1',
    ],
    [
      '2026-10-05T06:00Z',
      '2026-10-05T10:00+02:00',
      '2026-10-05T08:00:00+02:00 2026-10-05T10:00:00+02:00 2026-10-05 120',
    ],
    ['2026-10-05T00:30+05:30', '', '2026-10-04T21:00:00+02:00 - 2026-10-04 -'],
    ['5.10.2026 8:00', '5.10.2026 9.15', '2026-10-05T08:00:00+02:00 2026-10-05T09:15:00+02:00 2026-10-05 75'],
    [
      '25/10/2026 08:00',
      '25/10/2026 12:00',
      '2026-10-25T08:00:00+01:00 2026-10-25T12:00:00+01:00 2026-10-25 240',
    ],
    [
      '10/25/2026 8:00 AM',
      '10/25/2026 12:00 PM',
      '2026-10-25T08:00:00+01:00 2026-10-25T12:00:00+01:00 2026-10-25 240',
    ],
    [
      '10/25/2026 12:15 am',
      '10/25/2026 1:15 am',
      '2026-10-25T00:15:00+02:00 2026-10-25T01:15:00+02:00 2026-10-25 60',
    ],
    ['2026-10-05T23:00Z', '02:00', '2026-10-06T01:00:00+02:00 2026-10-06T02:00:00+02:00 2026-10-06 60'],
    ['2026-10-05T22:00', '06:00', '2026-10-05T22:00:00+02:00 2026-10-06T06:00:00+02:00 2026-10-05 480'],
    ['2026-10-24T22:00', '06:00', '2026-10-24T22:00:00+02:00 2026-10-25T06:00:00+01:00 2026-10-24 540'],
    ['2026-03-28T22:00', '06:00', '2026-03-28T22:00:00+01:00 2026-03-29T06:00:00+02:00 2026-03-28 420'],
  ])('%s to %s', async (start, end, expected) => {
    expect(await at(start, end)).toBe(expected);
  });

  test.each([
    ['0,1', '2026-10-25T02:30:00+02:00 2026-10-25T02:45:00+01:00 2026-10-25 75'],
    ['0,0', '2026-10-25T02:30:00+02:00 2026-10-25T02:45:00+02:00 2026-10-25 15'],
    ['1,1', '2026-10-25T02:30:00+01:00 2026-10-25T02:45:00+01:00 2026-10-25 15'],
  ])('a time that occurs twice, with fold %s', async (folds, expected) => {
    expect(await at('2026-10-25T02:30', '2026-10-25T02:45', folds)).toBe(expected);
  });

  test.each([
    ['2026-10-25T02:30', '', 'occurs twice in Europe/Brussels'],
    ['2026-10-25T01:30', '2026-10-25T02:00', 'occurs twice'],
    ['2026-10-24T20:00', '02:30', 'occurs twice'],
    ['2026-03-29T02:30', '', 'does not exist in Europe/Brussels'],
    ['2026-03-29T01:30', '2026-03-29T02:00', 'does not exist'],
    ['2026-10-05T16:00', '2026-10-05T08:00', 'the end is before the start'],
    ['2026-10-05T08:00+02:00', '2026-10-05T08:00+03:00', 'the end is before the start'],
    ['2026-10-05T10:00', '04:00', 'the end is before the start'],
    ['2026-10-05T08:00', '08:00', 'the end has the time of the start and no date'],
    ['2026-10-05', '', 'is not a date and time'],
    ['2026-10-05T8:00:99', '', 'is not a date and time'],
    ['2026-10-05T24:00', '', 'is not a date and time'],
    ['2026-02-30T08:00', '', 'is not a date and time'],
    ['2026-13-01T08:00', '', 'is not a date and time'],
    ['46300.333', '', 'is not a date and time'],
    ['08:00', '', 'is not a date and time'],
    ['', '', 'is not a date and time'],
    ['2026-10-05T13:00 PM', '', 'is not a date and time'],
    ['2026-10-05T08:00', '2026-10-05', 'is not a date and time'],
    ['2026-10-05T08:00', 'soon', 'is not a date and time'],
    ['2026-10-05T08:00Zulu', '', 'is not a date and time'],
    ['31/02/2026 08:00', '', 'is not a date and time'],
  ])('%s to %s is refused', async (start, end, text) => {
    const answer = await refusal(
      entries('employee,start,end', 'Ann,2026-10-04T08:00,', `Ann,${start},${end}`),
    );
    expect(answer).toContain('entries.csv:3: ');
    expect(answer).toContain(text);
  });

  test.each([
    ['only unclear dates', ['05/10/2026 08:00'], '', 'can be two dates'],
    [
      'both orders',
      ['25/10/2026 08:00', '10/25/2026 08:00'],
      '',
      'Line 2 has the day first, line 3 the month',
    ],
    ['a contradiction of the setting', ['25/10/2026 08:00'], ', dateOrder: mdy', 'is not a date and time'],
  ])('%s are refused', async (_, starts, settings, text) => {
    expect(
      await refusal(entries('employee,start', ...starts.map((start) => `Ann,${start}`)), settings),
    ).toContain(text);
  });

  test.each([
    ['dmy', '2026-10-05T08:00:00+02:00'],
    ['mdy', '2026-05-10T08:00:00+02:00'],
  ])('dateOrder: %s', async (order, expected) => {
    const { records } = await read(
      entries('employee,start', 'Ann,05/10/2026 08:00'),
      `, dateOrder: ${order}`,
    );
    expect(records[0].startsAt).toBe(expected);
  });

  test('one clear date decides for all others', async () => {
    const { records } = await read(entries('employee,start', 'Ann,05/10/2026 08:00', 'Ann,25/10/2026 08:00'));
    expect(records.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual(['2026-10-05', '2026-10-25']);
  });
});

describe('other cells', () => {
  const heading = 'employee,start,end,break,worked,status,reviewed,id,agencyWorker';
  const one = (cells: string) => entries(heading, `Ann,2026-10-05T08:00,${cells}`);

  test.each([
    ['2026-10-05T16:00,30,,,,,', { status: 'Completed', workedMinutes: 450, reviewedAtUtc: null }],
    [
      '2026-10-05T16:00,30,400,completed,yes,,',
      { workedMinutes: 400, reviewedAtUtc: '2026-10-05T14:00:00.000Z' },
    ],
    ['2026-10-05T16:00,,,cancelled,no,,', { status: 'Cancelled', workedMinutes: null }],
    [
      ',,300,COMPLETED,2026-11-01T08:00Z,,',
      { status: 'Completed', endsAt: null, reviewedAtUtc: '2026-11-01T08:00:00.000Z' },
    ],
    [',,,open,,17,', { status: 'Working', id: '17' }],
    [',,,,,17,agency-3', { status: 'Working', agencyWorkerId: 'agency-3' }],
  ])('%s', async (cells, expected) => {
    expect((await read(one(cells))).records).toMatchObject([expected]);
  });

  test.each([
    ['2026-10-05T16:00,0:30:10,,,,,', 'break "0:30:10" is neither a whole number of minutes'],
    ['2026-10-05T16:00,30.5,,,,,', 'is neither a whole number of minutes'],
    ['2026-10-05T16:00,-30,,,,,', 'is neither a whole number of minutes'],
    ['2026-10-05T16:00,600,,,,,', 'the break is longer'],
    ['2026-10-05T16:00,,8,,,,', 'worked is 8, which is 8 minutes'],
    ['2026-10-05T16:00,30,7,,,,', 'worked is 7, which is 7 minutes'],
    ['2026-10-05T16:00,,7.5,,,,', 'worked "7.5" is neither a whole number of minutes'],
    ['2026-10-05T16:00,,,open,,,', 'the status is open, but'],
    [',,,completed,,,', 'neither an end nor worked minutes'],
    [',,,done,,,', 'is not completed, open or cancelled'],
    [',,,,maybe,,', 'reviewed "maybe" is not'],
    [`,,,,,${'x'.repeat(201)},`, 'is not an ID'],
  ])('%s is refused', async (cells, text) => {
    expect(await refusal(one(cells))).toContain(text);
  });

  test('a difference between worked and the times is told once', async () => {
    const { notices } = await read(
      entries(
        heading,
        'Ann,2026-10-05T08:00,2026-10-05T16:00,30,450,,,,',
        'Ann,2026-10-06T08:00,2026-10-06T16:00,30,400,,,,',
        'Ann,2026-10-07T08:00,2026-10-07T16:00,30,400,,,,',
      ),
    );
    expect(notices).toMatchObject([{ id: 'source.csv.differing', values: { count: 2, line: 3 } }]);
  });

  test('an unknown review is told, and known ones are not', async () => {
    const without = await read(entries('employee,start', 'Ann,2026-10-05T08:00'));
    expect([without.hasReviews, without.notices?.length]).toEqual([false, 1]);
    const withReviews = await read(entries('employee,start,reviewed', 'Ann,2026-10-05T08:00,'));
    expect([withReviews.hasReviews, withReviews.notices]).toEqual([true, []]);
  });

  test.each(['shifts.csv', 'employees.csv', 'establishments.csv', 'holidays.csv'])(
    'a last line of %s without its end may have been cut off',
    async (name) => {
      const contents: Record<string, string> = {
        'shifts.csv': 'start,end',
        'employees.csv': 'id',
        'establishments.csv': 'id,zone',
        'holidays.csv': 'date,name',
      };
      const files = entries('employee,start,reviewed');
      expect((await read({ ...files, [name]: `${contents[name]}\n` })).notices).toEqual([]);
      const { notices } = await read({ ...files, [name]: contents[name] ?? '' });
      expect(notices).toMatchObject([
        { id: 'source.csv.noLineEnd', values: { path: expect.stringContaining(name) } },
      ]);
    },
  );

  test('a file with another name is told', async () => {
    const { notices } = await read({ ...entries('employee,start,reviewed'), 'shift.csv': 'start,end\n' });
    expect(notices).toMatchObject([{ id: 'source.csv.filesIgnored', values: { names: 'shift.csv' } }]);
  });
});

describe('people and places', () => {
  test('without lists, they are those of the rows', async () => {
    const { establishments, employees, teams } = await read(
      entries('employee,start,team', 'Ann,2026-10-05T08:00,Bar', 'Bob,2026-10-05T08:00,Bar'),
    );
    expect(establishments).toEqual([{ id: 'main', zone: 'Europe/Brussels', label: 'Bakery' }]);
    expect(employees.map(({ lastName }) => lastName)).toEqual(['Ann', 'Bob']);
    expect(teams).toEqual([{ id: 'Bar', label: 'Bar' }]);
  });

  test('times are read in the zone of their place', async () => {
    const files = {
      'establishments.csv': 'id,zone,name\nb,Europe/Brussels,Brussels\nn,America/New_York,New York\n',
      ...entries('employee,start,establishment', 'Ann,2026-10-05T08:00,b', 'Ann,2026-10-06T08:00,n'),
    };
    expect((await read(files)).records.map(({ startsAt }) => startsAt)).toEqual([
      '2026-10-05T08:00:00+02:00',
      '2026-10-06T08:00:00-04:00',
    ]);
  });

  const lists = (
    list: Record<string, string>,
    rows = entries('employee,start,establishment', 'Ann,2026-10-05T08:00,b'),
  ) => ({ ...rows, ...list });
  test.each([
    ['no zone at all', entries('employee,start', 'Ann,2026-10-05T08:00'), 'main has no time zone', ''],
    [
      'an unknown place',
      lists({ 'establishments.csv': 'id,zone\na,Europe/Brussels\n' }),
      'b is not in establishments.csv',
      undefined,
    ],
    [
      'several places and none named',
      lists(
        { 'establishments.csv': 'id,zone\na,Europe/Brussels\nc,Europe/Paris\n' },
        entries('employee,start', 'Ann,2026-10-05T08:00'),
      ),
      'names no establishment',
      undefined,
    ],
    [
      'a zone that does not exist',
      lists({ 'establishments.csv': 'id,zone\nb,Belgium\n' }),
      'is not an IANA time zone',
      undefined,
    ],
    [
      'a place twice',
      lists({ 'establishments.csv': 'id,zone\nb,Europe/Paris\nb,Europe/Brussels\n' }),
      'establishments.csv:3: line 2 has the ID',
      undefined,
    ],
    [
      'an employee twice',
      { ...entries('employee,start'), 'employees.csv': 'id,lastName\n1,A\n1,B\n' },
      'employees.csv:3: line 2 has the ID',
      undefined,
    ],
    [
      'an unclear active',
      { ...entries('employee,start'), 'employees.csv': 'id,active\n1,perhaps\n' },
      'neither yes nor no',
      undefined,
    ],
    [
      'a holiday without a date',
      { ...entries('employee,start'), 'holidays.csv': 'date,name\n31/12/2026,Eve\n' },
      'is not a date such as',
      undefined,
    ],
  ] as const)('%s is refused', async (_, files, text, more) => {
    expect(await refusal(files, '', more)).toContain(text);
  });

  test('holidays are on the dates that the employer grants', async () => {
    const { holidays } = await read({
      ...entries('employee,start'),
      'holidays.csv': 'date,name,granted\n2026-12-25,Christmas,\n2026-12-26,Boxing day,2026-12-28\n',
    });
    expect(holidays).toEqual([
      { date: '2026-12-25', name: 'Christmas', originalDate: undefined },
      { date: '2026-12-28', name: 'Boxing day', originalDate: '2026-12-26' },
    ]);
  });
});

describe('exports of other programs', () => {
  const only = async (text: string, settings: string) => {
    const folder = csvFolder({ 'export.csv': text });
    return readCsv(await csvSourceOf(join(folder, 'export.csv'), settings));
  };
  const CLOCKIFY =
    '"Project","Client","Description","Task","User","Email","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)"\n';

  test.each([
    [
      '"Shop","","a ""b""","Till","Ann","ann@x.be","25/10/2026","09:00:00","25/10/2026","10:30:00","01:30:00","1.50"',
      90,
      'Completed',
    ],
    [
      '"Shop","","two\nlines","","Ann","ann@x.be","10/25/2026","09:00 AM","10/25/2026","10:30 PM","13:30:00","13.5"',
      810,
      'Completed',
    ],
    ['"Shop","","","","Ann","ann@x.be","2026-10-25","09:00:00","","","01:30:00","1.50"', 90, 'Completed'],
    ['"Shop","","","","Ann","ann@x.be","2026-10-25","09:00:00","","","",""', null, 'Working'],
  ])('Clockify: %s', async (line, workedMinutes, status) => {
    const { records, employees } = await only(`${CLOCKIFY}${line}\n`, ', format: clockify-detailed');
    expect(employees).toEqual([{ id: 'ann@x.be', firstName: '', lastName: 'Ann', isActive: true }]);
    expect(records).toMatchObject([
      {
        startsAt: '2026-10-25T09:00:00+01:00',
        workedMinutes,
        status,
        teamId: 'Shop',
        employeeId: 'ann@x.be',
      },
    ]);
  });

  test('a duration that is not the time between start and end is refused', async () => {
    const line =
      '"Shop","","","","Ann","ann@x.be","2026-10-25","09:00:00","2026-10-25","10:30:00","01:20:00","1.33"';
    await expect(only(`${CLOCKIFY}${line}\n`, ', format: clockify-detailed')).rejects.toThrow(
      'the duration 01:20:00 is not',
    );
  });

  test('Toggl', async () => {
    const text =
      '\ufeffUser,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)\nAnn,ann@x.be,,Shop,,"two\nlines",No,2026-10-05,22:00:00,2026-10-06,06:00:00,08:00:00,,\n';
    const { records } = await only(text, ', format: toggl-detailed');
    expect(records).toMatchObject([
      { workedMinutes: 480, teamId: 'Shop', taskId: null, workDate: '2026-10-05' },
    ]);
  });

  test('headings of your own, joined where they belong together', async () => {
    const settings = ', columns: { employee: Badge, employeeName: Name, start: [Date, In], end: Out }';
    const { records, employees } = await only(
      'Badge;Name;Date;In;Out\n7;Ann;5.10.2026;22.00;6.00\n',
      settings,
    );
    expect(employees).toMatchObject([{ id: '7', lastName: 'Ann' }]);
    expect(records).toMatchObject([{ startsAt: '2026-10-05T22:00:00+02:00', workedMinutes: 480 }]);
  });

  test.each([
    [', columns: { staff: Badge }', 'columns has staff'],
    [', columns: { employee: Badge, start: [Date, Begin] }', 'has no column begin'],
  ])('%s is refused', async (settings, text) => {
    await expect(only('Badge;Date;In\n7;5.10.2026;22.00\n', settings)).rejects.toThrow(text);
  });
});

describe('IDs', () => {
  const ids = async (...lines: readonly string[]) =>
    (await read(entries('employee,start,end,reviewed', ...lines))).records.map(({ id }) => id).sort();
  const [a, b] = ['Ann,2026-10-05T08:00,2026-10-05T16:00,', 'Bob,2026-10-05T08:00,2026-10-05T16:00,'];

  test('a line keeps its ID in any order and over edits of other lines, and when it is reviewed', async () => {
    const [first, second] = await ids(a, b);
    expect(await ids(b, a)).toEqual([first, second]);
    const edited = await ids(a, b.replace('16:00', '17:00'));
    expect(edited.filter((id) => id === first || id === second)).toHaveLength(1);
    expect(await ids(`${a}yes`, b)).toEqual([first, second]);
  });

  test('two equal lines are two entries', async () => {
    const equal = await ids(a, a);
    expect(new Set(equal).size).toBe(2);
  });

  test('an ID that two lines have is refused', async () => {
    const rows = entries('employee,start,id', 'Ann,2026-10-05T08:00,1', 'Ann,2026-10-06T08:00,1');
    expect(await refusal(rows)).toContain('entries.csv:3: line 2 has the ID');
  });
});

describe('a folder that is written meanwhile', () => {
  const heading = 'employee,start,end,id\n';
  const [one, two] = [
    'Ann,2026-10-05T08:00,2026-10-05T16:00,1\n',
    'Ann,2026-10-06T08:00,2026-10-06T16:00,2\n',
  ];

  /** Writes the next content each time a pass over the entries begins. */
  async function readChanging(...contents: readonly string[]) {
    const folder = csvFolder({ 'entries.csv': heading + (contents[0] ?? '') });
    const source = await csvSourceOf(folder, '', ', zone: Europe/Brussels', (pass) =>
      writeFiles(folder, { 'entries.csv': heading + (contents[pass - 1] ?? contents.at(-1) ?? '') }),
    );
    return readCsv(source, { read: 'twice' });
  }

  test.each([
    ['the same', [one + two], ['1', '2'], []],
    ['a changed line', [one + two, one + two.replace('16:00', '17:00')], ['1', '2'], ['2']],
    ['a new line', [one, one + two], ['1', '2'], ['2']],
    ['a deleted line', [one + two, one, one], ['1'], ['2']],
    ['a line that one pass missed', [one + two, one, one + two], ['1', '2'], ['2']],
  ])('%s', async (_, contents, expected, changed) => {
    const read = await readChanging(...contents);
    expect(read.records.map(({ id }) => id).sort()).toEqual(expected);
    expect(read.changedWhileReading).toEqual(changed);
  });
});

describe('what would be wrong in silence', () => {
  const named = (columns: string) => `, columns: { ${columns} }`;

  test('a heading of the configuration that is not there is refused', async () => {
    const files = entries('employee,start,end,Pause', 'Ann,2026-10-05T08:00,2026-10-05T16:00,30');
    expect(await refusal(files, named('break: Break'))).toContain(
      'has no column break. Its columns are: employee, start, end, pause',
    );
    const { records } = await read(files, named('break: Pause'));
    expect(records).toMatchObject([{ workedMinutes: 450 }]);
  });

  test('a row without a place beside rows with one is refused, unless the folder lists one place', async () => {
    const files = entries(
      'employee,start,end,establishment',
      'Ann,2026-10-05T08:00,2026-10-05T16:00,',
      'Bob,2026-10-05T08:00,2026-10-05T16:00,lisbon',
    );
    expect(await refusal(files)).toContain('names no establishment');
    const listed = { ...files, 'establishments.csv': 'id,zone\nlisbon,Europe/Lisbon\n' };
    const { records } = await read(listed);
    expect(records.map(({ establishmentId }) => establishmentId)).toEqual(['lisbon', 'lisbon']);
  });

  test('people who are written differently are named, if the folder does not list its people', async () => {
    const rows = ['Ann Peeters', 'ann  peeters', 'Bob'].map(
      (who) => `${who},2026-10-05T08:00,2026-10-05T16:00`,
    );
    const files = entries('employee,start,end', ...rows);
    const alike = async (all: FolderFiles) =>
      (await read(all)).notices?.filter((notice) => JSON.stringify(notice).includes('csv.alike'));
    expect(JSON.stringify(await alike(files))).toContain('\\"Ann Peeters\\" / \\"ann  peeters\\"');
    const people = ['Ann Peeters', 'ann  peeters', 'Bob'].join('\n');
    expect(await alike({ ...files, 'employees.csv': `id\n${people}\n` })).toEqual([]);
  });

  test.each([
    [['1', '1'], true],
    [['1', '', '0'], true],
    [['1', '30'], false],
    [['0:01', '1'], false],
    [['', '0'], false],
  ])('breaks %j: whether hours may be meant is told (%s)', async (breaks, isTold) => {
    const rows = breaks.map((pause, at) => `Ann,2026-10-0${at + 1}T08:00,2026-10-0${at + 1}T16:00,${pause}`);
    const { notices } = await read(entries('employee,start,end,break', ...rows));
    expect(JSON.stringify(notices).includes('csv.shortBreaks')).toBe(isTold);
  });

  test('worked without a break that differs from the times is told', async () => {
    const files = entries('employee,start,end,worked', 'Ann,2026-10-05T08:00,2026-10-05T16:00,450');
    const { records, notices } = await read(files);
    expect(records).toMatchObject([{ workedMinutes: 450 }]);
    expect(JSON.stringify(notices)).toContain('csv.differing');
  });

  test('a duration of nothing without an end is a running entry', async () => {
    const { records } = await read(entries('employee,start,end,duration', 'Ann,2026-10-05T08:00,,0:00'));
    expect(records).toMatchObject([{ status: 'Working', endsAt: null, workedMinutes: null }]);
  });

  test.each([
    ['24:00', { endsAt: '2026-10-06T08:00:00+02:00', workedMinutes: 1440 }],
    ['0:00', { endsAt: '2026-10-05T08:00:00+02:00', workedMinutes: 0 }],
  ])('equal clock times: the duration %s decides', async (duration, expected) => {
    const row = `Ann,2026-10-05T08:00,08:00,${duration}`;
    expect((await read(entries('employee,start,end,duration', row))).records).toMatchObject([expected]);
  });

  test.each([
    ['08:15:50', '', '00:15:50', { workedMinutes: 16, workedSeconds: 950 }],
    ['08:30', '10', '00:30:00', { workedMinutes: 20 }],
    ['08:30', '10', '00:20:00', { workedMinutes: 20 }],
    ['08:30:40', '10', '00:20:39', { workedMinutes: 21, workedSeconds: 1239 }],
    ['08:30:20', '', '0:30', { workedMinutes: 30, workedSeconds: 1820 }],
    ['08:15', '', '00:15:50', { workedMinutes: 15 }],
  ])('from 08:00 to %s with the break "%s" and the duration %s', async (end, pause, duration, expected) => {
    const row = `Ann,2026-10-05T08:00,2026-10-05T${end},${pause},${duration}`;
    const { records } = await read(entries('employee,start,end,break,duration', row));
    expect(records).toMatchObject([expected]);
    expect('workedSeconds' in (records[0] ?? {})).toBe('workedSeconds' in expected);
  });

  test.each([
    ['columns: { duration: duration }', 20, 'no'],
    [
      'format: deputy-timesheets, columns: { employee: employee, employeeName: employee, start: start, end: end, break: break, duration: duration }',
      30,
      'yes',
    ],
  ])('a duration that includes the break is told: %s', async (settings, workedMinutes, paid) => {
    const rows = [
      'Ann,2026-10-05T08:00,2026-10-05T08:30,10,0:30',
      'Ann,2026-10-06T08:00,2026-10-06T08:30,10,0:20',
    ];
    const { records, notices } = await read(
      entries('employee,start,end,break,duration', ...rows),
      `, ${settings}`,
    );
    expect(records.map((record) => record.workedMinutes)).toEqual([workedMinutes, 20]);
    expect(notices).toContainEqual(
      expect.objectContaining({
        id: 'source.csv.withBreak',
        values: expect.objectContaining({ count: 1, line: 2, paid }),
      }),
    );
  });

  test('the same UUID in capitals is the same ID', async () => {
    const id = '6968efa7-6495-41cd-9ea0-5ad823e7ce00';
    const row = (written: string, day: number) =>
      `${written},Ann,2026-10-0${day}T08:00,2026-10-0${day}T16:00`;
    const files = entries('id,employee,start,end', row(id, 5), row(id.toUpperCase(), 6));
    expect(await refusal(files)).toContain('line 2 has the ID');
  });

  test('shifts beside punches are shifts, and punches have no reviews', async () => {
    const punches = ['employee,time,kind', 'Ann,2026-10-05T08:00,in', 'Ann,2026-10-05T16:00,out'];
    const shifts = 'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n';
    const files = { ...entries(...punches), 'shifts.csv': shifts };
    const { hasReviews, hasPlanning, pairsShifts } = await read(files, ', format: punches');
    expect({ hasReviews, hasPlanning, pairsShifts }).toEqual({
      hasReviews: false,
      hasPlanning: true,
      pairsShifts: true,
    });
  });
});
