import type { Said } from './said.js';

/** What `rules check` shows: pieces of work, and rules that never take a minute. */
export const rulesChecked: Said = {
  '{0}: what the pay rules would pay from {1} on, in {2}, for work without breaks': {
    nl: '{0}: wat de loonregels zouden betalen vanaf {1}, in {2}, voor werk zonder pauzes',
    fr: '{0} : ce que paieraient les règles de paie à partir du {1}, à {2}, pour un travail sans pauses',
    de: '{0}: was die Lohnregeln ab {1} zahlen würden, in {2}, für Arbeit ohne Pausen',
  },
  'Every rule takes minutes.': {
    nl: 'Elke regel neemt minuten.',
    fr: 'Chaque règle prend des minutes.',
    de: 'Jede Regel nimmt Minuten.',
  },
  'Tuesday 08:00 to 16:00': {
    nl: 'dinsdag 08:00 tot 16:00',
    fr: 'mardi 08:00 à 16:00',
    de: 'Dienstag 08:00 bis 16:00',
  },
  'Tuesday 08:00 to 18:00, a tenth hour': {
    nl: 'dinsdag 08:00 tot 18:00, met een tiende gewerkt uur',
    fr: 'mardi 08:00 à 18:00, une dixième heure',
    de: 'Dienstag 08:00 bis 18:00, eine zehnte Stunde',
  },
  'Tuesday 08:00 to 22:00': {
    nl: 'dinsdag 08:00 tot 22:00',
    fr: 'mardi 08:00 à 22:00',
    de: 'Dienstag 08:00 bis 22:00',
  },
  'Tuesday 10:00 to 10:05': {
    nl: 'dinsdag 10:00 tot 10:05',
    fr: 'mardi 10:00 à 10:05',
    de: 'Dienstag 10:00 bis 10:05',
  },
  'Tuesday 22:00 to 06:00': {
    nl: 'dinsdag 22:00 tot 06:00',
    fr: 'mardi 22:00 à 06:00',
    de: 'Dienstag 22:00 bis 06:00',
  },
  'Wednesday 00:30 to 06:00': {
    nl: 'woensdag 00:30 tot 06:00',
    fr: 'mercredi 00:30 à 06:00',
    de: 'Mittwoch 00:30 bis 06:00',
  },
  'Saturday 08:00 to 16:00': {
    nl: 'zaterdag 08:00 tot 16:00',
    fr: 'samedi 08:00 à 16:00',
    de: 'Samstag 08:00 bis 16:00',
  },
  'Saturday 22:00 to Sunday 06:00': {
    nl: 'zaterdag 22:00 tot zondag 06:00',
    fr: 'samedi 22:00 à dimanche 06:00',
    de: 'Samstag 22:00 bis Sonntag 06:00',
  },
  'Sunday 08:00 to 16:00': {
    nl: 'zondag 08:00 tot 16:00',
    fr: 'dimanche 08:00 à 16:00',
    de: 'Sonntag 08:00 bis 16:00',
  },
  'Sunday 22:00 to Monday 06:00': {
    nl: 'zondag 22:00 tot maandag 06:00',
    fr: 'dimanche 22:00 à lundi 06:00',
    de: 'Sonntag 22:00 bis Montag 06:00',
  },
  'the eve of a holiday, 22:00 to 06:00': {
    nl: 'de avond voor een feestdag, 22:00 tot 06:00',
    fr: 'la veille d’un jour férié, 22:00 à 06:00',
    de: 'am Vorabend eines Feiertags, 22:00 bis 06:00',
  },
  'a holiday (Wednesday) 08:00 to 16:00': {
    nl: 'een feestdag (woensdag) 08:00 tot 16:00',
    fr: 'un jour férié (mercredi) 08:00 à 16:00',
    de: 'ein Feiertag (Mittwoch) 08:00 bis 16:00',
  },
  'a holiday (Wednesday) 22:00 to 06:00': {
    nl: 'een feestdag (woensdag) 22:00 tot 06:00',
    fr: 'un jour férié (mercredi) 22:00 à 06:00',
    de: 'ein Feiertag (Mittwoch) 22:00 bis 06:00',
  },
  'a holiday on a Sunday 08:00 to 16:00': {
    nl: 'een feestdag op zondag 08:00 tot 16:00',
    fr: 'un jour férié un dimanche 08:00 à 16:00',
    de: 'ein Feiertag am Sonntag 08:00 bis 16:00',
  },
  'Monday to Friday 9 hours each, 45 hours': {
    nl: 'maandag tot en met vrijdag telkens 9 uur, 45 uur',
    fr: 'lundi à vendredi 9 heures par jour, 45 heures',
    de: 'Montag bis Freitag je 9 Stunden, 45 Stunden',
  },
  'Monday to Sunday 8 hours each, 56 hours': {
    nl: 'maandag tot en met zondag telkens 8 uur, 56 uur',
    fr: 'lundi à dimanche 8 heures par jour, 56 heures',
    de: 'Montag bis Sonntag je 8 Stunden, 56 Stunden',
  },
  '{0} to {1}, Monday to Friday 9 hours each, {2} hours': {
    nl: '{0} tot en met {1}, maandag tot en met vrijdag telkens 9 uur, {2} uur',
    fr: 'du {0} au {1}, lundi à vendredi 9 heures par jour, {2} heures',
    de: '{0} bis {1}, Montag bis Freitag je 9 Stunden, {2} Stunden',
  },
  '1 May 08:00 to 16:00': {
    nl: '1 mei 08:00 tot 16:00',
    fr: '1er mai 08:00 à 16:00',
    de: '1. Mai 08:00 bis 16:00',
  },
  '24 December 12:00 to 20:00': {
    nl: '24 december 12:00 tot 20:00',
    fr: '24 décembre 12:00 à 20:00',
    de: '24. Dezember 12:00 bis 20:00',
  },
  '25 December 08:00 to 16:00': {
    nl: '25 december 08:00 tot 16:00',
    fr: '25 décembre 08:00 à 16:00',
    de: '25. Dezember 08:00 bis 16:00',
  },
  '31 December 22:00 to 06:00': {
    nl: '31 december 22:00 tot 06:00',
    fr: '31 décembre 22:00 à 06:00',
    de: '31. Dezember 22:00 bis 06:00',
  },
  '{0} 22:00 to 06:00, the clocks go forward': {
    nl: '{0} 22:00 tot 06:00, de klok gaat vooruit',
    fr: '{0} 22:00 à 06:00, passage à l’heure d’été',
    de: '{0} 22:00 bis 06:00, die Uhr wird vorgestellt',
  },
  '{0} 22:00 to 06:00, the clocks go back': {
    nl: '{0} 22:00 tot 06:00, de klok gaat terug',
    fr: '{0} 22:00 à 06:00, passage à l’heure d’hiver',
    de: '{0} 22:00 bis 06:00, die Uhr wird zurückgestellt',
  },
  'The pay code {0} has no external code under payCodes.': {
    nl: 'De looncode {0} heeft geen externe code onder payCodes.',
    fr: 'Le code de paie {0} n’a pas de code externe sous payCodes.',
    de: 'Die Lohnart {0} hat unter payCodes keine externe.',
  },
  '{0} is for nobody: no row of the mapping file has what it asks of {1}.': {
    nl: '{0} is voor niemand: geen rij van het koppelbestand heeft wat de regel vraagt van {1}.',
    fr: '{0} n’est pour personne : aucune ligne du fichier de correspondance n’a ce que la règle demande à {1}.',
    de: '{0} gilt für niemanden: Keine Zeile der Zuordnungsdatei hat, was die Regel von {1} verlangt.',
  },
  'These rules name records. A run reports RULE_UNUSED if no work has them': {
    nl: 'Deze regels noemen gegevens. Een run meldt RULE_UNUSED als geen werk ze heeft',
    fr: 'Ces règles nomment des données. Un traitement signale RULE_UNUSED si aucun travail ne les a',
    de: 'Diese Regeln nennen Datensätze. Ein Lauf meldet RULE_UNUSED, wenn keine Arbeit sie hat',
  },
  '{0} looks at {1}, which no rule gives.': {
    nl: '{0} kijkt naar {1}, dat geen regel geeft.',
    fr: '{0} considère {1}, qu’aucune règle ne donne.',
    de: '{0} betrachtet {1}, was keine Regel vergibt.',
  },
  '{0} is never paid: the {1} before it concerns everybody, always.': {
    nl: '{0} wordt nooit betaald: {1} ervoor geldt altijd voor iedereen.',
    fr: '{0} n’est jamais payé : {1}, qui précède, concerne toujours tout le monde.',
    de: '{0} wird nie bezahlt: {1} davor betrifft immer alle.',
  },
  '{0} is never paid: rounding alone pays as much.': {
    nl: '{0} wordt nooit betaald: de afronding alleen betaalt al zoveel.',
    fr: '{0} n’est jamais payé : l’arrondi seul en paie autant.',
    de: '{0} wird nie bezahlt: Schon die Rundung zahlt so viel.',
  },
  '{0} wants {1} minutes after rounding, and {2} minutes are rounded to {3}.': {
    nl: '{0} wil {1} minuten na afronding, en {2} minuten worden afgerond op {3}.',
    fr: '{0} veut {1} minutes après arrondi, et {2} minutes sont arrondies à {3}.',
    de: '{0} verlangt {1} Minuten nach der Rundung, und {2} Minuten werden auf {3} gerundet.',
  },
  '{0} is never counted: nothing that is worked has it.': {
    nl: '{0} wordt nooit geteld: geen werk heeft het.',
    fr: '{0} n’est jamais compté : aucun travail ne l’a.',
    de: '{0} wird nie gezählt: Keine Arbeit hat es.',
  },
  '{0} holds {1}, not in the two weeks from {2}.': {
    nl: '{0} geldt {1}, niet in de twee weken vanaf {2}.',
    fr: '{0} vaut {1}, pas dans les deux semaines à partir du {2}.',
    de: '{0} gilt {1}, nicht in den zwei Wochen ab {2}.',
  },
  'from {0}': { nl: 'vanaf {0}', fr: 'à partir du {0}', de: 'ab {0}' },
  'until {0}': { nl: 'tot en met {0}', fr: 'jusqu’au {0}', de: 'bis {0}' },
  'from {0} until {1}': { nl: 'van {0} tot en met {1}', fr: 'du {0} au {1}', de: 'von {0} bis {1}' },
  '{0} never takes a minute: {1} takes them first.': {
    nl: '{0} neemt nooit een minuut: {1} neemt ze eerst.',
    fr: '{0} ne prend jamais de minute : {1} les prend d’abord.',
    de: '{0} nimmt nie eine Minute: {1} nimmt sie vorher.',
  },
  '{0} never takes a minute: {1} take them first.': {
    nl: '{0} neemt nooit een minuut: {1} nemen ze eerst.',
    fr: '{0} ne prend jamais de minute : {1} les prennent d’abord.',
    de: '{0} nimmt nie eine Minute: {1} nehmen sie vorher.',
  },
  'the rules before it': { nl: 'de regels ervoor', fr: 'les règles précédentes', de: 'die Regeln davor' },
  '{0} wants {1} minutes in its window, and no entry of up to 24 hours has them.': {
    nl: '{0} wil {1} minuten in zijn venster, en geen registratie tot 24 uur heeft die.',
    fr: '{0} veut {1} minutes dans sa plage, et aucun pointage de 24 heures au plus ne les a.',
    de: '{0} verlangt {1} Minuten in seinem Fenster, und keine Buchung bis 24 Stunden hat sie.',
  },
  '{0} never takes a minute: its conditions cannot all hold at once.': {
    nl: '{0} neemt nooit een minuut: de voorwaarden kunnen niet alle tegelijk gelden.',
    fr: '{0} ne prend jamais de minute : ses conditions ne peuvent être toutes vraies.',
    de: '{0} nimmt nie eine Minute: Die Bedingungen können nicht alle zugleich gelten.',
  },
  'See what the rules would pay with "paytally rules check", and correct or remove the rule.': {
    nl: 'Kijk met "paytally rules check" wat de regels zouden betalen, en verbeter of schrap de regel.',
    fr: 'Voyez avec "paytally rules check" ce que paieraient les règles, puis corrigez ou retirez la règle.',
    de: 'Mit "paytally rules check" ansehen, was die Regeln zahlen würden, und die Regel berichtigen oder entfernen.',
  },
  everybody: { nl: 'iedereen', fr: 'tout le monde', de: 'alle' },
};
