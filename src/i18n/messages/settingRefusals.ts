import type { Said } from './said.js';

/** What is wrong with the configuration. */
export const settingRefusals: Said = {
  'The configuration has no employer "{0}".{1}': {
    nl: 'De configuratie heeft geen werkgever "{0}".{1}',
    fr: 'La configuration n’a pas d’employeur "{0}".{1}',
    de: 'Die Konfiguration hat keinen Arbeitgeber "{0}".{1}',
  },
  '{0}: the file must be a block of keys.': {
    nl: '{0}: het bestand moet een blok sleutels zijn.',
    fr: '{0} : le fichier doit être un bloc de clés.',
    de: '{0}: Die Datei muss ein Block von Schlüsseln sein.',
  },
  'There is no configuration at {0}.': {
    nl: 'Er is geen configuratie in {0}.',
    fr: 'Il n’y a pas de configuration à {0}.',
    de: 'Unter {0} gibt es keine Konfiguration.',
  },
  'No {0} was found in {1} or a folder above it.': {
    nl: 'In {1} of een map erboven is geen {0} gevonden.',
    fr: 'Pas de {0} dans {1} ni dans un dossier au-dessus.',
    de: 'In {1} oder einem Ordner darüber gibt es keine {0}.',
  },
  'The configuration {0} cannot be read: {1}.': {
    nl: 'De configuratie {0} kan niet worden gelezen: {1}.',
    fr: 'La configuration {0} ne peut être lue : {1}.',
    de: 'Die Konfiguration {0} ist nicht lesbar: {1}.',
  },
  'Give this user the right to read the file, or name another one with --config FILE.': {
    nl: 'Geef deze gebruiker leesrecht op het bestand, of noem een ander met --config BESTAND.',
    fr: 'Donnez à cet utilisateur le droit de lire le fichier, ou nommez-en un autre avec --config FICHIER.',
    de: 'Diesem Benutzer das Leserecht geben oder mit --config DATEI eine andere nennen.',
  },
  'Write for instance: {0}': {
    nl: 'Schrijf bijvoorbeeld: {0}',
    fr: 'Écrivez par exemple : {0}',
    de: 'Zum Beispiel: {0}',
  },
  'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.':
    {
      nl: 'Vul aan wat genoemd is, of schrijf "basedOn: nl" zodat een ingebouwde taal het zegt. "paytally config language" toont alles wat er te zeggen is.',
      fr: 'Complétez ce qui est indiqué, ou écrivez "basedOn: fr" pour qu’une langue intégrée le dise. "paytally config language" imprime tout ce qu’il y a à dire.',
      de: 'Das Genannte ergänzen oder "basedOn: de" schreiben, damit eine eingebaute Sprache es sagt. "paytally config language" gibt alles aus, was zu sagen ist.',
    },
  "{0} needs the payroll system's codes, and payCodes is empty. The pay codes are: {1}.": {
    nl: '{0} heeft de looncodes van het loonpakket nodig, en payCodes is leeg. De codes zijn: {1}.',
    fr: '{0} a besoin des codes du logiciel de paie, et payCodes est vide. Les codes de paie sont : {1}.',
    de: '{0} braucht die Lohnarten des Lohnprogramms, und payCodes ist leer. Die Lohnarten sind: {1}.',
  },
  "{0} needs the payroll system's codes, and payCodes has none for: {1}.": {
    nl: '{0} heeft de looncodes van het loonpakket nodig, en payCodes heeft er geen voor: {1}.',
    fr: '{0} a besoin des codes du logiciel de paie, et payCodes n’en a pas pour : {1}.',
    de: '{0} braucht die Lohnarten des Lohnprogramms, und payCodes hat keine für: {1}.',
  },
  'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.': {
    nl: 'Voeg payCodes toe aan de configuratie: een regel per code, met de looncode van het loonpakket.',
    fr: 'Ajoutez payCodes à la configuration : une ligne par code de paie, avec le code du logiciel de paie.',
    de: 'payCodes in der Konfiguration ergänzen: eine Zeile je Lohnart, mit der Nummer des Lohnprogramms.',
  },
  '{0} of employer {1}': {
    nl: '{0} van werkgever {1}',
    fr: '{0} de l’employeur {1}',
    de: '{0} des Arbeitgebers {1}',
  },
  'employer {0}': {
    nl: 'werkgever {0}',
    fr: 'l’employeur {0}',
    de: 'Arbeitgeber {0}',
  },
  '--country {0} is not known.': {
    nl: '--country {0} is niet bekend.',
    fr: '--country {0} n’est pas connu.',
    de: '--country {0} ist nicht bekannt.',
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
    nl: 'Behoud een van beide.',
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
  '{0} is larger than {1} MiB.': {
    nl: '{0} is groter dan {1} MiB.',
    fr: '{0} dépasse {1} Mio.',
    de: '{0} ist größer als {1} MiB.',
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
  'The {0} cannot be read: {1}.': {
    nl: '{0}: niet te lezen: {1}.',
    fr: '{0} : illisible : {1}.',
    de: '{0}: nicht lesbar: {1}.',
  },
  'Write in the configuration, for all employers or for one: variables: {0} ("paytally templates show {1}" says what each is).':
    {
      nl: 'Schrijf in de configuratie, voor alle werkgevers of voor één: variables: {0} ("paytally templates show {1}" zegt wat elk is).',
      fr: 'Écrivez dans la configuration, pour tous les employeurs ou pour un : variables: {0} ("paytally templates show {1}" dit ce qu’est chacune).',
      de: 'In der Konfiguration für alle Arbeitgeber oder für einen schreiben: variables: {0} ("paytally templates show {1}" sagt, was jede ist).',
    },
};
