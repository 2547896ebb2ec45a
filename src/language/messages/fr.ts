/** What went wrong and what to do, by its English; `{0}`, `{1}` … stand for values. */
export const fr: Readonly<Record<string, string>> = {
  'What to do: {0}': 'Que faire : {0}',
  'Record: {0}': 'Enregistrement : {0}',
  'Warning: {0}': 'Attention : {0}',
  'Did you mean {0}?': 'Vouliez-vous dire {0} ?',
  '"{0}" or "{1}"': '"{0}" ou "{1}"',
  '"{0}" or "{1}" or "{2}"': '"{0}", "{1}" ou "{2}"',
  'Run the command with --help to see what it takes.':
    'Lancez la commande avec --help pour voir ce qu’elle accepte.',
  'Write a period such as 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 or last-month.':
    'Écrivez une période telle que 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 ou last-month.',
  'Create paytally.yaml here, or name one with --config FILE.':
    'Créez paytally.yaml ici, ou nommez-en un avec --config FICHIER.',
  'Correct the configuration file at the place named.':
    'Corrigez le fichier de configuration à l’endroit indiqué.',
  'Correct the name of the key, or remove it.': 'Corrigez le nom de la clé, ou supprimez-la.',
  'Set the environment variable or create the file that holds the secret.':
    'Définissez la variable d’environnement ou créez le fichier qui contient le secret.',
  'Put the secret, and nothing else, into the only line of its file or into the variable.':
    'Mettez le secret, et rien d’autre, dans l’unique ligne de son fichier ou dans la variable.',
  'Use one of the employer keys of the configuration.':
    'Utilisez l’une des clés d’employeur de la configuration.',
  'Use the id of a run of "paytally history".':
    'Utilisez l’identifiant d’un traitement de "paytally history".',
  'Give an employee id, a payroll number, or (part of) a name; "paytally employees" lists all.':
    'Indiquez un identifiant, un matricule ou (une partie d’)un nom ; "paytally employees" les montre tous.',
  'Give the id or the payroll number of one of them.':
    'Indiquez l’identifiant ou le matricule de l’un d’eux.',
  'Run "paytally templates list" to see the templates there are.':
    '"paytally templates list" montre les modèles disponibles.',
  'Correct the template at the place named, then run "paytally templates check".':
    'Corrigez le modèle à l’endroit indiqué, puis lancez "paytally templates check".',
  'Correct the file of absences at the lines named.':
    'Corrigez le fichier des absences aux lignes indiquées.',
  'Correct the employee mapping file at the lines named.':
    'Corrigez le fichier de correspondance des salariés aux lignes indiquées.',
  'Use an https:// address; http:// is for loopback addresses only.':
    'Utilisez une adresse https:// ; http:// ne vaut que pour cette machine.',
  'Correct or remove the pin under "fields" in the configuration.':
    'Corrigez ou retirez l’indication sous "fields" dans la configuration.',
  "Set this machine's clock, and let it follow a time server: tokens live only 300 seconds.":
    'Réglez l’horloge de cette machine sur un serveur de temps : les jetons ne vivent que 300 secondes.',
  'Add it under "deliveries" in the configuration.': 'Ajoutez-le sous "deliveries" dans la configuration.',
  'Use an IANA time zone name such as Europe/Brussels.': 'Utilisez un fuseau IANA tel que Europe/Brussels.',
  'Check client id and secret in the employer portal: the secret may have been renewed, or the integration revoked.':
    'Vérifiez l’identifiant client et le secret dans le portail employeur : le secret a pu être renouvelé, ou l’intégration révoquée.',
  'Ask an employer administrator to activate API access in the employer portal.':
    'Demandez à un administrateur de l’employeur d’activer l’accès API dans le portail employeur.',
  'Create a new integration with the needed permission in the portal (permissions are fixed at creation), and revoke the old one.':
    'Créez dans le portail une nouvelle intégration avec le droit nécessaire (les droits sont fixés à la création) et révoquez l’ancienne.',
  'Compare employerId with the identifier shown in the portal next to the integration settings.':
    'Comparez employerId avec l’identifiant affiché dans le portail à côté de l’intégration.',
  'Check in the portal that the integration is active and API access is on.':
    'Vérifiez dans le portail que l’intégration est active et l’accès API ouvert.',
  'Check the employer id, the scopes of the integration and the modules of the employer.':
    'Vérifiez l’identifiant de l’employeur, les droits de l’intégration et les modules de l’employeur.',
  'Try again later; nothing was written.': 'Réessayez plus tard ; rien n’a été écrit.',
  'Check baseUrl, the network, the proxy and the certificate, then try again.':
    'Vérifiez baseUrl, le réseau, le proxy et le certificat, puis réessayez.',
  'Check that baseUrl points at the Workforce API; if it does, report this answer to its operator.':
    'Vérifiez que baseUrl désigne la Workforce API ; si oui, signalez cette réponse à son exploitant.',
  'The service refused a request as invalid; report this with the message above.':
    'Le service a refusé une requête comme invalide ; signalez-le avec le message ci-dessus.',
  'Name the field under "fields" in the configuration.':
    'Nommez le champ sous "fields" dans la configuration.',
  'Name the right one of the fields under "fields" in the configuration.':
    'Nommez le bon champ sous "fields" dans la configuration.',
  'Ask the operator what replaced the field, then pin the new one under "fields".':
    'Demandez à l’exploitant ce qui remplace le champ, puis indiquez le nouveau sous "fields".',
  'Export what changed since with "paytally corrections PERIOD".':
    'Exportez ce qui a changé depuis avec "paytally corrections PÉRIODE".',
  'Make the period final first: "paytally export PERIOD --final".':
    'Rendez d’abord la période définitive : "paytally export PÉRIODE --final".',
  'Enter the lines in the payroll system by hand, then record them with --settle LINE=REASON.':
    'Saisissez les lignes à la main dans le logiciel de paie, puis enregistrez-les avec --settle LIGNE=MOTIF.',
  'Restore the files or the store named from a backup, and find out who changed them.':
    'Restaurez d’une sauvegarde les fichiers ou le magasin indiqués, et cherchez qui les a modifiés.',
  'Bring back the newest store, or name it with "store" in the configuration.':
    'Remettez le magasin le plus récent, ou nommez-le avec "store" dans la configuration.',
  'Choose an earlier day, or say with --reason why the records go before their time; it stays.':
    'Choisissez un jour plus ancien, ou dites avec --reason pourquoi les données partent avant terme ; le motif est conservé.',
  'What was purged cannot be computed again; totals and digests are in "paytally history RUN".':
    'Ce qui a été purgé ne peut être recalculé ; totaux et empreintes sont dans "paytally history TRAITEMENT".',
  'Correct the records named, or accept the exception with --accept CODE=REASON.':
    'Corrigez les données indiquées, ou acceptez l’anomalie avec --accept CODE=MOTIF.',
  'Correct the date of the record; the clock changes of that year are not known yet.':
    'Corrigez la date ; les changements d’heure de cette année ne sont pas encore connus.',
  'Write a mail address for each of them; several in one cell are separated by ";".':
    'Écrivez une adresse pour chacun ; plusieurs dans une cellule sont séparées par ";".',
  'Correct the values or the template at the places named; nothing was written.':
    'Corrigez les valeurs ou le modèle aux endroits indiqués ; rien n’a été écrit.',
  'Check that the folder exists, is writable and has free space.':
    'Vérifiez que le dossier existe, qu’on peut y écrire et qu’il reste de la place.',
  'Move the file away, or write into another folder with --out.':
    'Déplacez le fichier, ou écrivez dans un autre dossier avec --out.',
  'Check the folder of the store: it must be local, writable and have free space.':
    'Vérifiez le dossier du magasin : il doit être local, accessible en écriture et avoir de la place.',
  'Update paytally: a newer version has written this store.':
    'Mettez paytally à jour : une version plus récente a écrit ce magasin.',
  'Another paytally is writing to the same store; wait until it has ended and try again.':
    'Un autre paytally écrit dans le même magasin ; attendez qu’il ait fini, puis réessayez.',
  'Do what stands beside each delivery; then "paytally send RUN" tries again what failed, and "--again NAME" sends what may have arrived.':
    'Faites ce qui est indiqué pour chaque envoi ; puis "paytally send TRAITEMENT" retente ce qui a échoué, et "--again NOM" renvoie ce qui est peut-être arrivé.',
  'Nothing was written. Run the command again when you are ready.':
    'Rien n’a été écrit. Relancez la commande quand vous êtes prêt.',
  'Nothing was written. Please report this: the control totals contradict each other.':
    'Rien n’a été écrit. Merci de le signaler : les totaux de contrôle se contredisent.',
  'Interrupted: nothing was written.': 'Interrompu : rien n’a été écrit.',
  'Interrupted.': 'Interrompu.',
  '--accept {0}: there is no exception "{1}".{2}': '--accept {0} : l’anomalie "{1}" n’existe pas.{2}',
  'Use one of {0}.': 'Utilisez l’un de {0}.',
  'Use one of: {0}.': 'Utilisez l’un de : {0}.',
  '--accept {0}: a final run records why an exception was accepted.':
    '--accept {0} : un traitement définitif garde le motif pour lequel une anomalie a été acceptée.',
  'Write --accept "{0}=the reason".': 'Écrivez --accept "{0}=le motif".',
  'Looking again in {0} s; Ctrl-C ends it.': 'Nouveau contrôle dans {0} s ; Ctrl-C arrête.',
  '--{0} takes one value, and only once.': '--{0} prend une valeur, une seule fois.',
  '{0} of {1} deliveries did not succeed.': '{0} envois sur {1} n’ont pas abouti.',
  'Something went wrong in paytally itself ({0}).{1}':
    'Une erreur s’est produite dans paytally même ({0}).{1}',
  'The details are in {0}.': 'Les détails sont dans {0}.',
  'This is a bug in paytally: please report it with these lines. Nothing was written.':
    'C’est un défaut de paytally : signalez-le avec ces lignes. Rien n’a été écrit.',
  '{0} Look through the file before you pass it on: it may quote records.':
    '{0} Relisez le fichier avant de le transmettre : il peut citer des données.',
  'There is no secret for {0}; nothing was written.': 'Il n’y a pas de secret pour {0} ; rien n’a été écrit.',
  'A final run always reads twice.': 'Un traitement définitif lit toujours deux fois.',
  'Only a final run takes another one back.': 'Seul un traitement définitif en annule un autre.',
  'Add --final, or leave out --supersede.': 'Ajoutez --final, ou retirez --supersede.',
  '--jobs {0}: employers at once are a number from 1 to {1}.':
    '--jobs {0} : le nombre d’employeurs à la fois va de 1 à {1}.',
  '--estimate-from {0}: this is not a day.': '--estimate-from {0} : ce n’est pas un jour.',
  'Write the day as YYYY-MM-DD.': 'Écrivez le jour sous la forme AAAA-MM-JJ.',
  '{0} of {1} done, {2}': '{0} sur {1} faits, {2}',
  '"paytally check" lists all of it.': '"paytally check" montre tout.',
  'The log of runs {0} cannot be written.': 'Le journal des traitements {0} ne peut être écrit.',
  'The files of the run are in place. Correct "logFile" in the configuration, or its rights.':
    'Les fichiers du traitement sont en place. Corrigez "logFile" dans la configuration, ou ses droits.',
  'The configuration has no employer "{0}".{1}': 'La configuration n’a pas d’employeur "{0}".{1}',
  'The environment has no variable {0}, which {1} needs.':
    'L’environnement n’a pas de variable {0}, nécessaire à {1}.',
  'Set {0} before the command runs, or write the value into the configuration.':
    'Définissez {0} avant de lancer la commande, ou écrivez la valeur dans la configuration.',
  '{0}: the file must be a block of keys.': '{0} : le fichier doit être un bloc de clés.',
  'There is no configuration at {0}.': 'Il n’y a pas de configuration à {0}.',
  'No {0} was found in {1} or a folder above it.': 'Aucun {0} dans {1} ni dans un dossier au-dessus.',
  'The configuration {0} cannot be read: {1}.': 'La configuration {0} ne peut être lue : {1}.',
  'Give this user the right to read the file, or name another one with --config FILE.':
    'Donnez à cet utilisateur le droit de lire le fichier, ou nommez-en un autre avec --config FICHIER.',
  'Other users of this machine may get at {0} in {1} (mode {2}).':
    'D’autres utilisateurs de cette machine peuvent lire {0} dans {1} (mode {2}).',
  'There is no file {0}, which should hold a secret.':
    'Il n’y a pas de fichier {0}, qui devrait contenir le secret.',
  "The secret's file {0} is empty.": 'Le fichier du secret {0} est vide.',
  "The secret's file {0} cannot be read: {1}.": 'Le fichier du secret {0} ne peut être lu : {1}.',
  'Make it, with the secret in its only line and readable for you alone, or correct its path in the configuration.':
    'Créez-le, avec le secret dans son unique ligne et lisible pour vous seul, ou corrigez son chemin dans la configuration.',
  'The environment has no variable {0}, which should hold a secret.':
    'L’environnement n’a pas de variable {0}, qui contient le secret.',
  'Set {0} before the command runs, or use { file: PATH } in the configuration.':
    'Définissez {0} avant de lancer la commande, ou utilisez { file: CHEMIN } dans la configuration.',
  'The secret in {0} has several lines.': 'Le secret dans {0} a plusieurs lignes.',
  'The folder for temporary files cannot be used: {0} ({1}).':
    'Le dossier des fichiers temporaires est inutilisable : {0} ({1}).',
  'Free some space there, or set TMPDIR to a folder on another disk, then run the command again.':
    'Libérer de la place à cet endroit, ou donner à TMPDIR un dossier d’un autre disque, puis relancer la commande.',
  'Nothing was written to {0}: {1}.': 'Rien n’a été écrit dans {0} : {1}.',
  'the disk is full': 'le disque est plein',
  'The store has schema version {0}; this paytally knows versions up to {1}.':
    'Le magasin a la version {0} ; ce paytally connaît les versions jusqu’à {1}.',
  'The service does not accept the client id and secret of {0}.{1}':
    'Le service n’accepte pas l’identifiant client et le secret de {0}.{1}',
  'The service says: {0}': 'Le service dit : {0}',
  'In the employer portal, compare the client id and see whether the integration is still active; if its secret was renewed, put the new one where the configuration reads it.':
    'Dans le portail employeur, comparez l’identifiant client et voyez si l’intégration est encore active ; si son secret a été renouvelé, mettez le nouveau là où la configuration le lit.',
  'API access is not active for {0}.{1}': 'L’accès API n’est pas actif pour {0}.{1}',
  'The integration of employer {0} may not use {1}.':
    'L’intégration de l’employeur {0} n’a pas le droit {1}.',
  'In the employer portal, create a new integration with the permission {0} (permissions are fixed at creation), and revoke the old one.{1}':
    'Dans le portail employeur, créez une nouvelle intégration avec le droit {0} (fixé à la création) et révoquez l’ancienne.{1}',
  'The service refuses the token of employer {0}, and a fresh one as well (401).':
    'Le service refuse le jeton de l’employeur {0}, et un nouveau aussi (401).',
  'In the employer portal, check that the integration is active, that API access is on, and that employerId is the identifier shown next to it.':
    'Dans le portail employeur, vérifiez que l’intégration est active, l’accès API ouvert, et qu’employerId est l’identifiant affiché à côté.',
  'No record has the field "{0}" any more, which {1} as {2}.':
    'Plus aucun enregistrement n’a le champ "{0}", que {1} comme {2}.',
  'The service knows no {0} (404).{1}': 'Le service ne connaît pas {0} (404).{1}',
  'Check the path in baseUrl, and compare employerId with the identifier shown in the employer portal.':
    'Vérifiez le chemin dans baseUrl, et comparez employerId avec l’identifiant du portail employeur.',
  'The integration may not read {0}: it belongs to another employer (403).{1}':
    'L’intégration ne peut lire {0} : elle appartient à un autre employeur (403).{1}',
  'The integration lacks the permission "{0}" ({1}){2}. Without it: {3}.':
    'Il manque à l’intégration le droit "{0}" ({1}){2}. Sans lui : {3}.',
  '{0} cannot be reached: {1}.': '{0} est injoignable : {1}.',
  'Could not read {0}{1}: {2}.': 'Lecture impossible de {0}{1} : {2}.',
  'Could not read {0}: the service answered 429 (too many requests) {1} times in a row.':
    'Lecture impossible de {0} : le service a répondu 429 (trop de requêtes) {1} fois de suite.',
  'Another program uses up the rate limit of this address or employer; find it, or run at another time.':
    'Un autre programme épuise la limite de cette adresse ou de cet employeur ; trouvez-le, ou relancez à un autre moment.',
  'the connection was refused': 'la connexion a été refusée',
  'the host name of baseUrl is not known': 'le nom d’hôte de baseUrl est inconnu',
  'no trusted TLS connection': 'pas de connexion TLS de confiance',
  'the connection broke': 'la connexion s’est interrompue',
  'no answer in time': 'pas de réponse à temps',
  'the answer was cut short': 'la réponse était tronquée',
  'the service could not answer (status {0})': 'le service n’a pas pu répondre (statut {0})',
  'baseUrl is not an address: {0}.': 'baseUrl n’est pas une adresse : {0}.',
  'baseUrl {0}//{1} is not https.': 'baseUrl {0}//{1} n’est pas en https.',
  'The service wants to be left alone for {0} s, and limits.maxWaitSeconds in the configuration is less.':
    'Le service veut être laissé tranquille {0} s, et limits.maxWaitSeconds de la configuration est plus petit.',
  'Try again later, or set limits.maxWaitSeconds higher; nothing was written.':
    'Réessayez plus tard, ou augmentez limits.maxWaitSeconds ; rien n’a été écrit.',
  'An export would work.': 'Un export réussirait.',
  'An export would fail.': 'Un export échouerait.',
  '{0} problems, {1} warnings. {2}': '{0} problèmes, {1} avertissements. {2}',
  '{0} problem, {1} warnings. {2}': '{0} problème, {1} avertissements. {2}',
  '{0} problems, {1} warning. {2}': '{0} problèmes, {1} avertissement. {2}',
  '{0} problem, {1} warning. {2}': '{0} problème, {1} avertissement. {2}',
  'The configuration has no schedule.': 'La configuration n’a pas de planification.',
  '{0} needs a value.': '{0} demande une valeur.',
  'The commands are {0}; "paytally --help" explains them.':
    'Les commandes sont {0} ; "paytally --help" les explique.',
  'A command is missing after "paytally".': 'Il manque une commande après "paytally".',
  'There is no command "{0}".{1}': 'La commande "{0}" n’existe pas.{1}',
  '"paytally {0} --help" lists its options.': '"paytally {0} --help" montre ses options.',
  '"paytally {0}" has no option {1}.': '"paytally {0}" n’a pas d’option {1}.',
  'Write for instance: {0}': 'Écrivez par exemple : {0}',
  'A {0} is missing after "paytally {1}".': 'Après "paytally {1}" il manque : {0}.',
  '"{0}" is one word too many for "paytally {1}".': '"{0}" est de trop pour "paytally {1}".',
  '"{0}" cannot be used as a period: {1}.{2}': '"{0}" ne peut servir de période : {1}.{2}',
  'Pay calendars in the configuration: {0}.': 'Calendriers de paie de la configuration : {0}.',
  'Check that the folder exists, is mounted, has room, and may be written by this user.':
    'Vérifiez que le dossier existe, est monté, a de la place et que cet utilisateur peut y écrire.',
  'The mail server {0} answered {1}.': 'Le serveur de messagerie {0} a répondu {1}.',
  'The mail server {0} did not answer in time.': 'Le serveur de messagerie {0} n’a pas répondu à temps.',
  'The name of the mail server {0} is not known.': 'Le nom du serveur de messagerie {0} est inconnu.',
  'The mail server {0} cannot be reached, or hung up before it took the message.':
    'Le serveur de messagerie {0} est injoignable, ou a raccroché avant de prendre le message.',
  'Check mail.smtp.host and port, the network and the firewall; then "paytally send RUN" tries again.':
    'Vérifiez mail.smtp.host et port, le réseau et le pare-feu ; puis "paytally send TRAITEMENT" réessaie.',
  'Check user and password, or the permissions of the OAuth client, under mail.smtp in the configuration.':
    'Vérifiez utilisateur et mot de passe, ou les droits du client OAuth, sous mail.smtp dans la configuration.',
  'The server asks to come back later: "paytally send RUN" tries again.':
    'Le serveur demande de revenir plus tard : "paytally send TRAITEMENT" réessaie.',
  'Ask the operator of the mail server what it refuses, or correct the address.':
    'Demandez à l’exploitant du serveur ce qu’il refuse, ou corrigez l’adresse.',
  'The connection to {0} was lost after the message was handed over: it may have arrived.':
    'La connexion à {0} a été perdue après la remise du message : il est peut-être arrivé.',
  'Ask the recipient, or look for the Message-ID in the log of the mail server; send it again only where it did not arrive.':
    'Demandez au destinataire, ou cherchez le Message-ID dans le journal du serveur ; ne renvoyez que ce qui n’est pas arrivé.',
  '{0} did not arrive whole on {1}.': '{0} n’est pas arrivé en entier sur {1}.',
  '{0} does not take the key of {1}.': '{0} n’accepte pas la clé de {1}.',
  "The service's record {0} is not valid: {1}": 'L’enregistrement {0} du service est invalide : {1}',
  'Write whole minutes: 7 h 36 min are 456.': 'Écrivez des minutes entières : 7 h 36 min font 456.',
  'The column "{0}" of employee {1} holds {2}.': 'La colonne "{0}" du salarié {1} contient {2}.',
  'The absences of employee {0} on {1} come to more than one day.':
    'Les absences du salarié {0} le {1} dépassent une journée.',
  'Correct the rows of that day in the file of absences.':
    'Corrigez les lignes de ce jour dans le fichier des absences.',
  'The mapping file {0} {1}.': 'Le fichier de correspondance {0} {1}.',
  'The file of absences {0} {1}.': 'Le fichier des absences {0} {1}.',
  'cannot be read': 'ne peut être lu',
  'does not exist': 'n’existe pas',
  '{0} is empty.': '{0} est vide.',
  'Run "paytally employees sync" to make a new one.': 'Lancez "paytally employees sync" pour en créer un.',
  'Run "paytally employees sync" to make it and fill in the numbers, or remove "employees" from the configuration.':
    'Créez-le avec "paytally employees sync" et saisissez les matricules, ou retirez "employees" de la configuration.',
  'Run "paytally employees sync", then fill the column employeeNumber.':
    'Lancez "paytally employees sync", puis remplissez la colonne employeeNumber.',
  'the number {0} belongs to several employees: {1}':
    'le matricule {0} est celui de plusieurs salariés : {1}',
  'the employee {0} stands already on line {1}': 'le salarié {0} figure déjà à la ligne {1}',
  '"{0}" fits {1} employees:': '"{0}" correspond à {1} salariés :',
  'There is no employee "{0}".{1}': 'Il n’y a pas de salarié "{0}".{1}',
  'No name or number is near it.': 'Aucun nom ni matricule n’en est proche.',
  'Near it: {0}.': 'Proches : {0}.',
  '--date {0}: this is not a day.': '--date {0} : ce n’est pas un jour.',
  '--date {0}: the period is {1} to {2}.': '--date {0} : la période va du {1} au {2}.',
  'Choose a day of the period, or another period.': 'Choisissez un jour de la période, ou une autre période.',
  'The configuration names no mapping file for {0}.':
    'La configuration n’indique pas de fichier de correspondance pour {0}.',
  'Add a line "employees: employees-{0}.csv" to the employer; the sync makes the file.':
    'Ajoutez à l’employeur une ligne "employees: employees-{0}.csv" ; la synchronisation crée le fichier.',
  'Without a time zone nobody can say which days "{0}" is.':
    'Sans fuseau horaire, nul ne peut dire quels jours sont "{0}".',
  'Set "zone" for the employer in the configuration, or write the dates.':
    'Indiquez "zone" pour l’employeur dans la configuration, ou écrivez les dates.',
  'The data stops this {0} run. Nothing was written.':
    'Les données bloquent ce traitement {0}. Rien n’a été écrit.',
  'The data stops this {0} run: {1}.': 'Les données bloquent ce traitement {0} : {1}.',
  final: 'définitif',
  draft: 'provisoire',
  'Values that the templates do not take:': 'Valeurs que les modèles n’acceptent pas :',
  'Correct what is named ("paytally check" with the same options lists all of it)':
    'Corrigez ce qui est indiqué ("paytally check" avec les mêmes options montre tout)',
  '{0}, or accept it: {1}': '{0}, ou acceptez-le : {1}',
  '{0} of {1} to {2} is final already: run {3}. A day is paid once.':
    '{0} du {1} au {2} est déjà définitif : traitement {3}. Un jour se paie une fois.',
  'What changed since is exported by "paytally corrections {0}"; a final that nobody has been sent can be taken back with --supersede REASON.':
    'Ce qui a changé depuis s’exporte avec "paytally corrections {0}" ; un définitif que personne n’a reçu peut être annulé avec --supersede MOTIF.',
  'The final run {0} cannot be taken back: {1}.': 'Le traitement définitif {0} ne peut être annulé : {1}.',
  'Export what changed since with "paytally corrections {0}".':
    'Exportez ce qui a changé depuis avec "paytally corrections {0}".',
  'The store has no run "{0}".{1}': 'Le magasin n’a pas de traitement "{0}".{1}',
  'Nothing is final of {0} to {1}.': 'Rien n’est définitif du {0} au {1}.',
  '--settle {0}: there is no such line now.': '--settle {0} : cette ligne n’existe pas à présent.',
  'The configuration has no delivery "{0}" for {1}.{2}':
    'La configuration n’a pas d’envoi "{0}" pour {1}.{2}',
  'Another paytally is sending from this store; waiting for it.':
    'Un autre paytally envoie depuis ce magasin ; on l’attend.',
  'Waiting {0} s: {1}': 'Attente de {0} s : {1}',
  'the service has asked for it (too many requests)': 'le service l’a demandé (trop de requêtes)',
  'the requests a minute of "limits" in the configuration are used up':
    'les requêtes par minute de "limits" dans la configuration sont épuisées',
  'Reading {0}': 'Lecture : {0}',
  'Reading {0} again (pass {1})': 'Relecture : {0} (passage {1})',
  'Reading {0}: {1} records, {2} requests': 'Lecture : {0}, {1} enregistrements, {2} requêtes',
  'Reading {0}: {1} records, {2} requests; about {3} left':
    'Lecture : {0}, {1} enregistrements, {2} requêtes ; encore {3} environ',
  "Waiting {0} s for the service's rate limit (Ctrl-C ends it)":
    'Attente de {0} s, limite du service (Ctrl-C arrête)',
  'Trying again ({0}): {1}': 'Nouvel essai ({0}) : {1}',
  establishments: 'établissements',
  'public-holidays': 'jours fériés',
  employees: 'salariés',
  'agency-workers': 'intérimaires',
  teams: 'équipes',
  tasks: 'tâches',
  shifts: 'services planifiés',
  'time-entries': 'pointages',
  '{0} is there already, and this run may not replace it.':
    '{0} existe déjà, et ce traitement ne peut le remplacer.',
  'The template {0} takes more than {1} s of processor time; nothing was written.':
    'Le modèle {0} demande plus de {1} s de calcul ; rien n’a été écrit.',
  'The delivery {0} has nobody to send to. Nothing was written or sent.':
    'L’envoi {0} n’a pas de destinataire. Rien n’a été écrit ni envoyé.',
  'Nothing to verify: no run counts yet.': 'Rien à vérifier : aucun traitement ne compte encore.',
  'No runs yet.': 'Pas encore de traitement.',
  'There was nothing to purge.': 'Il n’y avait rien à purger.',
  'There is no time zone {0}.': 'Le fuseau {0} n’existe pas.',
  'The clock changes of {0} are known until {1} only.':
    'Les changements d’heure de {0} ne sont connus que jusqu’en {1}.',
  'is missing': 'manque',
  '{0}: is missing': '{0} : manque',
  'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.':
    'Complétez ce qui est indiqué, ou écrivez "basedOn: fr" pour qu’une langue intégrée le dise. "paytally config language" imprime tout ce qu’il y a à dire.',
  'The configuration says {0} for the establishment {1}, the service says {2}.':
    'La configuration dit {0} pour l’établissement {1}, le service dit {2}.',
  'Take the establishment out of "zones" if the service is right; if not, have the zone corrected in the service.':
    'Retirez l’établissement de "zones" si le service a raison ; sinon, faites corriger le fuseau dans le service.',
  "{0} needs the payroll system's codes, and payCodes is empty. The pay codes are: {1}.":
    '{0} a besoin des codes du logiciel de paie, et payCodes est vide. Les codes de paie sont : {1}.',
  "{0} needs the payroll system's codes, and payCodes has none for: {1}.":
    '{0} a besoin des codes du logiciel de paie, et payCodes n’en a pas pour : {1}.',
  'Add payCodes to the configuration: a line for each pay code, with the code of the payroll system.':
    'Ajoutez payCodes à la configuration : une ligne par code de paie, avec le code du logiciel de paie.',
  'Could not read {0} after {1} attempts: {2}.': 'Lecture impossible de {0} après {1} essais : {2}.',
  '{0} of employer {1}': '{0} de l’employeur {1}',
  'The {0} MiB of memory that Node.js may use are full.':
    'Les {0} Mio de mémoire accordés à Node.js sont pleins.',
  'Nothing was written. Allow Node.js more, such as 2 GiB with NODE_OPTIONS=--max-old-space-size=2048, run fewer employers at once (--jobs 1), or name fewer templates in one run.':
    'Rien n’a été écrit. Accordez davantage à Node.js, par exemple 2 Gio avec NODE_OPTIONS=--max-old-space-size=2048, traitez moins d’employeurs à la fois (--jobs 1), ou nommez moins de modèles en un traitement.',
};
