import type { Said } from './said.js';

/** Why a template gives no file: what is wrong with its variables, and with which value of which column. */
export const templateRefusals: Said = {
  'The template {0} cannot be written:': {
    nl: 'Het sjabloon {0} kan niet worden geschreven:',
    fr: 'Le modèle {0} ne peut pas être écrit :',
    de: 'Die Vorlage {0} kann nicht geschrieben werden:',
  },
  '{0} declares "corrections", and no column is an amount that they could compare.': {
    nl: '{0} vermeldt "corrections", en geen kolom is een hoeveelheid die vergeleken kan worden.',
    fr: '{0} déclare "corrections", et aucune colonne n’est un montant qui puisse être comparé.',
    de: '{0} nennt "corrections", und keine Spalte ist eine Menge, die sich vergleichen lässt.',
  },
  'Say "amount: hours" (or minutes, times, days) at the column that pays, or leave "corrections" out.': {
    nl: 'Zet "amount: hours" (of minutes, times, days) bij de kolom die betaalt, of laat "corrections" weg.',
    fr: 'Écrivez "amount: hours" (ou minutes, times, days) à la colonne qui paie, ou omettez "corrections".',
    de: 'Bei der Spalte, die bezahlt, "amount: hours" (oder minutes, times, days) schreiben, oder "corrections" weglassen.',
  },
  'The template {0} says that the column {1} is an amount, and it prints {2}.': {
    nl: 'Het sjabloon {0} zegt dat de kolom {1} een hoeveelheid is, en daar staat {2}.',
    fr: 'Le modèle {0} dit que la colonne {1} est un montant, et elle affiche {2}.',
    de: 'Die Vorlage {0} sagt, die Spalte {1} sei eine Menge, und dort steht {2}.',
  },
  'Print a number such as 7.5 or 7:30 there, or leave "amount" out.': {
    nl: 'Schrijf daar een getal zoals 7.5 of 7:30, of laat "amount" weg.',
    fr: 'Écrivez-y un nombre comme 7.5 ou 7:30, ou omettez "amount".',
    de: 'Dort eine Zahl wie 7.5 oder 7:30 schreiben, oder "amount" weglassen.',
  },
  'template {0}': { nl: 'sjabloon {0}', fr: 'modèle {0}', de: 'Vorlage {0}' },
  '{0}, column {1}: {2}': {
    nl: '{0}, kolom {1}: {2}',
    fr: '{0}, colonne {1} : {2}',
    de: '{0}, Spalte {1}: {2}',
  },
  '{0}, column {1}, value {2}: {3}': {
    nl: '{0}, kolom {1}, waarde {2}: {3}',
    fr: '{0}, colonne {1}, valeur {2} : {3}',
    de: '{0}, Spalte {1}, Wert {2}: {3}',
  },
  '{0}, column {1}, employee {2}: {3}': {
    nl: '{0}, kolom {1}, medewerker {2}: {3}',
    fr: '{0}, colonne {1}, salarié {2} : {3}',
    de: '{0}, Spalte {1}, Mitarbeiter {2}: {3}',
  },
  '{0}, column {1}, employee {2}, value {3}: {4}': {
    nl: '{0}, kolom {1}, medewerker {2}, waarde {3}: {4}',
    fr: '{0}, colonne {1}, salarié {2}, valeur {3} : {4}',
    de: '{0}, Spalte {1}, Mitarbeiter {2}, Wert {3}: {4}',
  },
  '{0}, value {1}: {2}': {
    nl: '{0}, waarde {1}: {2}',
    fr: '{0}, valeur {1} : {2}',
    de: '{0}, Wert {1}: {2}',
  },
  '{0} ({1} employees: {2})': {
    nl: '{0} ({1} medewerkers: {2})',
    fr: '{0} ({1} salariés : {2})',
    de: '{0} ({1} Mitarbeiter: {2})',
  },
  'the variable {0} is missing ({1}); set it in the configuration': {
    nl: 'de variabele {0} ontbreekt ({1}); stel ze in de configuratie in',
    fr: 'la variable {0} manque ({1}) ; indiquez-la dans la configuration',
    de: 'Die Variable {0} fehlt ({1}); in der Konfiguration angeben',
  },
  'the variable {0} must be written in quotes, so that leading zeros are kept': {
    nl: 'de variabele {0} moet tussen aanhalingstekens staan, zodat nullen vooraan blijven',
    fr: 'la variable {0} doit être entre guillemets, pour garder les zéros de tête',
    de: 'Die Variable {0} muss in Anführungszeichen stehen, damit führende Nullen bleiben',
  },
  'the variable {0} is one of {1}': {
    nl: 'de variabele {0} is een van {1}',
    fr: 'la variable {0} est une de : {1}',
    de: 'Die Variable {0} ist eine von {1}',
  },
  'the variable {0} does not look right ({1})': {
    nl: 'de variabele {0} klopt niet ({1})',
    fr: 'la variable {0} ne convient pas ({1})',
    de: 'Die Variable {0} stimmt so nicht ({1})',
  },
  'there is no variable {0}; there are: {1}': {
    nl: 'er is geen variabele {0}; wel: {1}',
    fr: 'il n’y a pas de variable {0} ; il y a : {1}',
    de: 'Es gibt keine Variable {0}; es gibt: {1}',
  },
  'at most {0} characters are allowed': {
    nl: 'er zijn hoogstens {0} tekens toegestaan',
    fr: '{0} caractères au plus sont admis',
    de: 'höchstens {0} Zeichen sind erlaubt',
  },
  'has no number: add it to the employee mapping (employees.csv)': {
    nl: 'heeft geen nummer: voeg het toe aan het koppelbestand (employees.csv)',
    fr: 'n’a pas de matricule : ajoutez-le au fichier de correspondance (employees.csv)',
    de: 'hat keine Nummer: in der Zuordnungsdatei ergänzen (employees.csv)',
  },
  'the pay code has no external code: add it under payCodes in the configuration': {
    nl: 'de looncode heeft geen code van het loonpakket: voeg die toe onder payCodes in de configuratie',
    fr: 'le code de paie n’a pas de code du logiciel de paie : ajoutez-le sous payCodes dans la configuration',
    de: 'Zur Lohnart fehlt die Nummer des Lohnprogramms: in der Konfiguration unter payCodes ergänzen',
  },
  'a pay code has no external code: add it under payCodes in the configuration': {
    nl: 'een looncode heeft geen code van het loonpakket: voeg die toe onder payCodes in de configuratie',
    fr: 'un code de paie n’a pas de code du logiciel de paie : ajoutez-le sous payCodes dans la configuration',
    de: 'Zu einer Lohnart fehlt die Nummer des Lohnprogramms: in der Konfiguration unter payCodes ergänzen',
  },
  'adds minutes of {0} to those of {1}, which they stand on: choose rows with filter: [{ field: kind, isNot: {2} }], or have a column per kind with codes: { by: kind } and columns such as { code: "base, topup" } and { code: {3} }':
    {
      nl: 'telt minuten van {0} op bij die van {1}, waar ze bovenop komen: kies rijen met filter: [{ field: kind, isNot: {2} }], of neem een kolom per soort met codes: { by: kind } en kolommen als { code: "base, topup" } en { code: {3} }',
      fr: 'ajoute des minutes de {0} à celles de {1}, dont elles sont un supplément : choisissez des lignes avec filter: [{ field: kind, isNot: {2} }], ou prenez une colonne par genre avec codes: { by: kind } et des colonnes telles que { code: "base, topup" } et { code: {3} }',
      de: 'zählt Minuten von {0} zu denen von {1}, auf die sie aufgeschlagen werden: Zeilen mit filter: [{ field: kind, isNot: {2} }] wählen oder eine Spalte je Art mit codes: { by: kind } und Spalten wie { code: "base, topup" } und { code: {3} }',
    },
  'adds minutes of {0} to those of {1}, which they stand on, both under the external code {2}: give each a code of its own under payCodes':
    {
      nl: 'telt minuten van {0} op bij die van {1}, waar ze bovenop komen, beide onder de externe code {2}: geef elk een eigen code onder payCodes',
      fr: 'ajoute des minutes de {0} à celles de {1}, dont elles sont un supplément, sous le même code externe {2} : donnez à chacun son propre code sous payCodes',
      de: 'zählt Minuten von {0} zu denen von {1}, auf die sie aufgeschlagen werden, beide unter dem externen Code {2}: jedem unter payCodes einen eigenen Code geben',
    },
  'in a file of fixed width the code and the amount of a slot have a width each: "codeWidth" in slots, "width" beside it':
    {
      nl: 'in een bestand met vaste breedte hebben de code en het aantal van een slot elk een breedte: "codeWidth" in slots, "width" ernaast',
      fr: 'dans un fichier à largeur fixe, le code et la quantité d’un slot ont chacun une largeur : "codeWidth" dans slots, "width" à côté',
      de: 'in einer Datei fester Breite haben Code und Menge eines Slots je eine Breite: "codeWidth" in slots, "width" daneben',
    },
  'no column of this template takes this code': {
    nl: 'geen kolom van dit sjabloon neemt deze code op',
    fr: 'aucune colonne de ce modèle n’accepte ce code',
    de: 'keine Spalte dieser Vorlage nimmt diese Lohnart auf',
  },
  'the code does not fit this target, which takes {0}': {
    nl: 'de code past niet bij dit doel, dat {0} verwacht',
    fr: 'le code ne convient pas à cette cible, qui attend {0}',
    de: 'der Code passt nicht zu diesem Ziel, das {0} erwartet',
  },
  'is empty but required': {
    nl: 'is leeg, maar verplicht',
    fr: 'est vide, mais obligatoire',
    de: 'ist leer, aber Pflicht',
  },
  'is empty but required ({0})': {
    nl: 'is leeg, maar verplicht ({0})',
    fr: 'est vide, mais obligatoire ({0})',
    de: 'ist leer, aber Pflicht ({0})',
  },
  'the character {0} does not exist in {1}': {
    nl: 'het teken {0} bestaat niet in {1}',
    fr: 'le caractère {0} n’existe pas en {1}',
    de: 'das Zeichen {0} gibt es in {1} nicht',
  },
  'holds a line break or another control character, which this file cannot hold': {
    nl: 'bevat een regeleinde of een ander stuurteken, dat dit bestand niet kan bevatten',
    fr: 'contient un saut de ligne ou un autre caractère de contrôle, impossible dans ce fichier',
    de: 'enthält einen Zeilenumbruch oder ein anderes Steuerzeichen, das diese Datei nicht aufnehmen kann',
  },
  'holds the delimiter {0}, and this file has no quotes': {
    nl: 'bevat het scheidingsteken {0}, en dit bestand heeft geen aanhalingstekens',
    fr: 'contient le séparateur {0}, et ce fichier n’a pas de guillemets',
    de: 'enthält das Trennzeichen {0}, und diese Datei kennt keine Anführungszeichen',
  },
  'holds a character that the target does not take': {
    nl: 'bevat een teken dat het doel niet aanneemt',
    fr: 'contient un caractère que la cible n’accepte pas',
    de: 'enthält ein Zeichen, das das Ziel nicht annimmt',
  },
  'begins a formula if a spreadsheet opens the file; payroll takes it as it is': {
    nl: 'begint een formule als een rekenblad het bestand opent; het loonpakket neemt het zoals het is',
    fr: 'commence une formule si un tableur ouvre le fichier ; la paie le prend tel quel',
    de: 'beginnt eine Formel, wenn eine Tabellenkalkulation die Datei öffnet; das Lohnprogramm nimmt es, wie es ist',
  },
  '{0} is WEAK: its layout is known from one source only.': {
    nl: '{0} is WEAK: de indeling is maar uit één bron bekend.',
    fr: '{0} est WEAK : sa présentation n’est connue que d’une seule source.',
    de: '{0} ist WEAK: Der Aufbau ist nur aus einer Quelle bekannt.',
  },
  'Import one test file first. When the payroll system accepts it, record that under testImports in the configuration.':
    {
      nl: 'Importeer eerst één testbestand. Als het loonpakket het aanneemt, noteer dat onder testImports in de configuratie.',
      fr: 'Importez d’abord un fichier d’essai. Si le logiciel de paie l’accepte, notez-le sous testImports dans la configuration.',
      de: 'Zuerst eine Testdatei importieren. Nimmt das Lohnprogramm sie an, das unter testImports in der Konfiguration vermerken.',
    },
  'these days are not a calendar month. The payroll system has one amount per month: the file would replace the other days. Export whole calendar months.':
    {
      nl: 'deze dagen zijn geen kalendermaand. Het loonpakket heeft één waarde per maand: het bestand zou de andere dagen vervangen. Exporteer hele kalendermaanden.',
      fr: 'ces jours ne sont pas un mois civil. Le logiciel de paie a une valeur par mois : le fichier remplacerait les autres jours. Exportez des mois civils entiers.',
      de: 'Diese Tage sind kein Kalendermonat. Das Lohnprogramm hat einen Wert je Monat: Die Datei würde die anderen Tage ersetzen. Ganze Kalendermonate exportieren.',
    },
  'these days are not a whole pay period. The payroll system has one amount per period: the file would replace the other days. Export a calendar month, a month such as the 26th to the 25th, or four weeks from a Monday.':
    {
      nl: 'deze dagen zijn geen hele loonperiode. Het loonpakket heeft één waarde per periode: het bestand zou de andere dagen vervangen. Exporteer een kalendermaand, een maand zoals de 26e tot de 25e, of vier weken vanaf een maandag.',
      fr: 'ces jours ne sont pas une période de paie entière. Le logiciel de paie a une valeur par période : le fichier remplacerait les autres jours. Exportez un mois civil, un mois comme du 26 au 25, ou quatre semaines à partir d’un lundi.',
      de: 'Diese Tage sind kein ganzer Abrechnungszeitraum. Das Lohnprogramm hat einen Wert je Zeitraum: Die Datei würde die anderen Tage ersetzen. Einen Kalendermonat, einen Monat wie den 26. bis zum 25. oder vier Wochen ab einem Montag exportieren.',
    },
  '{0} These days are part of {1} to {2}.': {
    nl: '{0} Deze dagen horen bij {1} tot {2}.',
    fr: '{0} Ces jours font partie du {1} au {2}.',
    de: '{0} Diese Tage gehören zu {1} bis {2}.',
  },
};
