import type { Said } from './said.js';

/** What is wrong with periods, days, schedules and time zones. */
export const timeRefusals: Said = {
  '--estimate-from {0}: this is not a day.': {
    nl: '--estimate-from {0}: dit is geen dag.',
    fr: '--estimate-from {0} : ce n’est pas un jour.',
    de: '--estimate-from {0}: Das ist kein Tag.',
  },
  'Write the day as YYYY-MM-DD.': {
    nl: 'Schrijf de dag als JJJJ-MM-DD.',
    fr: 'Écrivez le jour sous la forme AAAA-MM-JJ.',
    de: 'Den Tag als JJJJ-MM-TT schreiben.',
  },
  'The configuration has no schedule.': {
    nl: 'De configuratie heeft geen schema.',
    fr: 'La configuration n’a pas de planification.',
    de: 'Die Konfiguration hat keinen Zeitplan.',
  },
  '"{0}" cannot be used as a period: {1}.{2}': {
    nl: '"{0}" is niet bruikbaar als periode: {1}.{2}',
    fr: '"{0}" ne peut servir de période : {1}.{2}',
    de: '"{0}" taugt nicht als Zeitraum: {1}.{2}',
  },
  'Pay calendars in the configuration: {0}.': {
    nl: 'Loonkalenders in de configuratie: {0}.',
    fr: 'Calendriers de paie de la configuration : {0}.',
    de: 'Lohnkalender in der Konfiguration: {0}.',
  },
  '--date {0}: this is not a day.': {
    nl: '--date {0}: dit is geen dag.',
    fr: '--date {0} : ce n’est pas un jour.',
    de: '--date {0}: Das ist kein Tag.',
  },
  '--date {0}: the period is {1} to {2}.': {
    nl: '--date {0}: de periode is {1} tot en met {2}.',
    fr: '--date {0} : la période va du {1} au {2}.',
    de: '--date {0}: Der Zeitraum ist {1} bis {2}.',
  },
  'Choose a day of the period, or another period.': {
    nl: 'Kies een dag van de periode, of een andere periode.',
    fr: 'Choisissez un jour de la période, ou une autre période.',
    de: 'Einen Tag des Zeitraums wählen oder einen anderen Zeitraum.',
  },
  'Without a time zone nobody can say which days "{0}" is.': {
    nl: 'Zonder tijdzone kan niemand zeggen welke dagen "{0}" zijn.',
    fr: 'Sans fuseau horaire, nul ne peut dire quels jours sont "{0}".',
    de: 'Ohne Zeitzone kann niemand sagen, welche Tage "{0}" sind.',
  },
  'Set "zone" for the employer in the configuration, or write the dates.': {
    nl: 'Zet "zone" bij de werkgever in de configuratie, of schrijf de datums.',
    fr: 'Indiquez "zone" pour l’employeur dans la configuration, ou écrivez les dates.',
    de: 'In der Konfiguration beim Arbeitgeber "zone" setzen oder die Datumsangaben schreiben.',
  },
  'There is no time zone {0}.': {
    nl: 'De tijdzone {0} bestaat niet.',
    fr: 'Le fuseau {0} n’existe pas.',
    de: 'Die Zeitzone {0} gibt es nicht.',
  },
  'The clock changes of {0} are known until {1} only.': {
    nl: 'De klokwissels van {0} zijn maar tot {1} bekend.',
    fr: 'Les changements d’heure de {0} ne sont connus que jusqu’en {1}.',
    de: 'Die Zeitumstellungen von {0} sind nur bis {1} bekannt.',
  },
  'The configuration says {0} for the establishment {1}, the service says {2}.': {
    nl: 'De configuratie zegt {0} voor de vestiging {1}, de tijdregistratie zegt {2}.',
    fr: 'La configuration dit {0} pour l’établissement {1}, le système de pointage dit {2}.',
    de: 'Die Konfiguration sagt {0} für den Betrieb {1}, die Zeiterfassung sagt {2}.',
  },
  'Take the establishment out of "zones" if the service is right; if not, have the zone corrected in the service.':
    {
      nl: 'Haal de vestiging uit "zones" als de tijdregistratie gelijk heeft; zo niet, laat de zone in de tijdregistratie verbeteren.',
      fr: 'Retirez l’établissement de "zones" si le système de pointage a raison ; sinon, faites corriger le fuseau dans le système de pointage.',
      de: 'Den Betrieb aus "zones" nehmen, wenn die Zeiterfassung recht hat; sonst die Zone in der Zeiterfassung berichtigen lassen.',
    },
  '--count takes a number from 1 to {0}, not "{1}".': {
    nl: '--count verwacht een getal van 1 tot {0}, niet "{1}".',
    fr: '--count accepte un nombre de 1 à {0}, pas "{1}".',
    de: '--count erwartet eine Zahl von 1 bis {0}, nicht "{1}".',
  },
  'Write an instant with its offset: 2026-11-01T00:00:00+01:00, or with Z for UTC.': {
    nl: 'Schrijf een tijdstip met zijn verschil: 2026-11-01T00:00:00+01:00, of met Z voor UTC.',
    fr: 'Écrivez un instant avec son décalage : 2026-11-01T00:00:00+01:00, ou avec Z pour UTC.',
    de: 'Einen Zeitpunkt mit Zeitverschiebung schreiben: 2026-11-01T00:00:00+01:00 oder mit Z für UTC.',
  },
  'Use an IANA time zone name; the nearest one is {0}.': {
    nl: 'Gebruik een IANA-tijdzone; de naam die het meest lijkt is {0}.',
    fr: 'Utilisez un nom de fuseau IANA ; le plus proche est {0}.',
    de: 'Eine IANA-Zeitzone verwenden; am ähnlichsten ist {0}.',
  },
  'Name its zone in the configuration: zones: { {0}: Europe/Brussels }, with the zone that is right.': {
    nl: 'Noem de zone in de configuratie: zones: { {0}: Europe/Brussels }, met de juiste zone.',
    fr: 'Indiquez son fuseau dans la configuration : zones: { {0}: Europe/Brussels }, avec le bon fuseau.',
    de: 'Die Zone in der Konfiguration nennen: zones: { {0}: Europe/Brussels }, mit der richtigen Zone.',
  },
  '--estimate-from {0}: the period is {1} to {2}.': {
    nl: '--estimate-from {0}: de periode is {1} tot en met {2}.',
    fr: '--estimate-from {0} : la période va du {1} au {2}.',
    de: '--estimate-from {0}: Der Zeitraum ist {1} bis {2}.',
  },
  '--estimate-from {0}: the planning of this employer cannot be read.': {
    nl: '--estimate-from {0}: de planning van deze werkgever is niet te lezen.',
    fr: '--estimate-from {0} : le planning de cet employeur ne peut être lu.',
    de: '--estimate-from {0}: Die Planung dieses Arbeitgebers ist nicht lesbar.',
  },
  'Name a day of the period.': {
    nl: 'Noem een dag van de periode.',
    fr: 'Indiquez un jour de la période.',
    de: 'Einen Tag des Zeitraums nennen.',
  },
  'Give the integration the permission to read planning, or leave out --estimate-from.': {
    nl: 'Geef de integratie het recht de planning te lezen, of laat --estimate-from weg.',
    fr: 'Donnez à l’intégration le droit de lire le planning, ou enlevez --estimate-from.',
    de: 'Der Integration das Recht geben, die Planung zu lesen, oder --estimate-from weglassen.',
  },
  '{0}: schedule.{1}.deliver: there is no delivery "{2}".{3}': {
    nl: '{0}: schedule.{1}.deliver: de levering "{2}" bestaat niet.{3}',
    fr: '{0} : schedule.{1}.deliver : l’envoi "{2}" n’existe pas.{3}',
    de: '{0}: schedule.{1}.deliver: Die Zustellung "{2}" gibt es nicht.{3}',
  },
  'Correct day and month of the schedule.': {
    nl: 'Verbeter dag en maand van het schema.',
    fr: 'Corrigez le jour et le mois de la planification.',
    de: 'Tag und Monat des Zeitplans berichtigen.',
  },
  'Nobody can tell the time zone of {0}.': {
    nl: 'Niemand kan de tijdzone van {0} zeggen.',
    fr: 'Personne ne peut dire le fuseau horaire de {0}.',
    de: 'Niemand kann die Zeitzone von {0} sagen.',
  },
  'Set "zone" for the employer in the configuration.': {
    nl: 'Zet "zone" bij de werkgever in de configuratie.',
    fr: 'Définissez "zone" pour l’employeur dans la configuration.',
    de: 'In der Konfiguration beim Arbeitgeber "zone" setzen.',
  },
};
