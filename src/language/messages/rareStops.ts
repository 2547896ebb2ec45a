import type { Said } from './said.js';

/** What rarely stops a run: deliveries, ledger, corrections, names of files, schedule, store. */
export const rareStops: Said = {
  '{0}: the configuration has no {1}.': {
    nl: '{0}: de configuratie heeft geen {1}.',
    fr: '{0} : la configuration n’a pas de {1}.',
    de: '{0}: Die Konfiguration hat kein {1}.',
  },
  'deliveries.{0} sends mail, and the configuration has no "mail".': {
    nl: 'deliveries.{0} verstuurt mail, en de configuratie heeft geen "mail".',
    fr: 'deliveries.{0} envoie du courrier, et la configuration n’a pas de "mail".',
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
  'The {0} cannot be read: {1}.': {
    nl: '{0}: niet te lezen: {1}.',
    fr: '{0} : illisible : {1}.',
    de: '{0}: nicht lesbar: {1}.',
  },
  '{0} is no mail address.': {
    nl: '{0} is geen mailadres.',
    fr: '{0} n’est pas une adresse de courrier.',
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
  'Add "employees: employees-{0}.csv" to the employer, then run "paytally employees sync".': {
    nl: 'Voeg "employees: employees-{0}.csv" toe bij de werkgever en voer "paytally employees sync" uit.',
    fr: 'Ajoutez "employees: employees-{0}.csv" à l’employeur, puis lancez "paytally employees sync".',
    de: 'Beim Arbeitgeber "employees: employees-{0}.csv" ergänzen, dann "paytally employees sync" ausführen.',
  },
  '{0} is damaged: {1}': {
    nl: '{0} is beschadigd: {1}',
    fr: '{0} est endommagé : {1}',
    de: '{0} ist beschädigt: {1}',
  },
  'The store cannot be written: {0}': {
    nl: 'De opslag is niet te beschrijven: {0}',
    fr: 'Le magasin ne peut être écrit : {0}',
    de: 'Der Speicher ist nicht beschreibbar: {0}',
  },
  'Move the file away (exports then start a new one), or bring it back from a backup.': {
    nl: 'Zet het bestand weg (een export begint dan een nieuw), of haal het terug uit een back-up.',
    fr: 'Déplacez le fichier (un export en commence alors un nouveau), ou reprenez-le d’une sauvegarde.',
    de: 'Die Datei wegräumen (ein Export beginnt dann eine neue), oder sie aus einer Sicherung holen.',
  },
  'Name its zone in the configuration: zones: { {0}: Europe/Brussels }, with the zone that is right.': {
    nl: 'Noem de zone in de configuratie: zones: { {0}: Europe/Brussels }, met de juiste zone.',
    fr: 'Indiquez son fuseau dans la configuration : zones: { {0}: Europe/Brussels }, avec le bon fuseau.',
    de: 'Die Zone in der Konfiguration nennen: zones: { {0}: Europe/Brussels }, mit der richtigen Zone.',
  },
  'The store does not know the newest run of {0}, whose digest stands in {1}: it was copied back from before, or is another one.':
    {
      nl: 'De opslag kent de nieuwste run van {0} niet, waarvan de controlewaarde in {1} staat: hij is van vroeger teruggezet, of het is een andere.',
      fr: 'Le magasin ne connaît pas le traitement le plus récent de {0}, dont l’empreinte est dans {1} : il a été restauré d’une date antérieure, ou c’en est un autre.',
      de: 'Der Speicher kennt den neuesten Lauf von {0} nicht, dessen Prüfwert in {1} steht: Er wurde von früher zurückgespielt, oder es ist ein anderer.',
    },
  'What run {0} exported was purged.': {
    nl: 'Wat run {0} exporteerde is gewist.',
    fr: 'Ce que le traitement {0} a exporté a été effacé.',
    de: 'Was Lauf {0} exportiert hat, wurde gelöscht.',
  },
  'Run {0} was made by version 0.1, which did not keep what it exported line by line, and its records are gone.':
    {
      nl: 'Run {0} komt van versie 0.1, die niet per regel bewaarde wat ze exporteerde, en de gegevens zijn weg.',
      fr: 'Le traitement {0} vient de la version 0.1, qui ne gardait pas ligne par ligne ce qu’elle exportait, et ses données ne sont plus là.',
      de: 'Lauf {0} stammt von Version 0.1, die nicht Zeile für Zeile behielt, was sie exportierte, und seine Daten sind weg.',
    },
  'Compare its files with a draft of the same days, and correct by hand.': {
    nl: 'Vergelijk de bestanden met een concept van dezelfde dagen en verbeter met de hand.',
    fr: 'Comparez ses fichiers avec un provisoire des mêmes jours, et corrigez à la main.',
    de: 'Seine Dateien mit einem Entwurf derselben Tage vergleichen und von Hand berichtigen.',
  },
  'No final of these days has the template {0}.': {
    nl: 'Geen definitieve run van deze dagen heeft het sjabloon {0}.',
    fr: 'Aucun traitement définitif de ces jours n’a le modèle {0}.',
    de: 'Kein endgültiger Lauf dieser Tage hat die Vorlage {0}.',
  },
  '{0} was written, but could not be signed: {1}': {
    nl: '{0} is geschreven, maar kon niet ondertekend worden: {1}',
    fr: '{0} a été écrit, mais n’a pu être signé : {1}',
    de: '{0} wurde geschrieben, ließ sich aber nicht signieren: {1}',
  },
  'Look whether "ssh-keygen -Y sign -f {0} -n {1} FILE" works, and run the command again.': {
    nl: 'Kijk of "ssh-keygen -Y sign -f {0} -n {1} BESTAND" werkt en voer de opdracht opnieuw uit.',
    fr: 'Regardez si "ssh-keygen -Y sign -f {0} -n {1} FICHIER" fonctionne, et relancez la commande.',
    de: 'Prüfen, ob "ssh-keygen -Y sign -f {0} -n {1} DATEI" gelingt, und den Befehl noch einmal ausführen.',
  },
  'What run {0} was computed from was purged.': {
    nl: 'Waaruit run {0} berekend werd is gewist.',
    fr: 'Ce dont le traitement {0} a été calculé a été effacé.',
    de: 'Woraus Lauf {0} berechnet wurde, ist gelöscht.',
  },
  'The records of the draft {0} are gone: only the newest two are kept.': {
    nl: 'De gegevens van het concept {0} zijn weg: alleen de nieuwste twee blijven bewaard.',
    fr: 'Les données du provisoire {0} ne sont plus là : seuls les deux plus récents sont conservés.',
    de: 'Die Daten des Entwurfs {0} sind weg: Nur die neuesten zwei bleiben.',
  },
  'Export the period again for a new draft.': {
    nl: 'Exporteer de periode opnieuw voor een nieuw concept.',
    fr: 'Exportez de nouveau la période pour un nouveau provisoire.',
    de: 'Den Zeitraum für einen neuen Entwurf noch einmal exportieren.',
  },
  'Report these records to the operator of the service.': {
    nl: 'Meld deze records aan de beheerder van het systeem.',
    fr: 'Signalez ces enregistrements à l’exploitant du système.',
    de: 'Diese Datensätze dem Betreiber des Dienstes melden.',
  },
  'Give this user the right to read it, or correct "employees" in the configuration.': {
    nl: 'Geef deze gebruiker leesrecht, of verbeter "employees" in de configuratie.',
    fr: 'Donnez à cet utilisateur le droit de le lire, ou corrigez "employees" dans la configuration.',
    de: 'Diesem Benutzer das Leserecht geben, oder "employees" in der Konfiguration berichtigen.',
  },
  '{0} keeps records from {1} on (retention: {2}; {3}), and run {4} has days up to {5}.': {
    nl: '{0} bewaart gegevens vanaf {1} (retention: {2}; {3}), en run {4} heeft dagen tot {5}.',
    fr: '{0} conserve les données à partir du {1} (retention : {2} ; {3}), et le traitement {4} a des jours jusqu’au {5}.',
    de: '{0} bewahrt Daten ab {1} auf (retention: {2}; {3}), und Lauf {4} hat Tage bis {5}.',
  },
  '--estimate-from {0}: the period is {1} to {2}.': {
    nl: '--estimate-from {0}: de periode is {1} tot {2}.',
    fr: '--estimate-from {0} : la période va du {1} au {2}.',
    de: '--estimate-from {0}: Der Zeitraum ist {1} bis {2}.',
  },
  '--estimate-from {0}: the planning of this employer cannot be read.': {
    nl: '--estimate-from {0}: de planning van deze werkgever is niet te lezen.',
    fr: '--estimate-from {0} : le planning de cet employeur ne peut être lu.',
    de: '--estimate-from {0}: Die Planung dieses Arbeitgebers ist nicht lesbar.',
  },
  'Name a day of the period.': {
    nl: 'Noem een dag van de periode.',
    fr: 'Indiquez un jour de la période.',
    de: 'Einen Tag des Zeitraums nennen.',
  },
  'Give the integration the permission to read planning, or leave out --estimate-from.': {
    nl: 'Geef de integratie het recht de planning te lezen, of laat --estimate-from weg.',
    fr: 'Donnez à l’intégration le droit de lire le planning, ou enlevez --estimate-from.',
    de: 'Der Integration das Recht geben, die Planung zu lesen, oder --estimate-from weglassen.',
  },
  'Correct "employees" in the configuration: the path of a CSV file.': {
    nl: 'Verbeter "employees" in de configuratie: het pad van een CSV-bestand.',
    fr: 'Corrigez "employees" dans la configuration : le chemin d’un fichier CSV.',
    de: '"employees" in der Konfiguration berichtigen: der Pfad einer CSV-Datei.',
  },
  'payRules.counts gives numbers such as {0}, and the template {1} has hours only.': {
    nl: 'payRules.counts geeft aantallen zoals {0}, en het sjabloon {1} heeft alleen uren.',
    fr: 'payRules.counts donne des nombres comme {0}, et le modèle {1} n’a que des heures.',
    de: 'payRules.counts ergibt Anzahlen wie {0}, und die Vorlage {1} hat nur Stunden.',
  },
  'Use a template of your own that has the field "quantity" (paytally templates new), or remove the counts.':
    {
      nl: 'Gebruik een eigen sjabloon met het veld "quantity" (paytally templates new), of haal de aantallen weg.',
      fr: 'Utilisez un modèle à vous qui a le champ "quantity" (paytally templates new), ou retirez les nombres.',
      de: 'Eine eigene Vorlage mit dem Feld "quantity" verwenden (paytally templates new), oder die Anzahlen entfernen.',
    },
  'Write the dates as YYYY-MM-DD in {0}.': {
    nl: 'Schrijf de datums als JJJJ-MM-DD in {0}.',
    fr: 'Écrivez les dates sous la forme AAAA-MM-JJ dans {0}.',
    de: 'Die Daten als JJJJ-MM-TT schreiben in {0}.',
  },
  'Correct variables: {0}: in the configuration, for all employers or for one; "paytally templates show {1}" lists them.':
    {
      nl: 'Verbeter variables: {0}: in de configuratie, voor alle werkgevers of voor één; "paytally templates show {1}" toont ze.',
      fr: 'Corrigez variables: {0}: dans la configuration, pour tous les employeurs ou pour un ; "paytally templates show {1}" les énumère.',
      de: 'variables: {0}: in der Konfiguration berichtigen, für alle Arbeitgeber oder für einen; "paytally templates show {1}" zeigt sie.',
    },
  'The ledger has no run "{0}".': {
    nl: 'Het register heeft geen run "{0}".',
    fr: 'Le registre n’a pas de traitement "{0}".',
    de: 'Das Journal hat keinen Lauf "{0}".',
  },
  'Run "paytally corrections" with the same period for the lines and their ids as they are now.': {
    nl: 'Voer "paytally corrections" uit met dezelfde periode voor de regels en hun id’s van nu.',
    fr: 'Lancez "paytally corrections" avec la même période pour les lignes et leurs identifiants actuels.',
    de: '"paytally corrections" mit demselben Zeitraum ausführen: Es zeigt die Zeilen und ihre Kennungen von jetzt.',
  },
  '{0} takes no corrections in a file, and {1} lines have changed.': {
    nl: '{0} neemt geen correcties in een bestand, en {1} regels zijn gewijzigd.',
    fr: '{0} n’accepte pas de corrections par fichier, et {1} lignes ont changé.',
    de: '{0} nimmt keine Korrekturen in einer Datei, und {1} Zeilen haben sich geändert.',
  },
  '{0} restates a period for everybody, and people were purged from run {1}.': {
    nl: '{0} levert een periode voor iedereen opnieuw, en uit run {1} zijn mensen gewist.',
    fr: '{0} redonne une période pour tous, et des personnes ont été effacées du traitement {1}.',
    de: '{0} liefert einen Zeitraum für alle neu, und aus Lauf {1} wurden Personen gelöscht.',
  },
  'ESTABLISHMENT_GONE, {0}: the service no longer lists a place, and with it these hours vanished: {1}. Nothing was written.':
    {
      nl: 'ESTABLISHMENT_GONE, {0}: een vestiging staat niet meer in de lijst, en daarmee verdwenen deze uren: {1}. Er is niets geschreven.',
      fr: 'ESTABLISHMENT_GONE, {0} : un établissement n’est plus dans la liste, et avec lui ces heures ont disparu : {1}. Rien n’a été écrit.',
      de: 'ESTABLISHMENT_GONE, {0}: Ein Betrieb steht nicht mehr in der Liste, und mit ihm verschwanden diese Stunden: {1}. Nichts wurde geschrieben.',
    },
  'Enter the lines by hand, then record them with --settle LINE=REASON.': {
    nl: 'Voer de regels met de hand in en leg ze vast met --settle REGEL=REDEN.',
    fr: 'Saisissez les lignes à la main, puis enregistrez-les avec --settle LIGNE=RAISON.',
    de: 'Die Zeilen von Hand eingeben und mit --settle ZEILE=GRUND festhalten.',
  },
  'Take the hours back with --accept ESTABLISHMENT_GONE=REASON, or leave them paid with --settle LINE=REASON.':
    {
      nl: 'Neem de uren terug met --accept ESTABLISHMENT_GONE=REDEN, of laat ze betaald met --settle REGEL=REDEN.',
      fr: 'Reprenez les heures avec --accept ESTABLISHMENT_GONE=RAISON, ou laissez-les payées avec --settle LIGNE=RAISON.',
      de: 'Die Stunden mit --accept ESTABLISHMENT_GONE=GRUND zurücknehmen, oder mit --settle ZEILE=GRUND bezahlt lassen.',
    },
  'deliveries.{0} asks for the column "{1}", {2}.': {
    nl: 'deliveries.{0} vraagt de kolom "{1}", {2}.',
    fr: 'deliveries.{0} demande la colonne "{1}", {2}.',
    de: 'deliveries.{0} verlangt die Spalte "{1}", {2}.',
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
    nl: 'Uit run {0} zijn mensen gewist: er wordt niets meer van verstuurd.',
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
      fr: 'Les données de {0} ne sont plus dans le magasin, et les fichiers par destinataire n’ont pas été faits avec.',
      de: 'Die Daten von {0} sind nicht mehr im Speicher, und die Dateien für einzelne Empfänger wurden nicht mit ihm gemacht.',
    },
  'Export the period again with --deliver, or name other deliveries with --to.': {
    nl: 'Exporteer de periode opnieuw met --deliver, of noem andere leveringen met --to.',
    fr: 'Exportez de nouveau la période avec --deliver, ou nommez d’autres envois avec --to.',
    de: 'Den Zeitraum noch einmal mit --deliver exportieren, oder mit --to andere Zustellungen nennen.',
  },
  'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, and then anybody on the way can read the secret.':
    {
      nl: 'NODE_TLS_REJECT_UNAUTHORIZED=0 schakelt de controle van certificaten uit, en dan kan iedereen onderweg het geheim lezen.',
      fr: 'NODE_TLS_REJECT_UNAUTHORIZED=0 désactive la vérification des certificats, et n’importe qui sur le trajet peut alors lire le secret.',
      de: 'NODE_TLS_REJECT_UNAUTHORIZED=0 schaltet die Prüfung der Zertifikate ab, und dann kann jeder unterwegs das Geheimnis lesen.',
    },
  'Unset it. Where the network has a certificate authority of its own, name its PEM file as caFile in the configuration.':
    {
      nl: 'Haal het weg. Heeft het netwerk een eigen certificaatautoriteit, noem dan haar PEM-bestand als caFile in de configuratie.',
      fr: 'Supprimez-la. Si le réseau a sa propre autorité de certification, indiquez son fichier PEM dans caFile de la configuration.',
      de: 'Nicht setzen. Hat das Netz eine eigene Zertifizierungsstelle, deren PEM-Datei in der Konfiguration als caFile nennen.',
    },
  '{0}: schedule.{1}.deliver: there is no delivery "{2}".{3}': {
    nl: '{0}: schedule.{1}.deliver: de levering "{2}" bestaat niet.{3}',
    fr: '{0} : schedule.{1}.deliver : l’envoi "{2}" n’existe pas.{3}',
    de: '{0}: schedule.{1}.deliver: Die Zustellung "{2}" gibt es nicht.{3}',
  },
  'Correct day and month of the schedule.': {
    nl: 'Verbeter dag en maand van het schema.',
    fr: 'Corrigez le jour et le mois de la planification.',
    de: 'Tag und Monat des Zeitplans berichtigen.',
  },
  'Nobody can tell the time zone of {0}.': {
    nl: 'Niemand kan de tijdzone van {0} zeggen.',
    fr: 'Personne ne peut dire le fuseau horaire de {0}.',
    de: 'Niemand kann die Zeitzone von {0} sagen.',
  },
  'Set "zone" for the employer in the configuration.': {
    nl: 'Zet "zone" bij de werkgever in de configuratie.',
    fr: 'Définissez "zone" pour l’employeur dans la configuration.',
    de: 'In der Konfiguration beim Arbeitgeber "zone" setzen.',
  },
  'The name of an output file has {0} bytes; {1} is the most: {2}': {
    nl: 'De naam van een uitvoerbestand heeft {0} bytes; {1} is het meeste: {2}',
    fr: 'Le nom d’un fichier de sortie a {0} octets ; {1} est le maximum : {2}',
    de: 'Der Name einer Ausgabedatei hat {0} Bytes; höchstens {1}: {2}',
  },
  'Shorten the file name of the template, the key of the employer, or the label of the period.': {
    nl: 'Verkort de bestandsnaam van het sjabloon, de sleutel van de werkgever of de naam van de periode.',
    fr: 'Raccourcissez le nom de fichier du modèle, la clé de l’employeur ou le libellé de la période.',
    de: 'Den Dateinamen der Vorlage, den Schlüssel des Arbeitgebers oder die Bezeichnung des Zeitraums kürzen.',
  },
  '{0} and {1} would be one file: {2}. Nothing was read.': {
    nl: '{0} en {1} zouden één bestand zijn: {2}. Er is niets gelezen.',
    fr: '{0} et {1} seraient un même fichier : {2}. Rien n’a été lu.',
    de: '{0} und {1} wären eine Datei: {2}. Nichts wurde gelesen.',
  },
  'Give one of them a name of its own in the configuration: fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }, or another folder with "out".':
    {
      nl: 'Geef een ervan een eigen naam in de configuratie: fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }, of een andere map met "out".',
      fr: 'Donnez à l’un d’eux son propre nom dans la configuration : fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }, ou un autre dossier avec "out".',
      de: 'Einer von ihnen in der Konfiguration einen eigenen Namen geben: fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }, oder mit "out" einen anderen Ordner.',
    },
  '{0} is already a file of {1}.': {
    nl: '{0} is al een bestand van {1}.',
    fr: '{0} est déjà un fichier de {1}.',
    de: '{0} ist schon eine Datei von {1}.',
  },
  'Give {0} a file name that holds the employer, or run the employers into different folders.': {
    nl: 'Geef {0} een bestandsnaam met de werkgever erin, of gebruik een map per werkgever.',
    fr: 'Donnez à {0} un nom de fichier qui contient l’employeur, ou utilisez un dossier par employeur.',
    de: '{0} einen Dateinamen mit dem Arbeitgeber geben, oder für jeden Arbeitgeber einen eigenen Ordner nehmen.',
  },
  'Two files of this run would both be {0}.': {
    nl: 'Twee bestanden van deze run zouden allebei {0} zijn.',
    fr: 'Deux fichiers de ce traitement seraient tous deux {0}.',
    de: 'Zwei Dateien dieses Laufs wären beide {0}.',
  },
  'Give the templates different file-name patterns, or run them one by one into different folders.': {
    nl: 'Geef de sjablonen verschillende patronen voor bestandsnamen, of voer ze een voor een uit in andere mappen.',
    fr: 'Donnez aux modèles des motifs de nom différents, ou exécutez-les un par un dans des dossiers différents.',
    de: 'Den Vorlagen verschiedene Dateinamen geben, oder sie einzeln in verschiedene Ordner ausführen.',
  },
  'The store was deleted or replaced while it was in use.': {
    nl: 'De opslag werd tijdens het gebruik gewist of vervangen.',
    fr: 'Le magasin a été supprimé ou remplacé pendant son utilisation.',
    de: 'Der Speicher wurde während der Benutzung gelöscht oder ersetzt.',
  },
  'Run the command again, and leave the folder of the store alone meanwhile.': {
    nl: 'Voer de opdracht opnieuw uit en laat de map van de opslag intussen met rust.',
    fr: 'Relancez la commande, et ne touchez pas au dossier du magasin entre-temps.',
    de: 'Den Befehl noch einmal ausführen, und den Ordner des Speichers so lange in Ruhe lassen.',
  },
  'The store cannot be used: the file is the SQLite file of another program.': {
    nl: 'De opslag is niet te gebruiken: het is een SQLite-bestand van een ander programma.',
    fr: 'Le magasin est inutilisable : c’est le fichier SQLite d’un autre programme.',
    de: 'Der Speicher ist nicht verwendbar: Es ist die SQLite-Datei eines anderen Programms.',
  },
  'Move this file away, or choose another path for the store.': {
    nl: 'Zet dit bestand weg, of kies een ander pad voor de opslag.',
    fr: 'Déplacez ce fichier, ou choisissez un autre chemin pour le magasin.',
    de: 'Diese Datei wegräumen, oder für den Speicher einen anderen Pfad wählen.',
  },
  'The store cannot be used: {0} ({1}).': {
    nl: 'De opslag is niet te gebruiken: {0} ({1}).',
    fr: 'Le magasin est inutilisable : {0} ({1}).',
    de: 'Der Speicher ist nicht verwendbar: {0} ({1}).',
  },
  'The store cannot be used: {0}.': {
    nl: 'De opslag is niet te gebruiken: {0}.',
    fr: 'Le magasin est inutilisable : {0}.',
    de: 'Der Speicher ist nicht verwendbar: {0}.',
  },
};
