import { type BuiltInLanguage, type Language, sectionOf } from './language.js';

/** An abbreviation on its own, and beside the other parts of a date: German "Jan", but "5. Jan. 2026". */
interface Abbreviations {
  readonly alone: readonly string[];
  readonly inDate: readonly string[];
}

export interface CalendarNames {
  /** Monday first. */
  readonly weekdays: readonly string[];
  /** Without a point, for narrow columns. */
  readonly shortWeekdays: readonly string[];
  readonly abbreviatedWeekdays: Abbreviations;
  /** January first. */
  readonly months: readonly string[];
  readonly abbreviatedMonths: Abbreviations;
  /** Before and after noon. */
  readonly dayHalves: readonly string[];
}

const words = (list: string): readonly string[] => list.split(' ');
const same = (list: string): Abbreviations => ({ alone: words(list), inDate: words(list) });

/** Written here, not taken from the system's Intl data, so that files are the same on every machine. */
export const CALENDAR_NAMES: Readonly<Record<BuiltInLanguage, CalendarNames>> = {
  en: {
    weekdays: words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
    shortWeekdays: words('Mon Tue Wed Thu Fri Sat Sun'),
    abbreviatedWeekdays: same('Mon Tue Wed Thu Fri Sat Sun'),
    months: words('January February March April May June July August September October November December'),
    abbreviatedMonths: same('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    dayHalves: words('AM PM'),
  },
  nl: {
    weekdays: words('maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'),
    shortWeekdays: words('ma di wo do vr za zo'),
    abbreviatedWeekdays: same('ma di wo do vr za zo'),
    months: words('januari februari maart april mei juni juli augustus september oktober november december'),
    abbreviatedMonths: same('jan feb mrt apr mei jun jul aug sep okt nov dec'),
    dayHalves: words('a.m. p.m.'),
  },
  fr: {
    weekdays: words('lundi mardi mercredi jeudi vendredi samedi dimanche'),
    shortWeekdays: words('lun mar mer jeu ven sam dim'),
    abbreviatedWeekdays: same('lun. mar. mer. jeu. ven. sam. dim.'),
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    abbreviatedMonths: same('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
    dayHalves: words('AM PM'),
  },
  de: {
    weekdays: words('Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'),
    shortWeekdays: words('Mo Di Mi Do Fr Sa So'),
    abbreviatedWeekdays: {
      alone: words('Mo Di Mi Do Fr Sa So'),
      inDate: words('Mo. Di. Mi. Do. Fr. Sa. So.'),
    },
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    abbreviatedMonths: {
      alone: words('Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'),
      inDate: words('Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'),
    },
    dayHalves: words('AM PM'),
  },
};

function namesIn(language: Language): CalendarNames {
  return sectionOf(language, 'calendar', CALENDAR_NAMES);
}

/** @param weekday ISO number, 1 is Monday. */
export function weekdayName(language: Language, weekday: number): string {
  return namesIn(language).weekdays[weekday - 1] ?? '';
}

/** Two or three letters without a point. @param weekday ISO number, 1 is Monday. */
export function shortWeekdayName(language: Language, weekday: number): string {
  return namesIn(language).shortWeekdays[weekday - 1] ?? '';
}

/** @param weekday ISO number, 1 is Monday. */
export function abbreviatedWeekday(language: Language, weekday: number, where: keyof Abbreviations): string {
  return namesIn(language).abbreviatedWeekdays[where][weekday - 1] ?? '';
}

/** @param month 1 is January. */
export function monthName(language: Language, month: number): string {
  return namesIn(language).months[month - 1] ?? '';
}

/** @param month 1 is January. */
export function abbreviatedMonth(language: Language, month: number, where: keyof Abbreviations): string {
  return namesIn(language).abbreviatedMonths[where][month - 1] ?? '';
}

/** `AM` or `PM`. @param hour 0 to 23 */
export function dayHalfName(language: Language, hour: number): string {
  return namesIn(language).dayHalves[hour < 12 ? 0 : 1] ?? '';
}
