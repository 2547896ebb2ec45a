import type { LocaleName } from '../../language/csvLocale.js';

/** What usually suits an employer of a country; every part of it can be chosen otherwise. */
export interface Country {
  readonly name: string;
  readonly language: 'en' | 'nl' | 'fr' | 'de';
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
    language: 'nl',
    locale: 'nl-BE',
    zone: 'Europe/Brussels',
    preset: 'belgium',
    payroll: ['sdworx', 'acerta', 'partena'],
  },
  NL: {
    name: 'Netherlands',
    language: 'nl',
    locale: 'nl-NL',
    zone: 'Europe/Amsterdam',
    preset: 'netherlands',
    payroll: ['loket', 'nmbrs'],
  },
  DE: {
    name: 'Germany',
    language: 'de',
    locale: 'de-DE',
    zone: 'Europe/Berlin',
    preset: 'germany',
    payroll: ['datev-lodas', 'datev-lug', 'lexware', 'addison', 'lohnfix'],
  },
  FR: {
    name: 'France',
    language: 'fr',
    locale: 'fr-FR',
    zone: 'Europe/Paris',
    preset: 'france',
    payroll: ['silae'],
  },
  AT: {
    name: 'Austria',
    language: 'de',
    locale: 'de-AT',
    zone: 'Europe/Vienna',
    preset: 'austria',
    payroll: ['bmd', 'generic-csv'],
  },
  LU: {
    name: 'Luxembourg',
    language: 'fr',
    locale: 'fr-LU',
    zone: 'Europe/Luxembourg',
    preset: 'luxembourg',
    payroll: ['generic-csv'],
  },
  CH: {
    name: 'Switzerland',
    language: 'de',
    locale: 'de-CH',
    zone: 'Europe/Zurich',
    preset: 'switzerland',
    payroll: ['winbiz'],
  },
  GB: {
    name: 'United Kingdom',
    language: 'en',
    locale: 'en-GB',
    zone: 'Europe/London',
    preset: 'united-kingdom',
    payroll: ['brightpay', 'generic-csv'],
  },
  IE: {
    name: 'Ireland',
    language: 'en',
    locale: 'en-IE',
    zone: 'Europe/Dublin',
    preset: undefined,
    payroll: ['brightpay', 'sage-payroll-ie', 'generic-csv'],
  },
  IT: {
    name: 'Italy',
    language: 'en',
    locale: 'it-IT',
    zone: 'Europe/Rome',
    preset: 'italy',
    payroll: ['zucchetti', 'generic-csv'],
  },
  SE: {
    name: 'Sweden',
    language: 'en',
    locale: 'sv-SE',
    zone: 'Europe/Stockholm',
    preset: undefined,
    payroll: ['paxml', 'generic-csv'],
  },
  DK: {
    name: 'Denmark',
    language: 'en',
    locale: 'da-DK',
    zone: 'Europe/Copenhagen',
    preset: undefined,
    payroll: ['danlon', 'proloen', 'generic-csv'],
  },
  AU: {
    name: 'Australia',
    language: 'en',
    locale: 'en-AU',
    zone: undefined,
    preset: undefined,
    payroll: ['myob-exo', 'generic-csv'],
  },
  NZ: {
    name: 'New Zealand',
    language: 'en',
    locale: 'en-NZ',
    zone: 'Pacific/Auckland',
    preset: undefined,
    payroll: ['myob-exo', 'generic-csv'],
  },
  US: {
    name: 'United States',
    language: 'en',
    locale: 'en-US',
    zone: undefined,
    preset: undefined,
    payroll: ['adp-run', 'adp-workforce-now', 'gusto', 'paychex-spi', 'quickbooks-iif'],
  },
  other: {
    name: 'Another country',
    language: 'en',
    locale: undefined,
    zone: undefined,
    preset: undefined,
    payroll: ['generic-csv'],
  },
};
