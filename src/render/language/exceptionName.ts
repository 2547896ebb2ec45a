import type { Language } from './language.js';

type Names = Readonly<Record<Language, string>>;

/** What each exception code (PAY-RULES, "Exceptions") means, in a few words. */
const NAMES: Readonly<Record<string, Names>> = {
  OPEN_ENTRY: {
    en: 'Entry still open',
    nl: 'Registratie nog open',
    fr: 'Pointage encore ouvert',
    de: 'Buchung noch offen',
  },
  MISSING_END: { en: 'End is missing', nl: 'Einde ontbreekt', fr: 'Fin manquante', de: 'Ende fehlt' },
  LONG_ENTRY: {
    en: 'Very long entry',
    nl: 'Zeer lange registratie',
    fr: 'Pointage très long',
    de: 'Sehr lange Buchung',
  },
  SHORT_REST: { en: 'Short rest', nl: 'Korte rust', fr: 'Repos trop court', de: 'Kurze Ruhezeit' },
  OVERLAP: {
    en: 'Entries overlap',
    nl: 'Registraties overlappen',
    fr: 'Pointages qui se chevauchent',
    de: 'Buchungen überschneiden sich',
  },
  ENTRY_NO_SHIFT: {
    en: 'Entry without shift',
    nl: 'Registratie zonder dienst',
    fr: 'Pointage sans service prévu',
    de: 'Buchung ohne Schicht',
  },
  SHIFT_NO_ENTRY: {
    en: 'Shift without entry',
    nl: 'Dienst zonder registratie',
    fr: 'Service sans pointage',
    de: 'Schicht ohne Buchung',
  },
  UNREVIEWED: { en: 'Not reviewed', nl: 'Niet nagekeken', fr: 'Non vérifié', de: 'Nicht geprüft' },
  NO_EMPLOYEE: { en: 'No employee', nl: 'Geen medewerker', fr: 'Sans salarié', de: 'Kein Mitarbeiter' },
  UNKNOWN_EMPLOYEE: {
    en: 'Unknown employee',
    nl: 'Onbekende medewerker',
    fr: 'Salarié inconnu',
    de: 'Unbekannter Mitarbeiter',
  },
  WORKDATE_MISMATCH: {
    en: 'Work date differs',
    nl: 'Werkdatum wijkt af',
    fr: 'Date de travail différente',
    de: 'Arbeitsdatum weicht ab',
  },
  OFFSET_MISMATCH: {
    en: 'Time offset differs',
    nl: 'Tijdsverschil wijkt af',
    fr: 'Décalage horaire différent',
    de: 'Zeitverschiebung weicht ab',
  },
  NET_EXCEEDS_GROSS: {
    en: 'More worked than elapsed',
    nl: 'Meer gewerkt dan verstreken',
    fr: 'Plus de travail que de temps',
    de: 'Mehr gearbeitet als verstrichen',
  },
  DST_SUSPECT: {
    en: 'Clock change miscounted',
    nl: 'Klokwissel fout geteld',
    fr: 'Changement d’heure mal compté',
    de: 'Zeitumstellung falsch gezählt',
  },
  CHANGED_WHILE_READING: {
    en: 'Changed while reading',
    nl: 'Gewijzigd tijdens het lezen',
    fr: 'Modifié pendant la lecture',
    de: 'Beim Lesen geändert',
  },
  UNMAPPED_EMPLOYEE: {
    en: 'No payroll number',
    nl: 'Geen personeelsnummer',
    fr: 'Sans matricule de paie',
    de: 'Keine Personalnummer',
  },
  UNMAPPED_CODE: {
    en: 'No external pay code',
    nl: 'Geen externe looncode',
    fr: 'Sans code de paie externe',
    de: 'Keine externe Lohnart',
  },
  DUPLICATE_NUMBER: {
    en: 'Payroll number twice',
    nl: 'Personeelsnummer dubbel',
    fr: 'Matricule en double',
    de: 'Personalnummer doppelt',
  },
  INVALID_RECORD: {
    en: 'Invalid record',
    nl: 'Ongeldig record',
    fr: 'Enregistrement invalide',
    de: 'Ungültiger Datensatz',
  },
  ESTABLISHMENT_GONE: {
    en: 'Establishment gone',
    nl: 'Vestiging verdwenen',
    fr: 'Établissement disparu',
    de: 'Betrieb verschwunden',
  },
};

/** A short name for an exception code; the code itself where it is unknown. */
export function exceptionName(language: Language, code: string): string {
  return Object.hasOwn(NAMES, code) ? (NAMES[code]?.[language] ?? code) : code;
}
