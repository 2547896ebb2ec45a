/** What went wrong and what to do, by its English; `{0}`, `{1}` … stand for values. */
export const nl: Readonly<Record<string, string>> = {
  'What to do: {0}': 'Wat te doen: {0}',
  'Record: {0}': 'Record: {0}',
  'Warning: {0}': 'Let op: {0}',
  'Did you mean {0}?': 'Bedoelt u {0}?',
  '"{0}" or "{1}"': '"{0}" of "{1}"',
  '"{0}" or "{1}" or "{2}"': '"{0}", "{1}" of "{2}"',
  'Run the command with --help to see what it takes.':
    'Voer het commando uit met --help om te zien wat het aanneemt.',
  'Write a period such as 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 or last-month.':
    'Schrijf een periode zoals 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 of last-month.',
  'Create paytally.yaml here, or name one with --config FILE.':
    'Maak hier een paytally.yaml, of noem er een met --config BESTAND.',
  'Correct the configuration file at the place named.':
    'Verbeter het configuratiebestand op de genoemde plaats.',
  'Correct the name of the key, or remove it.': 'Verbeter de naam van de sleutel, of verwijder hem.',
  'Set the environment variable or create the file that holds the secret.':
    'Stel de omgevingsvariabele in, of maak het bestand met het geheim.',
  'Put the secret, and nothing else, into the only line of its file or into the variable.':
    'Zet het geheim, en niets anders, in de enige regel van het bestand of in de variabele.',
  'Use one of the employer keys of the configuration.':
    'Gebruik een van de werkgeverssleutels uit de configuratie.',
  'Use the id of a run of "paytally history".': 'Gebruik de id van een run uit "paytally history".',
  'Give an employee id, a payroll number, or (part of) a name; "paytally employees" lists all.':
    'Geef een medewerker-id, een personeelsnummer of (een deel van) een naam; "paytally employees" toont iedereen.',
  'Give the id or the payroll number of one of them.': 'Geef de id of het personeelsnummer van een van hen.',
  'Run "paytally templates list" to see the templates there are.':
    '"paytally templates list" toont welke sjablonen er zijn.',
  'Correct the template at the place named, then run "paytally templates check".':
    'Verbeter het sjabloon op de genoemde plaats en voer dan "paytally templates check" uit.',
  'Correct the file of absences at the lines named.':
    'Verbeter het afwezighedenbestand op de genoemde regels.',
  'Correct the employee mapping file at the lines named.':
    'Verbeter het koppelbestand van de medewerkers op de genoemde regels.',
  'Use an https:// address; http:// is for loopback addresses only.':
    'Gebruik een https://-adres; http:// is alleen voor deze machine zelf.',
  'Correct or remove the pin under "fields" in the configuration.':
    'Verbeter of verwijder de vermelding onder "fields" in de configuratie.',
  "Set this machine's clock, and let it follow a time server: tokens live only 300 seconds.":
    'Zet de klok van deze machine juist en laat ze een tijdserver volgen: tokens leven maar 300 seconden.',
  'Add it under "deliveries" in the configuration.': 'Voeg ze toe onder "deliveries" in de configuratie.',
  'Use an IANA time zone name such as Europe/Brussels.': 'Gebruik een IANA-tijdzone zoals Europe/Brussels.',
  'Check client id and secret in the employer portal: the secret may have been renewed, or the integration revoked.':
    'Controleer client-id en geheim in het werkgeversportaal: het geheim kan vernieuwd zijn, of de integratie ingetrokken.',
  'Ask an employer administrator to activate API access in the employer portal.':
    'Vraag een beheerder van de werkgever om API-toegang te activeren in het werkgeversportaal.',
  'Create a new integration with the needed permission in the portal (permissions are fixed at creation), and revoke the old one.':
    'Maak in het portaal een nieuwe integratie met het nodige recht (rechten liggen vast bij het aanmaken) en trek de oude in.',
  'Compare employerId with the identifier shown in the portal next to the integration settings.':
    'Vergelijk employerId met de identificatie die in het portaal naast de integratie staat.',
  'Check in the portal that the integration is active and API access is on.':
    'Controleer in het portaal of de integratie actief is en API-toegang aanstaat.',
  'Check the employer id, the scopes of the integration and the modules of the employer.':
    'Controleer de werkgevers-id, de rechten van de integratie en de modules van de werkgever.',
  'Try again later; nothing was written.': 'Probeer het later opnieuw; er is niets geschreven.',
  'Check baseUrl, the network, the proxy and the certificate, then try again.':
    'Controleer baseUrl, het netwerk, de proxy en het certificaat, en probeer opnieuw.',
  'Check that baseUrl points at the Workforce API; if it does, report this answer to its operator.':
    'Controleer of baseUrl naar de Workforce API wijst; zo ja, meld dit antwoord aan de beheerder van de dienst.',
  'The service refused a request as invalid; report this with the message above.':
    'De dienst weigerde een verzoek als ongeldig; meld dit met de tekst hierboven.',
  'Name the field under "fields" in the configuration.': 'Noem het veld onder "fields" in de configuratie.',
  'Name the right one of the fields under "fields" in the configuration.':
    'Noem het juiste veld onder "fields" in de configuratie.',
  'Ask the operator what replaced the field, then pin the new one under "fields".':
    'Vraag de beheerder van de dienst wat het veld vervangt en zet het nieuwe onder "fields".',
  'Export what changed since with "paytally corrections PERIOD".':
    'Exporteer wat sindsdien veranderde met "paytally corrections PERIODE".',
  'Make the period final first: "paytally export PERIOD --final".':
    'Maak de periode eerst definitief: "paytally export PERIODE --final".',
  'Enter the lines in the payroll system by hand, then record them with --settle LINE=REASON.':
    'Voer de lijnen met de hand in het loonpakket in en leg ze vast met --settle LIJN=REDEN.',
  'Restore the files or the store named from a backup, and find out who changed them.':
    'Zet de genoemde bestanden of opslag terug uit een back-up en zoek uit wie ze wijzigde.',
  'Bring back the newest store, or name it with "store" in the configuration.':
    'Zet de nieuwste opslag terug, of noem ze met "store" in de configuratie.',
  'Choose an earlier day, or say with --reason why the records go before their time; it stays.':
    'Kies een vroegere dag, of zeg met --reason waarom de gegevens vóór hun tijd verdwijnen; dat blijft bewaard.',
  'What was purged cannot be computed again; totals and digests are in "paytally history RUN".':
    'Wat gewist is, kan niet opnieuw worden berekend; totalen en controlegetallen staan in "paytally history RUN".',
  'Correct the records named, or accept the exception with --accept CODE=REASON.':
    'Verbeter de genoemde gegevens, of aanvaard de uitzondering met --accept CODE=REDEN.',
  'Correct the date of the record; the clock changes of that year are not known yet.':
    'Verbeter de datum; de klokwissels van dat jaar zijn nog niet bekend.',
  'Write a mail address for each of them; several in one cell are separated by ";".':
    'Schrijf voor elk een mailadres; meerdere in één cel worden gescheiden door ";".',
  'Correct the values or the template at the places named; nothing was written.':
    'Verbeter de waarden of het sjabloon op de genoemde plaatsen; er is niets geschreven.',
  'Check that the folder exists, is writable and has free space.':
    'Controleer of de map bestaat, beschrijfbaar is en vrije ruimte heeft.',
  'Move the file away, or write into another folder with --out.':
    'Verplaats het bestand, of schrijf met --out in een andere map.',
  'Check the folder of the store: it must be local, writable and have free space.':
    'Controleer de map van de opslag: ze moet lokaal en beschrijfbaar zijn en vrije ruimte hebben.',
  'Update paytally: a newer version has written this store.':
    'Werk paytally bij: een nieuwere versie heeft deze opslag geschreven.',
  'Another paytally is writing to the same store; wait until it has ended and try again.':
    'Een andere paytally schrijft in dezelfde opslag; wacht tot die klaar is en probeer opnieuw.',
  'Do what stands beside each delivery; then "paytally send RUN" tries again what failed, and "--again NAME" sends what may have arrived.':
    'Doe wat naast elke levering staat; daarna probeert "paytally send RUN" opnieuw wat mislukte, en "--again NAAM" verstuurt wat misschien is aangekomen.',
  'Nothing was written. Run the command again when you are ready.':
    'Er is niets geschreven. Voer het commando opnieuw uit wanneer u klaar bent.',
  'Nothing was written. Please report this: the control totals contradict each other.':
    'Er is niets geschreven. Meld dit: de controletotalen spreken elkaar tegen.',
  'Interrupted: nothing was written.': 'Onderbroken: er is niets geschreven.',
  'Interrupted.': 'Onderbroken.',
  '--accept {0}: there is no exception "{1}".{2}': '--accept {0}: de uitzondering "{1}" bestaat niet.{2}',
  'Use one of {0}.': 'Gebruik een van {0}.',
  'Use one of: {0}.': 'Gebruik een van: {0}.',
  '--accept {0}: a final run records why an exception was accepted.':
    '--accept {0}: een definitieve run legt vast waarom een uitzondering werd aanvaard.',
  'Write --accept "{0}=the reason".': 'Schrijf --accept "{0}=de reden".',
  'Looking again in {0} s; Ctrl-C ends it.': 'Nieuwe controle over {0} s; Ctrl-C stopt.',
  '--{0} takes one value, and only once.': '--{0} neemt één waarde, en maar één keer.',
  '{0} of {1} deliveries did not succeed.': '{0} van {1} leveringen zijn niet gelukt.',
  'Something went wrong in paytally itself ({0}).{1}': 'Er ging iets mis in paytally zelf ({0}).{1}',
  'The details are in {0}.': 'De bijzonderheden staan in {0}.',
  'This is a bug in paytally: please report it with these lines. Nothing was written.':
    'Dit is een fout in paytally: meld ze met deze regels. Er is niets geschreven.',
  '{0} Look through the file before you pass it on: it may quote records.':
    '{0} Kijk het bestand na voor u het doorgeeft: er kunnen gegevens in staan.',
  'There is no secret for {0}; nothing was written.': 'Er is geen geheim voor {0}; er is niets geschreven.',
  'A final run always reads twice.': 'Een definitieve run leest altijd twee keer.',
  'Only a final run takes another one back.': 'Alleen een definitieve run neemt een andere terug.',
  'Add --final, or leave out --supersede.': 'Voeg --final toe, of laat --supersede weg.',
  '--jobs {0}: employers at once are a number from 1 to {1}.':
    '--jobs {0}: werkgevers tegelijk is een getal van 1 tot {1}.',
  '--estimate-from {0}: this is not a day.': '--estimate-from {0}: dit is geen dag.',
  'Write the day as YYYY-MM-DD.': 'Schrijf de dag als JJJJ-MM-DD.',
  '{0} of {1} done, {2}': '{0} van {1} klaar, {2}',
  '"paytally check" lists all of it.': '"paytally check" toont alles.',
  'The log of runs {0} cannot be written.': 'Het logboek van de runs {0} kan niet worden geschreven.',
  'The files of the run are in place. Correct "logFile" in the configuration, or its rights.':
    'De bestanden van de run staan klaar. Verbeter "logFile" in de configuratie, of de rechten ervan.',
  'The configuration has no employer "{0}".{1}': 'De configuratie heeft geen werkgever "{0}".{1}',
  'The environment has no variable {0}, which {1} needs.':
    'De omgeving heeft geen variabele {0}, die {1} nodig heeft.',
  'Set {0} before the command runs, or write the value into the configuration.':
    'Stel {0} in voor het commando start, of schrijf de waarde in de configuratie.',
  '{0}: the file must be a block of keys.': '{0}: het bestand moet een blok sleutels zijn.',
  'There is no configuration at {0}.': 'Er is geen configuratie in {0}.',
  'No {0} was found in {1} or a folder above it.': 'In {1} of een map erboven is geen {0} gevonden.',
  'The configuration {0} cannot be read: {1}.': 'De configuratie {0} kan niet worden gelezen: {1}.',
  'Give this user the right to read the file, or name another one with --config FILE.':
    'Geef deze gebruiker leesrecht op het bestand, of noem een ander met --config BESTAND.',
  'Other users of this machine may get at {0} in {1} (mode {2}).':
    'Andere gebruikers van deze machine kunnen bij {0} in {1} (modus {2}).',
  'There is no file {0}, which should hold a secret.':
    'Er is geen bestand {0}, dat het geheim zou moeten bevatten.',
  "The secret's file {0} is empty.": 'Het bestand {0} met het geheim is leeg.',
  "The secret's file {0} cannot be read: {1}.":
    'Het bestand {0} met het geheim kan niet worden gelezen: {1}.',
  'Make it, with the secret in its only line and readable for you alone, or correct its path in the configuration.':
    'Maak het, met het geheim in de enige regel en alleen voor u leesbaar, of verbeter het pad in de configuratie.',
  'The environment has no variable {0}, which should hold a secret.':
    'De omgeving heeft geen variabele {0}, die het geheim bevat.',
  'Set {0} before the command runs, or use { file: PATH } in the configuration.':
    'Stel {0} in voor het commando start, of gebruik { file: PAD } in de configuratie.',
  'The secret in {0} has several lines.': 'Het geheim in {0} heeft meerdere regels.',
  'The folder for temporary files cannot be used: {0} ({1}).':
    'De map voor tijdelijke bestanden is niet bruikbaar: {0} ({1}).',
  'Free some space there, or set TMPDIR to a folder on another disk, then run the command again.':
    'Maak daar ruimte vrij, of zet TMPDIR op een map op een andere schijf, en voer de opdracht opnieuw uit.',
  'Nothing was written to {0}: {1}.': 'In {0} is niets geschreven: {1}.',
  'the disk is full': 'de schijf is vol',
  'The store has schema version {0}; this paytally knows versions up to {1}.':
    'De opslag heeft schemaversie {0}; deze paytally kent versies tot {1}.',
  'The service does not accept the client id and secret of {0}.{1}':
    'De dienst aanvaardt client-id en geheim van {0} niet.{1}',
  'The service says: {0}': 'De dienst zegt: {0}',
  'In the employer portal, compare the client id and see whether the integration is still active; if its secret was renewed, put the new one where the configuration reads it.':
    'Vergelijk in het werkgeversportaal de client-id en kijk of de integratie nog actief is; is het geheim vernieuwd, zet het nieuwe dan waar de configuratie het leest.',
  'API access is not active for {0}.{1}': 'API-toegang is niet actief voor {0}.{1}',
  'The integration of employer {0} may not use {1}.':
    'De integratie van werkgever {0} mag {1} niet gebruiken.',
  'In the employer portal, create a new integration with the permission {0} (permissions are fixed at creation), and revoke the old one.{1}':
    'Maak in het werkgeversportaal een nieuwe integratie met het recht {0} (rechten liggen vast bij het aanmaken) en trek de oude in.{1}',
  'The service refuses the token of employer {0}, and a fresh one as well (401).':
    'De dienst weigert het token van werkgever {0}, en een nieuw ook (401).',
  'In the employer portal, check that the integration is active, that API access is on, and that employerId is the identifier shown next to it.':
    'Controleer in het werkgeversportaal of de integratie actief is, of API-toegang aanstaat, en of employerId de identificatie ernaast is.',
  'No record has the field "{0}" any more, which {1} as {2}.':
    'Geen enkel record heeft nog het veld "{0}", dat {1} als {2}.',
  'The service knows no {0} (404).{1}': 'De dienst kent geen {0} (404).{1}',
  'Check the path in baseUrl, and compare employerId with the identifier shown in the employer portal.':
    'Controleer het pad in baseUrl en vergelijk employerId met de identificatie in het werkgeversportaal.',
  'The integration may not read {0}: it belongs to another employer (403).{1}':
    'De integratie mag {0} niet lezen: ze hoort bij een andere werkgever (403).{1}',
  'The integration lacks the permission "{0}" ({1}){2}. Without it: {3}.':
    'De integratie mist het recht "{0}" ({1}){2}. Zonder: {3}.',
  '{0} cannot be reached: {1}.': '{0} is niet bereikbaar: {1}.',
  'Could not read {0}{1}: {2}.': '{0} kon niet worden gelezen{1}: {2}.',
  'Could not read {0}: the service answered 429 (too many requests) {1} times in a row.':
    '{0} kon niet worden gelezen: de dienst antwoordde {1} keer na elkaar 429 (te veel verzoeken).',
  'Another program uses up the rate limit of this address or employer; find it, or run at another time.':
    'Een ander programma verbruikt de limiet van dit adres of deze werkgever; zoek het, of werk op een ander moment.',
  'the connection was refused': 'de verbinding werd geweigerd',
  'the host name of baseUrl is not known': 'de hostnaam van baseUrl is niet bekend',
  'no trusted TLS connection': 'geen vertrouwde TLS-verbinding',
  'the connection broke': 'de verbinding brak af',
  'no answer in time': 'geen antwoord op tijd',
  'the answer was cut short': 'het antwoord was afgebroken',
  'the service could not answer (status {0})': 'de dienst kon niet antwoorden (status {0})',
  'baseUrl is not an address: {0}.': 'baseUrl is geen adres: {0}.',
  'baseUrl {0}//{1} is not https.': 'baseUrl {0}//{1} is geen https.',
  'The service wants to be left alone for {0} s, and limits.maxWaitSeconds in the configuration is less.':
    'De dienst wil {0} s met rust gelaten worden, en limits.maxWaitSeconds in de configuratie is minder.',
  'Try again later, or set limits.maxWaitSeconds higher; nothing was written.':
    'Probeer later opnieuw, of zet limits.maxWaitSeconds hoger; er is niets geschreven.',
  'An export would work.': 'Een export zou lukken.',
  'An export would fail.': 'Een export zou mislukken.',
  '{0} problems, {1} warnings. {2}': '{0} problemen, {1} waarschuwingen. {2}',
  '{0} problem, {1} warnings. {2}': '{0} probleem, {1} waarschuwingen. {2}',
  '{0} problems, {1} warning. {2}': '{0} problemen, {1} waarschuwing. {2}',
  '{0} problem, {1} warning. {2}': '{0} probleem, {1} waarschuwing. {2}',
  'The configuration has no schedule.': 'De configuratie heeft geen planning.',
  '{0} needs a value.': '{0} heeft een waarde nodig.',
  'The commands are {0}; "paytally --help" explains them.':
    'De commando’s zijn {0}; "paytally --help" legt ze uit.',
  'A command is missing after "paytally".': 'Er ontbreekt een commando na "paytally".',
  'There is no command "{0}".{1}': 'Het commando "{0}" bestaat niet.{1}',
  '"paytally {0} --help" lists its options.': '"paytally {0} --help" toont de opties.',
  '"paytally {0}" has no option {1}.': '"paytally {0}" heeft geen optie {1}.',
  'Write for instance: {0}': 'Schrijf bijvoorbeeld: {0}',
  'A {0} is missing after "paytally {1}".': 'Na "paytally {1}" ontbreekt: {0}.',
  '"{0}" is one word too many for "paytally {1}".': '"{0}" is een woord te veel voor "paytally {1}".',
  '"{0}" cannot be used as a period: {1}.{2}': '"{0}" is niet bruikbaar als periode: {1}.{2}',
  'Pay calendars in the configuration: {0}.': 'Loonkalenders in de configuratie: {0}.',
  'Check that the folder exists, is mounted, has room, and may be written by this user.':
    'Controleer of de map bestaat, aangekoppeld is, ruimte heeft en door deze gebruiker beschrijfbaar is.',
  'The mail server {0} answered {1}.': 'De mailserver {0} antwoordde {1}.',
  'The mail server {0} did not answer in time.': 'De mailserver {0} antwoordde niet op tijd.',
  'The name of the mail server {0} is not known.': 'De naam van de mailserver {0} is niet bekend.',
  'The mail server {0} cannot be reached, or hung up before it took the message.':
    'De mailserver {0} is onbereikbaar, of verbrak de verbinding voor hij het bericht aannam.',
  'Check mail.smtp.host and port, the network and the firewall; then "paytally send RUN" tries again.':
    'Controleer mail.smtp.host en port, het netwerk en de firewall; daarna probeert "paytally send RUN" opnieuw.',
  'Check user and password, or the permissions of the OAuth client, under mail.smtp in the configuration.':
    'Controleer gebruiker en wachtwoord, of de rechten van de OAuth-client, onder mail.smtp in de configuratie.',
  'The server asks to come back later: "paytally send RUN" tries again.':
    'De server vraagt om later terug te komen: "paytally send RUN" probeert opnieuw.',
  'Ask the operator of the mail server what it refuses, or correct the address.':
    'Vraag de beheerder van de mailserver wat hij weigert, of verbeter het adres.',
  'The connection to {0} was lost after the message was handed over: it may have arrived.':
    'De verbinding met {0} brak af nadat het bericht was overgedragen: het kan aangekomen zijn.',
  'Ask the recipient, or look for the Message-ID in the log of the mail server; send it again only where it did not arrive.':
    'Vraag het de ontvanger, of zoek de Message-ID in het logboek van de mailserver; verstuur alleen opnieuw wat niet aankwam.',
  '{0} did not arrive whole on {1}.': '{0} is niet volledig aangekomen op {1}.',
  '{0} does not take the key of {1}.': '{0} aanvaardt de sleutel van {1} niet.',
  "The service's record {0} is not valid: {1}": 'Het record {0} van de dienst is ongeldig: {1}',
  'Write whole minutes: 7 h 36 min are 456.': 'Schrijf hele minuten: 7 u 36 min zijn 456.',
  'The column "{0}" of employee {1} holds {2}.': 'De kolom "{0}" van medewerker {1} bevat {2}.',
  'The absences of employee {0} on {1} come to more than one day.':
    'De afwezigheden van medewerker {0} op {1} zijn samen meer dan één dag.',
  'Correct the rows of that day in the file of absences.':
    'Verbeter de rijen van die dag in het afwezighedenbestand.',
  'The mapping file {0} {1}.': 'Het koppelbestand {0} {1}.',
  'The file of absences {0} {1}.': 'Het afwezighedenbestand {0} {1}.',
  'cannot be read': 'kan niet worden gelezen',
  'does not exist': 'bestaat niet',
  '{0} is empty.': '{0} is leeg.',
  'Run "paytally employees sync" to make a new one.': 'Maak een nieuw met "paytally employees sync".',
  'Run "paytally employees sync" to make it and fill in the numbers, or remove "employees" from the configuration.':
    'Maak het met "paytally employees sync" en vul de nummers in, of verwijder "employees" uit de configuratie.',
  'Run "paytally employees sync", then fill the column employeeNumber.':
    'Voer "paytally employees sync" uit en vul daarna de kolom employeeNumber in.',
  'the number {0} belongs to several employees: {1}': 'het nummer {0} is van meerdere medewerkers: {1}',
  'the employee {0} stands already on line {1}': 'de medewerker {0} staat al op regel {1}',
  '"{0}" fits {1} employees:': '"{0}" past bij {1} medewerkers:',
  'There is no employee "{0}".{1}': 'Er is geen medewerker "{0}".{1}',
  'No name or number is near it.': 'Geen naam of nummer lijkt erop.',
  'Near it: {0}.': 'Lijkt erop: {0}.',
  '--date {0}: this is not a day.': '--date {0}: dit is geen dag.',
  '--date {0}: the period is {1} to {2}.': '--date {0}: de periode is {1} tot en met {2}.',
  'Choose a day of the period, or another period.': 'Kies een dag van de periode, of een andere periode.',
  'The configuration names no mapping file for {0}.': 'De configuratie noemt geen koppelbestand voor {0}.',
  'Add a line "employees: employees-{0}.csv" to the employer; the sync makes the file.':
    'Voeg bij de werkgever een regel "employees: employees-{0}.csv" toe; de synchronisatie maakt het bestand.',
  'Without a time zone nobody can say which days "{0}" is.':
    'Zonder tijdzone kan niemand zeggen welke dagen "{0}" zijn.',
  'Set "zone" for the employer in the configuration, or write the dates.':
    'Zet "zone" bij de werkgever in de configuratie, of schrijf de datums.',
  'The data stops this {0} run. Nothing was written.':
    'De gegevens houden deze {0} run tegen. Er is niets geschreven.',
  'The data stops this {0} run: {1}.': 'De gegevens houden deze {0} run tegen: {1}.',
  final: 'definitieve',
  draft: 'concept',
  'Values that the templates do not take:': 'Waarden die de sjablonen niet aannemen:',
  'Correct what is named ("paytally check" with the same options lists all of it)':
    'Verbeter wat genoemd is ("paytally check" met dezelfde opties toont alles)',
  '{0}, or accept it: {1}': '{0}, of aanvaard het: {1}',
  '{0} of {1} to {2} is final already: run {3}. A day is paid once.':
    '{0} van {1} tot en met {2} is al definitief: run {3}. Een dag wordt één keer betaald.',
  'What changed since is exported by "paytally corrections {0}"; a final that nobody has been sent can be taken back with --supersede REASON.':
    'Wat sindsdien veranderde, exporteert "paytally corrections {0}"; een definitieve run die niemand kreeg, is terug te nemen met --supersede REDEN.',
  'The final run {0} cannot be taken back: {1}.': 'De definitieve run {0} kan niet worden teruggenomen: {1}.',
  'Export what changed since with "paytally corrections {0}".':
    'Exporteer wat sindsdien veranderde met "paytally corrections {0}".',
  'The store has no run "{0}".{1}': 'De opslag heeft geen run "{0}".{1}',
  'Nothing is final of {0} to {1}.': 'Van {0} tot en met {1} is niets definitief.',
  '--settle {0}: there is no such line now.': '--settle {0}: deze lijn bestaat nu niet.',
  'The configuration has no delivery "{0}" for {1}.{2}':
    'De configuratie heeft geen levering "{0}" voor {1}.{2}',
  'Another paytally is sending from this store; waiting for it.':
    'Een andere paytally verzendt vanuit deze opslag; er wordt op gewacht.',
  'Waiting {0} s: {1}': 'Wachten, {0} s: {1}',
  'the service has asked for it (too many requests)': 'de dienst heeft erom gevraagd (te veel verzoeken)',
  'the requests a minute of "limits" in the configuration are used up':
    'de verzoeken per minuut van "limits" in de configuratie zijn op',
  'Reading {0}': '{0} lezen',
  'Reading {0} again (pass {1})': '{0} opnieuw lezen (keer {1})',
  'Reading {0}: {1} records, {2} requests': '{0} lezen: {1} records, {2} verzoeken',
  'Reading {0}: {1} records, {2} requests; about {3} left':
    '{0} lezen: {1} records, {2} verzoeken; nog ongeveer {3}',
  "Waiting {0} s for the service's rate limit (Ctrl-C ends it)":
    '{0} s wachten op de limiet van de dienst (Ctrl-C stopt)',
  'Trying again ({0}): {1}': 'Nieuwe poging ({0}): {1}',
  establishments: 'vestigingen',
  'public-holidays': 'feestdagen',
  employees: 'medewerkers',
  'agency-workers': 'uitzendkrachten',
  teams: 'teams',
  tasks: 'taken',
  shifts: 'diensten',
  'time-entries': 'registraties',
  '{0} is there already, and this run may not replace it.':
    '{0} bestaat al, en deze run mag het niet vervangen.',
  'The template {0} takes more than {1} s of processor time; nothing was written.':
    'Het sjabloon {0} vraagt meer dan {1} s rekentijd; er is niets geschreven.',
  'The delivery {0} has nobody to send to. Nothing was written or sent.':
    'De levering {0} heeft geen ontvangers. Er is niets geschreven of verzonden.',
  'Nothing to verify: no run counts yet.': 'Niets te controleren: er telt nog geen run.',
  'No runs yet.': 'Nog geen runs.',
  'There was nothing to purge.': 'Er was niets te wissen.',
  'There is no time zone {0}.': 'De tijdzone {0} bestaat niet.',
  'The clock changes of {0} are known until {1} only.': 'De klokwissels van {0} zijn maar tot {1} bekend.',
  'is missing': 'ontbreekt',
  '{0}: is missing': '{0}: ontbreekt',
  'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.':
    'Vul aan wat genoemd is, of schrijf "basedOn: nl" zodat een ingebouwde taal het zegt. "paytally config language" toont alles wat er te zeggen is.',
  'The configuration says {0} for the establishment {1}, the service says {2}.':
    'De configuratie zegt {0} voor de vestiging {1}, de dienst zegt {2}.',
  'Take the establishment out of "zones" if the service is right; if not, have the zone corrected in the service.':
    'Haal de vestiging uit "zones" als de dienst gelijk heeft; zo niet, laat de zone in de dienst verbeteren.',
  "{0} needs the payroll system's codes, and payCodes is empty. The pay codes are: {1}.":
    '{0} heeft de looncodes van het loonpakket nodig, en payCodes is leeg. De codes zijn: {1}.',
  "{0} needs the payroll system's codes, and payCodes has none for: {1}.":
    '{0} heeft de looncodes van het loonpakket nodig, en payCodes heeft er geen voor: {1}.',
  'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.':
    'Voeg payCodes toe aan de configuratie: een regel per code, met de looncode van het loonpakket.',
  'Could not read {0} after {1} attempts: {2}.': '{0} kon na {1} pogingen niet worden gelezen: {2}.',
  '{0} of employer {1}': '{0} van werkgever {1}',
  'The {0} MiB of memory that Node.js may use are full.':
    'De {0} MiB geheugen die Node.js mag gebruiken, zijn vol.',
  'Nothing was written. Allow Node.js more, such as 2 GiB with NODE_OPTIONS=--max-old-space-size=2048, run fewer employers at once (--jobs 1), or name fewer templates in one run.':
    'Er is niets geschreven. Geef Node.js meer, zoals 2 GiB met NODE_OPTIONS=--max-old-space-size=2048, verwerk minder werkgevers tegelijk (--jobs 1), of noem minder sjablonen in één run.',
};
