import type { ExceptionCode, Severity } from '../exceptionCode.js';

/** Who can do something about an exception. */
export type Actor = 'planner' | 'payroll' | 'administrator' | 'operator';

const ACTORS: Readonly<Record<ExceptionCode, Actor>> = {
  OPEN_ENTRY: 'planner',
  MISSING_END: 'planner',
  LONG_ENTRY: 'planner',
  SHORT_REST: 'planner',
  OVERLAP: 'planner',
  ENTRY_NO_SHIFT: 'planner',
  SHIFT_NO_ENTRY: 'planner',
  UNREVIEWED: 'planner',
  NO_EMPLOYEE: 'planner',
  UNKNOWN_EMPLOYEE: 'payroll',
  INACTIVE_EMPLOYEE: 'payroll',
  WORKDATE_MISMATCH: 'planner',
  OFFSET_MISMATCH: 'planner',
  NET_EXCEEDS_GROSS: 'planner',
  PLANNED_MISMATCH: 'planner',
  DST_SUSPECT: 'planner',
  ZONE_UNCLEAR: 'administrator',
  CHANGED_WHILE_READING: 'payroll',
  LIST_UNAVAILABLE: 'administrator',
  NO_ENTRIES: 'payroll',
  PERIOD_NOT_OVER: 'payroll',
  UNMAPPED_EMPLOYEE: 'payroll',
  UNMAPPED_CODE: 'payroll',
  DUPLICATE_NUMBER: 'payroll',
  LOST_ZERO: 'payroll',
  WORKED_ON_ABSENCE: 'payroll',
  ABSENCE_HOURS: 'payroll',
  HOLIDAY_HOURS: 'payroll',
  BALANCE_UNKNOWN: 'payroll',
  COUNTER_REACHED: 'planner',
  RULE_UNUSED: 'administrator',
  INVALID_RECORD: 'operator',
  ESTABLISHMENT_GONE: 'administrator',
};

export function actorOf(code: ExceptionCode): Actor {
  return ACTORS[code];
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

const ENGLISH: WorkWords = {
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
    en: ENGLISH,
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
  return WORDS.get(language) ?? WORDS.get(language.slice(0, 2).toLowerCase()) ?? ENGLISH;
}

export function addWorkWords(code: string, words: WorkWords): void {
  WORDS.set(code, words);
}
