import type { Said } from './said.js';

/** What is between here and the service. */
export const servicePaths: Said = {
  'Could not read {0}{1}: {2}.': {
    nl: '{0} kon niet worden gelezen{1}: {2}.',
    fr: 'Lecture impossible de {0}{1} : {2}.',
    de: '{0} konnte nicht gelesen werden{1}: {2}.',
  },
  'Could not read {0}: the service answered 429 (too many requests) {1} times in a row.': {
    nl: '{0} kon niet worden gelezen: de tijdregistratie antwoordde {1} keer na elkaar 429 (te veel verzoeken).',
    fr: 'Lecture impossible de {0} : le système de pointage a répondu 429 (trop de requêtes) {1} fois de suite.',
    de: '{0} konnte nicht gelesen werden: Die Zeiterfassung antwortete {1}-mal hintereinander 429 (zu viele Anfragen).',
  },
  'Another program uses up the rate limit of this address or employer; find it, or run at another time.': {
    nl: 'Een ander programma verbruikt de limiet van dit adres of deze werkgever; zoek het, of werk op een ander moment.',
    fr: 'Un autre programme épuise la limite de cette adresse ou de cet employeur ; trouvez-le, ou relancez à un autre moment.',
    de: 'Ein anderes Programm verbraucht das Limit dieser Adresse oder dieses Arbeitgebers; dieses suchen oder zu anderer Zeit ausführen.',
  },
  'the connection was refused': {
    nl: 'de verbinding werd geweigerd',
    fr: 'la connexion a été refusée',
    de: 'die Verbindung wurde abgelehnt',
  },
  'the host name of baseUrl is not known': {
    nl: 'de hostnaam van baseUrl is niet bekend',
    fr: 'le nom d’hôte de baseUrl est inconnu',
    de: 'der Rechnername von baseUrl ist nicht bekannt',
  },
  'no trusted TLS connection': {
    nl: 'geen vertrouwde TLS-verbinding',
    fr: 'pas de connexion TLS de confiance',
    de: 'keine vertrauenswürdige TLS-Verbindung',
  },
  'the connection broke': {
    nl: 'de verbinding brak af',
    fr: 'la connexion s’est interrompue',
    de: 'die Verbindung brach ab',
  },
  'no answer in time': {
    nl: 'geen antwoord op tijd',
    fr: 'pas de réponse à temps',
    de: 'keine rechtzeitige Antwort',
  },
  'the answer was cut short': {
    nl: 'het antwoord was afgebroken',
    fr: 'la réponse était tronquée',
    de: 'die Antwort war abgeschnitten',
  },
  'the service could not answer (status {0})': {
    nl: 'de tijdregistratie kon niet antwoorden (status {0})',
    fr: 'le système de pointage n’a pas pu répondre (statut {0})',
    de: 'die Zeiterfassung konnte nicht antworten (Status {0})',
  },
  'baseUrl is not an address: {0}.': {
    nl: 'baseUrl is geen adres: {0}.',
    fr: 'baseUrl n’est pas une adresse : {0}.',
    de: 'baseUrl ist keine Adresse: {0}.',
  },
  'baseUrl {0}//{1} is not https.': {
    nl: 'baseUrl {0}//{1} is geen https.',
    fr: 'baseUrl {0}//{1} n’est pas en https.',
    de: 'baseUrl {0}//{1} ist nicht https.',
  },
  'The service wants to be left alone for {0} s, and limits.maxWaitSeconds in the configuration is less.': {
    nl: 'De tijdregistratie vraagt {0} s te wachten, en limits.maxWaitSeconds in de configuratie is minder.',
    fr: 'Le système de pointage demande d’attendre {0} s, et limits.maxWaitSeconds de la configuration est plus petit.',
    de: 'Die Zeiterfassung verlangt {0} s Wartezeit; limits.maxWaitSeconds in der Konfiguration ist kleiner.',
  },
  'Try again later, or set limits.maxWaitSeconds higher; nothing was written.': {
    nl: 'Probeer later opnieuw, of zet limits.maxWaitSeconds hoger; er is niets geschreven.',
    fr: 'Réessayez plus tard, ou augmentez limits.maxWaitSeconds ; rien n’a été écrit.',
    de: 'Später noch einmal versuchen oder limits.maxWaitSeconds erhöhen; nichts wurde geschrieben.',
  },
  'Could not read {0} after {1} attempts: {2}.': {
    nl: '{0} kon na {1} pogingen niet worden gelezen: {2}.',
    fr: 'Lecture impossible de {0} après {1} essais : {2}.',
    de: '{0} konnte nach {1} Versuchen nicht gelesen werden: {2}.',
  },
  'Something else than the Workforce API answered: check baseUrl, and any proxy or login page in between.': {
    nl: 'Er antwoordde iets anders dan de Workforce API: controleer baseUrl en een eventuele proxy of aanmeldpagina ertussen.',
    fr: 'Autre chose que la Workforce API a répondu : vérifiez baseUrl et un éventuel proxy ou page de connexion entre les deux.',
    de: 'Etwas anderes als die Workforce API hat geantwortet: baseUrl prüfen, und Proxy oder Anmeldeseite dazwischen.',
  },
  'baseUrl holds more than scheme, host, port and path.': {
    nl: 'baseUrl bevat meer dan schema, host, poort en pad.',
    fr: 'baseUrl contient plus que schéma, hôte, port et chemin.',
    de: 'baseUrl enthält mehr als Schema, Rechner, Port und Pfad.',
  },
  'Remove user name, password, query and fragment from baseUrl.': {
    nl: 'Haal gebruikersnaam, wachtwoord, query en fragment uit baseUrl.',
    fr: 'Retirez nom d’utilisateur, mot de passe, requête et fragment de baseUrl.',
    de: 'Benutzername, Passwort, Abfrage und Fragment aus baseUrl entfernen.',
  },
  'Check that baseUrl is right; where the network has a certificate authority of its own, name its PEM file as caFile.':
    {
      nl: 'Controleer baseUrl; heeft het netwerk een eigen certificaatautoriteit, noem dan haar PEM-bestand als caFile.',
      fr: 'Vérifiez baseUrl ; si le réseau a sa propre autorité de certification, indiquez son fichier PEM dans caFile.',
      de: 'baseUrl prüfen; hat das Netz eine eigene Zertifizierungsstelle, deren PEM-Datei als caFile nennen.',
    },
  'Check HTTPS_PROXY and its user name and password, or except the service with NO_PROXY.': {
    nl: 'Controleer HTTPS_PROXY met gebruikersnaam en wachtwoord, of zonder de tijdregistratie uit met NO_PROXY.',
    fr: 'Vérifiez HTTPS_PROXY, son nom d’utilisateur et son mot de passe, ou excluez le système de pointage avec NO_PROXY.',
    de: 'HTTPS_PROXY mit Benutzername und Passwort prüfen oder die Zeiterfassung mit NO_PROXY ausnehmen.',
  },
  'A page of 200 records never takes that much: check that baseUrl points at the Workforce API.': {
    nl: 'Een pagina van 200 records is nooit zo groot: controleer of baseUrl naar de Workforce API wijst.',
    fr: 'Une page de 200 enregistrements n’est jamais si grande : vérifiez que baseUrl désigne la Workforce API.',
    de: 'Eine Seite mit 200 Datensätzen ist nie so groß: Prüfen, ob baseUrl auf die Workforce API zeigt.',
  },
  'Put the final address of the service into baseUrl; a login page of the network redirects in this way too.':
    {
      nl: 'Zet het uiteindelijke adres in baseUrl; ook een aanmeldpagina van het netwerk verwijst zo door.',
      fr: 'Mettez l’adresse définitive dans baseUrl ; une page de connexion du réseau redirige aussi de cette façon.',
      de: 'Die endgültige Adresse in baseUrl schreiben; auch eine Anmeldeseite des Netzes leitet so um.',
    },
  'The read was interrupted.': {
    nl: 'Het lezen werd onderbroken.',
    fr: 'La lecture a été interrompue.',
    de: 'Das Lesen wurde unterbrochen.',
  },
  '{0} is not the address of a proxy.': {
    nl: '{0} is geen adres van een proxy.',
    fr: '{0} n’est pas l’adresse d’un proxy.',
    de: '{0} ist keine Adresse eines Proxys.',
  },
  'Write {0} as http://host:port, or unset it.': {
    nl: 'Schrijf {0} als http://host:poort, of haal het weg.',
    fr: 'Écrivez {0} sous la forme http://hôte:port, ou supprimez-la.',
    de: '{0} als http://rechner:port schreiben oder nicht setzen.',
  },
  'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, and then anybody on the way can read the secret.':
    {
      nl: 'NODE_TLS_REJECT_UNAUTHORIZED=0 schakelt de controle van certificaten uit, en dan kan iedereen onderweg het geheim lezen.',
      fr: 'NODE_TLS_REJECT_UNAUTHORIZED=0 désactive la vérification des certificats, et n’importe qui sur le trajet peut alors lire le secret.',
      de: 'NODE_TLS_REJECT_UNAUTHORIZED=0 schaltet die Prüfung der Zertifikate ab, und dann kann jeder unterwegs das Geheimnis lesen.',
    },
  'Unset it. Where the network has a certificate authority of its own, name its PEM file as caFile in the configuration.':
    {
      nl: 'Haal het weg. Heeft het netwerk een eigen certificaatautoriteit, noem dan haar PEM-bestand als caFile in de configuratie.',
      fr: 'Supprimez-la. Si le réseau a sa propre autorité de certification, indiquez son fichier PEM dans caFile de la configuration.',
      de: 'Nicht setzen. Hat das Netz eine eigene Zertifizierungsstelle, deren PEM-Datei in der Konfiguration als caFile nennen.',
    },
};
