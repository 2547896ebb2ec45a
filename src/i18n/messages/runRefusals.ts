import type { Said } from './said.js';

/** What stops a run before it writes. */
export const runRefusals: Said = {
  'The log of runs {0} cannot be written.': {
    nl: 'Het logboek van de runs {0} kan niet worden geschreven.',
    fr: 'Le journal des traitements {0} ne peut être écrit.',
    de: 'Das Protokoll der Läufe {0} kann nicht geschrieben werden.',
  },
  'The files of the run are in place. Correct "logFile" in the configuration, or its rights.': {
    nl: 'De bestanden van de run staan klaar. Verbeter "logFile" in de configuratie, of de rechten ervan.',
    fr: 'Les fichiers du traitement sont en place. Corrigez "logFile" dans la configuration, ou ses droits.',
    de: 'Die Dateien des Laufs sind an ihrem Platz. "logFile" in der Konfiguration oder dessen Rechte berichtigen.',
  },
  'The data stops this {0} run. Nothing was written.': {
    nl: 'De gegevens houden deze run tegen ({0}). Er is niets geschreven.',
    fr: 'Les données bloquent ce traitement {0}. Rien n’a été écrit.',
    de: 'Die Daten verhindern diesen Lauf ({0}). Nichts wurde geschrieben.',
  },
  'The data stops this {0} run: {1}.': {
    nl: 'De gegevens houden deze run tegen ({0}): {1}.',
    fr: 'Les données bloquent ce traitement {0} : {1}.',
    de: 'Die Daten verhindern diesen Lauf ({0}): {1}.',
  },
  'Values that the templates do not take:': {
    nl: 'Waarden die de sjablonen niet aanvaarden:',
    fr: 'Valeurs que les modèles n’acceptent pas :',
    de: 'Werte, die die Vorlagen nicht annehmen:',
  },
  'Correct what is named ("paytally check" with the same options lists all of it)': {
    nl: 'Verbeter wat genoemd is ("paytally check" met dezelfde opties toont alles)',
    fr: 'Corrigez ce qui est indiqué ("paytally check" avec les mêmes options montre tout)',
    de: 'Das Genannte berichtigen ("paytally check" mit denselben Optionen listet alles auf)',
  },
  'Correct what is named ("paytally check" with the same options lists all of it).': {
    nl: 'Verbeter wat genoemd is ("paytally check" met dezelfde opties toont alles).',
    fr: 'Corrigez ce qui est indiqué ("paytally check" avec les mêmes options montre tout).',
    de: 'Das Genannte berichtigen ("paytally check" mit denselben Optionen listet alles auf).',
  },
  'Correct what is listed.': {
    nl: 'Verbeter wat in de lijst staat.',
    fr: 'Corrigez ce qui est dans la liste.',
    de: 'Das Aufgeführte berichtigen.',
  },
  'Correct what is listed': {
    nl: 'Verbeter wat in de lijst staat',
    fr: 'Corrigez ce qui est dans la liste',
    de: 'Das Aufgeführte berichtigen',
  },
  '{0}, or accept it: {1}': {
    nl: '{0}, of aanvaard het: {1}',
    fr: '{0}, ou acceptez-le : {1}',
    de: '{0} oder akzeptieren: {1}',
  },
  'The template {0} takes more than {1} s of processor time; nothing was written.': {
    nl: 'Het sjabloon {0} vraagt meer dan {1} s rekentijd; er is niets geschreven.',
    fr: 'Le modèle {0} demande plus de {1} s de calcul ; rien n’a été écrit.',
    de: 'Die Vorlage {0} braucht mehr als {1} s Rechenzeit; nichts wurde geschrieben.',
  },
  'payRules.counts gives numbers such as {0}, and the template {1} has hours only.': {
    nl: 'payRules.counts geeft aantallen zoals {0}, en het sjabloon {1} heeft alleen uren.',
    fr: 'payRules.counts donne des nombres comme {0}, et le modèle {1} n’a que des heures.',
    de: 'payRules.counts ergibt Anzahlen wie {0}, und die Vorlage {1} hat nur Stunden.',
  },
  'Use a template of your own that has the field "quantity" (paytally templates new), or remove the counts.':
    {
      nl: 'Gebruik een eigen sjabloon met het veld "quantity" (paytally templates new), of haal de aantallen weg.',
      fr: 'Utilisez un modèle à vous qui a le champ "quantity" (paytally templates new), ou retirez les nombres.',
      de: 'Eine eigene Vorlage mit dem Feld "quantity" verwenden (paytally templates new) oder die Anzahlen entfernen.',
    },
};
