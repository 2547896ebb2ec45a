import type { Said } from './said.js';

/** What stands around other sentences, and small words within them. */
export const framesOfSentences: Said = {
  'What to do: {0}': {
    nl: 'Wat te doen: {0}',
    fr: 'Que faire : {0}',
    de: 'Was zu tun ist: {0}',
  },
  'Record: {0}': {
    nl: 'Betreft: {0}',
    fr: 'Concerne : {0}',
    de: 'Betrifft: {0}',
  },
  'Warning: {0}': {
    nl: 'Let op: {0}',
    fr: 'Attention : {0}',
    de: 'Warnung: {0}',
  },
  'Did you mean {0}?': {
    nl: 'Bedoelt u {0}?',
    fr: 'Vouliez-vous dire {0} ?',
    de: 'Ist {0} gemeint?',
  },
  '"{0}" or "{1}"': {
    nl: '"{0}" of "{1}"',
    fr: '"{0}" ou "{1}"',
    de: '"{0}" oder "{1}"',
  },
  '"{0}" or "{1}" or "{2}"': {
    nl: '"{0}", "{1}" of "{2}"',
    fr: '"{0}", "{1}" ou "{2}"',
    de: '"{0}", "{1}" oder "{2}"',
  },
  'Use one of the employer keys of the configuration.': {
    nl: 'Gebruik een van de werkgeverssleutels uit de configuratie.',
    fr: 'Utilisez l’une des clés d’employeur de la configuration.',
    de: 'Einen der Arbeitgeberschlüssel der Konfiguration verwenden.',
  },
  'Interrupted: nothing was written.': {
    nl: 'Onderbroken: er is niets geschreven.',
    fr: 'Interrompu : rien n’a été écrit.',
    de: 'Abgebrochen: Nichts wurde geschrieben.',
  },
  'Interrupted.': {
    nl: 'Onderbroken.',
    fr: 'Interrompu.',
    de: 'Abgebrochen.',
  },
  'Use one of {0}.': {
    nl: 'Gebruik een van {0}.',
    fr: 'Valeurs possibles : {0}.',
    de: 'Möglich sind: {0}.',
  },
  'Use one of: {0}.': {
    nl: 'Gebruik een van: {0}.',
    fr: 'Valeurs possibles : {0}.',
    de: 'Möglich sind: {0}.',
  },
  'Something went wrong in paytally itself ({0}).{1}': {
    nl: 'Er ging iets mis in paytally zelf ({0}).{1}',
    fr: 'Une erreur s’est produite dans paytally même ({0}).{1}',
    de: 'In paytally selbst ging etwas schief ({0}).{1}',
  },
  'The details are in {0}.': {
    nl: 'De bijzonderheden staan in {0}.',
    fr: 'Les détails sont dans {0}.',
    de: 'Einzelheiten stehen in {0}.',
  },
  'This is a bug in paytally: please report it with these lines. Nothing was written.': {
    nl: 'Dit is een fout in paytally: meld ze met deze regels. Er is niets geschreven.',
    fr: 'C’est un défaut de paytally : signalez-le avec ces lignes. Rien n’a été écrit.',
    de: 'Das ist ein Fehler in paytally: Bitte mit diesen Zeilen melden. Nichts wurde geschrieben.',
  },
  '{0} Look through the file before you pass it on: it may quote records.': {
    nl: '{0} Kijk het bestand na voor u het doorgeeft: er kunnen gegevens in staan.',
    fr: '{0} Relisez le fichier avant de le transmettre : il peut citer des données.',
    de: '{0} Die Datei vor dem Weitergeben durchsehen: Sie kann Daten enthalten.',
  },
  'cannot be read': {
    nl: 'kan niet worden gelezen',
    fr: 'ne peut être lu',
    de: 'ist nicht lesbar',
  },
  'does not exist': {
    nl: 'bestaat niet',
    fr: 'n’existe pas',
    de: 'gibt es nicht',
  },
  final: {
    nl: 'definitief',
    fr: 'définitif',
    de: 'endgültig',
  },
  draft: {
    nl: 'concept',
    fr: 'provisoire',
    de: 'Entwurf',
  },
  'is missing': {
    nl: 'ontbreekt',
    fr: 'manque',
    de: 'fehlt',
  },
  '{0}: is missing': {
    nl: '{0}: ontbreekt',
    fr: '{0} : manque',
    de: '{0}: fehlt',
  },
  'The {0} MiB of memory that Node.js may use are full.': {
    nl: 'De {0} MiB geheugen die Node.js mag gebruiken, zijn vol.',
    fr: 'Les {0} Mio de mémoire accordés à Node.js sont pleins.',
    de: 'Die {0} MiB Arbeitsspeicher, die Node.js nutzen darf, sind voll.',
  },
  'Nothing was written. Allow Node.js more, such as 2 GiB with NODE_OPTIONS=--max-old-space-size=2048, run fewer employers at once (--jobs 1), or name fewer templates in one run.':
    {
      nl: 'Er is niets geschreven. Geef Node.js meer, zoals 2 GiB met NODE_OPTIONS=--max-old-space-size=2048, verwerk minder werkgevers tegelijk (--jobs 1), of noem minder sjablonen in één run.',
      fr: 'Rien n’a été écrit. Accordez davantage à Node.js, par exemple 2 Gio avec NODE_OPTIONS=--max-old-space-size=2048, traitez moins d’employeurs à la fois (--jobs 1), ou nommez moins de modèles en un traitement.',
      de: 'Nichts wurde geschrieben. Node.js mehr geben, etwa 2 GiB mit NODE_OPTIONS=--max-old-space-size=2048, weniger Arbeitgeber zugleich (--jobs 1) oder weniger Vorlagen in einem Lauf.',
    },
};
