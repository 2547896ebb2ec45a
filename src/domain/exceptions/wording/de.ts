import type { ExceptionWordings } from './exceptionWording.js';

export const de: ExceptionWordings = {
  OPEN_ENTRY: {
    title: 'Buchung noch offen',
    message: 'Begonnen {start} und noch offen ({status}); die Minuten sind nicht in diesem Export.',
    remedy: 'Buchung abschließen oder stornieren, dann erneut ausführen.',
    words: { status: { Working: 'läuft', OnBreak: 'in Pause' } },
  },
  MISSING_END: {
    title: 'Ende fehlt',
    message: 'Abgeschlossen ohne Ende (begonnen {start}); die Minuten bleiben am Tag des Beginns.',
    remedy: 'Ende der Buchung eintragen, dann erneut ausführen.',
  },
  LONG_ENTRY: {
    title: 'Sehr lange Buchung',
    message: 'Dauert {elapsed} Stunden, von {start} bis {end}.',
    remedy: 'Prüfen, ob jemand das Ausstempeln vergessen hat.',
  },
  SHORT_REST: {
    title: 'Kurze Ruhezeit',
    message:
      'Beginnt {start}, nur {hours} Stunden nach der Arbeit, die {earlierEnd} endete; die Regel sind 11 Stunden.',
    remedy: 'Beide Buchungen prüfen; sind sie richtig, die Dienstplanung verständigen.',
  },
  OVERLAP: {
    title: 'Buchungen überschneiden sich',
    message:
      '{start} bis {end} teilt {hours} Stunden mit der Buchung {earlier} ({earlierStart} bis {earlierEnd}).',
    remedy: 'Eine der beiden berichtigen oder stornieren, sonst wird die Zeit doppelt bezahlt.',
  },
  ENTRY_NO_SHIFT: {
    title: 'Buchung ohne Schicht',
    message: 'Gearbeitet {start} bis {end} ohne veröffentlichte Schicht.',
    remedy: 'Prüfen, ob die Arbeit gewollt war; die Schicht veröffentlichen, falls sie nur vergessen wurde.',
  },
  SHIFT_NO_ENTRY: {
    title: 'Schicht ohne Buchung',
    message: 'Geplant {start} bis {end} ({plannedMinutes} Std.), aber nichts gebucht.',
    remedy: 'Klären, ob die Person fehlte oder das Einstempeln vergaß.',
  },
  UNREVIEWED: {
    title: 'Nicht geprüft',
    message: '{start} bis {end} ist nicht geprüft.',
    remedy: 'Buchung prüfen oder die Auffälligkeit mit Begründung akzeptieren.',
  },
  NO_EMPLOYEE: {
    title: 'Kein Mitarbeiter',
    message: '{start} bis {end} ({workedMinutes} Std.) nennt weder Mitarbeiter noch Leiharbeitskraft.',
    remedy: 'Klären, wer gearbeitet hat, und eintragen; die Minuten sind nicht in diesem Export.',
  },
  UNKNOWN_EMPLOYEE: {
    title: 'Unbekannter Mitarbeiter',
    message: 'Die Person steht nicht mehr in der Mitarbeiterliste: archiviert.[ Bekannter Name: {name}.]',
    remedy: 'Prüfen, ob die Person für diesen Zeitraum noch zu bezahlen ist.',
  },
  INACTIVE_EMPLOYEE: {
    title: 'Inaktiver Mitarbeiter',
    message: 'Die Person ist in der Zeiterfassung als inaktiv geführt und hat in diesem Zeitraum gearbeitet.',
    remedy: 'Prüfen, ob die Person noch zu bezahlen ist, oder sie im Portal aktiv setzen.',
  },
  WORKDATE_MISMATCH: {
    title: 'Arbeitsdatum weicht ab',
    message: 'Die Zeiterfassung zählt sie zum {workDate}, aber {stamp} ist der {localDay} in {zone}.',
    remedy: 'Tag der Buchung und Zeitzone des Betriebs prüfen.',
  },
  OFFSET_MISMATCH: {
    title: 'Zeitverschiebung weicht ab',
    message:
      '{count} Buchungen tragen eine Zeitverschiebung, die {zone} zu dieser Zeit nicht hat (erste: {stamp}, Buchung {first}).',
    remedy:
      'Die Zeiten gelten wie gebucht. Zeitzone des Betriebs prüfen; vielleicht nutzt die Zeiterfassung ältere Zeitzonendaten.',
  },
  NET_EXCEEDS_GROSS: {
    title: 'Mehr gearbeitet als verstrichen',
    message: '{workedMinutes} Std. gearbeitet zwischen {start} und {end}, das sind nur {grossMinutes} Std.',
    remedy: 'Zeiten oder Pause der Buchung berichtigen.',
  },
  PLANNED_MISMATCH: {
    title: 'Plan geht nicht auf',
    message:
      'Die Schicht {start} bis {end} nennt {plannedMinutes} Std. als geplant; die Zeit abzüglich {breakMinutes} Std. Pause ist {expectedMinutes} Std.',
    remedy: 'Schicht prüfen; geplante Minuten werden gezeigt, wie die Zeiterfassung sie nennt.',
  },
  DST_SUSPECT: {
    title: 'Zeitumstellung falsch gezählt',
    message:
      '{start} bis {end} dauert {elapsedMinutes} Std., zählt aber {workedMinutes} Std.: Die Zeitumstellung von {changeMinutes} Std. scheint vergessen.',
    remedy: 'Minuten mit der Person klären; dem Betreiber der Zeiterfassung melden.',
  },
  ZONE_UNCLEAR: {
    title: 'Zeitzone unbekannt',
    message:
      'Nichts sagt, in welcher Zeitzone {start} bis {end} gearbeitet wurde; die Tage sind nicht zu trennen.',
    remedy: 'Die Zeitzone des Betriebs in der Konfiguration unter "zones" nennen.',
  },
  CHANGED_WHILE_READING: {
    title: 'Beim Lesen geändert',
    message: 'Der Datensatz {record} änderte sich beim Lesen; die spätere Fassung gilt.',
    remedy: 'Erneut ausführen, wenn niemand den Zeitraum bearbeitet.',
  },
  LIST_UNAVAILABLE: {
    title: 'Liste nicht lesbar',
    message: 'Die Liste der {list} ist nicht lesbar: {lack}. Ohne sie: {cost}.',
    remedy: 'Der Integration das Recht geben oder ohne das weitermachen, was die Liste beiträgt.',
    words: {
      list: {
        establishments: 'Betriebe',
        'public-holidays': 'Feiertage',
        employees: 'Mitarbeiter',
        'agency-workers': 'Leiharbeitskräfte',
        teams: 'Teams',
        tasks: 'Aufgaben',
        shifts: 'Schichten',
        'time-entries': 'Buchungen',
      },
      lack: {
        permission: 'der Integration fehlt das Recht „{permission}“ ({scope})',
        'permission-or-module':
          'der Integration fehlt das Recht „{permission}“ ({scope}), oder der Arbeitgeber hat das Modul „{module}“ nicht',
        'permission-gone': 'die Integration hat das Recht „{permission}“ nicht mehr (403)',
        module: 'der Arbeitgeber hat das Modul „{module}“ nicht mehr (403)',
        'module-or-employer':
          'der Arbeitgeber hat das Modul „{module}“ nicht mehr, oder employerId gehört zu einem anderen Arbeitgeber (403)',
      },
      cost: {
        establishments: 'keine Namen der Betriebe, Zeitzonen nur aus der Konfiguration',
        'public-holidays': 'keine Feiertage',
        employees: 'Kennungen statt Namen der Mitarbeiter',
        'agency-workers': 'Kennungen statt Namen der Leiharbeitskräfte',
        teams: 'keine Namen der Teams',
        tasks: 'keine Namen der Aufgaben',
        shifts: 'keine geplanten Minuten',
        'time-entries': 'keine Arbeitszeit',
      },
    },
  },
  NO_ENTRIES: {
    title: 'Nichts gearbeitet',
    message: 'Im Zeitraum wurde keine Arbeitszeit gefunden.',
    remedy: 'Zeitraum und Arbeitgeber prüfen; hat niemand gearbeitet, ist alles in Ordnung.',
  },
  PERIOD_NOT_OVER: {
    title: 'Zeitraum nicht zu Ende',
    message: 'Der Zeitraum dauert bis {to}; gelesen wurde er am {today}.',
    remedy:
      'Nach dem Ende des Zeitraums erneut ausführen; um vorher zu zahlen, mit --estimate-from DATUM sagen, ab welchem Tag die geplanten Schichten zählen, und Änderungen als Korrekturen exportieren.',
  },
  UNMAPPED_EMPLOYEE: {
    title: 'Keine Personalnummer',
    message: 'Die Person hat keine Nummer in der Zuordnungsdatei.',
    remedy: 'Personalnummer eintragen; "paytally employees sync" ergänzt fehlende Zeilen.',
  },
  UNMAPPED_CODE: {
    title: 'Keine externe Lohnart',
    message: 'Die Lohnart {payCode} hat keine externe Nummer.',
    remedy: 'In der Konfiguration unter "payCodes" ergänzen.',
  },
  DUPLICATE_NUMBER: {
    title: 'Personalnummer doppelt',
    message: 'Die Nummer {number} steht für mehr als eine Person: {others}.',
    remedy: 'Zuordnungsdatei berichtigen.',
  },
  LOST_ZERO: {
    title: 'Nummer kürzer als alle anderen',
    message:
      'Die Nummer {number} hat weniger Stellen als alle anderen, die wie {other} sind: Vielleicht ging vorn eine Null verloren.',
    remedy:
      'Nachsehen; fehlt eine Null, die Zuordnungsdatei berichtigen und die Spalte vor dem Speichern als Text formatieren.',
  },
  WORKED_ON_ABSENCE: {
    title: 'Arbeit an einem freien Tag',
    message:
      'Die Abwesenheitsdatei nennt an diesem Tag {payCode}, und es wurden {workedMinutes} Std. gearbeitet.',
    remedy: 'Die Abwesenheitsdatei oder die Buchung im Portal berichtigen.',
  },
  ABSENCE_HOURS: {
    title: 'Stunden einer Abwesenheit unbekannt',
    message:
      'Die Abwesenheit {payCode} ist in Tagen angegeben, und nirgends steht, wie viele Minuten ein Tag dieser Person hat.',
    remedy:
      'Die Spalte contractMinutesPerDay der Zuordnungsdatei ausfüllen oder in der Abwesenheitsdatei Minuten angeben.',
  },
  HOLIDAY_HOURS: {
    title: 'Stunden eines Feiertags unbekannt',
    message: 'Für den Feiertag, Lohnart {payCode}, steht nirgends, was diese Person gearbeitet hätte.',
    remedy:
      'contractMinutesPerDay, contractWeekdays und contractFrom der Zuordnungsdatei ausfüllen, und contractTo bei Ausgeschiedenen; mit "by: planned" der Integration das Recht geben, die Planung zu lesen.',
  },
  BALANCE_UNKNOWN: {
    title: 'Saldo nicht ganz bekannt',
    message: 'Was vor dem Zeitraum zählte, ist nicht ganz bekannt: {why}.',
    remedy:
      'Zuerst die früheren Tage endgültig exportieren oder einen Anfangswert (0 für nichts) in die Zuordnungsdatei eintragen; was bekannt ist, zählt.',
    words: {
      why: {
        days: 'kein endgültiger Lauf hat {from} bis {to}',
        opening: 'die Spalte {column} der Zuordnungsdatei ist leer',
        purged: 'Daten früherer Tage wurden gelöscht',
      },
    },
  },
  COUNTER_REACHED: {
    title: 'Jahreszähler erreicht',
    message: '{name}: {hours} von {limit} Stunden im Jahr ab {from}.',
    remedy: 'Was gearbeitet wurde, wird bezahlt. Dieses Jahr für diese Person nichts mehr davon planen.',
  },
  RULE_UNUSED: {
    title: 'Lohnregel nie angewandt',
    message: '{rule}[ ({payCode})] galt für keine Arbeit des Zeitraums: {why}.',
    remedy:
      'Die Kennungen und Werte prüfen, die die Regel nennt. „paytally doctor“ sagt, wo die Zeiterfassung Teams und Aufgaben nennt.',
    words: {
      why: {
        'no-teams': 'sie nennt Teams ({names}), und weder die Buchungen noch ihre Schichten nennen eines',
        'no-tasks': 'sie nennt Aufgaben ({names}), und weder die Buchungen noch ihre Schichten nennen eine',
        'no-match': 'keine Arbeit hat, was sie nennt ({names})',
        'no-minutes':
          'es gibt Arbeit mit dem, was sie nennt ({names}), aber keine erfüllt die übrigen Bedingungen, oder eine frühere Regel nimmt sie',
      },
    },
  },
  INVALID_RECORD: {
    title: 'Ungültiger Datensatz',
    message: 'Ein Datensatz von {list} verletzt eine Regel der Zeiterfassung: {problems}.',
    remedy: 'Datensatz dem Betreiber der Zeiterfassung melden; er ist nicht in diesem Export.',
    problems: {
      frame: ['erwartet wird ', ', da ist '],
      or: 'oder',
      expected: {
        uuid: 'eine UUID',
        text: 'Text',
        flag: 'true oder false',
        minutes: 'eine ganze Zahl von Minuten',
        date: 'ein Datum wie JJJJ-MM-TT',
        utc: 'ein UTC-Zeitpunkt oder nichts',
        stamp: 'Datum und Zeit mit Zeitverschiebung wie 2026-10-25T02:30:00+02:00',
        dateTime: 'Datum und Zeit',
        zone: 'eine IANA-Zeitzone',
        object: 'ein Objekt',
        oneOf: 'eines von ',
      },
      got: { nothing: 'nichts', list: 'eine Liste', object: 'ein Objekt' },
      sayings: {
        noDate: 'kein solcher Tag',
        noTime: 'keine solche Uhrzeit',
        noOffset: 'keine UTC-Verschiebung',
        wrongOffset: 'keine solche UTC-Verschiebung',
        missing: 'fehlt bei Status',
        present: 'vorhanden bei Status',
        filled: 'gefüllt bei Status',
        noYear: 'außerhalb der Jahre 2000 bis 2100',
        far: 'über ein Jahr von seinem Tag entfernt',
        noDateField: 'kein Feld mit einem Datum; unter "fields" als holiday.grantedDate nennen',
      },
    },
  },
  ESTABLISHMENT_GONE: {
    title: 'Betrieb verschwunden',
    message:
      'Der Betrieb {record} früherer Läufe steht nicht mehr in der Liste; die Zeiterfassung lässt seine Buchungen weg.',
    remedy: 'Prüfen, ob er gelöscht wurde; dann seine Stunden von Hand regeln.',
  },
};
