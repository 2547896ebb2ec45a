import type { Said } from './said.js';

/** What the ledger does not do: finals, history, archives, purges. */
export const ledgerRefusals: Said = {
  'A final run always reads twice.': {
    nl: 'Een definitieve run leest altijd twee keer.',
    fr: 'Un traitement définitif lit toujours deux fois.',
    de: 'Ein endgültiger Lauf liest immer zweimal.',
  },
  'Only a final run takes another one back.': {
    nl: 'Alleen een definitieve run neemt een andere terug.',
    fr: 'Seul un traitement définitif en annule un autre.',
    de: 'Nur ein endgültiger Lauf nimmt einen anderen zurück.',
  },
  'Add --final, or leave out --supersede.': {
    nl: 'Voeg --final toe, of laat --supersede weg.',
    fr: 'Ajoutez --final, ou retirez --supersede.',
    de: '--final ergänzen oder --supersede weglassen.',
  },
  '{0} of {1} to {2} is final already: run {3}. A day is paid once.': {
    nl: '{0} van {1} tot en met {2} is al definitief: run {3}. Een dag wordt één keer betaald.',
    fr: '{0} du {1} au {2} est déjà définitif : traitement {3}. Un jour se paie une fois.',
    de: '{0} von {1} bis {2} ist schon endgültig: Lauf {3}. Ein Tag wird einmal bezahlt.',
  },
  'What changed since is exported by "paytally corrections {0}"; a final that nobody has been sent can be taken back with --supersede REASON.':
    {
      nl: 'Wat sindsdien veranderde, exporteert "paytally corrections {0}"; een definitieve run die niemand kreeg, is terug te nemen met --supersede REDEN.',
      fr: 'Ce qui a changé depuis s’exporte avec "paytally corrections {0}" ; un traitement définitif que personne n’a reçu peut être annulé avec --supersede MOTIF.',
      de: 'Was sich seither geändert hat, exportiert "paytally corrections {0}"; ein endgültiger Lauf, den niemand bekam, lässt sich mit --supersede GRUND zurücknehmen.',
    },
  'The final run {0} cannot be taken back: {1}.': {
    nl: 'De definitieve run {0} kan niet worden teruggenomen: {1}.',
    fr: 'Le traitement définitif {0} ne peut être annulé : {1}.',
    de: 'Der endgültige Lauf {0} lässt sich nicht zurücknehmen: {1}.',
  },
  'The store has no run "{0}".{1}': {
    nl: 'De opslag heeft geen run "{0}".{1}',
    fr: 'La base n’a pas de traitement "{0}".{1}',
    de: 'Der Speicher hat keinen Lauf "{0}".{1}',
  },
  'Nothing is final of {0} to {1}.': {
    nl: 'Van {0} tot en met {1} is niets definitief.',
    fr: 'Rien n’est définitif du {0} au {1}.',
    de: 'Von {0} bis {1} ist nichts endgültig.',
  },
  'Nothing to verify: no run counts yet.': {
    nl: 'Niets te controleren: er telt nog geen run.',
    fr: 'Rien à vérifier : aucun traitement ne compte encore.',
    de: 'Nichts zu prüfen: Noch zählt kein Lauf.',
  },
  'No runs yet.': {
    nl: 'Nog geen runs.',
    fr: 'Pas encore de traitement.',
    de: 'Noch keine Läufe.',
  },
  'There was nothing to purge.': {
    nl: 'Er was niets te wissen.',
    fr: 'Il n’y avait rien à effacer.',
    de: 'Es war nichts zu löschen.',
  },
  'Nothing says of which days the archive is.': {
    nl: 'Niets zegt van welke dagen het archief is.',
    fr: 'Rien ne dit de quels jours est l’archive.',
    de: 'Nichts sagt, von welchen Tagen das Archiv ist.',
  },
  'Nothing is final of {0}.': {
    nl: 'Van {0} is niets definitief.',
    fr: 'Rien n’est définitif pour {0}.',
    de: 'Von {0} ist nichts endgültig.',
  },
  'Write "paytally history pack PERIOD".': {
    nl: 'Schrijf "paytally history pack PERIODE".',
    fr: 'Écrivez "paytally history pack PÉRIODE".',
    de: 'Schreiben: "paytally history pack ZEITRAUM".',
  },
  'Nothing says whose records of {0} go, or how old they are.': {
    nl: 'Niets zegt van wie de gegevens van {0} weg moeten, of hoe oud ze zijn.',
    fr: 'Rien ne dit de qui les données de {0} doivent partir, ni quel est leur âge.',
    de: 'Nichts sagt, wessen Daten von {0} gelöscht werden oder wie alt sie sind.',
  },
  'Add --before DATE or --person WHO, or set "retention" in the configuration.': {
    nl: 'Voeg --before DATUM of --person WIE toe, of zet "retention" in de configuratie.',
    fr: 'Ajoutez --before DATE ou --person QUI, ou définissez "retention" dans la configuration.',
    de: '--before DATUM oder --person WER ergänzen oder "retention" in der Konfiguration setzen.',
  },
  'The store does not know the newest run of {0}, whose digest stands in {1}: it was copied back from before, or is another one.':
    {
      nl: 'De opslag kent de nieuwste run van {0} niet, waarvan het controlegetal in {1} staat: hij is van vroeger teruggezet, of het is een andere.',
      fr: 'La base ne connaît pas le traitement le plus récent de {0}, dont l’empreinte est dans {1} : elle a été restaurée d’une date antérieure, ou c’en est une autre.',
      de: 'Der Speicher kennt den neuesten Lauf von {0} nicht, dessen Prüfwert in {1} steht: Er wurde von früher zurückgespielt oder es ist ein anderer.',
    },
  'What run {0} exported was purged.': {
    nl: 'Wat run {0} exporteerde is gewist.',
    fr: 'Ce que le traitement {0} a exporté a été effacé.',
    de: 'Was Lauf {0} exportiert hat, wurde gelöscht.',
  },
  'No final of these days has the template {0}.': {
    nl: 'Geen definitieve run van deze dagen heeft het sjabloon {0}.',
    fr: 'Aucun traitement définitif de ces jours n’a le modèle {0}.',
    de: 'Kein endgültiger Lauf dieser Tage hat die Vorlage {0}.',
  },
  '{0} was written, but could not be signed: {1}': {
    nl: '{0} is geschreven, maar kon niet ondertekend worden: {1}',
    fr: '{0} a été écrit, mais n’a pu être signé : {1}',
    de: '{0} wurde geschrieben, ließ sich aber nicht signieren: {1}',
  },
  'Look whether "ssh-keygen -Y sign -f {0} -n {1} FILE" works, and run the command again.': {
    nl: 'Kijk of "ssh-keygen -Y sign -f {0} -n {1} BESTAND" werkt en voer de opdracht opnieuw uit.',
    fr: 'Regardez si "ssh-keygen -Y sign -f {0} -n {1} FICHIER" fonctionne, et relancez la commande.',
    de: 'Prüfen, ob "ssh-keygen -Y sign -f {0} -n {1} DATEI" gelingt, und den Befehl noch einmal ausführen.',
  },
  'What run {0} was computed from was purged.': {
    nl: 'Waaruit run {0} berekend werd is gewist.',
    fr: 'Ce dont le traitement {0} a été calculé a été effacé.',
    de: 'Woraus Lauf {0} berechnet wurde, ist gelöscht.',
  },
  'The records of the draft {0} are gone: only the newest two are kept.': {
    nl: 'De gegevens van het concept {0} zijn weg: alleen de nieuwste twee blijven bewaard.',
    fr: 'Les données du provisoire {0} ne sont plus là : seuls les deux plus récents sont conservés.',
    de: 'Die Daten des Entwurfs {0} sind weg: Nur die neuesten zwei bleiben.',
  },
  'Export the period again for a new draft.': {
    nl: 'Exporteer de periode opnieuw voor een nieuw concept.',
    fr: 'Exportez de nouveau la période pour un nouveau provisoire.',
    de: 'Den Zeitraum für einen neuen Entwurf noch einmal exportieren.',
  },
  '{0} keeps records from {1} on (retention: {2}; {3}), and run {4} has days up to {5}.': {
    nl: '{0} bewaart gegevens vanaf {1} (retention: {2}; {3}), en run {4} heeft dagen tot {5}.',
    fr: '{0} conserve les données à partir du {1} (retention : {2} ; {3}), et le traitement {4} a des jours jusqu’au {5}.',
    de: '{0} bewahrt Daten ab {1} auf (retention: {2}; {3}), und Lauf {4} hat Tage bis {5}.',
  },
};
