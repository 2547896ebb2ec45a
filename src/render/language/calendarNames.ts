import type { Language } from './language.js';

interface CalendarNames {
  /** Monday first. */
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  /** January first. */
  readonly months: readonly string[];
}

const words = (list: string): readonly string[] => list.split(' ');

/** Written here, not taken from the system's Intl data, so that files are the same on every machine. */
const NAMES: Readonly<Record<Language, CalendarNames>> = {
  en: {
    weekdays: words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
    shortWeekdays: words('Mon Tue Wed Thu Fri Sat Sun'),
    months: words('January February March April May June July August September October November December'),
  },
  nl: {
    weekdays: words('maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'),
    shortWeekdays: words('ma di wo do vr za zo'),
    months: words('januari februari maart april mei juni juli augustus september oktober november december'),
  },
  fr: {
    weekdays: words('lundi mardi mercredi jeudi vendredi samedi dimanche'),
    shortWeekdays: words('lun mar mer jeu ven sam dim'),
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  },
  de: {
    weekdays: words('Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'),
    shortWeekdays: words('Mo Di Mi Do Fr Sa So'),
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  },
};

/** @param weekday ISO number, 1 is Monday. */
export function weekdayName(language: Language, weekday: number): string {
  return NAMES[language].weekdays[weekday - 1] ?? '';
}

/** Two or three letters. @param weekday ISO number, 1 is Monday. */
export function shortWeekdayName(language: Language, weekday: number): string {
  return NAMES[language].shortWeekdays[weekday - 1] ?? '';
}

/** @param month 1 is January. */
export function monthName(language: Language, month: number): string {
  return NAMES[language].months[month - 1] ?? '';
}
