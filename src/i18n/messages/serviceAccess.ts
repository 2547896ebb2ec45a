import type { Said } from './said.js';

/** Why the service does not let somebody in. */
export const serviceAccess: Said = {
  'The service does not accept the client id and secret of {0}.{1}': {
    nl: 'De tijdregistratie aanvaardt client-id en geheim van {0} niet.{1}',
    fr: 'Le système de pointage n’accepte pas l’identifiant client et le secret de {0}.{1}',
    de: 'Die Zeiterfassung nimmt Client-ID und Geheimnis von {0} nicht an.{1}',
  },
  'The service says: {0}': {
    nl: 'De tijdregistratie zegt: {0}',
    fr: 'Le système de pointage dit : {0}',
    de: 'Die Zeiterfassung sagt: {0}',
  },
  'In the employer portal, compare the client id and see whether the integration is still active; if its secret was renewed, put the new one where the configuration reads it.':
    {
      nl: 'Vergelijk in het werkgeversportaal de client-id en kijk of de integratie nog actief is; is het geheim vernieuwd, zet het nieuwe dan waar de configuratie het leest.',
      fr: 'Dans le portail employeur, comparez l’identifiant client et voyez si l’intégration est encore active ; si son secret a été renouvelé, mettez le nouveau là où la configuration le lit.',
      de: 'Im Arbeitgeberportal die Client-ID vergleichen und nachsehen, ob die Integration noch aktiv ist; wurde das Geheimnis erneuert, das neue dort ablegen, wo die Konfiguration es liest.',
    },
  'API access is not active for {0}.{1}': {
    nl: 'API-toegang is niet actief voor {0}.{1}',
    fr: 'L’accès API n’est pas actif pour {0}.{1}',
    de: 'Der API-Zugang ist für {0} nicht eingeschaltet.{1}',
  },
  'The integration of employer {0} may not use {1}.': {
    nl: 'De integratie van werkgever {0} mag {1} niet gebruiken.',
    fr: 'L’intégration de l’employeur {0} n’a pas le droit {1}.',
    de: 'Die Integration des Arbeitgebers {0} darf {1} nicht verwenden.',
  },
  'In the employer portal, create a new integration with the permission {0} (permissions are fixed at creation), and revoke the old one.{1}':
    {
      nl: 'Maak in het werkgeversportaal een nieuwe integratie met het recht {0} (rechten liggen vast bij het aanmaken) en trek de oude in.{1}',
      fr: 'Dans le portail employeur, créez une nouvelle intégration avec le droit {0} (fixé à la création) et révoquez l’ancienne.{1}',
      de: 'Im Arbeitgeberportal eine neue Integration mit dem Recht {0} anlegen (Rechte stehen beim Anlegen fest) und die alte widerrufen.{1}',
    },
  'The service refuses the token of employer {0}, and a fresh one as well (401).': {
    nl: 'De tijdregistratie weigert het token van werkgever {0}, en een nieuw ook (401).',
    fr: 'Le système de pointage refuse le jeton de l’employeur {0}, et un nouveau aussi (401).',
    de: 'Die Zeiterfassung lehnt das Token des Arbeitgebers {0} ab, ein frisches auch (401).',
  },
  'In the employer portal, check that the integration is active, that API access is on, and that employerId is the identifier shown next to it.':
    {
      nl: 'Controleer in het werkgeversportaal of de integratie actief is, of API-toegang aanstaat, en of employerId de identificatie ernaast is.',
      fr: 'Dans le portail employeur, vérifiez que l’intégration est active, l’accès API ouvert, et qu’employerId est l’identifiant affiché à côté.',
      de: 'Im Arbeitgeberportal prüfen, ob die Integration aktiv, der API-Zugang eingeschaltet und employerId die daneben gezeigte Kennung ist.',
    },
  'The token endpoint refused the form of the request for {0} (invalid_request).{1}': {
    nl: 'Het token-endpoint weigerde de vorm van de aanvraag voor {0} (invalid_request).{1}',
    fr: 'Le point d’accès des jetons a refusé la forme de la demande pour {0} (invalid_request).{1}',
    de: 'Der Token-Endpunkt lehnte die Form der Anfrage für {0} ab (invalid_request).{1}',
  },
  'The token endpoint does not take client credentials for {0} (unsupported_grant_type).{1}': {
    nl: 'Het token-endpoint aanvaardt geen clientgegevens voor {0} (unsupported_grant_type).{1}',
    fr: 'Le point d’accès des jetons n’accepte pas les identifiants client pour {0} (unsupported_grant_type).{1}',
    de: 'Der Token-Endpunkt nimmt für {0} keine Client-Zugangsdaten an (unsupported_grant_type).{1}',
  },
  'The token endpoint refused {0}: {1} (status {2}).{3}': {
    nl: 'Het token-endpoint weigerde {0}: {1} (status {2}).{3}',
    fr: 'Le point d’accès des jetons a refusé {0} : {1} (statut {2}).{3}',
    de: 'Der Token-Endpunkt lehnte {0} ab: {1} (Status {2}).{3}',
  },
  'Try the other way to send credentials (credentials: basic or body); if it stays, report this.': {
    nl: 'Probeer de andere manier om de gegevens te sturen (credentials: basic of body); meld het als het blijft.',
    fr: 'Essayez l’autre manière d’envoyer les identifiants (credentials : basic ou body) ; si cela persiste, signalez-le.',
    de: 'Den anderen Weg versuchen, die Zugangsdaten zu senden (credentials: basic oder body); bleibt es so, bitte melden.',
  },
  'Check that baseUrl points at the Workforce API; tokens are asked for at {baseUrl}/oauth/customer/token.': {
    nl: 'Controleer of baseUrl naar de Workforce API wijst; tokens worden gevraagd op {baseUrl}/oauth/customer/token.',
    fr: 'Vérifiez que baseUrl désigne la Workforce API ; les jetons sont demandés à {baseUrl}/oauth/customer/token.',
    de: 'Prüfen, ob baseUrl auf die Workforce API zeigt; Token werden bei {baseUrl}/oauth/customer/token geholt.',
  },
  'The token answer for employer {0} breaks the documented form: {1}.': {
    nl: 'Het tokenantwoord voor werkgever {0} heeft niet de gedocumenteerde vorm: {1}.',
    fr: 'La réponse de jeton pour l’employeur {0} n’a pas la forme documentée : {1}.',
    de: 'Die Token-Antwort für den Arbeitgeber {0} hat nicht die dokumentierte Form: {1}.',
  },
  'The token endpoint answered {0} without an OAuth error.': {
    nl: 'Het token-endpoint antwoordde {0} zonder OAuth-fout.',
    fr: 'Le point d’accès des jetons a répondu {0} sans erreur OAuth.',
    de: 'Der Token-Endpunkt antwortete {0} ohne OAuth-Fehler.',
  },
  'Check baseUrl: tokens are asked for at {baseUrl}/oauth/customer/token.': {
    nl: 'Controleer baseUrl: tokens worden gevraagd op {baseUrl}/oauth/customer/token.',
    fr: 'Vérifiez baseUrl : les jetons sont demandés à {baseUrl}/oauth/customer/token.',
    de: 'baseUrl prüfen: Token werden bei {baseUrl}/oauth/customer/token geholt.',
  },
  'Page {0} of {1} breaks the documented form: {2}.': {
    nl: 'Pagina {0} van {1} heeft niet de gedocumenteerde vorm: {2}.',
    fr: 'La page {0} de {1} n’a pas la forme documentée : {2}.',
    de: 'Seite {0} von {1} hat nicht die dokumentierte Form: {2}.',
  },
};
