import type { Said } from './said.js';

/** What is wrong with a command as it was typed. */
export const commandRefusals: Said = {
  '--accept {0}: there is no exception "{1}".{2}': {
    nl: '--accept {0}: de melding "{1}" bestaat niet.{2}',
    fr: '--accept {0} : l’anomalie "{1}" n’existe pas.{2}',
    de: '--accept {0}: Die Auffälligkeit "{1}" gibt es nicht.{2}',
  },
  '--accept {0}: a final run records why an exception was accepted.': {
    nl: '--accept {0}: een definitieve run legt vast waarom een melding werd aanvaard.',
    fr: '--accept {0} : un traitement définitif garde le motif pour lequel une anomalie a été acceptée.',
    de: '--accept {0}: Ein endgültiger Lauf hält fest, warum eine Auffälligkeit akzeptiert wurde.',
  },
  'Write --accept "{0}=the reason".': {
    nl: 'Schrijf --accept "{0}=de reden".',
    fr: 'Écrivez --accept "{0}=le motif".',
    de: 'Schreiben: --accept "{0}=der Grund".',
  },
  '--{0} takes one value, and only once.': {
    nl: '--{0} verwacht één waarde, en maar één keer.',
    fr: '--{0} prend une valeur, une seule fois.',
    de: '--{0} erwartet einen Wert, und nur einmal.',
  },
  '--jobs {0}: employers at once are a number from 1 to {1}.': {
    nl: '--jobs {0}: werkgevers tegelijk is een getal van 1 tot {1}.',
    fr: '--jobs {0} : le nombre d’employeurs à la fois va de 1 à {1}.',
    de: '--jobs {0}: Möglich sind 1 bis {1} Arbeitgeber zugleich.',
  },
  '"{0}" lists all of it.': {
    nl: '"{0}" toont alles.',
    fr: '"{0}" montre tout.',
    de: '"{0}" listet alles auf.',
  },
  'Should hours of these days change later, this shows what: {0}': {
    nl: 'Als uren van deze dagen later veranderen, toont dit wat: {0}',
    fr: 'Si des heures de ces jours changent plus tard, ceci montre lesquelles : {0}',
    de: 'Ändern sich Stunden dieser Tage später, zeigt dies, was: {0}',
  },
  '"{0}" is a template, and no command.': {
    nl: '"{0}" is een sjabloon en geen opdracht.',
    fr: '"{0}" est un modèle et non une commande.',
    de: '"{0}" ist eine Vorlage und kein Befehl.',
  },
  'To have it made: {0}': {
    nl: 'Om het te laten maken: {0}',
    fr: 'Pour le produire : {0}',
    de: 'So wird sie erstellt: {0}',
  },
  '{0} needs a value.': {
    nl: '{0} heeft een waarde nodig.',
    fr: '{0} demande une valeur.',
    de: '{0} braucht einen Wert.',
  },
  'The commands are {0}; "paytally --help" explains them.': {
    nl: 'De opdrachten zijn {0}; "paytally --help" legt ze uit.',
    fr: 'Les commandes sont {0} ; "paytally --help" les explique.',
    de: 'Die Befehle sind {0}; "paytally --help" erklärt sie.',
  },
  'A command is missing after "paytally".': {
    nl: 'Er ontbreekt een opdracht na "paytally".',
    fr: 'Il manque une commande après "paytally".',
    de: 'Nach "paytally" fehlt ein Befehl.',
  },
  'There is no command "{0}".{1}': {
    nl: 'De opdracht "{0}" bestaat niet.{1}',
    fr: 'La commande "{0}" n’existe pas.{1}',
    de: 'Den Befehl "{0}" gibt es nicht.{1}',
  },
  '"paytally {0} --help" lists its options.': {
    nl: '"paytally {0} --help" toont de opties.',
    fr: '"paytally {0} --help" montre ses options.',
    de: '"paytally {0} --help" zeigt die Optionen.',
  },
  '"paytally {0}" has no option {1}.': {
    nl: '"paytally {0}" heeft geen optie {1}.',
    fr: '"paytally {0}" n’a pas d’option {1}.',
    de: '"paytally {0}" hat keine Option {1}.',
  },
  'A {0} is missing after "paytally {1}".': {
    nl: 'Na "paytally {1}" ontbreekt: {0}.',
    fr: 'Après "paytally {1}" il manque : {0}.',
    de: 'Nach "paytally {1}" fehlt: {0}.',
  },
  '"{0}" is one word too many for "paytally {1}".': {
    nl: '"{0}" is een woord te veel voor "paytally {1}".',
    fr: '"{0}" est de trop pour "paytally {1}".',
    de: '"{0}" ist ein Wort zu viel für "paytally {1}".',
  },
  '"{0}" fits {1} employees:': {
    nl: '"{0}" past bij {1} medewerkers:',
    fr: '"{0}" correspond à {1} salariés :',
    de: '"{0}" passt auf {1} Mitarbeiter:',
  },
  'Export what changed since with "paytally corrections {0}".': {
    nl: 'Exporteer wat sindsdien veranderde met "paytally corrections {0}".',
    fr: 'Exportez ce qui a changé depuis avec "paytally corrections {0}".',
    de: 'Was sich seither geändert hat, exportiert "paytally corrections {0}".',
  },
  '--watch goes with neither --json nor --every {0}.': {
    nl: '--watch gaat niet samen met --json of --every {0}.',
    fr: '--watch ne va ni avec --json ni avec --every {0}.',
    de: '--watch verträgt sich weder mit --json noch mit --every {0}.',
  },
  'Leave out --json; --every takes {0} to {1} seconds.': {
    nl: 'Laat --json weg; --every verwacht {0} tot {1} seconden.',
    fr: 'Enlevez --json ; --every accepte de {0} à {1} secondes.',
    de: '--json weglassen; --every erwartet {0} bis {1} Sekunden.',
  },
  'There is no topic "{0}".{1}': {
    nl: 'Het onderwerp "{0}" bestaat niet.{1}',
    fr: 'Le sujet "{0}" n’existe pas.{1}',
    de: 'Das Thema "{0}" gibt es nicht.{1}',
  },
  'Write one of {0}; for a command: paytally {1} --help.': {
    nl: 'Mogelijk zijn: {0}; voor een opdracht: paytally {1} --help.',
    fr: 'Valeurs possibles : {0} ; pour une commande : paytally {1} --help.',
    de: 'Möglich sind: {0}; für einen Befehl: paytally {1} --help.',
  },
  '--before {0}: this is not a day.': {
    nl: '--before {0}: dit is geen dag.',
    fr: '--before {0} : ce n’est pas un jour.',
    de: '--before {0}: Das ist kein Tag.',
  },
  '--{0} takes no value.': {
    nl: '--{0} aanvaardt geen waarde.',
    fr: '--{0} n’accepte pas de valeur.',
    de: '--{0} nimmt keinen Wert.',
  },
  'Write --{0} alone.': {
    nl: 'Schrijf alleen --{0}.',
    fr: 'Écrivez --{0} seul.',
    de: 'Nur --{0} schreiben.',
  },
  '"paytally {0}" has no option {1}. Did you mean {2}?': {
    nl: '"paytally {0}" heeft geen optie {1}. Bedoelt u {2}?',
    fr: '"paytally {0}" n’a pas d’option {1}. Vouliez-vous dire {2} ?',
    de: '"paytally {0}" hat keine Option {1}. Ist {2} gemeint?',
  },
  '"paytally {0}" has no option {1}. It is one of {2}.': {
    nl: '"paytally {0}" heeft geen optie {1}. Ze hoort bij {2}.',
    fr: '"paytally {0}" n’a pas d’option {1}. Elle appartient à {2}.',
    de: '"paytally {0}" hat keine Option {1}. Sie gehört zu {2}.',
  },
  '{0} does not know "{1}".': {
    nl: '{0} kent "{1}" niet.',
    fr: '{0} ne connaît pas "{1}".',
    de: '{0} kennt "{1}" nicht.',
  },
  '{0} does not know "{1}". Did you mean {2}?': {
    nl: '{0} kent "{1}" niet. Bedoelt u {2}?',
    fr: '{0} ne connaît pas "{1}". Vouliez-vous dire {2} ?',
    de: '{0} kennt "{1}" nicht. Ist {2} gemeint?',
  },
  'Write one of {0} after {1}.': {
    nl: 'Schrijf na {1} een van {0}.',
    fr: 'Écrivez après {1} l’un de ces mots : {0}.',
    de: 'Nach {1} eines davon schreiben: {0}.',
  },
  'Write for instance: {0}. A value with spaces needs quotes.': {
    nl: 'Schrijf bijvoorbeeld: {0}. Een waarde met spaties staat tussen aanhalingstekens.',
    fr: 'Écrivez par exemple : {0}. Une valeur avec des espaces se met entre guillemets.',
    de: 'Zum Beispiel so: {0}. Ein Wert mit Leerzeichen gehört in Anführungszeichen.',
  },
  'it is not a period that exists': {
    nl: 'die periode bestaat niet',
    fr: 'cette période n’existe pas',
    de: 'diesen Zeitraum gibt es nicht',
  },
};
