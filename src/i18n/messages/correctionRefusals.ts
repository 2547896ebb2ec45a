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
  'The ledger has no run "{0}".': {
    nl: 'Het register heeft geen run "{0}".',
    fr: 'Le registre n’a pas de traitement "{0}".',
    de: 'Das Journal hat keinen Lauf "{0}".',
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
  'Write --settle "LINE=the reason", with a line of "paytally corrections", or the name of a template, or EMPLOYEE:PAYCODE, in place of LINE.':
    {
      nl: 'Schrijf --settle "REGEL=de reden", met een regel uit "paytally corrections", of in plaats van REGEL de naam van een sjabloon of WERKNEMER:LOONCODE.',
      fr: 'Écrivez --settle "LIGNE=le motif", avec une ligne de "paytally corrections", ou à la place de LIGNE le nom d’un modèle ou SALARIÉ:CODE.',
      de: '--settle "ZEILE=der Grund" mit einer Zeile von "paytally corrections" schreiben, oder statt ZEILE den Namen einer Vorlage oder MITARBEITER:LOHNART.',
    },
  'Run "paytally corrections" with the same period for the lines as they are now. Name a line by its id, all lines of a template by its name, or those of a person and pay code as EMPLOYEE:PAYCODE.':
    {
      nl: 'Voer "paytally corrections" uit met dezelfde periode voor de regels zoals ze nu zijn. Noem een regel met zijn id, alle regels van een sjabloon met de naam ervan, of die van een persoon en looncode als WERKNEMER:LOONCODE.',
      fr: 'Lancez "paytally corrections" avec la même période pour les lignes actuelles. Nommez une ligne par son identifiant, toutes celles d’un modèle par son nom, ou celles d’une personne et d’un code de paie par SALARIÉ:CODE.',
      de: '"paytally corrections" mit demselben Zeitraum nennt die Zeilen, wie sie jetzt sind. Eine Zeile mit ihrer Kennung nennen, alle einer Vorlage mit deren Namen, die einer Person und Lohnart als MITARBEITER:LOHNART.',
    },
  '--sheet {0}: the sheet is a workbook.': {
    nl: '--sheet {0}: het blad is een werkmap.',
    fr: '--sheet {0} : la feuille est un classeur.',
    de: '--sheet {0}: Das Blatt ist eine Arbeitsmappe.',
  },
  '--sheet is for one employer, and there are {0}.': {
    nl: '--sheet is voor één werkgever, en er zijn er {0}.',
    fr: '--sheet vaut pour un seul employeur, et il y en a {0}.',
    de: '--sheet ist für einen Arbeitgeber, und es sind {0}.',
  },
  'Write a name that ends in .xlsx.': {
    nl: 'Schrijf een naam die op .xlsx eindigt.',
    fr: 'Écrivez un nom qui finit par .xlsx.',
    de: 'Einen Namen schreiben, der auf .xlsx endet.',
  },
  'Add --employer KEY.': {
    nl: 'Voeg --employer SLEUTEL toe.',
    fr: 'Ajoutez --employer CLÉ.',
    de: '--employer SCHLÜSSEL angeben.',
  },
};
