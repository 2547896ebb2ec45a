import type { Said } from './said.js';

/** What is wrong with the lists of people: mapping, absences, names. */
export const peopleRefusals: Said = {
  "The service's record {0} is not valid: {1}": {
    nl: 'Het record {0} van de tijdregistratie is ongeldig: {1}',
    fr: 'L’enregistrement {0} du système de pointage est invalide : {1}',
    de: 'Der Datensatz {0} der Zeiterfassung ist ungültig: {1}',
  },
  'Write whole minutes: 7 h 36 min are 456.': {
    nl: 'Schrijf hele minuten: 7 u 36 min zijn 456.',
    fr: 'Écrivez des minutes entières : 7 h 36 min font 456.',
    de: 'Ganze Minuten schreiben: 7 Std. 36 Min. sind 456.',
  },
  'The column "{0}" of employee {1} holds {2}.': {
    nl: 'De kolom "{0}" van medewerker {1} bevat {2}.',
    fr: 'La colonne "{0}" du salarié {1} contient {2}.',
    de: 'Die Spalte "{0}" von Mitarbeiter {1} enthält {2}.',
  },
  'The absences of employee {0} on {1} come to more than one day.': {
    nl: 'De afwezigheden van medewerker {0} op {1} zijn samen meer dan één dag.',
    fr: 'Les absences du salarié {0} le {1} dépassent une journée.',
    de: 'Die Abwesenheiten von Mitarbeiter {0} am {1} ergeben mehr als einen Tag.',
  },
  'Correct the rows of that day in the file of absences.': {
    nl: 'Verbeter de rijen van die dag in het afwezighedenbestand.',
    fr: 'Corrigez les lignes de ce jour dans le fichier des absences.',
    de: 'Die Zeilen dieses Tages in der Abwesenheitsdatei berichtigen.',
  },
  'The file of absences {0} {1}.': {
    nl: 'Het afwezighedenbestand {0} {1}.',
    fr: 'Le fichier des absences {0} {1}.',
    de: 'Die Abwesenheitsdatei {0} {1}.',
  },
  '{0} is empty.': {
    nl: '{0} is leeg.',
    fr: '{0} est vide.',
    de: '{0} ist leer.',
  },
  'Run "paytally employees sync" to make a new one.': {
    nl: 'Maak een nieuw met "paytally employees sync".',
    fr: 'Lancez "paytally employees sync" pour en créer un.',
    de: 'Mit "paytally employees sync" eine neue anlegen.',
  },
  'Run "paytally employees sync" to make it and fill in the numbers, or remove "employees" from the configuration.':
    {
      nl: 'Maak het met "paytally employees sync" en vul de nummers in, of verwijder "employees" uit de configuratie.',
      fr: 'Créez-le avec "paytally employees sync" et saisissez les matricules, ou retirez "employees" de la configuration.',
      de: 'Mit "paytally employees sync" anlegen und die Nummern eintragen oder "employees" aus der Konfiguration entfernen.',
    },
  'Run "paytally employees sync", then fill the column employeeNumber.': {
    nl: 'Voer "paytally employees sync" uit en vul daarna de kolom employeeNumber in.',
    fr: 'Lancez "paytally employees sync", puis remplissez la colonne employeeNumber.',
    de: '"paytally employees sync" ausführen, dann die Spalte employeeNumber ausfüllen.',
  },
  'the number {0} belongs to several employees: {1}': {
    nl: 'het nummer {0} is van meerdere medewerkers: {1}',
    fr: 'le matricule {0} est celui de plusieurs salariés : {1}',
    de: 'die Nummer {0} gehört mehreren Mitarbeitern: {1}',
  },
  'the employee {0} stands already on line {1}': {
    nl: 'de medewerker {0} staat al op regel {1}',
    fr: 'le salarié {0} figure déjà à la ligne {1}',
    de: 'der Mitarbeiter {0} steht schon in Zeile {1}',
  },
  'There is no employee "{0}".{1}': {
    nl: 'Er is geen medewerker "{0}".{1}',
    fr: 'Il n’y a pas de salarié "{0}".{1}',
    de: 'Den Mitarbeiter "{0}" gibt es nicht.{1}',
  },
  'No name or number is near it.': {
    nl: 'Geen naam of nummer lijkt erop.',
    fr: 'Aucun nom ni matricule n’en est proche.',
    de: 'Kein Name und keine Nummer ist ähnlich.',
  },
  'Near it: {0}.': {
    nl: 'Lijkt erop: {0}.',
    fr: 'Proches : {0}.',
    de: 'Ähnlich: {0}.',
  },
  'The configuration names no mapping file for {0}.': {
    nl: 'De configuratie noemt geen koppelbestand voor {0}.',
    fr: 'La configuration n’indique pas de fichier de correspondance pour {0}.',
    de: 'Die Konfiguration nennt keine Zuordnungsdatei für {0}.',
  },
  'Add a line "employees: employees-{0}.csv" to the employer; the sync makes the file.': {
    nl: 'Voeg bij de werkgever een regel "employees: employees-{0}.csv" toe; de synchronisatie maakt het bestand.',
    fr: 'Ajoutez à l’employeur une ligne "employees: employees-{0}.csv" ; la synchronisation crée le fichier.',
    de: 'Beim Arbeitgeber eine Zeile "employees: employees-{0}.csv" ergänzen; der Abgleich legt die Datei an.',
  },
  '"employees list" writes nothing anyway.': {
    nl: '"employees list" schrijft sowieso niets.',
    fr: '"employees list" n’écrit rien de toute façon.',
    de: '"employees list" schreibt ohnehin nichts.',
  },
  'Leave out --dry-run, or write: paytally employees sync --dry-run': {
    nl: 'Laat --dry-run weg, of schrijf: paytally employees sync --dry-run',
    fr: 'Enlevez --dry-run, ou écrivez : paytally employees sync --dry-run',
    de: '--dry-run weglassen oder schreiben: paytally employees sync --dry-run',
  },
  '{0} asks for the column "{1}", which the employee mapping lacks.': {
    nl: '{0} vraagt de kolom "{1}", die in het koppelbestand ontbreekt.',
    fr: '{0} demande la colonne "{1}", qui manque au fichier de correspondance.',
    de: '{0} verlangt die Spalte "{1}", die der Zuordnungsdatei fehlt.',
  },
  'Add the column to the mapping file, or correct its name in the rule.': {
    nl: 'Voeg de kolom toe aan het koppelbestand, of verbeter haar naam in de regel.',
    fr: 'Ajoutez la colonne au fichier de correspondance, ou corrigez son nom dans la règle.',
    de: 'Die Spalte in der Zuordnungsdatei ergänzen oder ihren Namen in der Regel berichtigen.',
  },
  'Write the date as YYYY-MM-DD in the column "{0}" of the mapping file.': {
    nl: 'Schrijf de datum als JJJJ-MM-DD in de kolom "{0}" van het koppelbestand.',
    fr: 'Écrivez la date sous la forme AAAA-MM-JJ dans la colonne "{0}" du fichier de correspondance.',
    de: 'Das Datum als JJJJ-MM-TT in die Spalte "{0}" der Zuordnungsdatei schreiben.',
  },
  '{0} takes a limit from the column "{1}", which the employee mapping lacks.': {
    nl: '{0} haalt een grens uit de kolom "{1}", die in het koppelbestand ontbreekt.',
    fr: '{0} prend une limite dans la colonne "{1}", qui manque au fichier de correspondance.',
    de: '{0} nimmt eine Grenze aus der Spalte "{1}", die der Zuordnungsdatei fehlt.',
  },
  'Write minutes in the column "{0}" of the mapping file: 38 hours are 2280.': {
    nl: 'Schrijf minuten in de kolom "{0}" van het koppelbestand: 38 uur is 2280.',
    fr: 'Écrivez des minutes dans la colonne "{0}" du fichier de correspondance : 38 heures font 2280.',
    de: 'Minuten in die Spalte "{0}" der Zuordnungsdatei schreiben: 38 Stunden sind 2280.',
  },
  '{0} is {1}, not a CSV file.': {
    nl: '{0} is {1}, geen CSV-bestand.',
    fr: '{0} est {1}, pas un fichier CSV.',
    de: '{0} ist {1}, keine CSV-Datei.',
  },
  'Another file was probably meant: name the one with a line for each employee.': {
    nl: 'Waarschijnlijk was een ander bestand bedoeld: noem dat met een regel per medewerker.',
    fr: 'Un autre fichier était sans doute voulu : désignez celui qui a une ligne par salarié.',
    de: 'Vermutlich war eine andere Datei gemeint: Bitte die mit einer Zeile je Mitarbeiter nennen.',
  },
  'Save it once as "CSV UTF-8" in Excel, then run the command again.': {
    nl: 'Sla het in Excel één keer op als "CSV UTF-8" en voer de opdracht opnieuw uit.',
    fr: 'Enregistrez-le dans Excel en "CSV UTF-8", puis relancez la commande.',
    de: 'In Excel einmal als "CSV UTF-8" speichern, dann den Befehl noch einmal ausführen.',
  },
  'Open it in Excel and save it as "CSV UTF-8 (comma delimited)".': {
    nl: 'Open het in Excel en sla het op als "CSV UTF-8 (door komma’s gescheiden)".',
    fr: 'Ouvrez-le dans Excel et enregistrez-le en "CSV UTF-8 (délimité par des virgules)".',
    de: 'In Excel öffnen und als "CSV UTF-8 (durch Trennzeichen getrennt)" speichern.',
  },
  'Add "employees: employees-{0}.csv" to the employer, then run "paytally employees sync".': {
    nl: 'Voeg "employees: employees-{0}.csv" toe bij de werkgever en voer "paytally employees sync" uit.',
    fr: 'Ajoutez "employees: employees-{0}.csv" à l’employeur, puis lancez "paytally employees sync".',
    de: 'Beim Arbeitgeber "employees: employees-{0}.csv" ergänzen, dann "paytally employees sync" ausführen.',
  },
  'Report these records to the operator of the service.': {
    nl: 'Meld deze records aan de beheerder van de tijdregistratie.',
    fr: 'Signalez ces enregistrements à l’exploitant du système de pointage.',
    de: 'Diese Datensätze dem Betreiber der Zeiterfassung melden.',
  },
  'Give this user the right to read it, or correct "employees" in the configuration.': {
    nl: 'Geef deze gebruiker leesrecht, of verbeter "employees" in de configuratie.',
    fr: 'Donnez à cet utilisateur le droit de le lire, ou corrigez "employees" dans la configuration.',
    de: 'Diesem Benutzer das Leserecht geben oder "employees" in der Konfiguration berichtigen.',
  },
  'Correct "employees" in the configuration: the path of a CSV file.': {
    nl: 'Verbeter "employees" in de configuratie: het pad van een CSV-bestand.',
    fr: 'Corrigez "employees" dans la configuration : le chemin d’un fichier CSV.',
    de: '"employees" in der Konfiguration berichtigen: der Pfad einer CSV-Datei.',
  },
  'Write the dates as YYYY-MM-DD in {0}.': {
    nl: 'Schrijf de datums als JJJJ-MM-DD in {0}.',
    fr: 'Écrivez les dates sous la forme AAAA-MM-JJ dans {0}.',
    de: 'Die Datumsangaben als JJJJ-MM-TT schreiben in {0}.',
  },
  'deliveries.{0} asks for the column "{1}", {2}.': {
    nl: 'deliveries.{0} vraagt de kolom "{1}", {2}.',
    fr: 'deliveries.{0} demande la colonne "{1}", {2}.',
    de: 'deliveries.{0} verlangt die Spalte "{1}", {2}.',
  },
};
