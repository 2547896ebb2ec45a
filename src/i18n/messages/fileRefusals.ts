import type { Said } from './said.js';

/** What keeps files and the store from being written. */
export const fileRefusals: Said = {
  'The folder for temporary files cannot be used: {0} ({1}).': {
    nl: 'De map voor tijdelijke bestanden is niet bruikbaar: {0} ({1}).',
    fr: 'Le dossier des fichiers temporaires est inutilisable : {0} ({1}).',
    de: 'Der Ordner für temporäre Dateien ist nicht verwendbar: {0} ({1}).',
  },
  'Free some space there, or set TMPDIR to a folder on another disk, then run the command again.': {
    nl: 'Maak daar ruimte vrij, of zet TMPDIR op een map op een andere schijf, en voer de opdracht opnieuw uit.',
    fr: 'Libérez de la place à cet endroit, ou donnez à TMPDIR un dossier d’un autre disque, puis relancez la commande.',
    de: 'Dort Platz schaffen oder TMPDIR auf einen Ordner eines anderen Datenträgers setzen, und den Befehl wiederholen.',
  },
  'Nothing was written to {0}: {1}.': {
    nl: 'In {0} is niets geschreven: {1}.',
    fr: 'Rien n’a été écrit dans {0} : {1}.',
    de: 'In {0} wurde nichts geschrieben: {1}.',
  },
  'the disk is full': {
    nl: 'de schijf is vol',
    fr: 'le disque est plein',
    de: 'der Datenträger ist voll',
  },
  'another program has the file open': {
    nl: 'een ander programma heeft het bestand open',
    fr: 'un autre programme tient le fichier ouvert',
    de: 'ein anderes Programm hat die Datei geöffnet',
  },
  'Close it in the other program, then run the command again.': {
    nl: 'Sluit het in het andere programma en voer de opdracht opnieuw uit.',
    fr: 'Fermez-le dans l’autre programme, puis relancez la commande.',
    de: 'Sie im anderen Programm schließen und den Befehl wiederholen.',
  },
  'The store has schema version {0}; this paytally knows versions up to {1}.': {
    nl: 'De opslag heeft schemaversie {0}; deze paytally kent versies tot {1}.',
    fr: 'La base a le schéma de version {0} ; ce paytally connaît les versions jusqu’à {1}.',
    de: 'Der Speicher hat die Schemaversion {0}; dieses paytally kennt Versionen bis {1}.',
  },
  'The store has schema version {0}, of an earlier paytally; this one knows versions from {1} on.': {
    nl: 'De opslag heeft schemaversie {0}, van een eerdere paytally; deze kent versies vanaf {1}.',
    fr: 'La base a le schéma de version {0}, d’un paytally antérieur ; celui-ci connaît les versions à partir de {1}.',
    de: 'Der Speicher hat die Schemaversion {0}, von einem früheren paytally; dieses kennt Versionen ab {1}.',
  },
  '{0} is there already, and this run may not replace it.': {
    nl: '{0} bestaat al, en deze run mag het niet vervangen.',
    fr: '{0} existe déjà, et ce traitement ne peut le remplacer.',
    de: '{0} gibt es schon, und dieser Lauf darf es nicht ersetzen.',
  },
  '{0} is there already, and another employer made it.': {
    nl: '{0} bestaat al, en een andere werkgever heeft het gemaakt.',
    fr: '{0} existe déjà, et un autre employeur l’a produit.',
    de: '{0} gibt es schon, und ein anderer Arbeitgeber hat die Datei erstellt.',
  },
  '{0} is there already, and no run of this employer made it.': {
    nl: '{0} bestaat al, en geen run van deze werkgever heeft het gemaakt.',
    fr: '{0} existe déjà, et aucun traitement de cet employeur ne l’a produit.',
    de: '{0} gibt es schon, und kein Lauf dieses Arbeitgebers hat die Datei erstellt.',
  },
  'Give the files of each employer a name of their own, such as fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }; or move the file away, or write into another folder with --out.':
    {
      nl: 'Geef de bestanden van elke werkgever een eigen naam, bijvoorbeeld fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }; of verplaats het bestand, of schrijf met --out in een andere map.',
      fr: 'Donnez aux fichiers de chaque employeur leur propre nom, par exemple fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" } ; ou déplacez le fichier, ou écrivez dans un autre dossier avec --out.',
      de: 'Den Dateien jedes Arbeitgebers einen eigenen Namen geben, etwa fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" }; oder die Datei wegräumen oder mit --out in einen anderen Ordner schreiben.',
    },
  '{0} is damaged: {1}': {
    nl: '{0} is beschadigd: {1}',
    fr: '{0} est endommagé : {1}',
    de: '{0} ist beschädigt: {1}',
  },
  'The store cannot be written: {0}': {
    nl: 'De opslag is niet te beschrijven: {0}',
    fr: 'La base ne peut être écrite : {0}',
    de: 'Der Speicher ist nicht beschreibbar: {0}',
  },
  'Move the file away (exports then start a new one), or bring it back from a backup.': {
    nl: 'Zet het bestand weg (een export begint dan een nieuw), of haal het terug uit een back-up.',
    fr: 'Déplacez le fichier (un export en commence alors un nouveau), ou reprenez-le d’une sauvegarde.',
    de: 'Die Datei wegräumen (ein Export beginnt dann eine neue) oder sie aus einer Sicherung holen.',
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
      de: 'Einer von ihnen in der Konfiguration einen eigenen Namen geben: fileNames: { {0}: "{{ run.employer }}_{{ run.periodLabel }}" } oder mit "out" einen anderen Ordner.',
    },
  'Give one of them a name of its own in the configuration: deliveries: { {0}: { fileName: "{{ key }}_{{ period }}_{{ template }}" } }, or another folder.':
    {
      nl: 'Geef een ervan een eigen naam in de configuratie: deliveries: { {0}: { fileName: "{{ key }}_{{ period }}_{{ template }}" } }, of een andere map.',
      fr: 'Donnez à l’un d’eux son propre nom dans la configuration : deliveries: { {0}: { fileName: "{{ key }}_{{ period }}_{{ template }}" } }, ou un autre dossier.',
      de: 'Einer von ihnen in der Konfiguration einen eigenen Namen geben: deliveries: { {0}: { fileName: "{{ key }}_{{ period }}_{{ template }}" } } oder einen anderen Ordner.',
    },
  '{0} is already a file of {1}.': {
    nl: '{0} is al een bestand van {1}.',
    fr: '{0} est déjà un fichier de {1}.',
    de: '{0} ist schon eine Datei von {1}.',
  },
  'Give {0} a file name that holds the employer, or run the employers into different folders.': {
    nl: 'Geef {0} een bestandsnaam met de werkgever erin, of gebruik een map per werkgever.',
    fr: 'Donnez à {0} un nom de fichier qui contient l’employeur, ou utilisez un dossier par employeur.',
    de: '{0} einen Dateinamen mit dem Arbeitgeber geben oder für jeden Arbeitgeber einen eigenen Ordner nehmen.',
  },
  'Two files of this run would both be {0}.': {
    nl: 'Twee bestanden van deze run zouden allebei {0} zijn.',
    fr: 'Deux fichiers de ce traitement seraient tous deux {0}.',
    de: 'Zwei Dateien dieses Laufs wären beide {0}.',
  },
  'Give the templates different file-name patterns, or run them one by one into different folders.': {
    nl: 'Geef de sjablonen verschillende patronen voor bestandsnamen, of voer ze een voor een uit in andere mappen.',
    fr: 'Donnez aux modèles des noms de fichier différents, ou exécutez-les un par un dans des dossiers différents.',
    de: 'Den Vorlagen verschiedene Dateinamen geben oder sie einzeln in verschiedene Ordner ausführen.',
  },
  'The store was deleted or replaced while it was in use.': {
    nl: 'De opslag werd tijdens het gebruik gewist of vervangen.',
    fr: 'La base a été supprimée ou remplacée pendant son utilisation.',
    de: 'Der Speicher wurde während der Benutzung gelöscht oder ersetzt.',
  },
  'Run the command again, and leave the folder of the store alone meanwhile.': {
    nl: 'Voer de opdracht opnieuw uit en laat de map van de opslag intussen met rust.',
    fr: 'Relancez la commande, et ne touchez pas au dossier de la base entre-temps.',
    de: 'Den Befehl noch einmal ausführen, und den Ordner des Speichers so lange in Ruhe lassen.',
  },
  'The store cannot be used: the file is the SQLite file of another program.': {
    nl: 'De opslag is niet te gebruiken: het is een SQLite-bestand van een ander programma.',
    fr: 'La base est inutilisable : c’est le fichier SQLite d’un autre programme.',
    de: 'Der Speicher ist nicht verwendbar: Es ist die SQLite-Datei eines anderen Programms.',
  },
  'Move this file away, or choose another path for the store.': {
    nl: 'Zet dit bestand weg, of kies een ander pad voor de opslag.',
    fr: 'Déplacez ce fichier, ou choisissez un autre chemin pour la base.',
    de: 'Diese Datei wegräumen oder für den Speicher einen anderen Pfad wählen.',
  },
  'The store cannot be used: {0} ({1}).': {
    nl: 'De opslag is niet te gebruiken: {0} ({1}).',
    fr: 'La base est inutilisable : {0} ({1}).',
    de: 'Der Speicher ist nicht verwendbar: {0} ({1}).',
  },
  'The store cannot be used: {0}.': {
    nl: 'De opslag is niet te gebruiken: {0}.',
    fr: 'La base est inutilisable : {0}.',
    de: 'Der Speicher ist nicht verwendbar: {0}.',
  },
};
