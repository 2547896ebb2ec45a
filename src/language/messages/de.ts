/** What went wrong and what to do, by its English; `{0}`, `{1}` … stand for values. */
export const de: Readonly<Record<string, string>> = {
  'What to do: {0}': 'Was zu tun ist: {0}',
  'Record: {0}': 'Datensatz: {0}',
  'Warning: {0}': 'Warnung: {0}',
  'Did you mean {0}?': 'Ist {0} gemeint?',
  '"{0}" or "{1}"': '„{0}“ oder „{1}“',
  '"{0}" or "{1}" or "{2}"': '„{0}“, „{1}“ oder „{2}“',
  'Run the command with --help to see what it takes.':
    'Den Befehl mit --help aufrufen: Das zeigt, was er annimmt.',
  'Write a period such as 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 or last-month.':
    'Einen Zeitraum schreiben wie 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 oder last-month.',
  'Create paytally.yaml here, or name one with --config FILE.':
    'Hier eine paytally.yaml anlegen, oder mit --config DATEI eine nennen.',
  'Correct the configuration file at the place named.':
    'Die Konfigurationsdatei an der genannten Stelle berichtigen.',
  'Correct the name of the key, or remove it.': 'Den Namen des Schlüssels berichtigen, oder ihn entfernen.',
  'Set the environment variable or create the file that holds the secret.':
    'Die Umgebungsvariable setzen oder die Datei mit dem Geheimnis anlegen.',
  'Put the secret, and nothing else, into the only line of its file or into the variable.':
    'Nur das Geheimnis in die einzige Zeile seiner Datei oder in die Variable schreiben.',
  'Use one of the employer keys of the configuration.':
    'Einen der Arbeitgeberschlüssel der Konfiguration verwenden.',
  'Use the id of a run of "paytally history".': 'Die Kennung eines Laufs aus "paytally history" verwenden.',
  'Give an employee id, a payroll number, or (part of) a name; "paytally employees" lists all.':
    'Kennung, Personalnummer oder (einen Teil des) Namens angeben; "paytally employees" zeigt alle.',
  'Give the id or the payroll number of one of them.':
    'Kennung oder Personalnummer einer dieser Personen angeben.',
  'Run "paytally templates list" to see the templates there are.':
    '"paytally templates list" zeigt, welche Vorlagen es gibt.',
  'Correct the template at the place named, then run "paytally templates check".':
    'Die Vorlage an der genannten Stelle berichtigen, dann "paytally templates check" ausführen.',
  'Correct the file of absences at the lines named.':
    'Die Abwesenheitsdatei in den genannten Zeilen berichtigen.',
  'Correct the employee mapping file at the lines named.':
    'Die Zuordnungsdatei der Mitarbeiter in den genannten Zeilen berichtigen.',
  'Use an https:// address; http:// is for loopback addresses only.':
    'Eine https://-Adresse verwenden; http:// gilt nur für diesen Rechner selbst.',
  'Correct or remove the pin under "fields" in the configuration.':
    'Die Angabe unter "fields" in der Konfiguration berichtigen oder entfernen.',
  "Set this machine's clock, and let it follow a time server: tokens live only 300 seconds.":
    'Die Uhr dieses Rechners stellen und an einen Zeitserver binden: Token gelten nur 300 Sekunden.',
  'Add it under "deliveries" in the configuration.': 'In der Konfiguration unter "deliveries" ergänzen.',
  'Use an IANA time zone name such as Europe/Brussels.': 'Eine IANA-Zeitzone wie Europe/Brussels verwenden.',
  'Check client id and secret in the employer portal: the secret may have been renewed, or the integration revoked.':
    'Client-ID und Geheimnis im Arbeitgeberportal prüfen: Vielleicht wurde das Geheimnis erneuert oder die Integration widerrufen.',
  'Ask an employer administrator to activate API access in the employer portal.':
    'Jemanden mit Verwaltungsrechten bitten, im Arbeitgeberportal den API-Zugang einzuschalten.',
  'Create a new integration with the needed permission in the portal (permissions are fixed at creation), and revoke the old one.':
    'Im Portal eine neue Integration mit dem nötigen Recht anlegen (Rechte stehen beim Anlegen fest) und die alte widerrufen.',
  'Compare employerId with the identifier shown in the portal next to the integration settings.':
    'employerId mit der Kennung vergleichen, die im Portal neben der Integration steht.',
  'Check in the portal that the integration is active and API access is on.':
    'Im Portal prüfen, ob die Integration aktiv und der API-Zugang eingeschaltet ist.',
  'Check the employer id, the scopes of the integration and the modules of the employer.':
    'Arbeitgeberkennung, Rechte der Integration und Module des Arbeitgebers prüfen.',
  'Try again later; nothing was written.': 'Später noch einmal versuchen; nichts wurde geschrieben.',
  'Check baseUrl, the network, the proxy and the certificate, then try again.':
    'baseUrl, Netzwerk, Proxy und Zertifikat prüfen, dann noch einmal versuchen.',
  'Check that baseUrl points at the Workforce API; if it does, report this answer to its operator.':
    'Prüfen, ob baseUrl auf die Workforce API zeigt; wenn ja, diese Antwort dem Betreiber melden.',
  'The service refused a request as invalid; report this with the message above.':
    'Der Dienst hat eine Anfrage als ungültig abgelehnt; bitte mit dem Text oben melden.',
  'Name the field under "fields" in the configuration.':
    'Das Feld in der Konfiguration unter "fields" nennen.',
  'Name the right one of the fields under "fields" in the configuration.':
    'Das richtige Feld in der Konfiguration unter "fields" nennen.',
  'Ask the operator what replaced the field, then pin the new one under "fields".':
    'Den Betreiber fragen, was das Feld ersetzt, und das neue unter "fields" nennen.',
  'Export what changed since with "paytally corrections PERIOD".':
    'Was sich seither geändert hat, exportiert "paytally corrections ZEITRAUM".',
  'Make the period final first: "paytally export PERIOD --final".':
    'Den Zeitraum zuerst endgültig exportieren: "paytally export ZEITRAUM --final".',
  'Enter the lines in the payroll system by hand, then record them with --settle LINE=REASON.':
    'Die Zeilen von Hand ins Lohnprogramm eingeben und mit --settle ZEILE=GRUND festhalten.',
  'Restore the files or the store named from a backup, and find out who changed them.':
    'Die genannten Dateien oder den Speicher aus einer Sicherung zurückholen und klären, wer sie geändert hat.',
  'Bring back the newest store, or name it with "store" in the configuration.':
    'Den neuesten Speicher zurückholen, oder ihn in der Konfiguration mit "store" nennen.',
  'Choose an earlier day, or say with --reason why the records go before their time; it stays.':
    'Einen früheren Tag wählen, oder mit --reason sagen, warum die Daten vorzeitig gelöscht werden; das bleibt stehen.',
  'What was purged cannot be computed again; totals and digests are in "paytally history RUN".':
    'Gelöschtes lässt sich nicht neu berechnen; Summen und Prüfwerte stehen in "paytally history LAUF".',
  'Correct the records named, or accept the exception with --accept CODE=REASON.':
    'Die genannten Daten berichtigen, oder die Auffälligkeit mit --accept CODE=GRUND akzeptieren.',
  'Correct the date of the record; the clock changes of that year are not known yet.':
    'Das Datum berichtigen; die Zeitumstellungen dieses Jahres sind noch nicht bekannt.',
  'Write a mail address for each of them; several in one cell are separated by ";".':
    'Für alle eine Mailadresse eintragen; mehrere in einer Zelle werden durch ";" getrennt.',
  'Correct the values or the template at the places named; nothing was written.':
    'Die Werte oder die Vorlage an den genannten Stellen berichtigen; nichts wurde geschrieben.',
  'Check that the folder exists, is writable and has free space.':
    'Prüfen, ob es den Ordner gibt, ob er beschreibbar ist und Platz hat.',
  'Move the file away, or write into another folder with --out.':
    'Die Datei wegräumen, oder mit --out in einen anderen Ordner schreiben.',
  'Check the folder of the store: it must be local, writable and have free space.':
    'Den Ordner des Speichers prüfen: Er muss auf diesem Rechner liegen, beschreibbar sein und Platz haben.',
  'Update paytally: a newer version has written this store.':
    'paytally aktualisieren: Eine neuere Version hat diesen Speicher geschrieben.',
  'Another paytally is writing to the same store; wait until it has ended and try again.':
    'Ein anderes paytally schreibt gerade in denselben Speicher; dessen Ende abwarten und noch einmal versuchen.',
  'Do what stands beside each delivery; then "paytally send RUN" tries again what failed, and "--again NAME" sends what may have arrived.':
    'Tun, was bei jeder Zustellung steht; dann versucht "paytally send LAUF" das Gescheiterte noch einmal, und "--again NAME" sendet, was vielleicht ankam.',
  'Nothing was written. Run the command again when you are ready.':
    'Nichts wurde geschrieben. Den Befehl bei Gelegenheit noch einmal aufrufen.',
  'Nothing was written. Please report this: the control totals contradict each other.':
    'Nichts wurde geschrieben. Bitte melden: Die Kontrollsummen widersprechen sich.',
  'Interrupted: nothing was written.': 'Abgebrochen: nichts wurde geschrieben.',
  'Interrupted.': 'Abgebrochen.',
  '--accept {0}: there is no exception "{1}".{2}': '--accept {0}: Die Auffälligkeit "{1}" gibt es nicht.{2}',
  'Use one of {0}.': 'Eines von {0} verwenden.',
  'Use one of: {0}.': 'Eines verwenden von: {0}.',
  '--accept {0}: a final run records why an exception was accepted.':
    '--accept {0}: Ein endgültiger Lauf hält fest, warum eine Auffälligkeit akzeptiert wurde.',
  'Write --accept "{0}=the reason".': 'Schreiben: --accept "{0}=der Grund".',
  'Looking again in {0} s; Ctrl-C ends it.': 'Neuer Blick in {0} s; Ctrl-C beendet.',
  '--{0} takes one value, and only once.': '--{0} nimmt einen Wert, und nur einmal.',
  '{0} of {1} deliveries did not succeed.': '{0} von {1} Zustellungen sind nicht gelungen.',
  'Something went wrong in paytally itself ({0}).{1}': 'In paytally selbst ging etwas schief ({0}).{1}',
  'The details are in {0}.': 'Einzelheiten stehen in {0}.',
  'This is a bug in paytally: please report it with these lines. Nothing was written.':
    'Das ist ein Fehler in paytally: bitte mit diesen Zeilen melden. Nichts wurde geschrieben.',
  '{0} Look through the file before you pass it on: it may quote records.':
    '{0} Die Datei vor dem Weitergeben durchsehen: Sie kann Daten enthalten.',
  'There is no secret for {0}; nothing was written.':
    'Für {0} gibt es kein Geheimnis; nichts wurde geschrieben.',
  'A final run always reads twice.': 'Ein endgültiger Lauf liest immer zweimal.',
  'Only a final run takes another one back.': 'Nur ein endgültiger Lauf nimmt einen anderen zurück.',
  'Add --final, or leave out --supersede.': '--final ergänzen, oder --supersede weglassen.',
  '--jobs {0}: employers at once are a number from 1 to {1}.':
    '--jobs {0}: Arbeitgeber zugleich sind eine Zahl von 1 bis {1}.',
  '--estimate-from {0}: this is not a day.': '--estimate-from {0}: Das ist kein Tag.',
  'Write the day as YYYY-MM-DD.': 'Den Tag als JJJJ-MM-TT schreiben.',
  '{0} of {1} done, {2}': '{0} von {1} fertig, {2}',
  '"paytally check" lists all of it.': '"paytally check" listet alles auf.',
  'The log of runs {0} cannot be written.': 'Das Protokoll der Läufe {0} kann nicht geschrieben werden.',
  'The files of the run are in place. Correct "logFile" in the configuration, or its rights.':
    'Die Dateien des Laufs sind an ihrem Platz. "logFile" in der Konfiguration oder dessen Rechte berichtigen.',
  'The configuration has no employer "{0}".{1}': 'Die Konfiguration hat keinen Arbeitgeber "{0}".{1}',
  'The environment has no variable {0}, which {1} needs.':
    'Der Umgebung fehlt die Variable {0}, die {1} braucht.',
  'Set {0} before the command runs, or write the value into the configuration.':
    '{0} vor dem Befehl setzen, oder den Wert in die Konfiguration schreiben.',
  '{0}: the file must be a block of keys.': '{0}: Die Datei muss ein Block von Schlüsseln sein.',
  'There is no configuration at {0}.': 'Unter {0} gibt es keine Konfiguration.',
  'No {0} was found in {1} or a folder above it.': 'In {1} oder einem Ordner darüber gibt es keine {0}.',
  'The configuration {0} cannot be read: {1}.': 'Die Konfiguration {0} ist nicht lesbar: {1}.',
  'Give this user the right to read the file, or name another one with --config FILE.':
    'Diesem Benutzer das Leserecht geben, oder mit --config DATEI eine andere nennen.',
  'Other users of this machine may get at {0} in {1} (mode {2}).':
    'Andere Benutzer dieses Rechners kommen an {0} in {1} (Modus {2}).',
  'There is no file {0}, which should hold a secret.':
    'Die Datei {0}, die das Geheimnis enthalten soll, gibt es nicht.',
  "The secret's file {0} is empty.": 'Die Datei {0} mit dem Geheimnis ist leer.',
  "The secret's file {0} cannot be read: {1}.": 'Die Datei {0} mit dem Geheimnis ist nicht lesbar: {1}.',
  'Make it, with the secret in its only line and readable for you alone, or correct its path in the configuration.':
    'Sie anlegen, mit dem Geheimnis in der einzigen Zeile und nur für Sie lesbar, oder den Pfad in der Konfiguration berichtigen.',
  'The environment has no variable {0}, which should hold a secret.':
    'Der Umgebung fehlt die Variable {0}, die das Geheimnis enthält.',
  'Set {0} before the command runs, or use { file: PATH } in the configuration.':
    '{0} vor dem Befehl setzen, oder in der Konfiguration { file: PFAD } verwenden.',
  'The secret in {0} has several lines.': 'Das Geheimnis in {0} hat mehrere Zeilen.',
  'The folder for temporary files cannot be used: {0} ({1}).':
    'Der Ordner für temporäre Dateien ist nicht verwendbar: {0} ({1}).',
  'Free some space there, or set TMPDIR to a folder on another disk, then run the command again.':
    'Dort Platz schaffen, oder TMPDIR auf einen Ordner eines anderen Datenträgers setzen, und den Befehl wiederholen.',
  'Nothing was written to {0}: {1}.': 'In {0} wurde nichts geschrieben: {1}.',
  'the disk is full': 'der Datenträger ist voll',
  'The store has schema version {0}; this paytally knows versions up to {1}.':
    'Der Speicher hat die Schemaversion {0}; dieses paytally kennt Versionen bis {1}.',
  'The service does not accept the client id and secret of {0}.{1}':
    'Der Dienst nimmt Client-ID und Geheimnis von {0} nicht an.{1}',
  'The service says: {0}': 'Der Dienst sagt: {0}',
  'In the employer portal, compare the client id and see whether the integration is still active; if its secret was renewed, put the new one where the configuration reads it.':
    'Im Arbeitgeberportal die Client-ID vergleichen und nachsehen, ob die Integration noch aktiv ist; wurde das Geheimnis erneuert, das neue dort ablegen, wo die Konfiguration es liest.',
  'API access is not active for {0}.{1}': 'Der API-Zugang ist für {0} nicht eingeschaltet.{1}',
  'The integration of employer {0} may not use {1}.':
    'Die Integration des Arbeitgebers {0} darf {1} nicht verwenden.',
  'In the employer portal, create a new integration with the permission {0} (permissions are fixed at creation), and revoke the old one.{1}':
    'Im Arbeitgeberportal eine neue Integration mit dem Recht {0} anlegen (Rechte stehen beim Anlegen fest) und die alte widerrufen.{1}',
  'The service refuses the token of employer {0}, and a fresh one as well (401).':
    'Der Dienst lehnt das Token des Arbeitgebers {0} ab, ein frisches auch (401).',
  'In the employer portal, check that the integration is active, that API access is on, and that employerId is the identifier shown next to it.':
    'Im Arbeitgeberportal prüfen, ob die Integration aktiv, der API-Zugang eingeschaltet und employerId die daneben gezeigte Kennung ist.',
  'No record has the field "{0}" any more, which {1} as {2}.':
    'Kein Datensatz hat mehr das Feld "{0}", das {1} als {2}.',
  'The service knows no {0} (404).{1}': 'Der Dienst kennt {0} nicht (404).{1}',
  'Check the path in baseUrl, and compare employerId with the identifier shown in the employer portal.':
    'Den Pfad in baseUrl prüfen und employerId mit der Kennung im Arbeitgeberportal vergleichen.',
  'The integration may not read {0}: it belongs to another employer (403).{1}':
    'Die Integration darf {0} nicht lesen: Sie gehört zu einem anderen Arbeitgeber (403).{1}',
  'The integration lacks the permission "{0}" ({1}){2}. Without it: {3}.':
    'Der Integration fehlt das Recht "{0}" ({1}){2}. Ohne es: {3}.',
  '{0} cannot be reached: {1}.': '{0} ist nicht erreichbar: {1}.',
  'Could not read {0}{1}: {2}.': '{0} konnte nicht gelesen werden{1}: {2}.',
  'Could not read {0}: the service answered 429 (too many requests) {1} times in a row.':
    '{0} konnte nicht gelesen werden: Der Dienst antwortete {1}-mal hintereinander 429 (zu viele Anfragen).',
  'Another program uses up the rate limit of this address or employer; find it, or run at another time.':
    'Ein anderes Programm verbraucht das Limit dieser Adresse oder dieses Arbeitgebers; es suchen, oder zu anderer Zeit ausführen.',
  'the connection was refused': 'die Verbindung wurde abgelehnt',
  'the host name of baseUrl is not known': 'der Rechnername von baseUrl ist nicht bekannt',
  'no trusted TLS connection': 'keine vertrauenswürdige TLS-Verbindung',
  'the connection broke': 'die Verbindung brach ab',
  'no answer in time': 'keine Antwort in der Zeit',
  'the answer was cut short': 'die Antwort war abgeschnitten',
  'the service could not answer (status {0})': 'der Dienst konnte nicht antworten (Status {0})',
  'baseUrl is not an address: {0}.': 'baseUrl ist keine Adresse: {0}.',
  'baseUrl {0}//{1} is not https.': 'baseUrl {0}//{1} ist nicht https.',
  'The service wants to be left alone for {0} s, and limits.maxWaitSeconds in the configuration is less.':
    'Der Dienst will {0} s in Ruhe gelassen werden; limits.maxWaitSeconds in der Konfiguration ist kleiner.',
  'Try again later, or set limits.maxWaitSeconds higher; nothing was written.':
    'Später noch einmal versuchen, oder limits.maxWaitSeconds erhöhen; nichts wurde geschrieben.',
  'An export would work.': 'Ein Export würde gelingen.',
  'An export would fail.': 'Ein Export würde scheitern.',
  '{0} problems, {1} warnings. {2}': '{0} Probleme, {1} Warnungen. {2}',
  '{0} problem, {1} warnings. {2}': '{0} Problem, {1} Warnungen. {2}',
  '{0} problems, {1} warning. {2}': '{0} Probleme, {1} Warnung. {2}',
  '{0} problem, {1} warning. {2}': '{0} Problem, {1} Warnung. {2}',
  'The configuration has no schedule.': 'Die Konfiguration hat keinen Zeitplan.',
  '{0} needs a value.': '{0} braucht einen Wert.',
  'The commands are {0}; "paytally --help" explains them.':
    'Die Befehle sind {0}; "paytally --help" erklärt sie.',
  'A command is missing after "paytally".': 'Nach "paytally" fehlt ein Befehl.',
  'There is no command "{0}".{1}': 'Den Befehl "{0}" gibt es nicht.{1}',
  '"paytally {0} --help" lists its options.': '"paytally {0} --help" zeigt die Optionen.',
  '"paytally {0}" has no option {1}.': '"paytally {0}" hat keine Option {1}.',
  'Write for instance: {0}': 'Zum Beispiel: {0}',
  'A {0} is missing after "paytally {1}".': 'Nach "paytally {1}" fehlt: {0}.',
  '"{0}" is one word too many for "paytally {1}".': '"{0}" ist ein Wort zu viel für "paytally {1}".',
  '"{0}" cannot be used as a period: {1}.{2}': '"{0}" taugt nicht als Zeitraum: {1}.{2}',
  'Pay calendars in the configuration: {0}.': 'Lohnkalender in der Konfiguration: {0}.',
  'Check that the folder exists, is mounted, has room, and may be written by this user.':
    'Prüfen, ob es den Ordner gibt, ob er eingehängt und beschreibbar ist und Platz hat.',
  'The mail server {0} answered {1}.': 'Der Mailserver {0} antwortete {1}.',
  'The mail server {0} did not answer in time.': 'Der Mailserver {0} antwortete nicht rechtzeitig.',
  'The name of the mail server {0} is not known.': 'Der Name des Mailservers {0} ist nicht bekannt.',
  'The mail server {0} cannot be reached, or hung up before it took the message.':
    'Der Mailserver {0} ist nicht erreichbar, oder er legte auf, bevor er die Nachricht annahm.',
  'Check mail.smtp.host and port, the network and the firewall; then "paytally send RUN" tries again.':
    'mail.smtp.host und port, Netzwerk und Firewall prüfen; dann versucht es "paytally send LAUF" noch einmal.',
  'Check user and password, or the permissions of the OAuth client, under mail.smtp in the configuration.':
    'Benutzer und Passwort oder die Rechte des OAuth-Clients unter mail.smtp in der Konfiguration prüfen.',
  'The server asks to come back later: "paytally send RUN" tries again.':
    'Der Server bittet, später wiederzukommen: "paytally send LAUF" versucht es noch einmal.',
  'Ask the operator of the mail server what it refuses, or correct the address.':
    'Den Betreiber des Mailservers fragen, was er ablehnt, oder die Adresse berichtigen.',
  'The connection to {0} was lost after the message was handed over: it may have arrived.':
    'Die Verbindung zu {0} brach nach der Übergabe ab: Die Nachricht kann angekommen sein.',
  'Ask the recipient, or look for the Message-ID in the log of the mail server; send it again only where it did not arrive.':
    'Beim Empfänger nachfragen, oder die Message-ID im Protokoll des Mailservers suchen; nur senden, was nicht ankam.',
  '{0} did not arrive whole on {1}.': '{0} kam nicht vollständig auf {1} an.',
  '{0} does not take the key of {1}.': '{0} nimmt den Schlüssel von {1} nicht an.',
  "The service's record {0} is not valid: {1}": 'Der Datensatz {0} des Dienstes ist ungültig: {1}',
  'Write whole minutes: 7 h 36 min are 456.': 'Ganze Minuten schreiben: 7 Std. 36 Min. sind 456.',
  'The column "{0}" of employee {1} holds {2}.': 'Die Spalte "{0}" von Mitarbeiter {1} enthält {2}.',
  'The absences of employee {0} on {1} come to more than one day.':
    'Die Abwesenheiten von Mitarbeiter {0} am {1} ergeben mehr als einen Tag.',
  'Correct the rows of that day in the file of absences.':
    'Die Zeilen dieses Tages in der Abwesenheitsdatei berichtigen.',
  'The mapping file {0} {1}.': 'Die Zuordnungsdatei {0} {1}.',
  'The file of absences {0} {1}.': 'Die Abwesenheitsdatei {0} {1}.',
  'cannot be read': 'ist nicht lesbar',
  'does not exist': 'gibt es nicht',
  '{0} is empty.': '{0} ist leer.',
  'Run "paytally employees sync" to make a new one.': 'Mit "paytally employees sync" eine neue anlegen.',
  'Run "paytally employees sync" to make it and fill in the numbers, or remove "employees" from the configuration.':
    'Mit "paytally employees sync" anlegen und die Nummern eintragen, oder "employees" aus der Konfiguration entfernen.',
  'Run "paytally employees sync", then fill the column employeeNumber.':
    '"paytally employees sync" ausführen, dann die Spalte employeeNumber ausfüllen.',
  'the number {0} belongs to several employees: {1}': 'die Nummer {0} gehört mehreren Mitarbeitern: {1}',
  'the employee {0} stands already on line {1}': 'der Mitarbeiter {0} steht schon in Zeile {1}',
  '"{0}" fits {1} employees:': '"{0}" passt auf {1} Mitarbeiter:',
  'There is no employee "{0}".{1}': 'Den Mitarbeiter "{0}" gibt es nicht.{1}',
  'No name or number is near it.': 'Kein Name und keine Nummer ist ähnlich.',
  'Near it: {0}.': 'Ähnlich: {0}.',
  '--date {0}: this is not a day.': '--date {0}: Das ist kein Tag.',
  '--date {0}: the period is {1} to {2}.': '--date {0}: Der Zeitraum ist {1} bis {2}.',
  'Choose a day of the period, or another period.':
    'Einen Tag des Zeitraums wählen, oder einen anderen Zeitraum.',
  'The configuration names no mapping file for {0}.':
    'Die Konfiguration nennt keine Zuordnungsdatei für {0}.',
  'Add a line "employees: employees-{0}.csv" to the employer; the sync makes the file.':
    'Beim Arbeitgeber eine Zeile "employees: employees-{0}.csv" ergänzen; der Abgleich legt die Datei an.',
  'Without a time zone nobody can say which days "{0}" is.':
    'Ohne Zeitzone kann niemand sagen, welche Tage "{0}" sind.',
  'Set "zone" for the employer in the configuration, or write the dates.':
    'In der Konfiguration beim Arbeitgeber "zone" setzen, oder die Daten schreiben.',
  'The data stops this {0} run. Nothing was written.':
    'Die Daten verhindern diesen Lauf ({0}). Nichts wurde geschrieben.',
  'The data stops this {0} run: {1}.': 'Die Daten verhindern diesen Lauf ({0}): {1}.',
  final: 'endgültig',
  draft: 'Entwurf',
  'Values that the templates do not take:': 'Werte, die die Vorlagen nicht annehmen:',
  'Correct what is named ("paytally check" with the same options lists all of it)':
    'Das Genannte berichtigen ("paytally check" mit denselben Optionen listet alles auf)',
  '{0}, or accept it: {1}': '{0}, oder akzeptieren: {1}',
  '{0} of {1} to {2} is final already: run {3}. A day is paid once.':
    '{0} von {1} bis {2} ist schon endgültig: Lauf {3}. Ein Tag wird einmal bezahlt.',
  'What changed since is exported by "paytally corrections {0}"; a final that nobody has been sent can be taken back with --supersede REASON.':
    'Was sich seither geändert hat, exportiert "paytally corrections {0}"; ein endgültiger Lauf, den niemand bekam, lässt sich mit --supersede GRUND zurücknehmen.',
  'The final run {0} cannot be taken back: {1}.':
    'Der endgültige Lauf {0} lässt sich nicht zurücknehmen: {1}.',
  'Export what changed since with "paytally corrections {0}".':
    'Was sich seither geändert hat, exportiert "paytally corrections {0}".',
  'The store has no run "{0}".{1}': 'Der Speicher hat keinen Lauf "{0}".{1}',
  'Nothing is final of {0} to {1}.': 'Von {0} bis {1} ist nichts endgültig.',
  '--settle {0}: there is no such line now.': '--settle {0}: Diese Zeile gibt es jetzt nicht.',
  'The configuration has no delivery "{0}" for {1}.{2}':
    'Die Konfiguration hat keine Zustellung "{0}" für {1}.{2}',
  'Another paytally is sending from this store; waiting for it.':
    'Ein anderes paytally sendet aus diesem Speicher; es wird darauf gewartet.',
  'Waiting {0} s: {1}': 'Warten, {0} s: {1}',
  'the service has asked for it (too many requests)': 'der Dienst hat darum gebeten (zu viele Anfragen)',
  'the requests a minute of "limits" in the configuration are used up':
    'die Anfragen je Minute von "limits" in der Konfiguration sind verbraucht',
  'Reading {0}': 'Lesen: {0}',
  'Reading {0} again (pass {1})': 'Noch einmal lesen: {0} (Durchgang {1})',
  'Reading {0}: {1} records, {2} requests': 'Lesen: {0}, {1} Datensätze, {2} Anfragen',
  'Reading {0}: {1} records, {2} requests; about {3} left':
    'Lesen: {0}, {1} Datensätze, {2} Anfragen; noch etwa {3}',
  "Waiting {0} s for the service's rate limit (Ctrl-C ends it)":
    '{0} s warten auf das Limit des Dienstes (Ctrl-C beendet)',
  'Trying again ({0}): {1}': 'Neuer Versuch ({0}): {1}',
  establishments: 'Betriebe',
  'public-holidays': 'Feiertage',
  employees: 'Mitarbeiter',
  'agency-workers': 'Leiharbeitskräfte',
  teams: 'Teams',
  tasks: 'Aufgaben',
  shifts: 'Schichten',
  'time-entries': 'Buchungen',
  '{0} is there already, and this run may not replace it.':
    '{0} gibt es schon, und dieser Lauf darf es nicht ersetzen.',
  'The template {0} takes more than {1} s of processor time; nothing was written.':
    'Die Vorlage {0} braucht mehr als {1} s Rechenzeit; nichts wurde geschrieben.',
  'The delivery {0} has nobody to send to. Nothing was written or sent.':
    'Die Zustellung {0} hat keine Empfänger. Nichts wurde geschrieben oder gesendet.',
  'Nothing to verify: no run counts yet.': 'Nichts zu prüfen: Noch zählt kein Lauf.',
  'No runs yet.': 'Noch keine Läufe.',
  'There was nothing to purge.': 'Es war nichts zu löschen.',
  'There is no time zone {0}.': 'Die Zeitzone {0} gibt es nicht.',
  'The clock changes of {0} are known until {1} only.':
    'Die Zeitumstellungen von {0} sind nur bis {1} bekannt.',
  'is missing': 'fehlt',
  '{0}: is missing': '{0}: fehlt',
  'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.':
    'Das Genannte ergänzen, oder "basedOn: de" schreiben, damit eine eingebaute Sprache es sagt. "paytally config language" gibt alles aus, was zu sagen ist.',
  'The configuration says {0} for the establishment {1}, the service says {2}.':
    'Die Konfiguration sagt {0} für den Betrieb {1}, der Dienst sagt {2}.',
  'Take the establishment out of "zones" if the service is right; if not, have the zone corrected in the service.':
    'Den Betrieb aus "zones" nehmen, wenn der Dienst recht hat; sonst die Zone im Dienst berichtigen lassen.',
  "{0} needs the payroll system's codes, and payCodes is empty. The pay codes are: {1}.":
    '{0} braucht die Lohnarten des Lohnprogramms, und payCodes ist leer. Die Lohnarten sind: {1}.',
  "{0} needs the payroll system's codes, and payCodes has none for: {1}.":
    '{0} braucht die Lohnarten des Lohnprogramms, und payCodes hat keine für: {1}.',
  'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.':
    'payCodes in der Konfiguration ergänzen: eine Zeile je Lohnart, mit der Nummer des Lohnprogramms.',
  'Could not read {0} after {1} attempts: {2}.': '{0} konnte nach {1} Versuchen nicht gelesen werden: {2}.',
  '{0} of employer {1}': '{0} des Arbeitgebers {1}',
  'The {0} MiB of memory that Node.js may use are full.':
    'Die {0} MiB Speicher, die Node.js nutzen darf, sind voll.',
  'Nothing was written. Allow Node.js more, such as 2 GiB with NODE_OPTIONS=--max-old-space-size=2048, run fewer employers at once (--jobs 1), or name fewer templates in one run.':
    'Nichts wurde geschrieben. Node.js mehr geben, etwa 2 GiB mit NODE_OPTIONS=--max-old-space-size=2048, weniger Arbeitgeber zugleich (--jobs 1), oder weniger Vorlagen in einem Lauf.',
};
