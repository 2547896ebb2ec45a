import type { Said } from './said.js';

/** What the ledger tells beside its results: nothing of it stops a run. */
export const ledgerNotices: Said = {
  'The review lacks a part of its page, {0}.': {
    nl: 'Het overzicht mist een deel van zijn pagina, {0}.',
    fr: 'Il manque à la revue une partie de sa page, {0}.',
    de: 'Der Übersicht fehlt ein Teil ihrer Seite, {0}.',
  },
  'Use the built-in template review, or copy its folder whole, with all files of its page.': {
    nl: 'Gebruik het ingebouwde sjabloon review, of kopieer de hele map ervan, met alle bestanden van de pagina.',
    fr: 'Utilisez le modèle intégré review, ou copiez tout son dossier, avec tous les fichiers de sa page.',
    de: 'Die eingebaute Vorlage review verwenden, oder ihren ganzen Ordner kopieren, mit allen Dateien der Seite.',
  },
  '{0} differs from what was recorded of {1}.': {
    nl: '{0} verschilt van wat over {1} is vastgelegd.',
    fr: '{0} diffère de ce qui a été enregistré pour {1}.',
    de: '{0} weicht von dem ab, was über {1} festgehalten ist.',
  },
  'The run was made by version {0}; this is version {1}.': {
    nl: 'De run is gemaakt door versie {0}; dit is versie {1}.',
    fr: 'Le traitement vient de la version {0} ; voici la version {1}.',
    de: 'Der Lauf wurde von Version {0} gemacht; dies ist Version {1}.',
  },
  'The run was made with the time zone tables {0}; these are {1}.': {
    nl: 'De run is gemaakt met de tijdzonetabellen {0}; dit zijn {1}.',
    fr: 'Le traitement a été fait avec les tables de fuseaux {0} ; voici {1}.',
    de: 'Der Lauf wurde mit den Zeitzonentabellen {0} gemacht; dies sind {1}.',
  },
  '1 person was purged from these days: nobody can say what they were paid, and there are no corrections for them.':
    {
      nl: '1 persoon is uit deze dagen gewist: niemand kan zeggen wat die betaald kreeg, en er zijn geen correcties voor.',
      fr: '1 personne a été effacée de ces jours : nul ne peut dire ce qui lui a été payé, et il n’y a pas de corrections pour elle.',
      de: '1 Person wurde aus diesen Tagen gelöscht: Niemand kann sagen, was ihr gezahlt wurde, und es gibt keine Korrekturen für sie.',
    },
  '{0} people were purged from these days: nobody can say what they were paid, and there are no corrections for them.':
    {
      nl: '{0} personen zijn uit deze dagen gewist: niemand kan zeggen wat zij betaald kregen, en er zijn geen correcties voor hen.',
      fr: '{0} personnes ont été effacées de ces jours : nul ne peut dire ce qui leur a été payé, et il n’y a pas de corrections pour elles.',
      de: '{0} Personen wurden aus diesen Tagen gelöscht: Niemand kann sagen, was ihnen gezahlt wurde, und es gibt keine Korrekturen für sie.',
    },
  'its link in the chain differs from its digest': {
    nl: 'zijn schakel in de keten wijkt af van zijn controlegetal',
    fr: 'son maillon de la chaîne diffère de son empreinte',
    de: 'sein Glied in der Kette weicht von seinem Prüfwert ab',
  },
  'its link does not follow the one before in the chain': {
    nl: 'zijn schakel volgt niet op de vorige in de keten',
    fr: 'son maillon ne suit pas le précédent dans la chaîne',
    de: 'sein Glied folgt in der Kette nicht auf das vorige',
  },
  'a link before it is missing in the chain': {
    nl: 'in de keten ontbreekt een schakel ervoor',
    fr: 'un maillon manque avant lui dans la chaîne',
    de: 'in der Kette fehlt ein Glied davor',
  },
  'what {0} persons have in the ledger differs from its digest': {
    nl: 'wat het register van {0} personen bewaart, wijkt af van het controlegetal',
    fr: 'ce que le registre garde de {0} personnes diffère de son empreinte',
    de: 'was das Journal von {0} Personen behält, weicht vom Prüfwert ab',
  },
  'the persons in the ledger are not those of its link': {
    nl: 'de personen in het register zijn niet die van zijn schakel',
    fr: 'les personnes du registre ne sont pas celles de son maillon',
    de: 'die Personen im Journal sind nicht die seines Glieds',
  },
  'its stored read is damaged: the records of {0} persons': {
    nl: 'wat hij las, is in de opslag beschadigd: de gegevens van {0} personen',
    fr: 'sa lecture est abîmée dans la base : les données de {0} personnes',
    de: 'was er gelesen hat, ist im Speicher beschädigt: die Daten von {0} Personen',
  },
  'the file is missing': {
    nl: 'het bestand ontbreekt',
    fr: 'le fichier manque',
    de: 'die Datei fehlt',
  },
  'the file was changed since it was written': {
    nl: 'het bestand is gewijzigd sinds het geschreven werd',
    fr: 'le fichier a été modifié depuis son écriture',
    de: 'die Datei wurde seit dem Schreiben geändert',
  },
  'Run {0} differs: {1}.': {
    nl: 'Run {0} wijkt af: {1}.',
    fr: 'Le traitement {0} diffère : {1}.',
    de: 'Lauf {0} weicht ab: {1}.',
  },
  'Run {0} and {1} more differ: {2}.': {
    nl: 'Run {0} en nog {1} wijken af: {2}.',
    fr: 'Le traitement {0} et {1} autres diffèrent : {2}.',
    de: 'Lauf {0} und {1} weitere weichen ab: {2}.',
  },
};
