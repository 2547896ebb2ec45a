import type { LocaleName } from '../../i18n/csvLocale.js';
import type { BuiltInLanguage } from '../../i18n/language.js';

/** What usually suits an employer of a country; every part of it can be chosen otherwise. */
export interface Country {
  readonly name: string;
  /** Those of the country that we speak, the usual one first; English where there is none. */
  readonly languages: readonly [BuiltInLanguage, ...BuiltInLanguage[]];
  readonly locale: LocaleName | undefined;
  /** undefined where a country has several. */
  readonly zone: string | undefined;
  /** A file of samples/presets. */
  readonly preset: string | undefined;
  /** Built-in templates for the payroll systems of the country. */
  readonly payroll: readonly string[];
}

export const COUNTRIES: Readonly<Record<string, Country>> = {
  BE: {
    name: 'Belgium',
    languages: ['nl', 'fr', 'de'],
    locale: 'nl-BE',
    zone: 'Europe/Brussels',
    preset: 'belgium',
    payroll: ['sdworx', 'acerta', 'partena'],
  },
  NL: {
    name: 'Netherlands',
    languages: ['nl'],
    locale: 'nl-NL',
    zone: 'Europe/Amsterdam',
    preset: 'netherlands',
    payroll: ['loket', 'nmbrs'],
  },
  DE: {
    name: 'Germany',
    languages: ['de'],
    locale: 'de-DE',
    zone: 'Europe/Berlin',
    preset: 'germany',
    payroll: ['datev-lodas', 'datev-lug', 'lexware', 'addison', 'lohnfix'],
  },
  FR: {
    name: 'France',
    languages: ['fr'],
    locale: 'fr-FR',
    zone: 'Europe/Paris',
    preset: 'france',
    payroll: ['silae'],
  },
  AT: {
    name: 'Austria',
    languages: ['de'],
    locale: 'de-AT',
    zone: 'Europe/Vienna',
    preset: 'austria',
    payroll: ['bmd', 'generic-csv'],
  },
  LU: {
    name: 'Luxembourg',
    languages: ['fr', 'de'],
    locale: 'fr-LU',
    zone: 'Europe/Luxembourg',
    preset: 'luxembourg',
    payroll: ['generic-csv'],
  },
  CH: {
    name: 'Switzerland',
    languages: ['de', 'fr'],
    locale: 'de-CH',
    zone: 'Europe/Zurich',
    preset: 'switzerland',
    payroll: ['winbiz'],
  },
  GB: {
    name: 'United Kingdom',
    languages: ['en'],
    locale: 'en-GB',
    zone: 'Europe/London',
    preset: 'united-kingdom',
    payroll: ['brightpay', 'generic-csv'],
  },
  IE: {
    name: 'Ireland',
    languages: ['en'],
    locale: 'en-IE',
    zone: 'Europe/Dublin',
    preset: undefined,
    payroll: ['brightpay', 'sage-payroll-ie', 'generic-csv'],
  },
  IT: {
    name: 'Italy',
    languages: ['en'],
    locale: 'it-IT',
    zone: 'Europe/Rome',
    preset: 'italy',
    payroll: ['zucchetti', 'generic-csv'],
  },
  SE: {
    name: 'Sweden',
    languages: ['en'],
    locale: 'sv-SE',
    zone: 'Europe/Stockholm',
    preset: undefined,
    payroll: ['paxml', 'generic-csv'],
  },
  DK: {
    name: 'Denmark',
    languages: ['en'],
    locale: 'da-DK',
    zone: 'Europe/Copenhagen',
    preset: undefined,
    payroll: ['danlon', 'proloen', 'generic-csv'],
  },
  AU: {
    name: 'Australia',
    languages: ['en'],
    locale: 'en-AU',
    zone: undefined,
    preset: undefined,
    payroll: ['myob-exo', 'generic-csv'],
  },
  NZ: {
    name: 'New Zealand',
    languages: ['en'],
    locale: 'en-NZ',
    zone: 'Pacific/Auckland',
    preset: undefined,
    payroll: ['myob-exo', 'generic-csv'],
  },
  US: {
    name: 'United States',
    languages: ['en'],
    locale: 'en-US',
    zone: undefined,
    preset: undefined,
    payroll: ['adp-run', 'adp-workforce-now', 'gusto', 'paychex-spi', 'quickbooks-iif'],
  },
  other: {
    name: 'Another country',
    languages: ['en', 'nl', 'fr', 'de'],
    locale: undefined,
    zone: undefined,
    preset: undefined,
    payroll: ['generic-csv'],
  },
};
