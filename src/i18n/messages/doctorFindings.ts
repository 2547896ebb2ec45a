import type { Said } from './said.js';

/** What `doctor` finds where nothing is wrong, and what it warns of on this machine. */
export const doctorFindings: Said = {
  '{0}, without a proxy': { nl: '{0}, zonder proxy', fr: '{0}, sans proxy', de: '{0}, ohne Proxy' },
  '{0}, through the proxy {1}': {
    nl: '{0}, via de proxy {1}',
    fr: '{0}, par le proxy {1}',
    de: '{0}, über den Proxy {1}',
  },
  'Zones of the configuration: {0}': {
    nl: 'Tijdzones in de configuratie: {0}',
    fr: 'Fuseaux de la configuration : {0}',
    de: 'Zeitzonen der Konfiguration: {0}',
  },
  'Time zones by tz data {0}': {
    nl: 'Tijdzones volgens tz-gegevens {0}',
    fr: 'Fuseaux selon les données tz {0}',
    de: 'Zeitzonen nach tz-Daten {0}',
  },
  '{0} is not there yet; an export makes it': {
    nl: '{0} is er nog niet; een export maakt het aan',
    fr: '{0} n’existe pas encore ; un export le créera',
    de: '{0} gibt es noch nicht; ein Export legt das an',
  },
  '{0} can be written': {
    nl: 'In {0} kan worden geschreven',
    fr: '{0} : l’écriture est possible',
    de: 'In {0} kann geschrieben werden',
  },
  '{0} is sound and holds {1} run': {
    nl: '{0} is gaaf en bevat {1} run',
    fr: '{0} est saine et contient {1} traitement',
    de: '{0} ist heil und enthält {1} Lauf',
  },
  '{0} is sound and holds {1} runs': {
    nl: '{0} is gaaf en bevat {1} runs',
    fr: '{0} est saine et contient {1} traitements',
    de: '{0} ist heil und enthält {1} Läufe',
  },
  '{0} is ready': { nl: '{0} is klaar voor gebruik', fr: '{0} est prêt', de: '{0} ist bereit' },
  'Only a period itself tells whether its records are open, unreviewed or contradict each other, and whether its amounts fit: "paytally check PERIOD" and "paytally export PERIOD --dry-run"':
    {
      nl: 'Alleen de periode zelf toont of registraties nog open, niet nagekeken of tegenstrijdig zijn, en of de hoeveelheden passen: "paytally check PERIODE" en "paytally export PERIODE --dry-run"',
      fr: 'Seule la période dira si des pointages sont ouverts, non vérifiés ou contradictoires, et si les quantités conviennent : "paytally check PÉRIODE" et "paytally export PÉRIODE --dry-run"',
      de: 'Erst der Zeitraum selbst zeigt, ob Buchungen offen, ungeprüft oder widersprüchlich sind und ob die Mengen passen: "paytally check ZEITRAUM" und "paytally export ZEITRAUM --dry-run"',
    },
  'Not configured': { nl: 'Niet ingesteld', fr: 'Non configuré', de: 'Nicht eingerichtet' },
  '{0}: by mail': { nl: '{0}: per mail', fr: '{0} : par courriel', de: '{0}: per Mail' },
  '{0}: {1} takes {2} into {3}': {
    nl: '{0}: {1} laat {2} toe in {3}',
    fr: '{0} : {1} admet {2} dans {3}',
    de: '{0}: {1} lässt {2} in {3} ein',
  },
  '{0} takes mails {1}; they come from {2}': {
    nl: '{0} neemt mails aan {1}; ze komen van {2}',
    fr: '{0} accepte les courriels {1} ; ils viennent de {2}',
    de: '{0} nimmt Mails an {1}; sie kommen von {2}',
  },
  'without a login': { nl: 'zonder aanmelding', fr: 'sans identification', de: 'ohne Anmeldung' },
  'The service answers (status {0} without credentials, {1} ms)': {
    nl: 'De tijdregistratie antwoordt (status {0} zonder aanmelding, {1} ms)',
    fr: 'Le système de pointage répond (statut {0} sans identification, {1} ms)',
    de: 'Die Zeiterfassung antwortet (Status {0} ohne Anmeldung, {1} ms)',
  },
  'The service does not say what time it has': {
    nl: 'De tijdregistratie zegt niet hoe laat het daar is',
    fr: 'Le système de pointage ne dit pas quelle heure il a',
    de: 'Die Zeiterfassung sagt nicht, wie spät es bei ihr ist',
  },
  "This machine's clock is right (to {0} s)": {
    nl: 'De klok van deze computer staat goed (op {0} s)',
    fr: 'L’horloge de cet ordinateur est juste (à {0} s près)',
    de: 'Die Uhr dieses Rechners geht richtig (auf {0} s)',
  },
  'The client secret is in {0}': {
    nl: 'Het clientgeheim staat in {0}',
    fr: 'Le secret client est dans {0}',
    de: 'Das Client-Geheimnis steht in {0}',
  },
  'the environment variable {0}': {
    nl: 'de omgevingsvariabele {0}',
    fr: 'la variable d’environnement {0}',
    de: 'der Umgebungsvariablen {0}',
  },
  'The service gives tokens (credentials in {0})': {
    nl: 'De tijdregistratie geeft tokens (aanmelding in {0})',
    fr: 'Le système de pointage donne des jetons (identifiants dans {0})',
    de: 'Die Zeiterfassung gibt Token aus (Zugangsdaten in {0})',
  },
  'the body': { nl: 'de inhoud van het verzoek', fr: 'le corps de la requête', de: 'dem Inhalt der Anfrage' },
  '"{0}" ({1}) is there': {
    nl: '"{0}" ({1}) is aanwezig',
    fr: '"{0}" ({1}) est accordé',
    de: '"{0}" ({1}) ist vorhanden',
  },
  '"{0}" ({1}) is missing. Without it: {2}.': {
    nl: '"{0}" ({1}) ontbreekt. Zonder dit recht: {2}.',
    fr: '"{0}" ({1}) manque. Sans ce droit : {2}.',
    de: '"{0}" ({1}) fehlt. Ohne dieses Recht: {2}.',
  },
  'no names of establishments, no public holidays, and time zones only from the configuration': {
    nl: 'geen namen van vestigingen, geen feestdagen, en tijdzones alleen uit de configuratie',
    fr: 'ni noms d’établissements, ni jours fériés, et les fuseaux de la configuration seule',
    de: 'keine Namen der Betriebe, keine Feiertage, und Zeitzonen nur aus der Konfiguration',
  },
  'employee ids instead of names': {
    nl: 'id’s van medewerkers in plaats van namen',
    fr: 'identifiants des salariés au lieu de noms',
    de: 'Kennungen der Mitarbeiter statt Namen',
  },
  'agency worker ids instead of names': {
    nl: 'id’s van uitzendkrachten in plaats van namen',
    fr: 'identifiants des intérimaires au lieu de noms',
    de: 'Kennungen der Leiharbeitskräfte statt Namen',
  },
  'no planned minutes, and no names of teams and tasks': {
    nl: 'geen geplande minuten, en geen namen van teams en taken',
    fr: 'ni minutes prévues, ni noms d’équipes et de tâches',
    de: 'keine Soll-Minuten, und keine Namen von Teams und Aufgaben',
  },
};
