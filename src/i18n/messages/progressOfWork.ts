import type { Said } from './said.js';

/** What is being done or waited for, and how it went. */
export const progressOfWork: Said = {
  'Looking again in {0} s; Ctrl-C ends it.': {
    nl: 'Nieuwe controle over {0} s; Ctrl-C stopt.',
    fr: 'Nouveau contrôle dans {0} s ; Ctrl-C arrête.',
    de: 'Nächste Prüfung in {0} s; Strg-C beendet.',
  },
  'Got a token': {
    nl: 'Aangemeld',
    fr: 'Connecté',
    de: 'Angemeldet',
  },
  '{0} of {1} done, {2}': {
    nl: '{0} van {1} klaar, {2}',
    fr: '{0} sur {1} faits, {2}',
    de: '{0} von {1} fertig, {2}',
  },
  'An export would work.': {
    nl: 'Een export zou lukken.',
    fr: 'Un export réussirait.',
    de: 'Ein Export würde gelingen.',
  },
  'An export would fail.': {
    nl: 'Een export zou mislukken.',
    fr: 'Un export échouerait.',
    de: 'Ein Export würde scheitern.',
  },
  '{0} problems, {1} warnings. {2}': {
    nl: '{0} problemen, {1} waarschuwingen. {2}',
    fr: '{0} problèmes, {1} avertissements. {2}',
    de: '{0} Probleme, {1} Warnungen. {2}',
  },
  '{0} problem, {1} warnings. {2}': {
    nl: '{0} probleem, {1} waarschuwingen. {2}',
    fr: '{0} problème, {1} avertissements. {2}',
    de: '{0} Problem, {1} Warnungen. {2}',
  },
  '{0} problems, {1} warning. {2}': {
    nl: '{0} problemen, {1} waarschuwing. {2}',
    fr: '{0} problèmes, {1} avertissement. {2}',
    de: '{0} Probleme, {1} Warnung. {2}',
  },
  '{0} problem, {1} warning. {2}': {
    nl: '{0} probleem, {1} waarschuwing. {2}',
    fr: '{0} problème, {1} avertissement. {2}',
    de: '{0} Problem, {1} Warnung. {2}',
  },
  'Another paytally is sending from this store; waiting for it.': {
    nl: 'Een andere paytally verzendt vanuit deze opslag; er wordt op gewacht.',
    fr: 'Un autre paytally envoie depuis cette base ; on l’attend.',
    de: 'Ein anderes paytally sendet aus diesem Speicher; es wird darauf gewartet.',
  },
  'Waiting {0} s: {1}': {
    nl: 'Wachten, {0} s: {1}',
    fr: 'Attente de {0} s : {1}',
    de: 'Warten, {0} s: {1}',
  },
  'the service has asked for it (too many requests)': {
    nl: 'de tijdregistratie heeft erom gevraagd (te veel verzoeken)',
    fr: 'le système de pointage l’a demandé (trop de requêtes)',
    de: 'die Zeiterfassung hat darum gebeten (zu viele Anfragen)',
  },
  'the requests a minute of "limits" in the configuration are used up': {
    nl: 'de verzoeken per minuut van "limits" in de configuratie zijn op',
    fr: 'les requêtes par minute de "limits" dans la configuration sont épuisées',
    de: 'die Anfragen je Minute von "limits" in der Konfiguration sind verbraucht',
  },
  'Reading {0}': {
    nl: '{0} lezen',
    fr: 'Lecture : {0}',
    de: 'Lesen: {0}',
  },
  'Reading {0} again (pass {1})': {
    nl: '{0} opnieuw lezen (keer {1})',
    fr: 'Relecture : {0} (passage {1})',
    de: 'Noch einmal lesen: {0} (Durchgang {1})',
  },
  'Reading {0}: {1} records, {2} requests': {
    nl: '{0} lezen: {1} records, {2} verzoeken',
    fr: 'Lecture : {0}, {1} enregistrements, {2} requêtes',
    de: 'Lesen: {0}, {1} Datensätze, {2} Anfragen',
  },
  'Reading {0}: {1} records, {2} requests; about {3} left': {
    nl: '{0} lezen: {1} records, {2} verzoeken; nog ongeveer {3}',
    fr: 'Lecture : {0}, {1} enregistrements, {2} requêtes ; encore {3} environ',
    de: 'Lesen: {0}, {1} Datensätze, {2} Anfragen; noch etwa {3}',
  },
  "Waiting {0} s for the service's rate limit (Ctrl-C ends it)": {
    nl: '{0} s wachten op de limiet van de tijdregistratie (Ctrl-C stopt)',
    fr: 'Attente de {0} s, limite du système de pointage (Ctrl-C arrête)',
    de: '{0} s warten auf das Limit der Zeiterfassung (Strg-C beendet)',
  },
  'Trying again ({0}): {1}': {
    nl: 'Nieuwe poging ({0}): {1}',
    fr: 'Nouvel essai ({0}) : {1}',
    de: 'Neuer Versuch ({0}): {1}',
  },
  establishments: {
    nl: 'vestigingen',
    fr: 'établissements',
    de: 'Betriebe',
  },
  'public-holidays': {
    nl: 'feestdagen',
    fr: 'jours fériés',
    de: 'Feiertage',
  },
  employees: {
    nl: 'medewerkers',
    fr: 'salariés',
    de: 'Mitarbeiter',
  },
  'agency-workers': {
    nl: 'uitzendkrachten',
    fr: 'intérimaires',
    de: 'Leiharbeitskräfte',
  },
  teams: {
    nl: 'teams',
    fr: 'équipes',
    de: 'Teams',
  },
  tasks: {
    nl: 'taken',
    fr: 'tâches',
    de: 'Aufgaben',
  },
  shifts: {
    nl: 'diensten',
    fr: 'services planifiés',
    de: 'Schichten',
  },
  'time-entries': {
    nl: 'registraties',
    fr: 'pointages',
    de: 'Buchungen',
  },
};
