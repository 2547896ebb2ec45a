import type { Said } from './said.js';

/** What `doctor` finds in lists, mapping file and templates. */
export const doctorLists: Said = {
  '{0}: {1} record': { nl: '{0}: {1} record', fr: '{0} : {1} enregistrement', de: '{0}: {1} Datensatz' },
  '{0}: {1} records': { nl: '{0}: {1} records', fr: '{0} : {1} enregistrements', de: '{0}: {1} Datensätze' },
  '{0}: {1} record ({2} to {3})': {
    nl: '{0}: {1} record ({2} tot en met {3})',
    fr: '{0} : {1} enregistrement (du {2} au {3})',
    de: '{0}: {1} Datensatz ({2} bis {3})',
  },
  '{0}: {1} records ({2} to {3})': {
    nl: '{0}: {1} records ({2} tot en met {3})',
    fr: '{0} : {1} enregistrements (du {2} au {3})',
    de: '{0}: {1} Datensätze ({2} bis {3})',
  },
  '{0}: cannot be read. {1}': {
    nl: '{0}: niet te lezen. {1}',
    fr: '{0} : lecture impossible. {1}',
    de: '{0}: nicht lesbar. {1}',
  },
  'Templates that do not need it go on without it. To have it, correct permissions or modules in the employer portal.':
    {
      nl: 'Sjablonen die het niet nodig hebben, werken verder. Om het wel te krijgen: verbeter rechten of modules in het werkgeversportaal.',
      fr: 'Les modèles qui n’en ont pas besoin s’en passent. Pour l’avoir, corrigez les droits ou modules dans le portail employeur.',
      de: 'Vorlagen, die das nicht brauchen, kommen ohne aus. Um es zu bekommen, Rechte oder Module im Arbeitgeberportal berichtigen.',
    },
  '{0}: {1} not valid: {2}': {
    nl: '{0}: {1} ongeldig: {2}',
    fr: '{0} : {1} non valables : {2}',
    de: '{0}: {1} ungültig: {2}',
  },
  'They stop a final run. Report them to the operator of the service.': {
    nl: 'Ze houden een definitieve run tegen. Meld ze aan de beheerder van de tijdregistratie.',
    fr: 'Ils bloquent un traitement définitif. Signalez-les à l’exploitant du système de pointage.',
    de: 'Sie halten einen endgültigen Lauf auf. Dem Betreiber der Zeiterfassung melden.',
  },
  '{0} is "{1}", found {2}: {3}': {
    nl: '{0} is "{1}", gevonden {2}: {3}',
    fr: '{0} est "{1}", trouvé {2} : {3}',
    de: '{0} ist "{1}", gefunden {2}: {3}',
  },
  'pinned in the configuration': {
    nl: 'in de configuratie vastgelegd',
    fr: 'fixé dans la configuration',
    de: 'in der Konfiguration festgelegt',
  },
  'where an earlier run found it': {
    nl: 'waar een eerdere run het vond',
    fr: 'là où un traitement antérieur l’a trouvé',
    de: 'wo ein früherer Lauf es fand',
  },
  'by its name': { nl: 'aan zijn naam', fr: 'par son nom', de: 'am Namen' },
  'by its values': { nl: 'aan zijn waarden', fr: 'par ses valeurs', de: 'an den Werten' },
  'No field of the time entries names their establishment, so their zone is judged from their offsets.': {
    nl: 'Geen veld van de registraties noemt hun vestiging; hun tijdzone wordt uit de tijdverschillen afgeleid.',
    fr: 'Aucun champ des pointages ne nomme leur établissement ; leur fuseau est déduit des décalages.',
    de: 'Kein Feld der Buchungen nennt ihren Betrieb; ihre Zeitzone wird aus dem Abstand zu UTC erschlossen.',
  },
  'If there is such a field, name it in the configuration: fields: { timeEntry.establishmentId: NAME }.': {
    nl: 'Is er wel zo’n veld, noem het dan in de configuratie: fields: { timeEntry.establishmentId: NAAM }.',
    fr: 'S’il existe, nommez-le dans la configuration : fields: { timeEntry.establishmentId: NOM }.',
    de: 'Gibt es doch ein solches Feld, es in der Konfiguration nennen: fields: { timeEntry.establishmentId: NAME }.',
  },
  '{0}: {1} employees': { nl: '{0}: {1} medewerkers', fr: '{0} : {1} salariés', de: '{0}: {1} Mitarbeiter' },
  'No mapping file; no template needs one': {
    nl: 'Geen koppelbestand; geen sjabloon heeft er een nodig',
    fr: 'Pas de fichier de correspondance ; aucun modèle n’en a besoin',
    de: 'Keine Zuordnungsdatei; keine Vorlage braucht eine',
  },
  '{0} of the active employees have no payroll number.': {
    nl: '{0} van de actieve medewerkers hebben geen personeelsnummer.',
    fr: '{0} des salariés actifs n’ont pas de matricule.',
    de: '{0} der aktiven Mitarbeiter haben keine Personalnummer.',
  },
  '{0} of the active employees have no payroll number; once they have worked, they stop {1}.': {
    nl: '{0} van de actieve medewerkers hebben geen personeelsnummer; zodra ze gewerkt hebben, houden ze {1} tegen.',
    fr: '{0} des salariés actifs n’ont pas de matricule ; dès qu’ils auront travaillé, ils bloqueront {1}.',
    de: '{0} der aktiven Mitarbeiter haben keine Personalnummer; sobald sie gearbeitet haben, halten sie {1} auf.',
  },
  'no locale is set, so {0} is written with commas between fields and points in numbers': {
    nl: 'er is geen locale ingesteld, dus {0} krijgt komma’s tussen velden en punten in getallen',
    fr: 'aucun "locale" n’est indiqué : {0} aura des virgules entre les champs et des points dans les nombres',
    de: 'keine Locale gesetzt: {0} bekommt Kommas zwischen Feldern und Punkte in Zahlen',
  },
  'Set "locale" in the configuration to that of the spreadsheets that open it: {0}.': {
    nl: 'Zet "locale" in de configuratie op die van het rekenblad dat het opent: {0}.',
    fr: 'Indiquez dans la configuration le "locale" des tableurs qui l’ouvriront : {0}.',
    de: '"locale" in der Konfiguration auf die der Tabellenkalkulation setzen, die das öffnet: {0}.',
  },
  'Tried out with every pay code and made-up hours: {0}': {
    nl: 'Geprobeerd met elke looncode en verzonnen uren: {0}',
    fr: 'Essayé avec chaque code de paie et des heures fictives : {0}',
    de: 'Mit jeder Lohnart und erdachten Stunden erprobt: {0}',
  },
  'deliveries.{0} sends mail, and the configuration has no "mail"': {
    nl: 'deliveries.{0} verstuurt mail, en de configuratie heeft geen "mail"',
    fr: 'deliveries.{0} envoie des courriels, et la configuration n’a pas de "mail"',
    de: 'deliveries.{0} verschickt Mails, und die Konfiguration hat kein "mail"',
  },
  "This machine's clock is {0} s ahead of the service's.": {
    nl: 'De klok van deze computer loopt {0} s voor op die van de tijdregistratie.',
    fr: 'L’horloge de cet ordinateur avance de {0} s sur celle du système de pointage.',
    de: 'Die Uhr dieses Rechners geht der Zeiterfassung {0} s vor.',
  },
  "This machine's clock is {0} s behind the service's.": {
    nl: 'De klok van deze computer loopt {0} s achter op die van de tijdregistratie.',
    fr: 'L’horloge de cet ordinateur retarde de {0} s sur celle du système de pointage.',
    de: 'Die Uhr dieses Rechners geht der Zeiterfassung {0} s nach.',
  },
  'The disk of {0} has {1} left.': {
    nl: 'Op de schijf van {0} is {1} vrij.',
    fr: 'Il reste {1} sur le disque de {0}.',
    de: 'Auf dem Datenträger von {0} ist {1} frei.',
  },
  'Make room before the disk is full.': {
    nl: 'Maak plaats voordat de schijf vol is.',
    fr: 'Libérez de la place avant que le disque soit plein.',
    de: 'Platz schaffen, bevor der Datenträger voll ist.',
  },
  '{0} is on a network share ({1}): slower, and unsafe where two machines write at once.': {
    nl: '{0} staat op een netwerkschijf ({1}): trager, en onveilig als twee computers tegelijk schrijven.',
    fr: '{0} est sur un partage réseau ({1}) : plus lent, et peu sûr si deux machines écrivent à la fois.',
    de: '{0} liegt auf einer Netzfreigabe ({1}): langsamer, und unsicher, wo zwei Rechner zugleich schreiben.',
  },
  'Set "store" in the configuration to a folder on a local disk.': {
    nl: 'Zet "store" in de configuratie op een map op een lokale schijf.',
    fr: 'Indiquez pour "store", dans la configuration, un dossier d’un disque local.',
    de: '"store" in der Konfiguration auf einen Ordner eines lokalen Datenträgers setzen.',
  },
  'The certificate {0} in {1} has expired ({2}).': {
    nl: 'Het certificaat {0} in {1} is verlopen ({2}).',
    fr: 'Le certificat {0} de {1} a expiré ({2}).',
    de: 'Das Zertifikat {0} in {1} ist abgelaufen ({2}).',
  },
  '{0} trusts {1}': { nl: '{0} vertrouwt {1}', fr: '{0} fait confiance à {1}', de: '{0} vertraut {1}' },
  'Ask whoever runs your network for the current one.': {
    nl: 'Vraag uw netwerkbeheerder om het huidige.',
    fr: 'Demandez l’actuel à votre administrateur réseau.',
    de: 'Beim Betreiber des Netzes das aktuelle erfragen.',
  },
  '{0} of {1} records have one': {
    nl: '{0} van {1} records hebben er een',
    fr: '{0} enregistrements sur {1} en ont un',
    de: '{0} von {1} Datensätzen haben eines',
  },
  '{0} of {1} records have a date there': {
    nl: '{0} van {1} records hebben daar een datum',
    fr: '{0} enregistrements sur {1} y ont une date',
    de: '{0} von {1} Datensätzen haben dort ein Datum',
  },
  'a list of {0}': { nl: 'een lijst van {0}', fr: 'une liste de {0}', de: 'eine Liste von {0}' },
  '{0} of {1} values are IANA zones': {
    nl: '{0} van {1} waarden zijn IANA-tijdzones',
    fr: '{0} valeurs sur {1} sont des fuseaux IANA',
    de: '{0} von {1} Werten sind IANA-Zeitzonen',
  },
  '{0} of {1} values are ids of that list': {
    nl: '{0} van {1} waarden zijn ids van die lijst',
    fr: '{0} valeurs sur {1} sont des identifiants de cette liste',
    de: '{0} von {1} Werten sind Kennungen dieser Liste',
  },
  '{0} of {1} values are ids of that list, empty in {2}': {
    nl: '{0} van {1} waarden zijn ids van die lijst, leeg in {2}',
    fr: '{0} valeurs sur {1} sont des identifiants de cette liste, vide dans {2}',
    de: '{0} von {1} Werten sind Kennungen dieser Liste, leer in {2}',
  },
  '{0} values are UUIDs': {
    nl: '{0} waarden zijn UUID’s',
    fr: '{0} valeurs sont des UUID',
    de: '{0} Werte sind UUIDs',
  },
  '{0} values are UUIDs, empty in {1}': {
    nl: '{0} waarden zijn UUID’s, leeg in {1}',
    fr: '{0} valeurs sont des UUID, vide dans {1}',
    de: '{0} Werte sind UUIDs, leer in {1}',
  },
  'empty in every record of this read': {
    nl: 'leeg in elk record van deze lezing',
    fr: 'vide dans tous les enregistrements de cette lecture',
    de: 'leer in jedem Datensatz dieser Lesung',
  },
  'The delivery {0} would stop: these have worked lately, and cannot be reached:': {
    nl: 'De levering {0} zou stoppen: dezen hebben onlangs gewerkt en zijn niet bereikbaar:',
    fr: 'L’envoi {0} s’arrêterait : ceux-ci ont travaillé récemment et ne peuvent pas être joints :',
    de: 'Die Zustellung {0} würde anhalten: Diese haben zuletzt gearbeitet und sind nicht erreichbar:',
  },
  'Once these have worked, the delivery {0} stops, since they cannot be reached:': {
    nl: 'Zodra dezen gewerkt hebben, stopt de levering {0}: ze zijn niet bereikbaar:',
    fr: 'Dès que ceux-ci auront travaillé, l’envoi {0} s’arrêtera, car ils ne peuvent pas être joints :',
    de: 'Sobald diese gearbeitet haben, hält die Zustellung {0} an, denn sie sind nicht erreichbar:',
  },
  '{0} has no address': {
    nl: '{0} heeft geen adres',
    fr: '{0} n’a pas d’adresse',
    de: '{0} hat keine Adresse',
  },
  '{0} has {1}, which is no mail address': {
    nl: '{0} heeft {1}, en dat is geen mailadres',
    fr: '{0} a {1}, qui n’est pas une adresse mail',
    de: '{0} hat {1}, und das ist keine Mailadresse',
  },
  'Write a mail address for each of them in the column "{0}" of {1}; several in one cell are separated by ";".':
    {
      nl: 'Schrijf voor ieder van hen een mailadres in de kolom "{0}" van {1}; meerdere in één cel worden gescheiden door ";".',
      fr: 'Indiquez pour chacun une adresse mail dans la colonne "{0}" de {1} ; plusieurs dans une cellule sont séparées par ";".',
      de: 'Für jeden eine Mailadresse in die Spalte "{0}" von {1} schreiben; mehrere in einer Zelle werden durch ";" getrennt.',
    },
  'schedule.{0} makes drafts, and deliveries.{1} is for finals only: the schedule sends nothing with it': {
    nl: 'schedule.{0} maakt concepten, en deliveries.{1} is alleen voor definitieve runs: het schema verstuurt er niets mee',
    fr: 'schedule.{0} produit des brouillons, et deliveries.{1} ne sert que pour les définitifs : rien n’est envoyé par là',
    de: 'schedule.{0} macht Entwürfe, und deliveries.{1} ist nur für endgültige Läufe: Der Zeitplan verschickt damit nichts',
  },
  'schedule.{0} makes finals, and deliveries.{1} is for drafts only: the schedule sends nothing with it': {
    nl: 'schedule.{0} maakt definitieve runs, en deliveries.{1} is alleen voor concepten: het schema verstuurt er niets mee',
    fr: 'schedule.{0} produit des définitifs, et deliveries.{1} ne sert que pour les brouillons : rien n’est envoyé par là',
    de: 'schedule.{0} macht endgültige Läufe, und deliveries.{1} ist nur für Entwürfe: Der Zeitplan verschickt damit nichts',
  },
  'Set "when: both" in deliveries.{0}, or change "final" in schedule.{1}.': {
    nl: 'Zet "when: both" in deliveries.{0}, of wijzig "final" in schedule.{1}.',
    fr: 'Mettez "when: both" dans deliveries.{0}, ou changez "final" dans schedule.{1}.',
    de: 'In deliveries.{0} "when: both" setzen oder "final" in schedule.{1} ändern.',
  },
  '{0} of those who have worked from {1} to {2} have no payroll number, so an export of these days stops at {3}: {4}.':
    {
      nl: '{0} van wie van {1} tot {2} gewerkt hebben, hebben geen personeelsnummer; een export van deze dagen stopt bij {3}: {4}.',
      fr: '{0} de ceux qui ont travaillé du {1} au {2} n’ont pas de matricule ; un export de ces jours s’arrête à {3} : {4}.',
      de: '{0} derer, die vom {1} bis {2} gearbeitet haben, haben keine Personalnummer; ein Export dieser Tage hält bei {3} an: {4}.',
    },
  'which {0} lacks': {
    nl: 'en die ontbreekt in {0}',
    fr: 'qui manque dans {0}',
    de: 'die in {0} fehlt',
  },
  'and no mapping file is configured': {
    nl: 'en er is geen koppelbestand ingesteld',
    fr: 'et aucun fichier de correspondance n’est configuré',
    de: 'und es ist keine Zuordnungsdatei konfiguriert',
  },
  'Add the column, with an address for everybody.': {
    nl: 'Voeg de kolom toe, met een adres voor iedereen.',
    fr: 'Ajoutez la colonne, avec une adresse pour chacun.',
    de: 'Die Spalte ergänzen, mit einer Adresse für jeden.',
  },
  'Add "employees: FILE.csv" to the employer.': {
    nl: 'Voeg "employees: BESTAND.csv" toe aan de werkgever.',
    fr: 'Ajoutez "employees: FICHIER.csv" à l’employeur.',
    de: '"employees: DATEI.csv" beim Arbeitgeber ergänzen.',
  },
};
