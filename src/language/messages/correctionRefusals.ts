import type { Said } from './said.js';

/** What keeps a correction from being made. */
export const correctionRefusals: Said = {
  '--settle {0}: there is no such line now.': {
    nl: '--settle {0}: deze regel bestaat nu niet.',
    fr: '--settle {0} : cette ligne n’existe pas à présent.',
    de: '--settle {0}: Diese Zeile gibt es jetzt nicht.',
  },
  'Settling a line records it, and so needs --final.': {
    nl: 'Een regel afhandelen legt die vast, en vraagt daarom --final.',
    fr: 'Clore une ligne l’enregistre, et demande donc --final.',
    de: 'Eine Zeile zu erledigen hält sie fest und braucht daher --final.',
  },
  '--settle {0}: a settlement names a line and says why.': {
    nl: '--settle {0}: een afhandeling noemt een regel en zegt waarom.',
    fr: '--settle {0} : une clôture nomme une ligne et dit pourquoi.',
    de: '--settle {0}: Eine Erledigung nennt eine Zeile und den Grund.',
  },
  'Add --final, or leave out --settle.': {
    nl: 'Voeg --final toe, of laat --settle weg.',
    fr: 'Ajoutez --final, ou enlevez --settle.',
    de: '--final ergänzen oder --settle weglassen.',
  },
  'Write --settle "LINE=the reason", with a line of "paytally corrections".': {
    nl: 'Schrijf --settle "REGEL=de reden", met een regel uit "paytally corrections".',
    fr: 'Écrivez --settle "LIGNE=le motif", avec une ligne de "paytally corrections".',
    de: 'Schreiben: --settle "ZEILE=der Grund", mit einer Zeile aus "paytally corrections".',
  },
  'The ledger has no run "{0}".': {
    nl: 'Het register heeft geen run "{0}".',
    fr: 'Le registre n’a pas de traitement "{0}".',
    de: 'Das Journal hat keinen Lauf "{0}".',
  },
  'Run "paytally corrections" with the same period for the lines and their ids as they are now.': {
    nl: 'Voer "paytally corrections" uit met dezelfde periode voor de regels en hun id’s van nu.',
    fr: 'Lancez "paytally corrections" avec la même période pour les lignes et leurs identifiants actuels.',
    de: '"paytally corrections" mit demselben Zeitraum ausführen: Es zeigt die Zeilen und ihre Kennungen von jetzt.',
  },
  '{0} takes no corrections in a file, and {1} lines have changed.': {
    nl: '{0} aanvaardt geen correcties in een bestand, en {1} regels zijn gewijzigd.',
    fr: '{0} n’accepte pas de corrections par fichier, et {1} lignes ont changé.',
    de: '{0} nimmt keine Korrekturen per Datei an, und {1} Zeilen haben sich geändert.',
  },
  '{0} restates a period for everybody, and people were purged from run {1}.': {
    nl: '{0} levert een periode voor iedereen opnieuw, en uit run {1} zijn personen gewist.',
    fr: '{0} redonne une période pour tous, et des personnes ont été effacées du traitement {1}.',
    de: '{0} liefert einen Zeitraum für alle neu, und aus Lauf {1} wurden Personen gelöscht.',
  },
  'ESTABLISHMENT_GONE, {0}: the service no longer lists a place, and with it these hours vanished: {1}. Nothing was written.':
    {
      nl: 'ESTABLISHMENT_GONE, {0}: een vestiging staat niet meer in de lijst, en daarmee verdwenen deze uren: {1}. Er is niets geschreven.',
      fr: 'ESTABLISHMENT_GONE, {0} : un établissement n’est plus dans la liste, et avec lui ces heures ont disparu : {1}. Rien n’a été écrit.',
      de: 'ESTABLISHMENT_GONE, {0}: Ein Betrieb steht nicht mehr in der Liste, und mit ihm verschwanden diese Stunden: {1}. Nichts wurde geschrieben.',
    },
  'Enter the lines by hand, then record them with --settle LINE=REASON.': {
    nl: 'Voer de regels met de hand in en leg ze vast met --settle REGEL=REDEN.',
    fr: 'Saisissez les lignes à la main, puis enregistrez-les avec --settle LIGNE=MOTIF.',
    de: 'Die Zeilen von Hand eingeben und mit --settle ZEILE=GRUND festhalten.',
  },
  'Take the hours back with --accept ESTABLISHMENT_GONE=REASON, or leave them paid with --settle LINE=REASON.':
    {
      nl: 'Neem de uren terug met --accept ESTABLISHMENT_GONE=REDEN, of laat ze betaald met --settle REGEL=REDEN.',
      fr: 'Reprenez les heures avec --accept ESTABLISHMENT_GONE=MOTIF, ou laissez-les payées avec --settle LIGNE=MOTIF.',
      de: 'Die Stunden mit --accept ESTABLISHMENT_GONE=GRUND zurücknehmen oder mit --settle ZEILE=GRUND bezahlt lassen.',
    },
};
