import type { LocaleName } from '../../../i18n/csvLocale.js';
import type { BuiltInLanguage } from '../../../i18n/language.js';
import { type Message, message } from '../../../i18n/message.js';

/** Defaults for an employer of a country. The user can choose other values for each. */
export interface Country {
  readonly name: Message;
  /** Built-in languages of the country, the most common first; English if there is none. */
  readonly languages: readonly [BuiltInLanguage, ...BuiltInLanguage[]];
  readonly locale: LocaleName | undefined;
  /** Undefined if a country has several zones. */
  readonly zone: string | undefined;
  /** A file of samples/presets. */
  readonly preset: string | undefined;
}

export const COUNTRIES: Readonly<Record<string, Country>> = {
  BE: {
    name: message('init.country.BE'),
    languages: ['nl', 'fr', 'de'],
    locale: 'nl-BE',
    zone: 'Europe/Brussels',
    preset: 'belgium',
  },
  NL: {
    name: message('init.country.NL'),
    languages: ['nl'],
    locale: 'nl-NL',
    zone: 'Europe/Amsterdam',
    preset: 'netherlands',
  },
  DE: {
    name: message('init.country.DE'),
    languages: ['de'],
    locale: 'de-DE',
    zone: 'Europe/Berlin',
    preset: 'germany',
  },
  FR: {
    name: message('init.country.FR'),
    languages: ['fr'],
    locale: 'fr-FR',
    zone: 'Europe/Paris',
    preset: 'france',
  },
  AT: {
    name: message('init.country.AT'),
    languages: ['de'],
    locale: 'de-AT',
    zone: 'Europe/Vienna',
    preset: 'austria',
  },
  LU: {
    name: message('init.country.LU'),
    languages: ['fr', 'de'],
    locale: 'fr-LU',
    zone: 'Europe/Luxembourg',
    preset: 'luxembourg',
  },
  CH: {
    name: message('init.country.CH'),
    languages: ['de', 'fr'],
    locale: 'de-CH',
    zone: 'Europe/Zurich',
    preset: 'switzerland',
  },
  GB: {
    name: message('init.country.GB'),
    languages: ['en'],
    locale: 'en-GB',
    zone: 'Europe/London',
    preset: 'united-kingdom',
  },
  IE: {
    name: message('init.country.IE'),
    languages: ['en'],
    locale: 'en-IE',
    zone: 'Europe/Dublin',
    preset: undefined,
  },
  IT: {
    name: message('init.country.IT'),
    languages: ['en'],
    locale: 'it-IT',
    zone: 'Europe/Rome',
    preset: 'italy',
  },
  SE: {
    name: message('init.country.SE'),
    languages: ['en'],
    locale: 'sv-SE',
    zone: 'Europe/Stockholm',
    preset: undefined,
  },
  DK: {
    name: message('init.country.DK'),
    languages: ['en'],
    locale: 'da-DK',
    zone: 'Europe/Copenhagen',
    preset: undefined,
  },
  AU: {
    name: message('init.country.AU'),
    languages: ['en'],
    locale: 'en-AU',
    zone: undefined,
    preset: undefined,
  },
  NZ: {
    name: message('init.country.NZ'),
    languages: ['en'],
    locale: 'en-NZ',
    zone: 'Pacific/Auckland',
    preset: undefined,
  },
  US: {
    name: message('init.country.US'),
    languages: ['en'],
    locale: 'en-US',
    zone: undefined,
    preset: undefined,
  },
  other: {
    name: message('init.country.other'),
    languages: ['en', 'nl', 'fr', 'de'],
    locale: undefined,
    zone: undefined,
    preset: undefined,
  },
};
