import type { Said } from './said.js';

/** What to do about wrong usage, configuration or credentials. */
export const remediesOfSetup: Said = {
  'Run the command with --help to see what it takes.': {
    nl: 'Voer de opdracht uit met --help om te zien wat ze aanvaardt.',
    fr: 'Lancez la commande avec --help pour voir ce qu’elle accepte.',
    de: 'Den Befehl mit --help aufrufen: Das zeigt, was er annimmt.',
  },
  'Write a period such as 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 or last-month.': {
    nl: 'Schrijf een periode zoals 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 of last-month.',
    fr: 'Écrivez une période telle que 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 ou last-month.',
    de: 'Einen Zeitraum schreiben wie 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 oder last-month.',
  },
  'Create paytally.yaml here, or name one with --config FILE.': {
    nl: 'Maak hier een paytally.yaml, of noem er een met --config BESTAND.',
    fr: 'Créez paytally.yaml ici, ou nommez-en un avec --config FICHIER.',
    de: 'Hier eine paytally.yaml anlegen oder mit --config DATEI eine nennen.',
  },
  'Correct the configuration file at the place named.': {
    nl: 'Verbeter het configuratiebestand op de genoemde plaats.',
    fr: 'Corrigez le fichier de configuration à l’endroit indiqué.',
    de: 'Die Konfigurationsdatei an der genannten Stelle berichtigen.',
  },
  'Correct the name of the key, or remove it.': {
    nl: 'Verbeter de naam van de sleutel, of verwijder hem.',
    fr: 'Corrigez le nom de la clé, ou supprimez-la.',
    de: 'Den Namen des Schlüssels berichtigen oder ihn entfernen.',
  },
  'Set the environment variable or create the file that holds the secret.': {
    nl: 'Stel de omgevingsvariabele in, of maak het bestand met het geheim.',
    fr: 'Définissez la variable d’environnement ou créez le fichier qui contient le secret.',
    de: 'Die Umgebungsvariable setzen oder die Datei mit dem Geheimnis anlegen.',
  },
  'Put the secret, and nothing else, into the only line of its file or into the variable.': {
    nl: 'Zet het geheim, en niets anders, in de enige regel van het bestand of in de variabele.',
    fr: 'Mettez le secret, et rien d’autre, dans l’unique ligne de son fichier ou dans la variable.',
    de: 'Nur das Geheimnis in die einzige Zeile seiner Datei oder in die Variable schreiben.',
  },
  'Use the id of a run of "paytally history".': {
    nl: 'Gebruik de id van een run uit "paytally history".',
    fr: 'Utilisez l’identifiant d’un traitement de "paytally history".',
    de: 'Die Kennung eines Laufs aus "paytally history" verwenden.',
  },
  'Give an employee id, a payroll number, or (part of) a name; "paytally employees" lists all.': {
    nl: 'Geef een medewerker-id, een personeelsnummer of (een deel van) een naam; "paytally employees" toont iedereen.',
    fr: 'Indiquez un identifiant, un matricule ou (une partie d’)un nom ; "paytally employees" les montre tous.',
    de: 'Kennung, Personalnummer oder (einen Teil des) Namens angeben; "paytally employees" zeigt alle.',
  },
  'Give the id or the payroll number of one of them.': {
    nl: 'Geef de id of het personeelsnummer van een van hen.',
    fr: 'Indiquez l’identifiant ou le matricule de l’un d’eux.',
    de: 'Kennung oder Personalnummer einer dieser Personen angeben.',
  },
  'Run "paytally templates list" to see the templates there are.': {
    nl: '"paytally templates list" toont welke sjablonen er zijn.',
    fr: '"paytally templates list" montre les modèles disponibles.',
    de: '"paytally templates list" zeigt, welche Vorlagen es gibt.',
  },
  'Correct the template at the place named, then run "paytally templates check".': {
    nl: 'Verbeter het sjabloon op de genoemde plaats en voer dan "paytally templates check" uit.',
    fr: 'Corrigez le modèle à l’endroit indiqué, puis lancez "paytally templates check".',
    de: 'Die Vorlage an der genannten Stelle berichtigen, dann "paytally templates check" ausführen.',
  },
  'Correct the file of absences at the lines named.': {
    nl: 'Verbeter het afwezighedenbestand op de genoemde regels.',
    fr: 'Corrigez le fichier des absences aux lignes indiquées.',
    de: 'Die Abwesenheitsdatei in den genannten Zeilen berichtigen.',
  },
  'Correct the employee mapping file at the lines named.': {
    nl: 'Verbeter het koppelbestand van de medewerkers op de genoemde regels.',
    fr: 'Corrigez le fichier de correspondance des salariés aux lignes indiquées.',
    de: 'Die Zuordnungsdatei der Mitarbeiter in den genannten Zeilen berichtigen.',
  },
  'Use an https:// address; http:// is for loopback addresses only.': {
    nl: 'Gebruik een https://-adres; http:// is alleen voor deze machine zelf.',
    fr: 'Utilisez une adresse https:// ; http:// ne vaut que pour cette machine.',
    de: 'Eine https://-Adresse verwenden; http:// gilt nur für diesen Rechner selbst.',
  },
  'Correct or remove the pin under "fields" in the configuration.': {
    nl: 'Verbeter of verwijder de vermelding onder "fields" in de configuratie.',
    fr: 'Corrigez ou retirez l’indication sous "fields" dans la configuration.',
    de: 'Die Angabe unter "fields" in der Konfiguration berichtigen oder entfernen.',
  },
  "Set this machine's clock, and let it follow a time server: tokens live only 300 seconds.": {
    nl: 'Zet de klok van deze machine juist en laat ze een tijdserver volgen: tokens gelden maar 300 seconden.',
    fr: 'Réglez l’horloge de cette machine sur un serveur de temps : les jetons ne sont valables que 300 secondes.',
    de: 'Die Uhr dieses Rechners stellen und an einen Zeitserver binden: Token gelten nur 300 Sekunden.',
  },
  'Add it under "deliveries" in the configuration.': {
    nl: 'Voeg ze toe onder "deliveries" in de configuratie.',
    fr: 'Ajoutez-le sous "deliveries" dans la configuration.',
    de: 'In der Konfiguration unter "deliveries" ergänzen.',
  },
  'Use an IANA time zone name such as Europe/Brussels.': {
    nl: 'Gebruik een IANA-tijdzone zoals Europe/Brussels.',
    fr: 'Utilisez un fuseau IANA tel que Europe/Brussels.',
    de: 'Eine IANA-Zeitzone wie Europe/Brussels verwenden.',
  },
  'Check client id and secret in the employer portal: the secret may have been renewed, or the integration revoked.':
    {
      nl: 'Controleer client-id en geheim in het werkgeversportaal: het geheim kan vernieuwd zijn, of de integratie ingetrokken.',
      fr: 'Vérifiez l’identifiant client et le secret dans le portail employeur : le secret a pu être renouvelé, ou l’intégration révoquée.',
      de: 'Client-ID und Geheimnis im Arbeitgeberportal prüfen: Vielleicht wurde das Geheimnis erneuert oder die Integration widerrufen.',
    },
  'Ask an employer administrator to activate API access in the employer portal.': {
    nl: 'Vraag een beheerder van de werkgever om API-toegang te activeren in het werkgeversportaal.',
    fr: 'Demandez à un administrateur de l’employeur d’activer l’accès API dans le portail employeur.',
    de: 'Jemanden mit Verwaltungsrechten bitten, im Arbeitgeberportal den API-Zugang einzuschalten.',
  },
  'Create a new integration with the needed permission in the portal (permissions are fixed at creation), and revoke the old one.':
    {
      nl: 'Maak in het portaal een nieuwe integratie met het nodige recht (rechten liggen vast bij het aanmaken) en trek de oude in.',
      fr: 'Créez dans le portail une nouvelle intégration avec le droit nécessaire (les droits sont fixés à la création) et révoquez l’ancienne.',
      de: 'Im Portal eine neue Integration mit dem nötigen Recht anlegen (Rechte stehen beim Anlegen fest) und die alte widerrufen.',
    },
  'Compare employerId with the identifier shown in the portal next to the integration settings.': {
    nl: 'Vergelijk employerId met de identificatie die in het portaal naast de integratie staat.',
    fr: 'Comparez employerId avec l’identifiant affiché dans le portail à côté de l’intégration.',
    de: 'employerId mit der Kennung vergleichen, die im Portal neben der Integration steht.',
  },
  'Check in the portal that the integration is active and API access is on.': {
    nl: 'Controleer in het portaal of de integratie actief is en API-toegang aanstaat.',
    fr: 'Vérifiez dans le portail que l’intégration est active et l’accès API ouvert.',
    de: 'Im Portal prüfen, ob die Integration aktiv und der API-Zugang eingeschaltet ist.',
  },
  'Check the employer id, the scopes of the integration and the modules of the employer.': {
    nl: 'Controleer de werkgevers-id, de rechten van de integratie en de modules van de werkgever.',
    fr: 'Vérifiez l’identifiant de l’employeur, les droits de l’intégration et les modules de l’employeur.',
    de: 'Arbeitgeberkennung, Rechte der Integration und Module des Arbeitgebers prüfen.',
  },
};
