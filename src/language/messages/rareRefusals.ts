import type { Said } from './said.js';

/** What the service, the command line, the configuration and its files are refused for, as it rarely happens. */
export const rareRefusals: Said = {
  'The token endpoint refused the form of the request for {0} (invalid_request).{1}': {
    nl: 'Het token-endpoint weigerde de vorm van de aanvraag voor {0} (invalid_request).{1}',
    fr: 'Le point d’accès des jetons a refusé la forme de la demande pour {0} (invalid_request).{1}',
    de: 'Der Token-Endpunkt lehnte die Form der Anfrage für {0} ab (invalid_request).{1}',
  },
  'The token endpoint does not take client credentials for {0} (unsupported_grant_type).{1}': {
    nl: 'Het token-endpoint aanvaardt geen clientgegevens voor {0} (unsupported_grant_type).{1}',
    fr: 'Le point d’accès des jetons n’accepte pas les identifiants client pour {0} (unsupported_grant_type).{1}',
    de: 'Der Token-Endpunkt nimmt für {0} keine Client-Zugangsdaten an (unsupported_grant_type).{1}',
  },
  'The token endpoint refused {0}: {1} (status {2}).{3}': {
    nl: 'Het token-endpoint weigerde {0}: {1} (status {2}).{3}',
    fr: 'Le point d’accès des jetons a refusé {0} : {1} (statut {2}).{3}',
    de: 'Der Token-Endpunkt lehnte {0} ab: {1} (Status {2}).{3}',
  },
  'Try the other way to send credentials (credentials: basic or body); if it stays, report this.': {
    nl: 'Probeer de andere manier om de gegevens te sturen (credentials: basic of body); meld het als het blijft.',
    fr: 'Essayez l’autre manière d’envoyer les identifiants (credentials : basic ou body) ; si cela persiste, signalez-le.',
    de: 'Den anderen Weg versuchen, die Zugangsdaten zu senden (credentials: basic oder body); bleibt es so, bitte melden.',
  },
  'Check that baseUrl points at the Workforce API; tokens are asked for at {baseUrl}/oauth/customer/token.': {
    nl: 'Controleer of baseUrl naar de Workforce API wijst; tokens worden gevraagd op {baseUrl}/oauth/customer/token.',
    fr: 'Vérifiez que baseUrl désigne la Workforce API ; les jetons sont demandés à {baseUrl}/oauth/customer/token.',
    de: 'Prüfen, ob baseUrl auf die Workforce API zeigt; Token werden bei {baseUrl}/oauth/customer/token geholt.',
  },
  'The token answer for employer {0} breaks the documented form: {1}.': {
    nl: 'Het tokenantwoord voor werkgever {0} heeft niet de gedocumenteerde vorm: {1}.',
    fr: 'La réponse de jeton pour l’employeur {0} n’a pas la forme documentée : {1}.',
    de: 'Die Token-Antwort für den Arbeitgeber {0} hat nicht die dokumentierte Form: {1}.',
  },
  'The token endpoint answered {0} without an OAuth error.': {
    nl: 'Het token-endpoint antwoordde {0} zonder OAuth-fout.',
    fr: 'Le point d’accès des jetons a répondu {0} sans erreur OAuth.',
    de: 'Der Token-Endpunkt antwortete {0} ohne OAuth-Fehler.',
  },
  'Check baseUrl: tokens are asked for at {baseUrl}/oauth/customer/token.': {
    nl: 'Controleer baseUrl: tokens worden gevraagd op {baseUrl}/oauth/customer/token.',
    fr: 'Vérifiez baseUrl : les jetons sont demandés à {baseUrl}/oauth/customer/token.',
    de: 'baseUrl prüfen: Token werden bei {baseUrl}/oauth/customer/token geholt.',
  },
  '"fields" pins {0}, which paytally does not read.': {
    nl: '"fields" noemt {0}, dat paytally niet leest.',
    fr: '"fields" désigne {0}, que paytally ne lit pas.',
    de: '"fields" nennt {0}, das paytally nicht liest.',
  },
  'Both {0} could be {1}, and they do not agree.': {
    nl: '{0} kunnen allebei {1} zijn, en ze spreken elkaar tegen.',
    fr: '{0} pourraient tous deux être {1}, et ils se contredisent.',
    de: '{0} könnten beide {1} sein, und sie widersprechen sich.',
  },
  'What can be pinned: {0}.': {
    nl: 'Wat genoemd kan worden: {0}.',
    fr: 'Ce qui peut être désigné : {0}.',
    de: 'Was genannt werden kann: {0}.',
  },
  'Name the right one under "fields" in the configuration: {0}: {1}.': {
    nl: 'Noem het juiste onder "fields" in de configuratie: {0}: {1}.',
    fr: 'Désignez le bon sous "fields" dans la configuration : {0}: {1}.',
    de: 'Das richtige in der Konfiguration unter "fields" nennen: {0}: {1}.',
  },
  'The field "{0}", pinned as {1}, holds no {2} ids.': {
    nl: 'Het veld "{0}", genoemd als {1}, bevat geen id’s van {2}.',
    fr: 'Le champ "{0}", désigné comme {1}, ne contient pas d’identifiants {2}.',
    de: 'Das Feld "{0}", als {1} genannt, enthält keine Kennungen von {2}.',
  },
  'The answer with the public holidays holds no list: {0}.': {
    nl: 'Het antwoord met de feestdagen bevat geen lijst: {0}.',
    fr: 'La réponse avec les jours fériés ne contient pas de liste : {0}.',
    de: 'Die Antwort mit den Feiertagen enthält keine Liste: {0}.',
  },
  'The answer with the public holidays has a further page, for which the service documents no parameter.': {
    nl: 'Het antwoord met de feestdagen heeft nog een pagina, waarvoor geen parameter gedocumenteerd is.',
    fr: 'La réponse avec les jours fériés a une page de plus, pour laquelle aucun paramètre n’est documenté.',
    de: 'Die Antwort mit den Feiertagen hat eine weitere Seite, für die kein Parameter dokumentiert ist.',
  },
  'The public holidays are no longer at "{0}" of the answer.': {
    nl: 'De feestdagen staan niet meer op "{0}" van het antwoord.',
    fr: 'Les jours fériés ne sont plus à "{0}" de la réponse.',
    de: 'Die Feiertage stehen nicht mehr bei "{0}" der Antwort.',
  },
  'Where the holidays are in it, name the path under "fields": holidays.items.': {
    nl: 'Staan de feestdagen erin, noem dan het pad onder "fields": holidays.items.',
    fr: 'Si les jours fériés s’y trouvent, indiquez le chemin sous "fields" : holidays.items.',
    de: 'Stehen die Feiertage darin, den Pfad unter "fields" nennen: holidays.items.',
  },
  'The field "{0}", pinned as {1}, holds no IANA time zone.': {
    nl: 'Het veld "{0}", genoemd als {1}, bevat geen IANA-tijdzone.',
    fr: 'Le champ "{0}", désigné comme {1}, ne contient pas de fuseau horaire IANA.',
    de: 'Das Feld "{0}", als {1} genannt, enthält keine IANA-Zeitzone.',
  },
  'The service refused {0} tokens in a row for {1}.': {
    nl: 'Het systeem weigerde {0} tokens na elkaar voor {1}.',
    fr: 'Le système a refusé {0} jetons de suite pour {1}.',
    de: 'Der Dienst lehnte {0} Token hintereinander ab für {1}.',
  },
  'The service refused a parameter of the request for {0} (400).{1}': {
    nl: 'Het systeem weigerde een parameter van de aanvraag voor {0} (400).{1}',
    fr: 'Le système a refusé un paramètre de la demande pour {0} (400).{1}',
    de: 'Der Dienst lehnte einen Parameter der Anfrage für {0} ab (400).{1}',
  },
  'The service refused the dates of the request for {0} (422).{1}': {
    nl: 'Het systeem weigerde de datums van de aanvraag voor {0} (422).{1}',
    fr: 'Le système a refusé les dates de la demande pour {0} (422).{1}',
    de: 'Der Dienst lehnte die Daten (Tage) der Anfrage für {0} ab (422).{1}',
  },
  'The service answered {0} with status {1}, which is not documented.{2}': {
    nl: 'Het systeem antwoordde op {0} met status {1}, die niet gedocumenteerd is.{2}',
    fr: 'Le système a répondu à {0} avec le statut {1}, qui n’est pas documenté.{2}',
    de: 'Der Dienst antwortete auf {0} mit Status {1}, der nicht dokumentiert ist.{2}',
  },
  'A record of {0} has {1} characters; no real one comes near.': {
    nl: 'Een record van {0} heeft {1} tekens; geen echt record komt in de buurt.',
    fr: 'Un enregistrement de {0} a {1} caractères ; aucun vrai n’en approche.',
    de: 'Ein Datensatz von {0} hat {1} Zeichen; kein echter kommt dem nahe.',
  },
  'Page {0} of {1} breaks the documented form: {2}.': {
    nl: 'Pagina {0} van {1} heeft niet de gedocumenteerde vorm: {2}.',
    fr: 'La page {0} de {1} n’a pas la forme documentée : {2}.',
    de: 'Seite {0} von {1} hat nicht die dokumentierte Form: {2}.',
  },
  'The service has no data for {0} to {1}.': {
    nl: 'Het systeem heeft geen gegevens voor {0} tot {1}.',
    fr: 'Le système n’a pas de données du {0} au {1}.',
    de: 'Der Dienst hat keine Daten für {0} bis {1}.',
  },
  'Choose a period within the years 2000 to 2100.': {
    nl: 'Kies een periode in de jaren 2000 tot 2100.',
    fr: 'Choisissez une période entre les années 2000 et 2100.',
    de: 'Einen Zeitraum in den Jahren 2000 bis 2100 wählen.',
  },
  'A record of {0} in the store cannot be read.': {
    nl: 'Een record van {0} in de opslag is niet te lezen.',
    fr: 'Un enregistrement de {0} dans le magasin ne peut être lu.',
    de: 'Ein Datensatz von {0} im Speicher ist nicht lesbar.',
  },
  'Something else than the Workforce API answered: check baseUrl, and any proxy or login page in between.': {
    nl: 'Er antwoordde iets anders dan de Workforce API: controleer baseUrl en een eventuele proxy of aanmeldpagina ertussen.',
    fr: 'Autre chose que la Workforce API a répondu : vérifiez baseUrl et un éventuel proxy ou page de connexion entre les deux.',
    de: 'Etwas anderes als die Workforce API hat geantwortet: baseUrl prüfen, und Proxy oder Anmeldeseite dazwischen.',
  },
  'baseUrl holds more than scheme, host, port and path.': {
    nl: 'baseUrl bevat meer dan schema, host, poort en pad.',
    fr: 'baseUrl contient plus que schéma, hôte, port et chemin.',
    de: 'baseUrl enthält mehr als Schema, Rechner, Port und Pfad.',
  },
  'Remove user name, password, query and fragment from baseUrl.': {
    nl: 'Haal gebruikersnaam, wachtwoord, query en fragment uit baseUrl.',
    fr: 'Retirez nom d’utilisateur, mot de passe, requête et fragment de baseUrl.',
    de: 'Benutzername, Passwort, Abfrage und Fragment aus baseUrl entfernen.',
  },
  'Check that baseUrl is right; where the network has a certificate authority of its own, name its PEM file as caFile.':
    {
      nl: 'Controleer baseUrl; heeft het netwerk een eigen certificaatautoriteit, noem dan haar PEM-bestand als caFile.',
      fr: 'Vérifiez baseUrl ; si le réseau a sa propre autorité de certification, indiquez son fichier PEM dans caFile.',
      de: 'baseUrl prüfen; hat das Netz eine eigene Zertifizierungsstelle, deren PEM-Datei als caFile nennen.',
    },
  'Check HTTPS_PROXY and its user name and password, or except the service with NO_PROXY.': {
    nl: 'Controleer HTTPS_PROXY met gebruikersnaam en wachtwoord, of zonder het systeem uit met NO_PROXY.',
    fr: 'Vérifiez HTTPS_PROXY, son nom d’utilisateur et son mot de passe, ou exceptez le système avec NO_PROXY.',
    de: 'HTTPS_PROXY mit Benutzername und Passwort prüfen, oder den Dienst mit NO_PROXY ausnehmen.',
  },
  'A page of 200 records never takes that much: check that baseUrl points at the Workforce API.': {
    nl: 'Een pagina van 200 records is nooit zo groot: controleer of baseUrl naar de Workforce API wijst.',
    fr: 'Une page de 200 enregistrements n’est jamais si grande : vérifiez que baseUrl désigne la Workforce API.',
    de: 'Eine Seite mit 200 Datensätzen ist nie so groß: prüfen, ob baseUrl auf die Workforce API zeigt.',
  },
  'Put the final address of the service into baseUrl; a login page of the network redirects in this way too.':
    {
      nl: 'Zet het uiteindelijke adres in baseUrl; ook een aanmeldpagina van het netwerk verwijst zo door.',
      fr: 'Mettez l’adresse définitive dans baseUrl ; une page de connexion du réseau redirige aussi de cette façon.',
      de: 'Die endgültige Adresse in baseUrl schreiben; auch eine Anmeldeseite des Netzes leitet so um.',
    },
  'The read was interrupted.': {
    nl: 'Het lezen werd onderbroken.',
    fr: 'La lecture a été interrompue.',
    de: 'Das Lesen wurde unterbrochen.',
  },
  '{0} is not the address of a proxy.': {
    nl: '{0} is geen adres van een proxy.',
    fr: '{0} n’est pas l’adresse d’un proxy.',
    de: '{0} ist keine Adresse eines Proxys.',
  },
  'Write {0} as http://host:port, or unset it.': {
    nl: 'Schrijf {0} als http://host:poort, of haal het weg.',
    fr: 'Écrivez {0} sous la forme http://hôte:port, ou supprimez-la.',
    de: '{0} als http://rechner:port schreiben, oder nicht setzen.',
  },
  '--watch goes with neither --json nor --every {0}.': {
    nl: '--watch gaat niet samen met --json of --every {0}.',
    fr: '--watch ne va ni avec --json ni avec --every {0}.',
    de: '--watch verträgt sich weder mit --json noch mit --every {0}.',
  },
  'Leave out --json; --every takes {0} to {1} seconds.': {
    nl: 'Laat --json weg; --every neemt {0} tot {1} seconden.',
    fr: 'Enlevez --json ; --every accepte de {0} à {1} secondes.',
    de: '--json weglassen; --every nimmt {0} bis {1} Sekunden.',
  },
  'Settling a line records it, and so needs --final.': {
    nl: 'Een regel afhandelen legt die vast, en vraagt daarom --final.',
    fr: 'Régler une ligne l’enregistre, et demande donc --final.',
    de: 'Eine Zeile zu erledigen hält sie fest, und braucht daher --final.',
  },
  '--settle {0}: a settlement names a line and says why.': {
    nl: '--settle {0}: een afhandeling noemt een regel en zegt waarom.',
    fr: '--settle {0} : un règlement nomme une ligne et dit pourquoi.',
    de: '--settle {0}: Eine Erledigung nennt eine Zeile und den Grund.',
  },
  'Add --final, or leave out --settle.': {
    nl: 'Voeg --final toe, of laat --settle weg.',
    fr: 'Ajoutez --final, ou enlevez --settle.',
    de: '--final ergänzen, oder --settle weglassen.',
  },
  'Write --settle "LINE=the reason", with a line of "paytally corrections".': {
    nl: 'Schrijf --settle "REGEL=de reden", met een regel uit "paytally corrections".',
    fr: 'Écrivez --settle "LIGNE=la raison", avec une ligne de "paytally corrections".',
    de: 'Schreiben: --settle "ZEILE=der Grund", mit einer Zeile aus "paytally corrections".',
  },
  '"employees list" writes nothing anyway.': {
    nl: '"employees list" schrijft sowieso niets.',
    fr: '"employees list" n’écrit rien de toute façon.',
    de: '"employees list" schreibt ohnehin nichts.',
  },
  'Leave out --dry-run, or write: paytally employees sync --dry-run': {
    nl: 'Laat --dry-run weg, of schrijf: paytally employees sync --dry-run',
    fr: 'Enlevez --dry-run, ou écrivez : paytally employees sync --dry-run',
    de: '--dry-run weglassen, oder schreiben: paytally employees sync --dry-run',
  },
  'There is no topic "{0}".{1}': {
    nl: 'Het onderwerp "{0}" bestaat niet.{1}',
    fr: 'Le sujet "{0}" n’existe pas.{1}',
    de: 'Das Thema "{0}" gibt es nicht.{1}',
  },
  'Write one of {0}; for a command: paytally {1} --help.': {
    nl: 'Schrijf een van {0}; voor een opdracht: paytally {1} --help.',
    fr: 'Écrivez l’un de {0} ; pour une commande : paytally {1} --help.',
    de: 'Eines davon schreiben: {0}; für einen Befehl: paytally {1} --help.',
  },
  'Nothing says of which days the archive is.': {
    nl: 'Niets zegt van welke dagen het archief is.',
    fr: 'Rien ne dit de quels jours est l’archive.',
    de: 'Nichts sagt, von welchen Tagen das Archiv ist.',
  },
  'Nothing is final of {0}.': {
    nl: 'Van {0} is niets definitief.',
    fr: 'Rien n’est définitif pour {0}.',
    de: 'Von {0} ist nichts endgültig.',
  },
  'Write "paytally history pack PERIOD".': {
    nl: 'Schrijf "paytally history pack PERIODE".',
    fr: 'Écrivez "paytally history pack PÉRIODE".',
    de: 'Schreiben: "paytally history pack ZEITRAUM".',
  },
  'Nothing says whose records of {0} go, or how old they are.': {
    nl: 'Niets zegt van wie de gegevens van {0} weg moeten, of hoe oud ze zijn.',
    fr: 'Rien ne dit de qui les données de {0} doivent partir, ni quel est leur âge.',
    de: 'Nichts sagt, wessen Daten von {0} gelöscht werden, oder wie alt sie sind.',
  },
  '--before {0}: this is not a day.': {
    nl: '--before {0}: dit is geen dag.',
    fr: '--before {0} : ce n’est pas un jour.',
    de: '--before {0}: Das ist kein Tag.',
  },
  'Add --before DATE or --person WHO, or set "retention" in the configuration.': {
    nl: 'Voeg --before DATUM of --person WIE toe, of zet "retention" in de configuratie.',
    fr: 'Ajoutez --before DATE ou --person QUI, ou définissez "retention" dans la configuration.',
    de: '--before DATUM oder --person WER ergänzen, oder "retention" in der Konfiguration setzen.',
  },
  '--count takes a number from 1 to {0}, not "{1}".': {
    nl: '--count neemt een getal van 1 tot {0}, niet "{1}".',
    fr: '--count accepte un nombre de 1 à {0}, pas "{1}".',
    de: '--count nimmt eine Zahl von 1 bis {0}, nicht "{1}".',
  },
  'Write an instant with its offset: 2026-11-01T00:00:00+01:00, or with Z for UTC.': {
    nl: 'Schrijf een tijdstip met zijn verschil: 2026-11-01T00:00:00+01:00, of met Z voor UTC.',
    fr: 'Écrivez un instant avec son décalage : 2026-11-01T00:00:00+01:00, ou avec Z pour UTC.',
    de: 'Einen Zeitpunkt mit Zeitverschiebung schreiben: 2026-11-01T00:00:00+01:00, oder mit Z für UTC.',
  },
  '--{0} takes no value.': {
    nl: '--{0} neemt geen waarde.',
    fr: '--{0} n’accepte pas de valeur.',
    de: '--{0} nimmt keinen Wert.',
  },
  'Write --{0} alone.': {
    nl: 'Schrijf alleen --{0}.',
    fr: 'Écrivez --{0} seul.',
    de: 'Nur --{0} schreiben.',
  },
  'The configuration names more than {0} employers: {1} up to the end of {2}.': {
    nl: 'De configuratie noemt meer dan {0} werkgevers: {1} tot het einde van {2}.',
    fr: 'La configuration nomme plus de {0} employeurs : {1} jusqu’à la fin de {2}.',
    de: 'Die Konfiguration nennt mehr als {0} Arbeitgeber: {1} bis zum Ende von {2}.',
  },
  'Give each group of employers a configuration of its own (--config FILE).': {
    nl: 'Geef elke groep werkgevers een eigen configuratie (--config BESTAND).',
    fr: 'Donnez à chaque groupe d’employeurs sa propre configuration (--config FICHIER).',
    de: 'Jeder Gruppe von Arbeitgebern eine eigene Konfiguration geben (--config DATEI).',
  },
  'Keep one of the two.': {
    nl: 'Houd een van beide.',
    fr: 'Gardez l’un des deux.',
    de: 'Eines von beiden behalten.',
  },
  '{0} and {1} are both the language "{2}".': {
    nl: '{0} en {1} zijn allebei de taal "{2}".',
    fr: '{0} et {1} sont tous deux la langue "{2}".',
    de: '{0} und {1} sind beide die Sprache "{2}".',
  },
  'There is no {0}, which {1}, line {2} includes.': {
    nl: '{0} bestaat niet; {1}, regel {2}, verwijst ernaar.',
    fr: '{0} n’existe pas ; {1}, ligne {2}, l’inclut.',
    de: '{0} gibt es nicht; {1}, Zeile {2}, bindet es ein.',
  },
  '{0}:{1}: {2} would include itself.': {
    nl: '{0}:{1}: {2} zou zichzelf invoegen.',
    fr: '{0}:{1} : {2} s’inclurait lui-même.',
    de: '{0}:{1}: {2} würde sich selbst einbinden.',
  },
  'The configuration {0} is larger than {1} MiB.': {
    nl: 'De configuratie {0} is groter dan {1} MiB.',
    fr: 'La configuration {0} dépasse {1} Mio.',
    de: 'Die Konfiguration {0} ist größer als {1} MiB.',
  },
  'Give one of the two another code, such as it-CH.': {
    nl: 'Geef een van beide een andere code, zoals it-CH.',
    fr: 'Donnez à l’un des deux un autre code, comme it-CH.',
    de: 'Einer von beiden einen anderen Code geben, etwa it-CH.',
  },
  'Correct "include": paths are relative to the file in which they stand.': {
    nl: 'Verbeter "include": paden gelden vanaf het bestand waarin ze staan.',
    fr: 'Corrigez "include" : les chemins partent du fichier où ils se trouvent.',
    de: '"include" berichtigen: Pfade gelten von der Datei aus, in der sie stehen.',
  },
  'Take one of the two out of "include".': {
    nl: 'Haal een van beide uit "include".',
    fr: 'Retirez l’un des deux de "include".',
    de: 'Eine von beiden aus "include" nehmen.',
  },
  'Name the right file with --config FILE; employers may stand in files of their own (include).': {
    nl: 'Noem het juiste bestand met --config BESTAND; werkgevers mogen in eigen bestanden staan (include).',
    fr: 'Désignez le bon fichier avec --config FICHIER ; les employeurs peuvent être dans leurs propres fichiers (include).',
    de: 'Die richtige Datei mit --config DATEI nennen; Arbeitgeber dürfen in eigenen Dateien stehen (include).',
  },
  '{0}: {1} cannot be read.': {
    nl: '{0}: {1} is niet te lezen.',
    fr: '{0} : {1} ne peut être lu.',
    de: '{0}: {1} ist nicht lesbar.',
  },
  '{0}: {1} has {2} characters; no key is longer than {3}.': {
    nl: '{0}: {1} heeft {2} tekens; geen sleutel is langer dan {3}.',
    fr: '{0} : {1} a {2} caractères ; aucune clé n’en a plus de {3}.',
    de: '{0}: {1} hat {2} Zeichen; kein Schlüssel ist länger als {3}.',
  },
  'Use another variable here; {0} is for { env: {1} } alone.': {
    nl: 'Gebruik hier een andere variabele; {0} is alleen voor { env: {1} }.',
    fr: 'Utilisez ici une autre variable ; {0} n’est que pour { env: {1} }.',
    de: 'Hier eine andere Variable verwenden; {0} ist allein für { env: {1} }.',
  },
  'Correct the path, or give this user the right to read the file.': {
    nl: 'Verbeter het pad, of geef deze gebruiker leesrecht op het bestand.',
    fr: 'Corrigez le chemin, ou donnez à cet utilisateur le droit de lire le fichier.',
    de: 'Den Pfad berichtigen, oder diesem Benutzer das Leserecht geben.',
  },
  'Name the file that holds the key and nothing else.': {
    nl: 'Noem het bestand dat de sleutel bevat en niets anders.',
    fr: 'Désignez le fichier qui contient la clé et rien d’autre.',
    de: 'Die Datei nennen, die den Schlüssel enthält und sonst nichts.',
  },
  'Take it out, unless the secret really has one: it was probably copied along.': {
    nl: 'Haal het weg, tenzij het geheim er echt een heeft: waarschijnlijk is het meegekopieerd.',
    fr: 'Retirez-le, sauf si le secret en a vraiment un : il a sans doute été copié avec.',
    de: 'Es herausnehmen, außer das Geheimnis hat wirklich eines: Es wurde wohl mitkopiert.',
  },
  'The certificate authority {0} cannot be read.': {
    nl: 'De certificaatautoriteit {0} is niet te lezen.',
    fr: 'L’autorité de certification {0} ne peut être lue.',
    de: 'Die Zertifizierungsstelle {0} ist nicht lesbar.',
  },
  '{0} holds no certificate in PEM form.': {
    nl: '{0} bevat geen certificaat in PEM-vorm.',
    fr: '{0} ne contient pas de certificat au format PEM.',
    de: '{0} enthält kein Zertifikat im PEM-Format.',
  },
  'Correct caFile in the configuration, or give this user the right to read it.': {
    nl: 'Verbeter caFile in de configuratie, of geef deze gebruiker leesrecht.',
    fr: 'Corrigez caFile dans la configuration, ou donnez à cet utilisateur le droit de le lire.',
    de: 'caFile in der Konfiguration berichtigen, oder diesem Benutzer das Leserecht geben.',
  },
  'Name a file that begins with -----BEGIN CERTIFICATE-----, or remove caFile.': {
    nl: 'Noem een bestand dat met -----BEGIN CERTIFICATE----- begint, of haal caFile weg.',
    fr: 'Désignez un fichier qui commence par -----BEGIN CERTIFICATE-----, ou retirez caFile.',
    de: 'Eine Datei nennen, die mit -----BEGIN CERTIFICATE----- beginnt, oder caFile entfernen.',
  },
  '{0} asks for the column "{1}", which the employee mapping lacks.': {
    nl: '{0} vraagt de kolom "{1}", die in het koppelbestand ontbreekt.',
    fr: '{0} demande la colonne "{1}", qui manque au fichier de correspondance.',
    de: '{0} verlangt die Spalte "{1}", die der Zuordnungsdatei fehlt.',
  },
  'Add the column to the mapping file, or correct its name in the rule.': {
    nl: 'Voeg de kolom toe aan het koppelbestand, of verbeter haar naam in de regel.',
    fr: 'Ajoutez la colonne au fichier de correspondance, ou corrigez son nom dans la règle.',
    de: 'Die Spalte in der Zuordnungsdatei ergänzen, oder ihren Namen in der Regel berichtigen.',
  },
  'Write the date as YYYY-MM-DD in the column "{0}" of the mapping file.': {
    nl: 'Schrijf de datum als JJJJ-MM-DD in de kolom "{0}" van het koppelbestand.',
    fr: 'Écrivez la date sous la forme AAAA-MM-JJ dans la colonne "{0}" du fichier de correspondance.',
    de: 'Das Datum als JJJJ-MM-TT in die Spalte "{0}" der Zuordnungsdatei schreiben.',
  },
  '{0} takes a limit from the column "{1}", which the employee mapping lacks.': {
    nl: '{0} neemt een grens uit de kolom "{1}", die in het koppelbestand ontbreekt.',
    fr: '{0} prend une limite dans la colonne "{1}", qui manque au fichier de correspondance.',
    de: '{0} nimmt eine Grenze aus der Spalte "{1}", die der Zuordnungsdatei fehlt.',
  },
  'Write minutes in the column "{0}" of the mapping file: 38 hours are 2280.': {
    nl: 'Schrijf minuten in de kolom "{0}" van het koppelbestand: 38 uur is 2280.',
    fr: 'Écrivez des minutes dans la colonne "{0}" du fichier de correspondance : 38 heures font 2280.',
    de: 'Minuten in die Spalte "{0}" der Zuordnungsdatei schreiben: 38 Stunden sind 2280.',
  },
  '{0} is larger than {1} MiB.': {
    nl: '{0} is groter dan {1} MiB.',
    fr: '{0} dépasse {1} Mio.',
    de: '{0} ist größer als {1} MiB.',
  },
  '{0} is {1}, not a CSV file.': {
    nl: '{0} is {1}, geen CSV-bestand.',
    fr: '{0} est {1}, pas un fichier CSV.',
    de: '{0} ist {1}, keine CSV-Datei.',
  },
  'Another file was probably meant: name the one with a line for each employee.': {
    nl: 'Waarschijnlijk was een ander bestand bedoeld: noem dat met een regel per medewerker.',
    fr: 'Un autre fichier était sans doute voulu : désignez celui qui a une ligne par salarié.',
    de: 'Wohl war eine andere Datei gemeint: die mit einer Zeile je Mitarbeiter nennen.',
  },
  'Save it once as "CSV UTF-8" in Excel, then run the command again.': {
    nl: 'Bewaar het in Excel als "CSV UTF-8" en voer de opdracht opnieuw uit.',
    fr: 'Enregistrez-le dans Excel en "CSV UTF-8", puis relancez la commande.',
    de: 'In Excel einmal als "CSV UTF-8" speichern, dann den Befehl noch einmal ausführen.',
  },
  'Open it in Excel and save it as "CSV UTF-8 (comma delimited)".': {
    nl: 'Open het in Excel en bewaar het als "CSV UTF-8 (door komma’s gescheiden)".',
    fr: 'Ouvrez-le dans Excel et enregistrez-le en "CSV UTF-8 (délimité par des virgules)".',
    de: 'In Excel öffnen und als "CSV UTF-8 (durch Trennzeichen getrennt)" speichern.',
  },
  'Use an IANA time zone name; the nearest one is {0}.': {
    nl: 'Gebruik een IANA-tijdzone; de naam die het meest lijkt is {0}.',
    fr: 'Utilisez un nom de fuseau IANA ; le plus proche est {0}.',
    de: 'Eine IANA-Zeitzone verwenden; am ähnlichsten ist {0}.',
  },
  'Write out some of what the "*" names stand for.': {
    nl: 'Schrijf een deel van wat de namen met "*" betekenen voluit.',
    fr: 'Écrivez en entier une partie de ce que désignent les noms en "*".',
    de: 'Einen Teil dessen ausschreiben, wofür die Namen mit "*" stehen.',
  },
  'Name a text file (YAML).': {
    nl: 'Noem een tekstbestand (YAML).',
    fr: 'Désignez un fichier texte (YAML).',
    de: 'Eine Textdatei (YAML) nennen.',
  },
  '--mail: the configuration has no "mail".': {
    nl: '--mail: de configuratie heeft geen "mail".',
    fr: '--mail : la configuration n’a pas de "mail".',
    de: '--mail: Die Konfiguration hat kein "mail".',
  },
};
