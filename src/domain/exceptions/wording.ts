import { dateNotation, formatDate } from '../../i18n/dateText.js';
import type { Reader } from '../../i18n/formatMessage.js';
import { type Actor, type ExceptionCode, type Finding, isExceptionCode, type Severity } from './finding.js';
import { formatHours } from './rule.js';
import { de } from './wording/de.js';
import { en } from './wording/en.js';
import {
  type ExceptionWording,
  type ExceptionWordings,
  translateProblems,
} from './wording/exceptionWording.js';
import { fr } from './wording/fr.js';
import { nl } from './wording/nl.js';

/** What the program itself speaks on the terminal. */
export const ENGLISH: ExceptionWordings = en;

const WORDINGS = new Map<string, ExceptionWordings>(Object.entries({ en, nl, fr, de }));

/** What there is for a language such as `nl` or `nl-BE`. */
function inLanguage<Words>(words: ReadonlyMap<string, Words>, language: string): Words | undefined {
  return words.get(language) ?? words.get(language.slice(0, 2).toLowerCase());
}

/** The wordings of a language such as `nl` or `nl-BE`; English where there is none. */
export function exceptionWordings(language: string): ExceptionWordings {
  return inLanguage(WORDINGS, language) ?? en;
}

/** Makes a further language known, by its code. */
export function addWordings(code: string, wordings: ExceptionWordings, words: WorkWords): void {
  WORDINGS.set(code, wordings);
  addWorkWords(code, words);
}

export function exceptionWording(code: ExceptionCode, language: string): ExceptionWording {
  return exceptionWordings(language)[code];
}

/**
 * The sentence for a finding: its facts put into the code's wording.
 * @param reader who reads it; without one it is English with ISO dates
 */
export function findingMessage(finding: Finding, reader?: Reader): string {
  const facts: Finding['facts'] = { record: finding.record, ...finding.facts };
  const wording: ExceptionWording = exceptionWordings(reader?.language ?? 'en')[finding.code];
  const { message, words, problems } = wording;
  if (problems === undefined) return filled(message, facts, words, reader);
  const said = { ...facts, problems: translateProblems(String(facts.problems ?? ''), problems) };
  return filled(message, said, words, reader);
}

function filled(
  text: string,
  facts: Finding['facts'],
  words: ExceptionWording['words'],
  reader: Reader | undefined,
): string {
  return withoutEmptyParts(text, facts).replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined || fact === '') return '–';
    const phrase = phraseFor(String(fact), words?.[name]);
    // Phrases name other facts, but hold no phrases themselves.
    return phrase === undefined ? formatFact(name, fact, reader) : filled(phrase, facts, undefined, reader);
  });
}

/** What stands in `[…]` is said where all of its facts are there. */
function withoutEmptyParts(text: string, facts: Finding['facts']): string {
  return text.replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.every((name) => Object.hasOwn(facts, name) && (facts[name] ?? '') !== '') ? part : '';
  });
}

function phraseFor(fact: string, phrases: Readonly<Record<string, string>> | undefined): string | undefined {
  return phrases !== undefined && Object.hasOwn(phrases, fact) ? phrases[fact] : undefined;
}

/** A day, or what a clock shows on it. */
const DATE = /^\d{4}-\d\d-\d\d(?=$| \d\d:\d\d)/;
/** Facts that rules give as `9:37`. */
const CLOCK_HOURS = ['hours', 'elapsed'];

/** A fact as it is read: dates and hours as the reader writes them; to nobody in particular, ISO dates and `7:30`. */
export function formatFact(name: string, fact: string | number, reader: Reader | undefined): string {
  if (typeof fact === 'number') return name.endsWith('Minutes') ? hoursOf(fact, reader) : String(fact);
  const [hours, minutes] = CLOCK_HOURS.includes(name) ? fact.split(':').map(Number) : [];
  if (hours !== undefined && minutes !== undefined) return hoursOf(hours * 60 + minutes, reader);
  if (reader === undefined) return fact;
  const writing = dateNotation(reader.language);
  return fact.replace(DATE, (date) => formatDate(date, writing));
}

