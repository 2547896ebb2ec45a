import type { Said } from './said.js';

/** What the service answers otherwise than documented. */
export const serviceFields: Said = {
  'No record has the field "{0}" any more, which {1} as {2}.': {
    nl: 'Geen enkel record heeft nog het veld "{0}", dat {1} als {2}.',
    fr: 'Plus aucun enregistrement n’a le champ "{0}", que {1} comme {2}.',
    de: 'Kein Datensatz hat mehr das Feld "{0}", das {1} als {2}.',
  },
  'The service knows no {0} (404).{1}': {
    nl: 'De tijdregistratie kent geen {0} (404).{1}',
    fr: 'Le système de pointage ne connaît pas {0} (404).{1}',
    de: 'Die Zeiterfassung kennt {0} nicht (404).{1}',
  },
  'Check the path in baseUrl, and compare employerId with the identifier shown in the employer portal.': {
    nl: 'Controleer het pad in baseUrl en vergelijk employerId met de identificatie in het werkgeversportaal.',
    fr: 'Vérifiez le chemin dans baseUrl, et comparez employerId avec l’identifiant du portail employeur.',
    de: 'Den Pfad in baseUrl prüfen und employerId mit der Kennung im Arbeitgeberportal vergleichen.',
  },
  'The integration may not read {0}: it belongs to another employer (403).{1}': {
    nl: 'De integratie mag {0} niet lezen: ze hoort bij een andere werkgever (403).{1}',
    fr: 'L’intégration ne peut lire {0} : elle appartient à un autre employeur (403).{1}',
    de: 'Die Integration darf {0} nicht lesen: Sie gehört zu einem anderen Arbeitgeber (403).{1}',
  },
  'The integration lacks the permission "{0}" ({1}){2}. Without it: {3}.': {
    nl: 'De integratie mist het recht "{0}" ({1}){2}. Zonder: {3}.',
    fr: 'Il manque à l’intégration le droit « {0} » ({1}){2}. Sans lui : {3}.',
    de: 'Der Integration fehlt das Recht „{0}“ ({1}){2}. Ohne es: {3}.',
  },
  '{0} cannot be reached: {1}.': {
    nl: '{0} is niet bereikbaar: {1}.',
    fr: '{0} est injoignable : {1}.',
    de: '{0} ist nicht erreichbar: {1}.',
  },
  '"fields" pins {0}, which paytally does not read.': {
    nl: '"fields" noemt {0}, dat paytally niet leest.',
    fr: '"fields" désigne {0}, que paytally ne lit pas.',
    de: '"fields" nennt {0}, das paytally nicht liest.',
  },
  'Both {0} could be {1}, and they do not agree.': {
    nl: '{0} kunnen allebei {1} zijn, en ze spreken elkaar tegen.',
    fr: '{0} pourraient tous deux être {1}, et ils se contredisent.',
    de: '{0} könnten beide {1} sein, und sie widersprechen sich.',
  },
  'What can be pinned: {0}.': {
    nl: 'Wat genoemd kan worden: {0}.',
    fr: 'Ce qui peut être désigné : {0}.',
    de: 'Was genannt werden kann: {0}.',
  },
  'Name the right one under "fields" in the configuration: {0}: {1}.': {
    nl: 'Noem het juiste onder "fields" in de configuratie: {0}: {1}.',
    fr: 'Désignez le bon sous "fields" dans la configuration : {0}: {1}.',
    de: 'Das richtige in der Konfiguration unter "fields" nennen: {0}: {1}.',
  },
  'The field "{0}", pinned as {1}, holds no {2} ids.': {
    nl: 'Het veld "{0}", genoemd als {1}, bevat geen id’s van {2}.',
    fr: 'Le champ "{0}", désigné comme {1}, ne contient pas d’identifiants {2}.',
    de: 'Das Feld "{0}", als {1} genannt, enthält keine Kennungen von {2}.',
  },
  'The answer with the public holidays holds no list: {0}.': {
    nl: 'Het antwoord met de feestdagen bevat geen lijst: {0}.',
    fr: 'La réponse avec les jours fériés ne contient pas de liste : {0}.',
    de: 'Die Antwort mit den Feiertagen enthält keine Liste: {0}.',
  },
  'The answer with the public holidays has a further page, for which the service documents no parameter.': {
    nl: 'Het antwoord met de feestdagen heeft nog een pagina, waarvoor geen parameter gedocumenteerd is.',
    fr: 'La réponse avec les jours fériés a une page de plus, pour laquelle aucun paramètre n’est documenté.',
    de: 'Die Antwort mit den Feiertagen hat eine weitere Seite, für die kein Parameter dokumentiert ist.',
  },
  'The public holidays are no longer at "{0}" of the answer.': {
    nl: 'De feestdagen staan niet meer op "{0}" van het antwoord.',
    fr: 'Les jours fériés ne sont plus à "{0}" de la réponse.',
    de: 'Die Feiertage stehen nicht mehr bei "{0}" der Antwort.',
  },
  'Where the holidays are in it, name the path under "fields": holidays.items.': {
    nl: 'Staan de feestdagen erin, noem dan het pad onder "fields": holidays.items.',
    fr: 'Si les jours fériés s’y trouvent, indiquez le chemin sous "fields" : holidays.items.',
    de: 'Stehen die Feiertage darin, den Pfad unter "fields" nennen: holidays.items.',
  },
  'The field "{0}", pinned as {1}, holds no IANA time zone.': {
    nl: 'Het veld "{0}", genoemd als {1}, bevat geen IANA-tijdzone.',
    fr: 'Le champ "{0}", désigné comme {1}, ne contient pas de fuseau horaire IANA.',
    de: 'Das Feld "{0}", als {1} genannt, enthält keine IANA-Zeitzone.',
  },
  'The service refused {0} tokens in a row for {1}.': {
    nl: 'De tijdregistratie weigerde {0} tokens na elkaar voor {1}.',
    fr: 'Le système de pointage a refusé {0} jetons de suite pour {1}.',
    de: 'Die Zeiterfassung lehnte {0} Token hintereinander ab für {1}.',
  },
  'The service refused a parameter of the request for {0} (400).{1}': {
    nl: 'De tijdregistratie weigerde een parameter van de aanvraag voor {0} (400).{1}',
    fr: 'Le système de pointage a refusé un paramètre de la demande pour {0} (400).{1}',
    de: 'Die Zeiterfassung lehnte einen Parameter der Anfrage für {0} ab (400).{1}',
  },
  'The service refused the dates of the request for {0} (422).{1}': {
    nl: 'De tijdregistratie weigerde de datums van de aanvraag voor {0} (422).{1}',
    fr: 'Le système de pointage a refusé les dates de la demande pour {0} (422).{1}',
    de: 'Die Zeiterfassung lehnte die Datumsangaben der Anfrage für {0} ab (422).{1}',
  },
  'The service answered {0} with status {1}, which is not documented.{2}': {
    nl: 'De tijdregistratie antwoordde op {0} met status {1}, die niet gedocumenteerd is.{2}',
    fr: 'Le système de pointage a répondu à {0} avec le statut {1}, qui n’est pas documenté.{2}',
    de: 'Die Zeiterfassung antwortete auf {0} mit Status {1}, der nicht dokumentiert ist.{2}',
  },
  'A record of {0} has {1} characters; no real one comes near.': {
    nl: 'Een record van {0} heeft {1} tekens; geen echt record komt in de buurt.',
    fr: 'Un enregistrement de {0} a {1} caractères ; aucun vrai n’en approche.',
    de: 'Ein Datensatz von {0} hat {1} Zeichen; kein echter kommt dem nahe.',
  },
  'The service has no data for {0} to {1}.': {
    nl: 'De tijdregistratie heeft geen gegevens voor {0} tot en met {1}.',
    fr: 'Le système de pointage n’a pas de données du {0} au {1}.',
    de: 'Die Zeiterfassung hat keine Daten für {0} bis {1}.',
  },
  'Choose a period within the years 2000 to 2100.': {
    nl: 'Kies een periode in de jaren 2000 tot 2100.',
    fr: 'Choisissez une période entre les années 2000 et 2100.',
    de: 'Einen Zeitraum in den Jahren 2000 bis 2100 wählen.',
  },
  'A record of {0} in the store cannot be read.': {
    nl: 'Een record van {0} in de opslag is niet te lezen.',
    fr: 'Un enregistrement de {0} dans la base ne peut être lu.',
    de: 'Ein Datensatz von {0} im Speicher ist nicht lesbar.',
  },
};
