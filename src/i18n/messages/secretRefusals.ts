import type { Said } from './said.js';

/** What is wrong with secrets and certificates. */
export const secretRefusals: Said = {
  'The environment has no variable {0}, which {1} needs.': {
    nl: 'De omgeving heeft geen variabele {0}, die {1} nodig heeft.',
    fr: 'L’environnement n’a pas de variable {0}, nécessaire à {1}.',
    de: 'Der Umgebung fehlt die Variable {0}, die {1} braucht.',
  },
  'Set {0} before the command runs, or write the value into the configuration.': {
    nl: 'Stel {0} in voor de opdracht start, of schrijf de waarde in de configuratie.',
    fr: 'Définissez {0} avant de lancer la commande, ou écrivez la valeur dans la configuration.',
    de: '{0} vor dem Befehl setzen oder den Wert in die Konfiguration schreiben.',
  },
  'Other users of this machine may get at {0} in {1} (mode {2}).': {
    nl: 'Andere gebruikers van deze machine kunnen bij {0} in {1} (modus {2}).',
    fr: 'D’autres utilisateurs de cette machine peuvent lire {0} dans {1} (mode {2}).',
    de: 'Andere Benutzer dieses Rechners kommen an {0} in {1} (Modus {2}).',
  },
  'There is no file {0}, which should hold a secret.': {
    nl: 'Er is geen bestand {0}, dat het geheim zou moeten bevatten.',
    fr: 'Il n’y a pas de fichier {0}, qui devrait contenir le secret.',
    de: 'Die Datei {0}, die das Geheimnis enthalten soll, gibt es nicht.',
  },
  "The secret's file {0} is empty.": {
    nl: 'Het bestand {0} met het geheim is leeg.',
    fr: 'Le fichier du secret {0} est vide.',
    de: 'Die Datei {0} mit dem Geheimnis ist leer.',
  },
  "The secret's file {0} cannot be read: {1}.": {
    nl: 'Het bestand {0} met het geheim kan niet worden gelezen: {1}.',
    fr: 'Le fichier du secret {0} ne peut être lu : {1}.',
    de: 'Die Datei {0} mit dem Geheimnis ist nicht lesbar: {1}.',
  },
  'Make it, with the secret in its only line and readable for you alone, or correct its path in the configuration.':
    {
      nl: 'Maak het, met het geheim in de enige regel en alleen voor u leesbaar, of verbeter het pad in de configuratie.',
      fr: 'Créez-le, avec le secret dans son unique ligne et lisible pour vous seul, ou corrigez son chemin dans la configuration.',
      de: 'Sie anlegen, mit dem Geheimnis in der einzigen Zeile und nur für Sie lesbar, oder den Pfad in der Konfiguration berichtigen.',
    },
  'The environment has no variable {0}, which should hold a secret.': {
    nl: 'De omgeving heeft geen variabele {0}, die het geheim bevat.',
    fr: 'L’environnement n’a pas de variable {0}, qui contient le secret.',
    de: 'Der Umgebung fehlt die Variable {0}, die das Geheimnis enthält.',
  },
  'Set {0} before the command runs, or use { file: PATH } in the configuration.': {
    nl: 'Stel {0} in voor de opdracht start, of gebruik { file: PAD } in de configuratie.',
    fr: 'Définissez {0} avant de lancer la commande, ou utilisez { file: CHEMIN } dans la configuration.',
    de: '{0} vor dem Befehl setzen oder in der Konfiguration { file: PFAD } verwenden.',
  },
  'The secret in {0} has several lines.': {
    nl: 'Het geheim in {0} heeft meerdere regels.',
    fr: 'Le secret dans {0} a plusieurs lignes.',
    de: 'Das Geheimnis in {0} hat mehrere Zeilen.',
  },
  '{0}: {1} has {2} characters; no key is longer than {3}.': {
    nl: '{0}: {1} heeft {2} tekens; geen sleutel is langer dan {3}.',
    fr: '{0} : {1} a {2} caractères ; aucune clé n’en a plus de {3}.',
    de: '{0}: {1} hat {2} Zeichen; kein Schlüssel ist länger als {3}.',
  },
  'Use another variable here; {0} is for { env: {1} } alone.': {
    nl: 'Gebruik hier een andere variabele; {0} is alleen voor { env: {1} }.',
    fr: 'Utilisez ici une autre variable ; {0} n’est que pour { env: {1} }.',
    de: 'Hier eine andere Variable verwenden; {0} ist allein für { env: {1} }.',
  },
  'Correct the path, or give this user the right to read the file.': {
    nl: 'Verbeter het pad, of geef deze gebruiker leesrecht op het bestand.',
    fr: 'Corrigez le chemin, ou donnez à cet utilisateur le droit de lire le fichier.',
    de: 'Den Pfad berichtigen oder diesem Benutzer das Leserecht geben.',
  },
  'Name the file that holds the key and nothing else.': {
    nl: 'Noem het bestand dat de sleutel bevat en niets anders.',
    fr: 'Désignez le fichier qui contient la clé et rien d’autre.',
    de: 'Die Datei nennen, die den Schlüssel enthält und sonst nichts.',
  },
  'Take it out, unless the secret really has one: it was probably copied along.': {
    nl: 'Haal het weg, tenzij het geheim er echt een heeft: waarschijnlijk is het meegekopieerd.',
    fr: 'Retirez-le, sauf si le secret en a vraiment un : il a sans doute été copié avec.',
    de: 'Es herausnehmen, außer das Geheimnis hat wirklich eines: Es wurde wohl mitkopiert.',
  },
  'The certificate authority {0} cannot be read.': {
    nl: 'De certificaatautoriteit {0} is niet te lezen.',
    fr: 'L’autorité de certification {0} ne peut être lue.',
    de: 'Die Zertifizierungsstelle {0} ist nicht lesbar.',
  },
  '{0} holds no certificate in PEM form.': {
    nl: '{0} bevat geen certificaat in PEM-vorm.',
    fr: '{0} ne contient pas de certificat au format PEM.',
    de: '{0} enthält kein Zertifikat im PEM-Format.',
  },
  'Correct caFile in the configuration, or give this user the right to read it.': {
    nl: 'Verbeter caFile in de configuratie, of geef deze gebruiker leesrecht.',
    fr: 'Corrigez caFile dans la configuration, ou donnez à cet utilisateur le droit de le lire.',
    de: 'caFile in der Konfiguration berichtigen oder diesem Benutzer das Leserecht geben.',
  },
  'Name a file that begins with -----BEGIN CERTIFICATE-----, or remove caFile.': {
    nl: 'Noem een bestand dat met -----BEGIN CERTIFICATE----- begint, of haal caFile weg.',
    fr: 'Désignez un fichier qui commence par -----BEGIN CERTIFICATE-----, ou retirez caFile.',
    de: 'Eine Datei nennen, die mit -----BEGIN CERTIFICATE----- beginnt, oder caFile entfernen.',
  },
};
