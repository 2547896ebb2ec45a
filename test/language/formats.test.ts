import { DateTime, Settings } from 'luxon';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { workbookSettings } from '../../src/documents/template/drawnWorkbook.js';
import { dateWriter, isDatePattern } from '../../src/documents/text/printFormats.js';
import { LANGUAGES, type Language } from '../../src/i18n/language.js';
import { datePattern } from '../../src/language/formats.js';
import { ENGLISH_WORDS, type ValueWords } from '../../src/language/languageValues.js';
import { said } from '../support/workbooks/checked.js';
import { rendered } from '../support/workbooks/rendered.js';
import { row } from '../support/workbooks/workbook.js';

/* Patterns of text templates mean the same in workbooks; the writer of text templates is the oracle. */
const DAYS = ['YYYY', 'YY', 'MM', 'M', 'DD', 'D'];
const patterns = DAYS.flatMap((a) =>
  DAYS.filter((b) => b[0] !== a[0]).flatMap((b) => [a, `${a}.${b}`, `${a}${b}`, `${a}/${b}-`]),
);

const wordsOf = (language: Language): ValueWords => workbookSettings(language).words ?? ENGLISH_WORDS;
const written = (pattern: string, stamp: string, language: Language = 'en') =>
  datePattern(pattern, stamp.length > 10)(DateTime.fromISO(stamp, { setZone: true }), wordsOf(language));

describe('datePattern', () => {
  test.each([...new Set([...patterns, 'DD.MM.YYYY', 'YYYYMMDD', 'MM/YYYY'])])('%s', (pattern) => {
    expect(isDatePattern(pattern)).toBe(true);
    for (const date of ['2026-03-05', '2026-12-31', '2000-01-01'])
      expect(written(pattern, date)).toBe(dateWriter(pattern)(date));
  });

  test.each([
    ['dd.MM.yyyy', '05.03.2026'],
    ["d 'MM' MMMM", '5 MM March'],
    ['EEEE', 'Thursday'],
    ["W. 'week'", '10. week'],
    ['yyyy年M月', '2026年3月'],
    ["d. MMM ''yy", "5. Mar '26"],
  ])('%s gives %s', (pattern, text) => expect(written(pattern, '2026-03-05')).toBe(text));

  const NUMBERS = 'y yy yyyy M MM L LL d dd W WW kkkk H HH h hh m mm s ss'.split(' ');
  test.each(NUMBERS)('%s gives the same as luxon', (token) => {
    const pattern = /m/.test(token) ? `H ${token}` : token;
    const stamps = ['2026-03-05T00:07:09Z', '2027-01-01T12:30:00+02:00', '2024-12-30T23:59:59-05:00'];
    for (const stamp of stamps)
      expect(written(pattern, stamp)).toBe(DateTime.fromISO(stamp, { setZone: true }).toFormat(pattern));
  });

  test.each(['', "d 'of MMMM", 'DDD', 'mm', 'TT.MM.JJJJ', 'Do MMMM', 'ff'])('%s is refused', (pattern) => {
    expect(said(() => datePattern(pattern, false))).toMatch(/^date:"/);
  });

  test.each(['HH:mm', 'dd.MM. HH:mm:ss', 'h:mm a'])('%s needs a time', (pattern) => {
    expect(() => datePattern(pattern, true)).not.toThrow();
    expect(said(() => datePattern(pattern, false))).toMatch(/minutes|no time/);
  });
});

describe('names of days and months', () => {
  afterEach(() => vi.restoreAllMocks());

  const dates = (count: number, month: (at: number) => number, day: (at: number) => number) =>
    Array.from({ length: count }, (_, at) =>
      new Date(Date.UTC(2026, month(at), day(at))).toISOString().slice(0, 10),
    );
  const MONTHS = dates(
    12,
    (at) => at,
    () => 5,
  );
  /** Starting on Monday, 5 January 2026. */
  const WEEKDAYS = dates(
    7,
    () => 0,
    (at) => 5 + at,
  );

  /** As in the Unicode locale data of Node.js 20 (ICU 78). */
  const NAMES: readonly (readonly [Language, string, string])[] = [
    ['en', 'MMM', 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'],
    ['en', 'LLL', 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'],
    ['en', 'MMMM', 'January February March April May June July August September October November December'],
    ['en', 'EEE', 'Mon Tue Wed Thu Fri Sat Sun'],
    ['en', 'ccc', 'Mon Tue Wed Thu Fri Sat Sun'],
    ['en', 'EEEE', 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'],
    ['nl', 'MMM', 'jan feb mrt apr mei jun jul aug sep okt nov dec'],
    ['nl', 'LLL', 'jan feb mrt apr mei jun jul aug sep okt nov dec'],
    ['nl', 'MMMM', 'januari februari maart april mei juni juli augustus september oktober november december'],
    ['nl', 'EEE', 'ma di wo do vr za zo'],
    ['nl', 'ccc', 'ma di wo do vr za zo'],
    ['nl', 'EEEE', 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'],
    ['fr', 'MMM', 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'],
    ['fr', 'LLL', 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'],
    ['fr', 'MMMM', 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'],
    ['fr', 'EEE', 'lun. mar. mer. jeu. ven. sam. dim.'],
    ['fr', 'ccc', 'lun. mar. mer. jeu. ven. sam. dim.'],
    ['fr', 'EEEE', 'lundi mardi mercredi jeudi vendredi samedi dimanche'],
    ['de', 'MMM', 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'],
    ['de', 'LLL', 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'],
    ['de', 'MMMM', 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'],
    ['de', 'EEE', 'Mo. Di. Mi. Do. Fr. Sa. So.'],
    ['de', 'ccc', 'Mo Di Mi Do Fr Sa So'],
    ['de', 'EEEE', 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'],
  ];

  test.each(NAMES)('%s %s', (language, pattern, names) => {
    const days = /[ML]/.test(pattern) ? MONTHS : WEEKDAYS;
    expect(days.map((date) => written(pattern, date, language)).join(' ')).toBe(names);
  });

  test.each(LANGUAGES)('%s: long names alone are those in a date', (language) => {
    for (const date of [...MONTHS, ...WEEKDAYS])
      expect(written('LLLL cccc', date, language)).toBe(written('MMMM EEEE', date, language));
  });

  test.each([
    ['en', '9:05 AM', '9:05 PM'],
    ['nl', '9:05 a.m.', '9:05 p.m.'],
    ['fr', '9:05 AM', '9:05 PM'],
    ['de', '9:05 AM', '9:05 PM'],
  ] as const)('%s: halves of a day', (language, before, after) => {
    expect(written('h:mm a', '2026-01-05T09:05:00Z', language)).toBe(before);
    expect(written('h:mm a', '2026-01-05T21:05:00Z', language)).toBe(after);
  });

  test('do not depend on the system', async () => {
    const drawn = row(1, { A: '{{run.from | date:"EEEE d MMMM yyyy, MMM, EEE"}}' });
    Settings.resetCaches();
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
      throw new Error('asked the system');
    });
    const model = { run: { 'run.from': '2026-10-01' }, dataSets: new Map() };
    const out = await rendered({ sheets: { Hours: { rows: drawn } } }, model, { language: 'de' });
    expect(out.cells(1)).toEqual({ A1: 'Donnerstag 1 Oktober 2026, Okt., Do.' });
  });
});
