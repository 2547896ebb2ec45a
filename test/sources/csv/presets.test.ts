import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { csvFolder, csvSourceOf, readCsv } from '../../support/service/csvFolder.js';

const only = async (text: string, settings: string) => {
  const folder = csvFolder({ 'export.csv': text });
  return readCsv(await csvSourceOf(join(folder, 'export.csv'), settings));
};

describe('Deputy', () => {
  const heading =
    'Employee Export Code,Employee Name,Date,Start,End,Mealbreak,Total Hours,Total Cost,Employee Comment\n';
  const read = (line: string) => only(`${heading}${line}\n`, ', format: deputy-timesheets, dateOrder: dmy');

  test.each([
    ['P7,Ann,05/10/2026,08:00:00,16:30:00,00:30:00,8,210,', '2026-10-05T16:30:00+02:00', 480],
    ['P7,Ann,05/10/2026,22:00:00,06:00:00,00:30:00,7.5,210,', '2026-10-06T06:00:00+02:00', 450],
    ['P7,Ann,05/10/2026,08:00:00,16:20:00,,8.33,210,', '2026-10-05T16:20:00+02:00', 500],
    // A meal break that is paid.
    ['P7,Ann,05/10/2026,08:00:00,16:30:00,00:30:00,8.5,210,', '2026-10-05T16:30:00+02:00', 510],
  ])('%s', async (line, endsAt, workedMinutes) => {
    const { records, employees } = await read(line);
    expect(records).toMatchObject([{ employeeId: 'P7', endsAt, workedMinutes }]);
    expect(employees).toMatchObject([{ id: 'P7', lastName: 'Ann' }]);
  });

  test.each([
    ['P7,Ann,05/10/2026,08:00:00,16:30:00,00:30:00,7,210,', 'is not the time between start and end'],
    ['P7,Ann,05/10/2026,08:00:00,16:30:00,00:30:30,8,210,', 'neither a whole number of minutes'],
    [',Ann,05/10/2026,08:00:00,16:30:00,00:30:00,8,210,', 'employee is empty'],
  ])('%s is refused', async (line, text) => {
    await expect(read(line)).rejects.toThrow(text);
  });
});

describe('Kimai', () => {
  const heading = 'Date,From,To,Duration,Name,User,E-mail,Project,Activity,Description,Break\n';
  const read = (line: string) => only(`${heading}${line}\n`, ', format: kimai-csv');

  test.each([
    ['2026-10-05,08:00,12:06,4:06,Ann,ann,a@x.be,Shop,Till,,', 246],
    ['2026-10-05,08:00,12:06,4.1,Ann,ann,a@x.be,Shop,Till,,', 246],
    ['2026-10-05,08:00,12:00,3:30:00,Ann,ann,a@x.be,Shop,Till,,0:30', 210],
    ['2026-10-05,22:00,02:00,4:00,Ann,ann,a@x.be,Shop,Till,,', 240],
    // As over the API: the duration of Kimai counts.
    ['2026-10-05,08:00,12:00,4:00,Ann,ann,a@x.be,Shop,Till,,0:30', 240],
  ])('%s', async (line, workedMinutes) => {
    const { records, employees } = await read(line);
    expect(records).toMatchObject([{ employeeId: 'ann', teamId: 'Shop', taskId: 'Till', workedMinutes }]);
    expect(employees).toMatchObject([{ lastName: 'Ann' }]);
  });

  test('an entry of several days is refused: the export has no date of its end', async () => {
    const line = '2026-10-05,11:30,13:11,73:41,Ann,ann,a@x.be,Shop,Till,,';
    await expect(read(line)).rejects.toThrow('is not the time between start and end');
  });
});

describe('punches', () => {
  const read = (text: string, settings = '') => only(text, `, format: punches${settings}`);

  test('are paired by person', async () => {
    const text =
      'employee,time,kind\nann,2026-10-05T08:00,in\nbob,2026-10-05T09:00,IN\nann,2026-10-05T16:00,out\nbob,2026-10-05T17:30,Out\n';
    const { records } = await read(text);
    expect(records.map(({ employeeId, workedMinutes }) => [employeeId, workedMinutes]).sort()).toEqual([
      ['ann', 480],
      ['bob', 510],
    ]);
  });

  test('headings and kinds of a terminal', async () => {
    const settings =
      ', columns: { employee: Badge, time: [Date, Time], kind: Type }, kinds: { "0": in, "1": out, "2": break-start, "3": break-end }';
    const text =
      'Badge;Date;Time;Type\n7;5.10.2026;8:00;0\n7;5.10.2026;12:00;2\n7;5.10.2026;12:30;3\n7;5.10.2026;16:30;1\n';
    const { records } = await read(text, settings);
    expect(records).toMatchObject([{ employeeId: '7', workedMinutes: 480, status: 'Completed' }]);
  });

  test('a punch without its partner is an open entry, which keeps its ID when it is completed', async () => {
    const first = 'employee,time,kind\nann,2026-10-05T08:00,in\n';
    const open = await read(first);
    expect(open.records).toMatchObject([{ status: 'Working', endsAt: null, workedMinutes: null }]);
    const completed = await read(`${first}ann,2026-10-05T16:00,out\n`);
    expect(completed.records).toMatchObject([{ status: 'Completed', id: open.records[0].id }]);
  });

  test('doubled punches are told once', async () => {
    const { notices } = await read(
      'employee,time,kind\nann,2026-10-05T08:00:00,in\nann,2026-10-05T08:00:30,in\nann,2026-10-05T16:00:00,out\n',
    );
    expect(notices).toContainEqual(
      expect.objectContaining({
        id: 'source.csv.doubled',
        values: expect.objectContaining({ count: 1, line: 3 }),
      }),
    );
  });

  test.each([
    ['an unknown kind', 'ann,2026-10-05T08:00,0', 'export.csv:2: kind "0" is not in, out'],
    ['no person', ',2026-10-05T08:00,in', 'employee is empty'],
    ['a time that occurs twice', 'ann,2026-10-25T02:30,in', 'occurs twice'],
    ['a date alone', 'ann,2026-10-05,in', 'is not a date and time'],
    [
      'an unclear pair',
      'ann,2026-10-05T06:00,\nann,2026-10-05T22:00,',
      'export.csv:3: this punch is 12 hours',
    ],
  ])('%s is refused', async (_, lines, text) => {
    await expect(read(`employee,time,kind\n${lines}\n`)).rejects.toThrow(text);
  });
});

describe('durations', () => {
  const read = (cells: string) =>
    only(`employee,start,end,break,duration\nAnn,2026-10-05T08:00,${cells}\n`, '');

  test.each([
    [',,7.5', 450],
    [',,"7,5"', 450],
    [',,1.33', 80],
    [',,7', 420],
    [',,PT7H30M', 450],
    ['2026-10-05T16:00,30,7.5', 450],
    ['2026-10-05T16:00,30,8', 450],
    ['2026-10-05T16:02,,8.0', 482],
  ])('%s', async (cells, workedMinutes) => {
    expect((await read(cells)).records).toMatchObject([{ workedMinutes }]);
  });

  test.each([
    ['2026-10-05T16:00,30,7', 'is not the time between start and end'],
    ['2026-10-05T16:00,,28800', 'is not a time such as'],
    [',,480', 'is not a time such as'],
    [',,25', 'is not a time such as'],
    [',30,7.5', 'a duration and a break but no end'],
    [',,7:75', 'is not a time such as'],
    [',,-7', 'is not a time such as'],
  ])('%s is refused', async (cells, text) => {
    await expect(read(cells)).rejects.toThrow(text);
  });
});
