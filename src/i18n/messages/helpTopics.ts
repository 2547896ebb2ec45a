import type { Said } from './said.js';

/** What "paytally help TOPIC" explains; what is typed stays as it is. */
export const helpTopics: Said = {
  'Periods, as they are typed': {
    nl: 'Perioden, zoals u ze intikt',
    fr: 'Périodes, telles qu’on les tape',
    de: 'Zeiträume, wie sie eingegeben werden',
  },
  'a month': { nl: 'een maand', fr: 'un mois', de: 'ein Monat' },
  'a quarter, a year, an ISO week': {
    nl: 'een kwartaal, een jaar, een ISO-week',
    fr: 'un trimestre, une année, une semaine ISO',
    de: 'ein Quartal, ein Jahr, eine ISO-Woche',
  },
  'these days, both included': {
    nl: 'van de eerste tot en met de tweede dag',
    fr: 'du premier au second jour, inclus',
    de: 'vom ersten bis zum zweiten Tag, beide eingeschlossen',
  },
  "seen from today in the employer's zone": {
    nl: 'gezien vanaf vandaag in de tijdzone van de werkgever',
    fr: 'vus d’aujourd’hui dans le fuseau de l’employeur',
    de: 'von heute aus, in der Zeitzone des Arbeitgebers',
  },
  'the last period of a pay calendar of the configuration that ended before today': {
    nl: 'de laatste periode van een loonkalender van de configuratie die vóór vandaag eindigde',
    fr: 'la dernière période d’un calendrier de paie de la configuration achevée avant aujourd’hui',
    de: 'der letzte Zeitraum eines Lohnkalenders der Konfiguration, der vor heute endete',
  },
  'the period of that calendar which holds the date': {
    nl: 'de periode van die kalender waarin de datum valt',
    fr: 'la période de ce calendrier qui contient la date',
    de: 'der Zeitraum dieses Kalenders, in dem das Datum liegt',
  },
  'Pay calendars are configured by name:': {
    nl: 'Loonkalenders hebben een naam in de configuratie:',
    fr: 'Les calendriers de paie ont un nom dans la configuration :',
    de: 'Lohnkalender haben in der Konfiguration einen Namen:',
  },
  '26th to 25th': { nl: 'van de 26e tot en met de 25e', fr: 'du 26 au 25', de: 'vom 26. bis zum 25.' },
  'The dates are always printed.': {
    nl: 'De datums worden altijd getoond.',
    fr: 'Les dates sont toujours affichées.',
    de: 'Das Datum der Tage wird immer angezeigt.',
  },
  'Exit status of the program': {
    nl: 'Afsluitcode van het programma',
    fr: 'Code de sortie du programme',
    de: 'Rückgabewert des Programms',
  },
  done: { nl: 'gelukt', fr: 'réussi', de: 'gelungen' },
  'a bug in paytally: the only case that prints a stack': {
    nl: 'een fout in paytally: alleen dan wordt een stack getoond',
    fr: 'une erreur de paytally : seul cas où la pile d’appels est affichée',
    de: 'ein Fehler in paytally: nur dann wird der Aufrufstapel gezeigt',
  },
  'usage or configuration': {
    nl: 'gebruik of configuratie',
    fr: 'utilisation ou configuration',
    de: 'Bedienung oder Konfiguration',
  },
  'credentials or permission': {
    nl: 'aanmelding of rechten',
    fr: 'identification ou droits',
    de: 'Anmeldung oder Berechtigung',
  },
  'the service could not answer': {
    nl: 'de tijdregistratie kon niet antwoorden',
    fr: 'le système de pointage n’a pas pu répondre',
    de: 'die Zeiterfassung konnte nicht antworten',
  },
  'the data blocks the export; nothing was written': {
    nl: 'de gegevens houden de export tegen; er is niets geschreven',
    fr: 'les données bloquent l’export ; rien n’a été écrit',
    de: 'die Daten verhindern den Export; nichts wurde geschrieben',
  },
  'an output could not be written': {
    nl: 'een bestand kon niet worden geschreven',
    fr: 'un fichier n’a pas pu être écrit',
    de: 'eine Datei konnte nicht geschrieben werden',
  },
  'mail, or another delivery that failed': {
    nl: 'e-mail, of een andere levering die mislukte',
    fr: 'courriel, ou autre envoi qui a échoué',
    de: 'E-Mail oder eine andere Zustellung, die scheiterte',
  },
  interrupted: { nl: 'onderbroken', fr: 'interrompu', de: 'unterbrochen' },
  'With several employers the status is that of the first failure in the order of the configuration.': {
    nl: 'Bij meerdere werkgevers is het de code van de eerste mislukking in de volgorde van de configuratie.',
    fr: 'Avec plusieurs employeurs, le code est celui du premier échec dans l’ordre de la configuration.',
    de: 'Bei mehreren Arbeitgebern gilt der Wert des ersten Fehlschlags in der Reihenfolge der Konfiguration.',
  },
  'stdout then carries one object; messages stay on stderr.': {
    nl: 'Op stdout staat dan één object; meldingen blijven op stderr.',
    fr: 'stdout ne porte alors qu’un objet ; les messages restent sur stderr.',
    de: 'Auf stdout steht dann ein einziges Objekt; Meldungen bleiben auf stderr.',
  },
  'Each of "changes" is { "runId", "period", "came"?, "went"?, "zero-hours"?, "hours"?, "code"? }; it is left out where there is nothing to compare with.':
    {
      nl: 'Elk deel van "changes" is { "runId", "period", "came"?, "went"?, "zero-hours"?, "hours"?, "code"? }; het ontbreekt als er niets is om mee te vergelijken.',
      fr: 'Chaque élément de "changes" est { "runId", "period", "came"?, "went"?, "zero-hours"?, "hours"?, "code"? } ; il est omis quand il n’y a rien à comparer.',
      de: 'Jeder Teil von "changes" ist { "runId", "period", "came"?, "went"?, "zero-hours"?, "hours"?, "code"? }; er fehlt, wo es nichts zu vergleichen gibt.',
    },
  'With --estimate-from there are "estimateFrom", and "estimatedMinutes" in "control". "check" adds "findings" to each run.':
    {
      nl: 'Met --estimate-from komen "estimateFrom" en, in "control", "estimatedMinutes" erbij. "check" voegt "findings" toe aan elke run.',
      fr: 'Avec --estimate-from s’ajoutent "estimateFrom" et, dans "control", "estimatedMinutes". "check" ajoute "findings" à chaque traitement.',
      de: 'Mit --estimate-from kommen "estimateFrom" und in "control" "estimatedMinutes" hinzu. "check" ergänzt jeden Lauf um "findings".',
    },
  'a failure before any employer runs': {
    nl: 'een mislukking vóór de eerste werkgever',
    fr: 'un échec avant le premier employeur',
    de: 'ein Fehlschlag vor dem ersten Arbeitgeber',
  },
  'a failed run among the runs': {
    nl: 'een mislukte run tussen de andere',
    fr: 'un traitement échoué parmi les autres',
    de: 'ein gescheiterter Lauf unter den anderen',
  },
  'Where a single employer was chosen, the same error stands at the top too.': {
    nl: 'Is maar één werkgever gekozen, dan staat dezelfde fout ook bovenaan.',
    fr: 'Quand un seul employeur est choisi, la même erreur figure aussi au premier niveau.',
    de: 'Ist nur ein Arbeitgeber gewählt, steht derselbe Fehler auch ganz oben.',
  },
  'Fetched = exported + excluded, in entries and in minutes, always. The reasons are a closed list: cancelled, open, agency (no employee), outside-period, filtered, invalid, estimated.':
    {
      nl: 'Gelezen = geëxporteerd + weggelaten, altijd, in registraties en in minuten. De redenen zijn een vaste lijst: cancelled (geannuleerd), open (nog open), agency (uitzendkracht), outside-period (buiten de periode), filtered (gefilterd), invalid (ongeldig), estimated (geschat).',
      fr: 'Lu = exporté + écarté, toujours, en pointages et en minutes. Les motifs forment une liste fermée : cancelled (annulé), open (encore ouvert), agency (intérim), outside-period (hors de la période), filtered (filtré), invalid (invalide), estimated (estimé).',
      de: 'Gelesen = exportiert + ausgelassen, immer, in Buchungen und in Minuten. Die Gründe sind eine feste Liste: cancelled (storniert), open (noch offen), agency (Leiharbeit), outside-period (außerhalb des Zeitraums), filtered (gefiltert), invalid (ungültig), estimated (geschätzt).',
    },
  'What the other commands print is in their --help.': {
    nl: 'Wat de andere opdrachten tonen, staat in hun --help.',
    fr: 'Ce que les autres commandes affichent figure dans leur --help.',
    de: 'Was die anderen Befehle ausgeben, steht in ihrem --help.',
  },
  'Environment, and what is read from it': {
    nl: 'Omgeving, en wat eruit wordt gelezen',
    fr: 'Environnement, et ce qui y est lu',
    de: 'Umgebung, und was aus ihr gelesen wird',
  },
  'in the configuration: reads a variable; one that is not set is an error': {
    nl: 'in de configuratie: leest een variabele; een die ontbreekt is een fout',
    fr: 'dans la configuration : lit une variable ; une variable absente est une erreur',
    de: 'in der Konfiguration: liest eine Variable; fehlt sie, ist das ein Fehler',
  },
  'reads the secret from it': {
    nl: 'leest het geheim eruit',
    fr: 'y lit le secret',
    de: 'liest das Geheimnis daraus',
  },
  "the way to the service through an office's proxy": {
    nl: 'de weg naar de tijdregistratie via de proxy van een kantoor',
    fr: 'l’accès au système de pointage par le proxy d’un bureau',
    de: 'der Weg zur Zeiterfassung über den Proxy eines Büros',
  },
  'the language where there is no configuration': {
    nl: 'de taal als er geen configuratie is',
    fr: 'la langue quand il n’y a pas de configuration',
    de: 'die Sprache, wo es keine Konfiguration gibt',
  },
  'set to anything: no colours, and no escape sequences': {
    nl: 'met eender welke waarde: geen kleuren en geen escapecodes',
    fr: 'avec n’importe quelle valeur : ni couleurs ni séquences d’échappement',
    de: 'mit beliebigem Wert: keine Farben und keine Escape-Sequenzen',
  },
  'a folder where runs with different stores count their requests together': {
    nl: 'een map waarin runs met verschillende opslagen hun aanvragen samen tellen',
    fr: 'un dossier où des traitements aux bases différentes comptent leurs requêtes ensemble',
    de: 'ein Ordner, in dem Läufe mit verschiedenen Speichern ihre Anfragen gemeinsam zählen',
  },
  'no progress line': {
    nl: 'geen voortgangsregel',
    fr: 'pas de ligne de progression',
    de: 'keine Fortschrittszeile',
  },
  'Templates, and how to name one': {
    nl: 'Sjablonen, en hoe u er een noemt',
    fr: 'Modèles, et comment en nommer un',
    de: 'Vorlagen, und wie man eine nennt',
  },
  'the built-in ones, for people and for payroll systems': {
    nl: 'de ingebouwde, voor mensen en voor loonpakketten',
    fr: 'ceux fournis, pour les personnes et pour les logiciels de paie',
    de: 'die mitgelieferten, für Menschen und für Lohnprogramme',
  },
  'columns, variables, a few rows; of a workbook what it is filled with': {
    nl: 'kolommen, variabelen, enkele rijen; van een werkmap waarmee ze wordt gevuld',
    fr: 'colonnes, variables, quelques lignes ; pour un classeur, ce qui le remplit',
    de: 'Spalten, Variablen, einige Zeilen; bei einer Arbeitsmappe, womit sie gefüllt wird',
  },
  'a copy to change': {
    nl: 'een kopie om aan te passen',
    fr: 'une copie à modifier',
    de: 'eine Kopie zum Ändern',
  },
  'whether it is valid, and still gives the golden files beside it': {
    nl: 'of het geldig is en nog de voorbeeldbestanden geeft die ernaast staan',
    fr: 's’il est valable et donne encore les fichiers de référence placés à côté',
    de: 'ob sie gültig ist und noch die Vergleichsdateien ergibt, die neben ihr liegen',
  },
  'A name is a built-in template. A path (with a slash, or ending in .yaml or .xlsx) is one of your own: a folder with a template.yaml, that file, or a workbook that you drew. Variables stand in the configuration:':
    {
      nl: 'Een naam is een ingebouwd sjabloon. Een pad (met een schuine streep, of eindigend op .yaml of .xlsx) is er een van uzelf: een map met een template.yaml, dat bestand, of een werkmap die u tekende. Variabelen staan in de configuratie:',
      fr: 'Un nom désigne un modèle fourni. Un chemin (avec une barre oblique, ou terminé par .yaml ou .xlsx) désigne un des vôtres : un dossier avec un template.yaml, ce fichier, ou un classeur que vous avez dessiné. Les variables figurent dans la configuration :',
      de: 'Ein Name meint eine mitgelieferte Vorlage. Ein Pfad (mit Schrägstrich oder mit der Endung .yaml oder .xlsx) meint eine eigene: einen Ordner mit einer template.yaml, diese Datei oder eine selbst gezeichnete Arbeitsmappe. Variablen stehen in der Konfiguration:',
    },
};
