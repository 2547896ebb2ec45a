import type { Said } from './said.js';

/** What keeps a delivery from its recipient. */
export const deliveryRefusals: Said = {
  '{0} of {1} deliveries did not succeed.': {
    nl: '{0} van {1} leveringen zijn niet gelukt.',
    fr: '{0} envois sur {1} n’ont pas abouti.',
    de: '{0} von {1} Zustellungen sind nicht gelungen.',
  },
  'Check that the folder exists, is mounted, has room, and may be written by this user.': {
    nl: 'Controleer of de map bestaat, aangekoppeld is, ruimte heeft en door deze gebruiker beschrijfbaar is.',
    fr: 'Vérifiez que le dossier existe, est monté, a de la place et que cet utilisateur peut y écrire.',
    de: 'Prüfen, ob es den Ordner gibt, ob er eingehängt und beschreibbar ist und Platz hat.',
  },
  'The mail server {0} answered {1}.': {
    nl: 'De mailserver {0} antwoordde {1}.',
    fr: 'Le serveur de messagerie {0} a répondu {1}.',
    de: 'Der Mailserver {0} antwortete {1}.',
  },
  'The mail server {0} did not answer in time.': {
    nl: 'De mailserver {0} antwoordde niet op tijd.',
    fr: 'Le serveur de messagerie {0} n’a pas répondu à temps.',
    de: 'Der Mailserver {0} antwortete nicht rechtzeitig.',
  },
  'The name of the mail server {0} is not known.': {
    nl: 'De naam van de mailserver {0} is niet bekend.',
    fr: 'Le nom du serveur de messagerie {0} est inconnu.',
    de: 'Der Name des Mailservers {0} ist nicht bekannt.',
  },
  'The mail server {0} cannot be reached, or hung up before it took the message.': {
    nl: 'De mailserver {0} is onbereikbaar, of verbrak de verbinding voor hij het bericht aannam.',
    fr: 'Le serveur de messagerie {0} est injoignable, ou a coupé la connexion avant de prendre le message.',
    de: 'Der Mailserver {0} ist nicht erreichbar oder trennte die Verbindung, bevor er die Nachricht annahm.',
  },
  'Check mail.smtp.host and port, the network and the firewall; then "paytally send RUN" tries again.': {
    nl: 'Controleer mail.smtp.host en port, het netwerk en de firewall; daarna probeert "paytally send RUN" opnieuw.',
    fr: 'Vérifiez mail.smtp.host et port, le réseau et le pare-feu ; puis "paytally send TRAITEMENT" réessaie.',
    de: 'mail.smtp.host und port, Netzwerk und Firewall prüfen; dann versucht es "paytally send LAUF" noch einmal.',
  },
  'Check user and password, or the permissions of the OAuth client, under mail.smtp in the configuration.': {
    nl: 'Controleer gebruiker en wachtwoord, of de rechten van de OAuth-client, onder mail.smtp in de configuratie.',
    fr: 'Vérifiez utilisateur et mot de passe, ou les droits du client OAuth, sous mail.smtp dans la configuration.',
    de: 'Benutzer und Passwort oder die Rechte des OAuth-Clients unter mail.smtp in der Konfiguration prüfen.',
  },
  'The server asks to come back later: "paytally send RUN" tries again.': {
    nl: 'De server vraagt om later terug te komen: "paytally send RUN" probeert opnieuw.',
    fr: 'Le serveur demande de revenir plus tard : "paytally send TRAITEMENT" réessaie.',
    de: 'Der Server bittet, später wiederzukommen: "paytally send LAUF" versucht es noch einmal.',
  },
  'Ask the operator of the mail server what it refuses, or correct the address.': {
    nl: 'Vraag de beheerder van de mailserver wat hij weigert, of verbeter het adres.',
    fr: 'Demandez à l’exploitant du serveur ce qu’il refuse, ou corrigez l’adresse.',
    de: 'Den Betreiber des Mailservers fragen, was er ablehnt, oder die Adresse berichtigen.',
  },
  'The connection to {0} was lost after the message was handed over: it may have arrived.': {
    nl: 'De verbinding met {0} brak af nadat het bericht was overgedragen: het kan aangekomen zijn.',
    fr: 'La connexion à {0} a été perdue après la remise du message : il est peut-être arrivé.',
    de: 'Die Verbindung zu {0} brach nach der Übergabe ab: Die Nachricht kann angekommen sein.',
  },
  'Ask the recipient, or look for the Message-ID in the log of the mail server; send it again only where it did not arrive.':
    {
      nl: 'Vraag het de ontvanger, of zoek de Message-ID in het logboek van de mailserver; verstuur alleen opnieuw wat niet aankwam.',
      fr: 'Demandez au destinataire, ou cherchez le Message-ID dans le journal du serveur ; ne renvoyez que ce qui n’est pas arrivé.',
      de: 'Beim Empfänger nachfragen oder die Message-ID im Protokoll des Mailservers suchen; nur erneut senden, was nicht ankam.',
    },
  'It was interrupted before it arrived.': {
    nl: 'Het is onderbroken voordat het aankwam.',
    fr: 'L’envoi a été interrompu avant d’arriver.',
    de: 'Es wurde unterbrochen, bevor es ankam.',
  },
  'The program was ended while it was being sent: it may have arrived.': {
    nl: 'Het programma is tijdens het verzenden beëindigd: het bericht kan aangekomen zijn.',
    fr: 'Le programme s’est arrêté pendant l’envoi : le message est peut-être arrivé.',
    de: 'Das Programm endete während des Sendens: Die Nachricht kann angekommen sein.',
  },
  'Ask the recipient; send it again only where it did not.': {
    nl: 'Vraag het de ontvanger; verstuur alleen opnieuw wat niet aankwam.',
    fr: 'Demandez au destinataire ; ne renvoyez que ce qui n’est pas arrivé.',
    de: 'Beim Empfänger nachfragen; nur erneut senden, was nicht ankam.',
  },
  'The delivery was interrupted and its file is not there: it may have been fetched.': {
    nl: 'De levering is onderbroken en het bestand staat er niet: het kan opgehaald zijn.',
    fr: 'L’envoi a été interrompu et le fichier n’est pas là : il a peut-être été récupéré.',
    de: 'Die Zustellung wurde unterbrochen und die Datei ist nicht da: Sie kann abgeholt worden sein.',
  },
  'Ask the recipient; "paytally send RUN --again NAME" sends it again.': {
    nl: 'Vraag het de ontvanger; "paytally send RUN --again NAAM" verstuurt het opnieuw.',
    fr: 'Demandez au destinataire ; "paytally send TRAITEMENT --again NOM" renvoie le fichier.',
    de: 'Beim Empfänger nachfragen; "paytally send LAUF --again NAME" sendet erneut.',
  },
  'The delivery was interrupted and its folder could not be checked yet.': {
    nl: 'De levering is onderbroken en de map kon nog niet gecontroleerd worden.',
    fr: 'L’envoi a été interrompu et son dossier n’a pas encore pu être vérifié.',
    de: 'Die Zustellung wurde unterbrochen und ihr Ordner konnte noch nicht geprüft werden.',
  },
  'Check that it is mounted or can be reached; "paytally send RUN" looks again.': {
    nl: 'Controleer of ze aangekoppeld of bereikbaar is; "paytally send RUN" kijkt opnieuw.',
    fr: 'Vérifiez qu’il est monté ou joignable ; "paytally send TRAITEMENT" vérifie de nouveau.',
    de: 'Prüfen, ob er eingehängt oder erreichbar ist; "paytally send LAUF" sieht wieder nach.',
  },
  'The temporary file of {0} was taken from {1} before it got its name.': {
    nl: 'Het tijdelijke bestand van {0} is van {1} weggehaald voordat het zijn naam kreeg.',
    fr: 'Le fichier temporaire de {0} a été retiré de {1} avant de recevoir son nom.',
    de: 'Die temporäre Datei von {0} wurde von {1} geholt, bevor sie ihren Namen bekam.',
  },
  'Have the recipient skip files that begin with a dot, or set "stage"; "paytally send RUN --again NAME" sends it again.':
    {
      nl: 'Laat de ontvanger bestanden met een punt vooraan overslaan, of stel "stage" in; "paytally send RUN --again NAAM" verstuurt het opnieuw.',
      fr: 'Faites ignorer au destinataire les fichiers qui commencent par un point, ou indiquez "stage" ; "paytally send TRAITEMENT --again NOM" renvoie le fichier.',
      de: 'Den Empfänger Dateien mit Punkt am Anfang überspringen lassen oder "stage" setzen; "paytally send LAUF --again NAME" sendet erneut.',
    },
  'No copy for the upload can be written to {0}.': {
    nl: 'Er kan geen kopie voor de upload naar {0} worden geschreven.',
    fr: 'Impossible d’écrire dans {0} une copie pour le transfert.',
    de: 'In {0} lässt sich keine Kopie für das Hochladen schreiben.',
  },
  'Check its free space and rights; "paytally send RUN" tries again.': {
    nl: 'Controleer de vrije ruimte en de rechten; "paytally send RUN" probeert opnieuw.',
    fr: 'Vérifiez l’espace libre et les droits ; "paytally send TRAITEMENT" réessaie.',
    de: 'Freien Platz und Rechte prüfen; "paytally send LAUF" versucht es noch einmal.',
  },
  '{0} did not arrive whole on {1}.': {
    nl: '{0} is niet volledig aangekomen op {1}.',
    fr: '{0} n’est pas arrivé en entier sur {1}.',
    de: '{0} kam nicht vollständig auf {1} an.',
  },
  '{0} does not take the key of {1}.': {
    nl: '{0} aanvaardt de sleutel van {1} niet.',
    fr: '{0} n’accepte pas la clé de {1}.',
    de: '{0} nimmt den Schlüssel von {1} nicht an.',
  },
  'The configuration has no delivery "{0}" for {1}.{2}': {
    nl: 'De configuratie heeft geen levering "{0}" voor {1}.{2}',
    fr: 'La configuration n’a pas d’envoi "{0}" pour {1}.{2}',
    de: 'Die Konfiguration hat keine Zustellung "{0}" für {1}.{2}',
  },
  'The delivery {0} has nobody to send to. Nothing was written or sent.': {
    nl: 'De levering {0} heeft geen ontvangers. Er is niets geschreven of verzonden.',
    fr: 'L’envoi {0} n’a pas de destinataire. Rien n’a été écrit ni envoyé.',
    de: 'Die Zustellung {0} hat keine Empfänger. Nichts wurde geschrieben oder gesendet.',
  },
  'Addresses are read from the column "{0}" of {1}.': {
    nl: 'De adressen staan in de kolom "{0}" van {1}.',
    fr: 'Les adresses sont lues dans la colonne "{0}" de {1}.',
    de: 'Die Adressen stehen in der Spalte "{0}" von {1}.',
  },
  '--mail: the configuration has no "mail".': {
    nl: '--mail: de configuratie heeft geen "mail".',
    fr: '--mail : la configuration n’a pas de "mail".',
    de: '--mail: Die Konfiguration hat kein "mail".',
  },
  '{0}: the configuration has no {1}.': {
    nl: '{0}: de configuratie heeft geen {1}.',
    fr: '{0} : la configuration n’a pas de {1}.',
    de: '{0}: Die Konfiguration hat kein {1}.',
  },
  'deliveries.{0} sends mail, and the configuration has no "mail".': {
    nl: 'deliveries.{0} verstuurt mail, en de configuratie heeft geen "mail".',
    fr: 'deliveries.{0} envoie des courriels, et la configuration n’a pas de "mail".',
    de: 'deliveries.{0} verschickt Mail, und die Konfiguration hat kein "mail".',
  },
  'Add "mail" with from, owner and smtp, and who gets what under "deliveries"; or leave out --mail.': {
    nl: 'Voeg "mail" toe met from, owner en smtp, en onder "deliveries" wie wat krijgt; of laat --mail weg.',
    fr: 'Ajoutez "mail" avec from, owner et smtp, et sous "deliveries" qui reçoit quoi ; ou enlevez --mail.',
    de: '"mail" mit from, owner und smtp ergänzen, und unter "deliveries", wer was bekommt; oder --mail weglassen.',
  },
  'Add who gets what under "deliveries", or leave out {0}.': {
    nl: 'Voeg onder "deliveries" toe wie wat krijgt, of laat {0} weg.',
    fr: 'Ajoutez sous "deliveries" qui reçoit quoi, ou enlevez {0}.',
    de: 'Unter "deliveries" ergänzen, wer was bekommt, oder {0} weglassen.',
  },
  'Add "mail" with from, owner and smtp.': {
    nl: 'Voeg "mail" toe met from, owner en smtp.',
    fr: 'Ajoutez "mail" avec from, owner et smtp.',
    de: '"mail" mit from, owner und smtp ergänzen.',
  },
  'Use letters, digits, - and _, and the placeholders key, period, from, to, template, name and extension: {{ key }}_{{ period }}_{{ template }}.{{ extension }}.':
    {
      nl: 'Gebruik letters, cijfers, - en _, en de plaatshouders key, period, from, to, template, name en extension: {{ key }}_{{ period }}_{{ template }}.{{ extension }}.',
      fr: 'Utilisez lettres, chiffres, - et _, et les variables key, period, from, to, template, name et extension : {{ key }}_{{ period }}_{{ template }}.{{ extension }}.',
      de: 'Buchstaben, Ziffern, - und _ verwenden, und die Platzhalter key, period, from, to, template, name und extension: {{ key }}_{{ period }}_{{ template }}.{{ extension }}.',
    },
  '{0} is no mail address.': {
    nl: '{0} is geen mailadres.',
    fr: '{0} n’est pas une adresse électronique.',
    de: '{0} ist keine Mailadresse.',
  },
  'Use the placeholders {0}.': {
    nl: 'Gebruik de plaatshouders {0}.',
    fr: 'Utilisez les variables {0}.',
    de: 'Die Platzhalter {0} verwenden.',
  },
  '{0}: the file is no key file of a service account.': {
    nl: '{0}: het bestand is geen sleutelbestand van een serviceaccount.',
    fr: '{0} : le fichier n’est pas un fichier de clé d’un compte de service.',
    de: '{0}: Die Datei ist keine Schlüsseldatei eines Dienstkontos.',
  },
  'Download the JSON key of the service account again.': {
    nl: 'Download de JSON-sleutel van het serviceaccount opnieuw.',
    fr: 'Téléchargez de nouveau la clé JSON du compte de service.',
    de: 'Den JSON-Schlüssel des Dienstkontos noch einmal herunterladen.',
  },
  'The file of recipients {0} {1}.': {
    nl: 'Het bestand van ontvangers {0}: {1}.',
    fr: 'Le fichier des destinataires {0} : {1}.',
    de: 'Die Empfängerdatei {0}: {1}.',
  },
  'Correct the file: a line for each, with its id or name and its address.': {
    nl: 'Verbeter het bestand: een regel per ontvanger, met id of naam en adres.',
    fr: 'Corrigez le fichier : une ligne pour chacun, avec identifiant ou nom et adresse.',
    de: 'Die Datei berichtigen: eine Zeile je Empfänger, mit Kennung oder Name und Adresse.',
  },
  'People were purged from run {0}: nothing of it is sent any more.': {
    nl: 'Uit run {0} zijn personen gewist: er wordt niets meer van verstuurd.',
    fr: 'Des personnes ont été effacées du traitement {0} : plus rien n’en est envoyé.',
    de: 'Aus Lauf {0} wurden Personen gelöscht: Nichts davon wird mehr gesendet.',
  },
  'The run {0} {1}: nothing of it is sent any more.': {
    nl: 'Run {0}: {1}; er wordt niets meer van verstuurd.',
    fr: 'Traitement {0} : {1} ; plus rien n’en est envoyé.',
    de: 'Lauf {0}: {1}; nichts davon wird mehr gesendet.',
  },
  'The records of {0} are no longer in the store, and the files for single recipients were not made with it.':
    {
      nl: 'De gegevens van {0} staan niet meer in de opslag, en de bestanden per ontvanger zijn er niet mee gemaakt.',
      fr: 'Les données de {0} ne sont plus dans la base, et les fichiers par destinataire n’ont pas été faits avec.',
      de: 'Die Daten von {0} sind nicht mehr im Speicher, und die Dateien für einzelne Empfänger wurden nicht mit ihm gemacht.',
    },
  'Export the period again with --deliver, or name other deliveries with --to.': {
    nl: 'Exporteer de periode opnieuw met --deliver, of noem andere leveringen met --to.',
    fr: 'Exportez de nouveau la période avec --deliver, ou nommez d’autres envois avec --to.',
    de: 'Den Zeitraum noch einmal mit --deliver exportieren oder mit --to andere Zustellungen nennen.',
  },
};