function hoursOf(minutes: number, reader: Reader | undefined): string {
  if (reader?.hours !== 'decimal') return formatHours(minutes);
  return (minutes / 60).toFixed(2).replace('.', dateNotation(reader.language).decimalSign);
}

/** The words of the work list that belong to no single exception. */
export interface WorkWords {
  readonly title: string;
  readonly nothing: string;
  readonly severity: Readonly<Record<Exclude<Severity, 'off'>, string>>;
  readonly accepted: string;
  /** `{reason}` is what was written with `--accept`. */
  readonly acceptedFor: string;
  readonly toDo: string;
  readonly noEstablishment: string;
  readonly actor: Readonly<Record<Actor, string>>;
}

const ENGLISH_WORDS: WorkWords = {
  title: 'To do',
  nothing: 'Nothing to do.',
  severity: {
    block: 'stops every run',
    'block-final': 'stops the final run',
    warn: 'to be looked at',
  },
  accepted: 'accepted',
  acceptedFor: 'accepted: {reason}',
  toDo: 'What to do',
  noEstablishment: 'without an establishment',
  actor: {
    planner: 'the planner',
    payroll: 'payroll',
    administrator: 'the administrator',
    operator: 'the operator of the service',
  },
};

const WORDS = new Map<string, WorkWords>(
  Object.entries({
    en: ENGLISH_WORDS,
    de: {
      title: 'Zu erledigen',
      nothing: 'Nichts zu erledigen.',
      severity: {
        block: 'verhindert jeden Lauf',
        'block-final': 'verhindert den endgültigen Lauf',
        warn: 'zu prüfen',
      },
      accepted: 'akzeptiert',
      acceptedFor: 'akzeptiert: {reason}',
      toDo: 'Was zu tun ist',
      noEstablishment: 'ohne Betrieb',
      actor: {
        planner: 'Dienstplanung',
        payroll: 'Lohnbüro',
        administrator: 'Administration',
        operator: 'Betreiber der Zeiterfassung',
      },
    },
    fr: {
      title: 'À faire',
      nothing: 'Rien à faire.',
      severity: {
        block: 'bloque tout traitement',
        'block-final': 'bloque le traitement définitif',
        warn: 'à vérifier',
      },
      accepted: 'accepté',
      acceptedFor: 'accepté : {reason}',
      toDo: 'Que faire',
      noEstablishment: 'sans établissement',
      actor: {
        planner: 'le responsable du planning',
        payroll: 'le service de paie',
        administrator: 'l’administrateur',
        operator: 'l’exploitant du système de pointage',
      },
    },
    nl: {
      title: 'Te doen',
      nothing: 'Niets te doen.',
      severity: {
        block: 'houdt elke run tegen',
        'block-final': 'houdt de definitieve run tegen',
        warn: 'na te kijken',
      },
      accepted: 'aanvaard',
      acceptedFor: 'aanvaard: {reason}',
      toDo: 'Wat te doen',
      noEstablishment: 'zonder vestiging',
      actor: {
        planner: 'de planner',
        payroll: 'de loonadministratie',
        administrator: 'de beheerder',
        operator: 'de beheerder van de tijdregistratie',
      },
    },
  }),
);

/** The words of a language such as `nl` or `nl-BE`; English where there are none. */
export function workWords(language: string): WorkWords {
  return inLanguage(WORDS, language) ?? ENGLISH_WORDS;
}

function addWorkWords(code: string, words: WorkWords): void {
  WORDS.set(code, words);
}

/** A short name for an exception code; the code itself where it is unknown. */
export function exceptionName(language: string, code: string): string {
  return isExceptionCode(code) ? exceptionWording(code, language).title : code;
}
