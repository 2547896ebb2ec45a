import type { Said } from './said.js';

/** Questions of `init`, and the choices below them. */
export const initQuestions: Said = {
  'Address of the Workforce API': {
    nl: 'Adres van de Workforce API',
    fr: 'Adresse de la Workforce API',
    de: 'Adresse der Workforce API',
  },
  'Name of the employer, as people read it': {
    nl: 'Naam van de werkgever, zoals hij op staten en in mails staat',
    fr: 'Nom de l’employeur, tel qu’il figure sur les documents',
    de: 'Name des Arbeitgebers, wie er auf Blättern und in Mails steht',
  },
  'Key of the employer, for command lines and file names': {
    nl: 'Sleutel van de werkgever, voor opdrachten en bestandsnamen',
    fr: 'Clé de l’employeur, pour les commandes et les noms de fichiers',
    de: 'Schlüssel des Arbeitgebers, für Befehle und Dateinamen',
  },
  'Employer id (in the portal, beside the integration)': {
    nl: 'Id van de werkgever (in het portaal, naast de integratie)',
    fr: 'Identifiant de l’employeur (dans le portail, à côté de l’intégration)',
    de: 'Arbeitgeberkennung (im Portal, neben der Integration)',
  },
  'Client id of the integration': {
    nl: 'Client-id van de integratie',
    fr: 'Identifiant client de l’intégration',
    de: 'Client-ID der Integration',
  },
  'Where is the secret of the integration to be kept?': {
    nl: 'Waar moet het geheim van de integratie bewaard worden?',
    fr: 'Où conserver le secret de l’intégration ?',
    de: 'Wo soll das Geheimnis der Integration liegen?',
  },
  'in {0}, readable for you alone (typed unseen now)': {
    nl: 'in {0}, alleen voor u leesbaar (u typt het nu onzichtbaar)',
    fr: 'dans {0}, lisible par vous seul (saisi maintenant sans être affiché)',
    de: 'in {0}, nur für Sie lesbar (wird jetzt unsichtbar getippt)',
  },
  'in an environment variable that you set yourself': {
    nl: 'in een omgevingsvariabele die u zelf instelt',
    fr: 'dans une variable d’environnement que vous définissez vous-même',
    de: 'in einer Umgebungsvariablen, die Sie selbst setzen',
  },
  'Name of the variable': {
    nl: 'Naam van de variabele',
    fr: 'Nom de la variable',
    de: 'Name der Variablen',
  },
  'Secret of the integration': {
    nl: 'Geheim van de integratie',
    fr: 'Secret de l’intégration',
    de: 'Geheimnis der Integration',
  },
  Country: {
    nl: 'Land',
    fr: 'Pays',
    de: 'Land',
  },
  'Language of reports and messages': {
    nl: 'Taal van rapporten en meldingen',
    fr: 'Langue des documents et des messages',
    de: 'Sprache von Berichten und Meldungen',
  },
  'Begin with the pay rules of {0} (to be adapted and checked by payroll)?': {
    nl: 'Beginnen met de loonregels van {0} (aan te passen en na te kijken door de loonadministratie)?',
    fr: 'Commencer avec les règles de paie de {0} (à adapter et à vérifier par le service de paie) ?',
    de: 'Mit den Lohnregeln beginnen: {0} (anzupassen und vom Lohnbüro zu prüfen)?',
  },
  'Payroll system': {
    nl: 'Loonpakket',
    fr: 'Logiciel de paie',
    de: 'Lohnprogramm',
  },
  'none yet: a workbook with the hours': {
    nl: 'nog geen: een werkmap met de uren',
    fr: 'aucun pour l’instant : un classeur avec les heures',
    de: 'noch keines: eine Arbeitsmappe mit den Stunden',
  },
  '{0} is there already.': {
    nl: '{0} is er al.',
    fr: '{0} existe déjà.',
    de: '{0} gibt es schon.',
  },
  'Add an employer to it': {
    nl: 'Er een werkgever aan toevoegen',
    fr: 'Y ajouter un employeur',
    de: 'Einen Arbeitgeber hinzufügen',
  },
  'Write it anew: what stands in it is lost': {
    nl: 'Opnieuw schrijven: wat erin staat gaat verloren',
    fr: 'La récrire : son contenu est perdu',
    de: 'Neu schreiben: Was darin steht, geht verloren',
  },
  Yes: {
    nl: 'Ja',
    fr: 'Oui',
    de: 'Ja',
  },
  No: {
    nl: 'Nee',
    fr: 'Non',
    de: 'Nein',
  },
  'Please type something, or end with Ctrl-C.': {
    nl: 'Typ iets, of stop met Ctrl-C.',
    fr: 'Saisissez quelque chose, ou arrêtez avec Ctrl-C.',
    de: 'Bitte etwas eingeben oder mit Strg-C beenden.',
  },
  '{0} (WEAK: one source only, import one test file first)': {
    nl: '{0} (WEAK: maar één bron, importeer eerst één testbestand)',
    fr: '{0} (WEAK : une seule source, importez d’abord un fichier d’essai)',
    de: '{0} (WEAK: nur eine Quelle, zuerst eine Testdatei importieren)',
  },
};
