import type { Said } from './said.js';

/** What `init` says and writes. */
export const initAnswers: Said = {
  'There is no secret for {0}; nothing was written.': {
    nl: 'Er is geen geheim voor {0}; er is niets geschreven.',
    fr: 'Il n’y a pas de secret pour {0} ; rien n’a été écrit.',
    de: 'Für {0} gibt es kein Geheimnis; nichts wurde geschrieben.',
  },
  'The mapping file {0} {1}.': {
    nl: 'Het koppelbestand {0} {1}.',
    fr: 'Le fichier de correspondance {0} {1}.',
    de: 'Die Zuordnungsdatei {0} {1}.',
  },
  'Wrote {0}.': {
    nl: 'Geschreven: {0}.',
    fr: 'Écrit : {0}.',
    de: 'Geschrieben: {0}.',
  },
  'Found:': {
    nl: 'Gevonden:',
    fr: 'Trouvé :',
    de: 'Gefunden:',
  },
  '{0} establishments: {1}': {
    nl: '{0} vestigingen: {1}',
    fr: '{0} établissements : {1}',
    de: '{0} Betriebe: {1}',
  },
  '{0} establishment: {1}': {
    nl: '{0} vestiging: {1}',
    fr: '{0} établissement : {1}',
    de: '{0} Betrieb: {1}',
  },
  'The integration may read all that paytally asks for': {
    nl: 'De integratie mag alles lezen wat paytally vraagt',
    fr: 'L’intégration peut lire tout ce que demande paytally',
    de: 'Die Integration darf alles lesen, was paytally braucht',
  },
  '{0} people in {1}: fill in their payroll numbers there, if a payroll system needs them': {
    nl: '{0} personen in {1}: vul daar hun personeelsnummers in, als een loonpakket ze nodig heeft',
    fr: '{0} personnes dans {1} : indiquez-y leurs matricules, si un logiciel de paie en a besoin',
    de: '{0} Personen in {1}: dort die Personalnummern eintragen, falls ein Lohnprogramm sie braucht',
  },
  '{0} person in {1}: fill in their payroll numbers there, if a payroll system needs them': {
    nl: '{0} persoon in {1}: vul daar het personeelsnummer in, als een loonpakket het nodig heeft',
    fr: '{0} personne dans {1} : indiquez-y son matricule, si un logiciel de paie en a besoin',
    de: '{0} Person in {1}: dort die Personalnummer eintragen, falls ein Lohnprogramm sie braucht',
  },
  'In another terminal: {0}': {
    nl: 'In een andere terminal: {0}',
    fr: 'Dans un autre terminal : {0}',
    de: 'In einem anderen Terminal: {0}',
  },
  'Next: correct what is named, then run "paytally doctor".': {
    nl: 'Volgende stap: verbeter wat genoemd is en voer dan "paytally doctor" uit.',
    fr: 'Étape suivante : corrigez ce qui est cité, puis lancez "paytally doctor".',
    de: 'Nächster Schritt: das Genannte berichtigen, dann "paytally doctor" ausführen.',
  },
  'All employers of {0} are read from {1}; nothing was changed.': {
    nl: 'Alle werkgevers van {0} worden gelezen van {1}; er is niets gewijzigd.',
    fr: 'Tous les employeurs de {0} sont lus à l’adresse {1} ; rien n’a été modifié.',
    de: 'Alle Arbeitgeber von {0} werden von {1} gelesen; nichts wurde geändert.',
  },
  'Leave out --base-url, or run "paytally init" in a folder of its own for {0}.': {
    nl: 'Laat --base-url weg, of voer "paytally init" uit in een eigen map voor {0}.',
    fr: 'Enlevez --base-url, ou lancez "paytally init" dans un dossier à part pour {0}.',
    de: '--base-url weglassen oder "paytally init" für {0} in einem eigenen Ordner ausführen.',
  },
  'Pay rules that are included in {0} hold for all of its employers; nothing was changed.': {
    nl: 'Loonregels die in {0} zijn opgenomen, gelden voor al zijn werkgevers; er is niets gewijzigd.',
    fr: 'Les règles de paie incluses dans {0} valent pour tous ses employeurs ; rien n’a été modifié.',
    de: 'Lohnregeln, die in {0} eingebunden sind, gelten für alle Arbeitgeber darin; nichts wurde geändert.',
  },
  'Leave out --preset and write payRules of its own below this employer, or run "paytally init" in a folder of its own.':
    {
      nl: 'Laat --preset weg en schrijf eigen payRules onder deze werkgever, of voer "paytally init" uit in een eigen map.',
      fr: 'Enlevez --preset et écrivez des payRules propres sous cet employeur, ou lancez "paytally init" dans un dossier à part.',
      de: '--preset weglassen und eigene payRules unter diesen Arbeitgeber schreiben oder "paytally init" in einem eigenen Ordner ausführen.',
    },
  '{0} does not go with --sandbox, which has its own.': {
    nl: '{0} gaat niet samen met --sandbox, die er zelf een heeft.',
    fr: '{0} ne va pas avec --sandbox, qui a le sien.',
    de: '{0} verträgt sich nicht mit --sandbox, das seine eigene Angabe hat.',
  },
  'Leave out {0}, or leave out --sandbox.': {
    nl: 'Laat {0} weg, of laat --sandbox weg.',
    fr: 'Retirez {0}, ou retirez --sandbox.',
    de: '{0} weglassen oder --sandbox weglassen.',
  },
  '{0} is no address of a sandbox on this machine.': {
    nl: '{0} is geen adres van een sandbox op deze computer.',
    fr: '{0} n’est pas l’adresse d’un bac à sable sur cet ordinateur.',
    de: '{0} ist keine Adresse einer Sandbox auf diesem Rechner.',
  },
  'Write one such as http://127.0.0.1:{0}, or leave out --base-url.': {
    nl: 'Schrijf er een als http://127.0.0.1:{0}, of laat --base-url weg.',
    fr: 'Écrivez par exemple http://127.0.0.1:{0}, ou enlevez --base-url.',
    de: 'Zum Beispiel http://127.0.0.1:{0} schreiben oder --base-url weglassen.',
  },
  'Next: {0}': {
    nl: 'Volgende stap: {0}',
    fr: 'Étape suivante : {0}',
    de: 'Nächster Schritt: {0}',
  },
  'What paytally reads, and how. "paytally doctor" checks it; "paytally config show" says what holds.': {
    nl: 'Wat paytally leest, en hoe. "paytally doctor" kijkt het na; "paytally config show" zegt wat geldt.',
    fr: 'Ce que paytally lit, et comment. "paytally doctor" le vérifie ; "paytally config show" dit ce qui vaut.',
    de: 'Was paytally liest, und wie. "paytally doctor" prüft es; "paytally config show" sagt, was gilt.',
  },
  'Address of the Workforce API.': {
    nl: 'Adres van de Workforce API.',
    fr: 'Adresse de la Workforce API.',
    de: 'Adresse der Workforce API.',
  },
  'Pay rules to begin with: adapt them, and let payroll check them.': {
    nl: 'Loonregels om mee te beginnen: pas ze aan en laat de loonadministratie ze nakijken.',
    fr: 'Règles de paie pour commencer : adaptez-les et faites-les vérifier par le service de paie.',
    de: 'Lohnregeln für den Anfang: anpassen und vom Lohnbüro prüfen lassen.',
  },
  'An employer for each client, by a key of your own: it is used on the command line and in file names.': {
    nl: 'Een werkgever per klant, met een eigen sleutel: die staat in opdrachten en bestandsnamen.',
    fr: 'Un employeur par client, avec une clé à vous : elle sert dans les commandes et les noms de fichiers.',
    de: 'Ein Arbeitgeber je Mandant, mit eigenem Schlüssel: Er steht in Befehlen und Dateinamen.',
  },
  'Files of an export; "paytally templates" lists all there are.': {
    nl: 'Bestanden van een export; "paytally templates" toont alle die er zijn.',
    fr: 'Fichiers d’un export ; "paytally templates" les énumère tous.',
    de: 'Dateien eines Exports; "paytally templates" zeigt alle, die es gibt.',
  },
  'Language of reports and of what there is to do: en, nl, fr or de.': {
    nl: 'Taal van rapporten en van wat er te doen is: en, nl, fr of de.',
    fr: 'Langue des documents et de ce qu’il y a à faire : en, nl, fr ou de.',
    de: 'Sprache der Berichte und dessen, was zu tun ist: en, nl, fr oder de.',
  },
  'How CSV for people is written, so that it opens right.': {
    nl: 'Hoe CSV voor mensen geschreven wordt, zodat het goed opent.',
    fr: 'Comment le CSV destiné aux personnes est écrit, pour qu’il s’ouvre correctement.',
    de: 'Wie CSV für Menschen geschrieben wird, damit es richtig aufgeht.',
  },
  'Which local day minutes count for: start, split, end or majority.': {
    nl: 'Voor welke lokale dag minuten tellen: start, split, end of majority.',
    fr: 'Pour quel jour local comptent les minutes : start, split, end ou majority.',
    de: 'Für welchen Tag (Ortszeit) Minuten zählen: start, split, end oder majority.',
  },
  'Without a terminal nothing is asked: {0} is missing.': {
    nl: 'Zonder terminal wordt er niets gevraagd: {0} ontbreekt.',
    fr: 'Sans terminal, rien n’est demandé : {0} manque.',
    de: 'Ohne Terminal wird nichts gefragt: {0} fehlt.',
  },
  'Add {0}, or run "paytally init" in a terminal; "paytally init --sandbox" needs nothing.': {
    nl: 'Voeg {0} toe, of voer "paytally init" uit in een terminal; "paytally init --sandbox" heeft niets nodig.',
    fr: 'Ajoutez {0}, ou lancez "paytally init" dans un terminal ; "paytally init --sandbox" ne demande rien.',
    de: '{0} ergänzen oder "paytally init" in einem Terminal ausführen; "paytally init --sandbox" braucht nichts.',
  },
  'Write one of {0}.': {
    nl: 'Mogelijk zijn: {0}.',
    fr: 'Valeurs possibles : {0}.',
    de: 'Möglich sind: {0}.',
  },
  '{0} cannot be read as it is, so no employer was added.': {
    nl: '{0} is zo niet te lezen; er is geen werkgever toegevoegd.',
    fr: '{0} ne peut être lu tel quel ; aucun employeur n’a été ajouté.',
    de: '{0} ist so nicht lesbar; es wurde kein Arbeitgeber hinzugefügt.',
  },
  'Run "paytally doctor" and correct what it names, then run init again.': {
    nl: 'Voer "paytally doctor" uit, verbeter wat het noemt en voer init opnieuw uit.',
    fr: 'Lancez "paytally doctor", corrigez ce qu’il cite, puis relancez init.',
    de: '"paytally doctor" ausführen, das Genannte berichtigen, dann init noch einmal ausführen.',
  },
  '{0} has an employer "{1}" already; nothing was changed.': {
    nl: '{0} heeft al een werkgever "{1}"; er is niets gewijzigd.',
    fr: '{0} a déjà un employeur "{1}" ; rien n’a été modifié.',
    de: '{0} hat schon einen Arbeitgeber "{1}"; nichts wurde geändert.',
  },
  'Choose another key with --key, or correct that employer in the file.': {
    nl: 'Kies met --key een andere sleutel, of verbeter die werkgever in het bestand.',
    fr: 'Choisissez une autre clé avec --key, ou corrigez cet employeur dans le fichier.',
    de: 'Mit --key einen anderen Schlüssel wählen oder jenen Arbeitgeber in der Datei berichtigen.',
  },
  'Give it through stdin, make the file {0} first, or name a variable with --secret-env NAME.': {
    nl: 'Geef het via stdin, maak eerst het bestand {0}, of noem een variabele met --secret-env NAAM.',
    fr: 'Donnez-le par stdin, créez d’abord le fichier {0}, ou nommez une variable avec --secret-env NOM.',
    de: 'Es über stdin geben, zuerst die Datei {0} anlegen oder mit --secret-env NAME eine Variable nennen.',
  },
  'There are no pay rules "{0}".': {
    nl: 'Er zijn geen loonregels "{0}".',
    fr: 'Il n’y a pas de règles de paie "{0}".',
    de: 'Lohnregeln "{0}" gibt es nicht.',
  },
  '{0} is there already; nothing was changed.': {
    nl: '{0} is er al; er is niets gewijzigd.',
    fr: '{0} existe déjà ; rien n’a été modifié.',
    de: '{0} gibt es schon; nichts wurde geändert.',
  },
  'Run "paytally init --sandbox" in an empty folder.': {
    nl: 'Voer "paytally init --sandbox" uit in een lege map.',
    fr: 'Lancez "paytally init --sandbox" dans un dossier vide.',
    de: '"paytally init --sandbox" in einem leeren Ordner ausführen.',
  },
  '--locale {0} is not known.': {
    nl: '--locale {0} is niet bekend.',
    fr: '--locale {0} n’est pas connu.',
    de: '--locale {0} ist nicht bekannt.',
  },
  'Looking whether the service answers': {
    nl: 'Nagaan of de service antwoordt',
    fr: 'Vérification que le service répond',
    de: 'Prüfe, ob der Dienst antwortet',
  },
  'Trying the credentials': {
    nl: 'De toegangsgegevens proberen',
    fr: 'Essai des identifiants',
    de: 'Probiere die Zugangsdaten',
  },
  '"{0}" is no key of an employer.': {
    nl: '"{0}" kan geen sleutel van een werkgever zijn.',
    fr: '"{0}" ne peut pas être la clé d’un employeur.',
    de: '"{0}" kann kein Schlüssel eines Arbeitgebers sein.',
  },
  'Use letters without accents, digits, - and _, with a letter or a digit first: bakery-south.': {
    nl: 'Gebruik letters zonder accenten, cijfers, - en _, met een letter of cijfer vooraan: bakery-south.',
    fr: 'Utilisez des lettres sans accent, des chiffres, - et _, en commençant par une lettre ou un chiffre : bakery-south.',
    de: 'Buchstaben ohne Akzente, Ziffern, - und _ verwenden, zuerst ein Buchstabe oder eine Ziffer: bakery-south.',
  },
  '"{0}" is no name of an environment variable.': {
    nl: '"{0}" kan niet de naam van een omgevingsvariabele zijn.',
    fr: '"{0}" ne peut pas être le nom d’une variable d’environnement.',
    de: '"{0}" kann nicht der Name einer Umgebungsvariablen sein.',
  },
  'Use letters, digits and _, such as BAKERY_SECRET; the secret itself is not meant.': {
    nl: 'Gebruik letters, cijfers en _, zoals BAKERY_SECRET; het geheim zelf is niet bedoeld.',
    fr: 'Utilisez des lettres, des chiffres et _, par exemple BAKERY_SECRET ; il ne s’agit pas du secret lui-même.',
    de: 'Buchstaben, Ziffern und _ verwenden, etwa BAKERY_SECRET; das Geheimnis selbst ist nicht gemeint.',
  },
  'The configuration cannot hold {0} as {1}.': {
    nl: 'De configuratie kan {0} niet als {1} bevatten.',
    fr: 'La configuration ne peut pas contenir {0} comme {1}.',
    de: 'Die Konfiguration kann {0} nicht als {1} enthalten.',
  },
  'Write it as the portal or the payslips show it: in one line, not empty, and without "${".': {
    nl: 'Schrijf het zoals het portaal of de loonstroken het tonen: op één regel, niet leeg, en zonder "${".',
    fr: 'Écrivez-le comme le portail ou les fiches de paie le montrent : sur une ligne, non vide et sans "${".',
    de: 'So schreiben, wie das Portal oder die Lohnzettel es zeigen: in einer Zeile, nicht leer und ohne "${".',
  },
  'Warning: the variable {0} is not set here, so the credentials were not tried.': {
    nl: 'Waarschuwing: de variabele {0} is hier niet ingesteld, dus zijn de toegangsgegevens niet geprobeerd.',
    fr: 'Avertissement : la variable {0} n’est pas définie ici, les identifiants n’ont donc pas été essayés.',
    de: 'Warnung: Die Variable {0} ist hier nicht gesetzt; die Zugangsdaten wurden nicht probiert.',
  },
  'Interrupted; {0} had been written before.': {
    nl: 'Onderbroken; {0} was al geschreven.',
    fr: 'Interrompu ; {0} avait déjà été écrit.',
    de: 'Unterbrochen; vorher geschrieben: {0}.',
  },
  'Run "paytally doctor" to look whether all is well.': {
    nl: 'Voer "paytally doctor" uit om na te gaan of alles in orde is.',
    fr: 'Lancez "paytally doctor" pour voir si tout va bien.',
    de: 'Mit "paytally doctor" nachsehen, ob alles in Ordnung ist.',
  },
};
