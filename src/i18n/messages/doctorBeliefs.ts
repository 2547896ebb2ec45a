import type { Said } from './said.js';

/** Which reading of what the service leaves open holds, as `doctor` finds it. */
export const doctorBeliefs: Said = {
  'Neither the time entries nor their shifts name a team: 0 of {0}': {
    nl: 'Noch de registraties noch hun shifts noemen een team: 0 van {0}',
    fr: 'Ni les pointages ni leurs services planifiés ne nomment d’équipe : 0 sur {0}',
    de: 'Weder die Buchungen noch ihre Schichten nennen ein Team: 0 von {0}',
  },
  'Neither the time entries nor their shifts name a task: 0 of {0}': {
    nl: 'Noch de registraties noch hun shifts noemen een taak: 0 van {0}',
    fr: 'Ni les pointages ni leurs services planifiés ne nomment de tâche : 0 sur {0}',
    de: 'Weder die Buchungen noch ihre Schichten nennen eine Aufgabe: 0 von {0}',
  },
  'No time entry names a team, so that of its shift counts: {0} of {1} have one': {
    nl: 'Geen registratie noemt een team, dus telt dat van haar shift: {0} van {1} hebben er een',
    fr: 'Aucun pointage ne nomme d’équipe, celle de son service planifié compte donc : {0} sur {1} en ont une',
    de: 'Keine Buchung nennt ein Team, also zählt das ihrer Schicht: {0} von {1} haben eines',
  },
  'No time entry names a task, so that of its shift counts: {0} of {1} have one': {
    nl: 'Geen registratie noemt een taak, dus telt die van haar shift: {0} van {1} hebben er een',
    fr: 'Aucun pointage ne nomme de tâche, celle de son service planifié compte donc : {0} sur {1} en ont une',
    de: 'Keine Buchung nennt eine Aufgabe, also zählt die ihrer Schicht: {0} von {1} haben eine',
  },
  'Time entries name their own team: {0} of {1}, and {2} more have that of their shift': {
    nl: 'Registraties noemen hun eigen team: {0} van {1}, en nog {2} hebben dat van hun shift',
    fr: 'Les pointages nomment leur propre équipe : {0} sur {1}, et {2} autres ont celle de leur service planifié',
    de: 'Buchungen nennen ihr eigenes Team: {0} von {1}, und {2} weitere haben das ihrer Schicht',
  },
  'Time entries name their own task: {0} of {1}, and {2} more have that of their shift': {
    nl: 'Registraties noemen hun eigen taak: {0} van {1}, en nog {2} hebben die van hun shift',
    fr: 'Les pointages nomment leur propre tâche : {0} sur {1}, et {2} autres ont celle de leur service planifié',
    de: 'Buchungen nennen ihre eigene Aufgabe: {0} von {1}, und {2} weitere haben die ihrer Schicht',
  },
  'workDate is the local day on which a time entry starts: {0} of {1}': {
    nl: 'workDate is de lokale dag waarop een registratie begint: {0} van {1}',
    fr: 'workDate est le jour local où un pointage commence : {0} sur {1}',
    de: 'workDate ist der örtliche Tag, an dem eine Buchung beginnt: {0} von {1}',
  },
  'workDate is another day than the one on which a time entry starts: {0} of {1} (first: {2}, started {3}, filed under {4})':
    {
      nl: 'workDate is een andere dag dan die waarop een registratie begint: {0} van {1} (eerste: {2}, begonnen op {3}, geboekt op {4})',
      fr: 'workDate est un autre jour que celui où un pointage commence : {0} sur {1} (premier : {2}, commencé le {3}, classé au {4})',
      de: 'workDate ist ein anderer Tag als der, an dem eine Buchung beginnt: {0} von {1} (erste: {2}, begonnen am {3}, geführt unter {4})',
    },
  'Under "attribution: start" their minutes count on workDate. To count them by the clock, set "attribution: split".':
    {
      nl: 'Met "attribution: start" tellen hun minuten op workDate. Om ze volgens de klok te tellen: zet "attribution: split".',
      fr: 'Avec "attribution: start", leurs minutes comptent au jour de workDate. Pour les compter selon l’horloge, mettez "attribution: split".',
      de: 'Mit „attribution: start“ zählen ihre Minuten am workDate. Um sie nach der Uhr zu zählen, „attribution: split“ setzen.',
    },
  'The days of a request select time entries by workDate; one day more is read at both ends': {
    nl: 'De dagen van een vraag kiezen registraties op workDate; aan beide kanten wordt een dag meer gelezen',
    fr: 'Les jours d’une requête choisissent les pointages par workDate ; un jour de plus est lu aux deux bouts',
    de: 'Die Tage einer Anfrage wählen Buchungen nach workDate aus; an beiden Enden wird ein Tag mehr gelesen',
  },
  'The days of a request select time entries by the day of their start; one day more is read at both ends': {
    nl: 'De dagen van een vraag kiezen registraties op de dag van hun begin; aan beide kanten wordt een dag meer gelezen',
    fr: 'Les jours d’une requête choisissent les pointages par le jour de leur début ; un jour de plus est lu aux deux bouts',
    de: 'Die Tage einer Anfrage wählen Buchungen nach dem Tag ihres Beginns aus; an beiden Enden wird ein Tag mehr gelesen',
  },
  'The days of a request select time entries neither by workDate nor by the day of their start': {
    nl: 'De dagen van een vraag kiezen registraties niet op workDate en niet op de dag van hun begin',
    fr: 'Les jours d’une requête ne choisissent les pointages ni par workDate ni par le jour de leur début',
    de: 'Die Tage einer Anfrage wählen Buchungen weder nach workDate noch nach dem Tag ihres Beginns aus',
  },
  'Report it to the operator of the service: a run reads only one day more at both ends, and could miss minutes.':
    {
      nl: 'Meld het aan de beheerder van de tijdregistratie: een run leest aan beide kanten maar een dag meer en kan minuten missen.',
      fr: 'Signalez-le à l’exploitant du système de pointage : un traitement ne lit qu’un jour de plus aux deux bouts et pourrait manquer des minutes.',
      de: 'Dem Betreiber der Zeiterfassung melden: ein Lauf liest an beiden Enden nur einen Tag mehr und könnte Minuten verfehlen.',
    },
  'The days of a request select time entries by workDate or by the day of their start: no time entry shows which; one day more is read at both ends':
    {
      nl: 'De dagen van een vraag kiezen registraties op workDate of op de dag van hun begin: geen registratie toont welke; aan beide kanten wordt een dag meer gelezen',
      fr: 'Les jours d’une requête choisissent les pointages par workDate ou par le jour de leur début : aucun pointage ne montre lequel ; un jour de plus est lu aux deux bouts',
      de: 'Die Tage einer Anfrage wählen Buchungen nach workDate oder nach dem Tag ihres Beginns aus: keine Buchung zeigt, wonach; an beiden Enden wird ein Tag mehr gelesen',
    },
  '{0} names {1}, and neither the time entries nor their shifts name any: it never applies': {
    nl: '{0} noemt {1}, en noch de registraties noch hun shifts noemen er een: de regel geldt nooit',
    fr: '{0} nomme {1}, et ni les pointages ni leurs services planifiés n’en nomment : la règle ne s’applique jamais',
    de: '{0} nennt {1}, und weder die Buchungen noch ihre Schichten nennen etwas davon: die Regel gilt nie',
  },
  'Use another condition, or let the employer plan with teams and tasks.': {
    nl: 'Gebruik een andere voorwaarde, of laat de werkgever met teams en taken plannen.',
    fr: 'Utilisez une autre condition, ou faites planifier l’employeur avec des équipes et des tâches.',
    de: 'Eine andere Bedingung verwenden, oder den Arbeitgeber mit Teams und Aufgaben planen lassen.',
  },
};
