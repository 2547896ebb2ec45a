import type { Said } from './said.js';

/** What to do where service, data, files or deliveries fail. */
export const remediesOfRuns: Said = {
  'Try again later; nothing was written.': {
    nl: 'Probeer het later opnieuw; er is niets geschreven.',
    fr: 'Réessayez plus tard ; rien n’a été écrit.',
    de: 'Später noch einmal versuchen; nichts wurde geschrieben.',
  },
  'Check baseUrl, the network, the proxy and the certificate, then try again.': {
    nl: 'Controleer baseUrl, het netwerk, de proxy en het certificaat, en probeer opnieuw.',
    fr: 'Vérifiez baseUrl, le réseau, le proxy et le certificat, puis réessayez.',
    de: 'baseUrl, Netzwerk, Proxy und Zertifikat prüfen, dann noch einmal versuchen.',
  },
  'Check that baseUrl points at the Workforce API; if it does, report this answer to its operator.': {
    nl: 'Controleer of baseUrl naar de Workforce API wijst; zo ja, meld dit antwoord aan de beheerder van de tijdregistratie.',
    fr: 'Vérifiez que baseUrl désigne la Workforce API ; si oui, signalez cette réponse à son exploitant.',
    de: 'Prüfen, ob baseUrl auf die Workforce API zeigt; wenn ja, diese Antwort dem Betreiber melden.',
  },
  'The service refused a request as invalid; report this with the message above.': {
    nl: 'De tijdregistratie weigerde een verzoek als ongeldig; meld dit met de tekst hierboven.',
    fr: 'Le système de pointage a refusé une requête comme invalide ; signalez-le avec le message ci-dessus.',
    de: 'Die Zeiterfassung hat eine Anfrage als ungültig abgelehnt; bitte mit dem Text oben melden.',
  },
  'Name the field under "fields" in the configuration.': {
    nl: 'Noem het veld onder "fields" in de configuratie.',
    fr: 'Nommez le champ sous "fields" dans la configuration.',
    de: 'Das Feld in der Konfiguration unter "fields" nennen.',
  },
  'Name the right one of the fields under "fields" in the configuration.': {
    nl: 'Noem het juiste veld onder "fields" in de configuratie.',
    fr: 'Nommez le bon champ sous "fields" dans la configuration.',
    de: 'Das richtige Feld in der Konfiguration unter "fields" nennen.',
  },
  'Ask the operator what replaced the field, then pin the new one under "fields".': {
    nl: 'Vraag de beheerder van de tijdregistratie wat het veld vervangt en zet het nieuwe onder "fields".',
    fr: 'Demandez à l’exploitant ce qui remplace le champ, puis indiquez le nouveau sous "fields".',
    de: 'Den Betreiber fragen, was das Feld ersetzt, und das neue unter "fields" nennen.',
  },
  'Export what changed since with "paytally corrections PERIOD".': {
    nl: 'Exporteer wat sindsdien veranderde met "paytally corrections PERIODE".',
    fr: 'Exportez ce qui a changé depuis avec "paytally corrections PÉRIODE".',
    de: 'Was sich seither geändert hat, exportiert "paytally corrections ZEITRAUM".',
  },
  'Make the period final first: "paytally export PERIOD --final".': {
    nl: 'Maak de periode eerst definitief: "paytally export PERIODE --final".',
    fr: 'Rendez d’abord la période définitive : "paytally export PÉRIODE --final".',
    de: 'Den Zeitraum zuerst endgültig exportieren: "paytally export ZEITRAUM --final".',
  },
  'Enter the lines in the payroll system by hand, then record them with --settle LINE=REASON.': {
    nl: 'Voer de regels met de hand in het loonpakket in en leg ze vast met --settle REGEL=REDEN.',
    fr: 'Saisissez les lignes à la main dans le logiciel de paie, puis enregistrez-les avec --settle LIGNE=MOTIF.',
    de: 'Die Zeilen von Hand ins Lohnprogramm eingeben und mit --settle ZEILE=GRUND festhalten.',
  },
  'Restore the files or the store named from a backup, and find out who changed them.': {
    nl: 'Zet de genoemde bestanden of opslag terug uit een back-up en zoek uit wie ze wijzigde.',
    fr: 'Restaurez d’une sauvegarde les fichiers ou la base indiqués, et cherchez qui les a modifiés.',
    de: 'Die genannten Dateien oder den Speicher aus einer Sicherung zurückholen und klären, wer sie geändert hat.',
  },
  'Bring back the newest store, or name it with "store" in the configuration. Where it is lost for good, a final goes on with --accept STORE_OLDER=REASON, and names what was lost.':
    {
      nl: 'Zet de nieuwste opslag terug, of noem ze met "store" in de configuratie. Is ze voorgoed verloren, dan gaat een definitieve run door met --accept STORE_OLDER=REDEN, en noemt wat verloren ging.',
      fr: 'Remettez la base la plus récente, ou nommez-la avec "store" dans la configuration. Si elle est perdue pour de bon, un traitement définitif continue avec --accept STORE_OLDER=MOTIF, et nomme ce qui est perdu.',
      de: 'Den neuesten Speicher zurückholen oder ihn in der Konfiguration mit "store" nennen. Ist er für immer verloren, geht ein endgültiger Lauf mit --accept STORE_OLDER=GRUND weiter und nennt, was verloren ging.',
    },
  'Choose an earlier day, or say with --reason why the records go before their time; it stays.': {
    nl: 'Kies een vroegere dag, of zeg met --reason waarom de gegevens vóór hun tijd verdwijnen; dat blijft bewaard.',
    fr: 'Choisissez un jour plus ancien, ou dites avec --reason pourquoi les données partent avant terme ; le motif est conservé.',
    de: 'Einen früheren Tag wählen oder mit --reason sagen, warum die Daten vorzeitig gelöscht werden; das bleibt stehen.',
  },
  'What was purged cannot be computed again; totals and digests are in "paytally history RUN".': {
    nl: 'Wat gewist is, kan niet opnieuw worden berekend; totalen en controlegetallen staan in "paytally history RUN".',
    fr: 'Ce qui a été effacé ne peut être recalculé ; totaux et empreintes sont dans "paytally history TRAITEMENT".',
    de: 'Gelöschtes lässt sich nicht neu berechnen; Summen und Prüfwerte stehen in "paytally history LAUF".',
  },
  'Correct the records named, or accept the exception with --accept CODE=REASON.': {
    nl: 'Verbeter de genoemde gegevens, of aanvaard de melding met --accept CODE=REDEN.',
    fr: 'Corrigez les données indiquées, ou acceptez l’anomalie avec --accept CODE=MOTIF.',
    de: 'Die genannten Daten berichtigen oder die Auffälligkeit mit --accept CODE=GRUND akzeptieren.',
  },
  'Correct the date of the record; the clock changes of that year are not known yet.': {
    nl: 'Verbeter de datum; de klokwissels van dat jaar zijn nog niet bekend.',
    fr: 'Corrigez la date ; les changements d’heure de cette année ne sont pas encore connus.',
    de: 'Das Datum berichtigen; die Zeitumstellungen dieses Jahres sind noch nicht bekannt.',
  },
  'Write a mail address for each of them; several in one cell are separated by ";".': {
    nl: 'Schrijf voor elk een mailadres; meerdere in één cel worden gescheiden door ";".',
    fr: 'Écrivez une adresse électronique pour chacun ; plusieurs dans une cellule sont séparées par ";".',
    de: 'Für alle eine Mailadresse eintragen; mehrere in einer Zelle werden durch ";" getrennt.',
  },
  'Correct the values or the template at the places named; nothing was written.': {
    nl: 'Verbeter de waarden of het sjabloon op de genoemde plaatsen; er is niets geschreven.',
    fr: 'Corrigez les valeurs ou le modèle aux endroits indiqués ; rien n’a été écrit.',
    de: 'Die Werte oder die Vorlage an den genannten Stellen berichtigen; nichts wurde geschrieben.',
  },
  'Check that the folder exists, is writable and has free space.': {
    nl: 'Controleer of de map bestaat, beschrijfbaar is en vrije ruimte heeft.',
    fr: 'Vérifiez que le dossier existe, qu’on peut y écrire et qu’il reste de la place.',
    de: 'Prüfen, ob es den Ordner gibt, ob er beschreibbar ist und Platz hat.',
  },
  'Move the file away, or write into another folder with --out.': {
    nl: 'Verplaats het bestand, of schrijf met --out in een andere map.',
    fr: 'Déplacez le fichier, ou écrivez dans un autre dossier avec --out.',
    de: 'Die Datei wegräumen oder mit --out in einen anderen Ordner schreiben.',
  },
  'Check the folder of the store: it must be local, writable and have free space.': {
    nl: 'Controleer de map van de opslag: ze moet lokaal en beschrijfbaar zijn en vrije ruimte hebben.',
    fr: 'Vérifiez le dossier de la base : il doit être local, accessible en écriture et avoir de la place.',
    de: 'Den Ordner des Speichers prüfen: Er muss auf diesem Rechner liegen, beschreibbar sein und Platz haben.',
  },
  'Update paytally: a newer version has written this store.': {
    nl: 'Werk paytally bij: een nieuwere versie heeft deze opslag geschreven.',
    fr: 'Mettez paytally à jour : une version plus récente a écrit cette base.',
    de: 'paytally aktualisieren: Eine neuere Version hat diesen Speicher geschrieben.',
  },
  'Another paytally is writing to the same store; wait until it has ended and try again.': {
    nl: 'Een andere paytally schrijft in dezelfde opslag; wacht tot die klaar is en probeer opnieuw.',
    fr: 'Un autre paytally écrit dans la même base ; attendez qu’il ait fini, puis réessayez.',
    de: 'Ein anderes paytally schreibt gerade in denselben Speicher; dessen Ende abwarten und noch einmal versuchen.',
  },
  'Do what stands beside each delivery; then "paytally send RUN" tries again what failed, and "--again NAME" sends what may have arrived.':
    {
      nl: 'Doe wat naast elke levering staat; daarna probeert "paytally send RUN" opnieuw wat mislukte, en "--again NAAM" verstuurt wat misschien is aangekomen.',
      fr: 'Faites ce qui est indiqué pour chaque envoi ; puis "paytally send TRAITEMENT" retente ce qui a échoué, et "--again NOM" renvoie ce qui est peut-être arrivé.',
      de: 'Tun, was bei jeder Zustellung steht; dann versucht "paytally send LAUF" das Gescheiterte noch einmal, und "--again NAME" sendet, was vielleicht ankam.',
    },
  'Nothing was written. Run the command again when you are ready.': {
    nl: 'Er is niets geschreven. Voer de opdracht opnieuw uit wanneer u klaar bent.',
    fr: 'Rien n’a été écrit. Relancez la commande quand vous êtes prêt.',
    de: 'Nichts wurde geschrieben. Den Befehl bei Gelegenheit noch einmal aufrufen.',
  },
  'Nothing was written. Please report this: the control totals contradict each other.': {
    nl: 'Er is niets geschreven. Meld dit: de controletotalen spreken elkaar tegen.',
    fr: 'Rien n’a été écrit. Merci de le signaler : les totaux de contrôle se contredisent.',
    de: 'Nichts wurde geschrieben. Bitte melden: Die Kontrollsummen widersprechen sich.',
  },
  'A control slip is made of the payroll files beside it, and none is named.': {
    nl: 'Een controlestrook wordt gemaakt van de loonbestanden ernaast, en daarvan is er geen genoemd.',
    fr: 'Une fiche de contrôle se fait à partir des fichiers de paie voisins, et aucun n’est indiqué.',
    de: 'Ein Kontrollzettel entsteht aus den Lohndateien daneben, und keine davon ist angegeben.',
  },
  'Name the template of the payroll file too, such as: {0}': {
    nl: 'Noem ook het sjabloon van het loonbestand, bijvoorbeeld: {0}',
    fr: 'Indiquez aussi le modèle du fichier de paie, par exemple : {0}',
    de: 'Auch die Vorlage der Lohndatei angeben, etwa: {0}',
  },
  'Nothing is written: there is no payroll file with hours beside it. Name its template too, such as: {0}': {
    nl: 'Er wordt niets geschreven: er staat geen loonbestand met uren naast. Noem ook dat sjabloon, zoals: {0}',
    fr: 'Rien n’est écrit : il n’y a pas de fichier de paie avec des heures à côté. Nommez aussi son modèle, par exemple : {0}',
    de: 'Nichts wird geschrieben: Es gibt daneben keine Lohndatei mit Stunden. Auch deren Vorlage angeben, etwa: {0}',
  },
};
