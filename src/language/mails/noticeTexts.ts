import { type BuiltInLanguage, type Language, sectionOf } from '../language.js';

/** Words of the notices to the owner; `{name}` stands for a value. */
export interface NoticeTexts {
  readonly failed: string;
  readonly works: string;
  readonly blocked: string;
  /** Where something else than the data stopped it: the service, the disk, the configuration. */
  readonly notMade: string;
  readonly made: string;
  readonly madeText: string;
  readonly nextTry: string;
  readonly noMoreTries: string;
  /** `{command}` is the check of the run. */
  readonly listIt: string;
  readonly failedText: string;
  readonly worksText: string;
  readonly blockedText: string;
  readonly sendAgain: string;
  readonly perhaps: string;
  readonly found: string;
  readonly problems: string;
  readonly arrived: string;
  /** To whom it concerns, where the data stops a run. */
  readonly toDo: string;
  readonly toDoText: string;
  /** Where people may not be named in a mail. */
  readonly askForList: string;
  readonly footer: string;
}

export const NOTICE_TEXTS: Readonly<Record<BuiltInLanguage, NoticeTexts>> = {
  en: {
    failed: '{employer} {period}: not everything was delivered',
    works: '{employer} {period}: delivered now',
    blocked: '{employer} {period}: the data stops the run',
    notMade: '{employer} {period}: the run could not be made',
    made: '{employer} {period}: the run has been made',
    madeText: 'The run that could not be made has been made now.',
    nextTry: 'It is tried again at {at}.',
    noMoreTries: 'It is not tried again by itself: the deadline is over.',
    listIt: '"{command}" lists every person and day.',
    failedText: 'These deliveries did not succeed. The recipients were told nothing.',
    worksText: 'What had failed before has been delivered.',
    blockedText: 'The run was due and was not made. Nothing was written or sent.',
    sendAgain: 'To try again at once: paytally send {runId}',
    perhaps: 'May have arrived; only after asking the recipient: paytally send {runId} --again {name}',
    found: 'What was found',
    problems: 'Deliveries',
    arrived: 'Delivered',
    toDo: '{employer} {period}: something is to be corrected first',
    toDoText:
      'The sheets of this period cannot be made yet. Please have this corrected in the planning; they then come by themselves.',
    askForList: 'Who and which days it is about is known to those who made this delivery.',
    footer: 'paytally sent this to the owner of the configuration.',
  },
  nl: {
    failed: '{employer} {period}: niet alles werd bezorgd',
    works: '{employer} {period}: nu bezorgd',
    blocked: '{employer} {period}: de gegevens houden de run tegen',
    notMade: '{employer} {period}: de run kon niet worden uitgevoerd',
    made: '{employer} {period}: de run is uitgevoerd',
    madeText: 'De run die niet mogelijk was, is nu uitgevoerd.',
    nextTry: 'Er wordt opnieuw geprobeerd op {at}.',
    noMoreTries: 'Er wordt niet meer vanzelf geprobeerd: de termijn is voorbij.',
    listIt: '"{command}" toont elke persoon en dag.',
    failedText: 'Deze leveringen zijn niet gelukt. De ontvangers hebben niets gekregen.',
    worksText: 'Wat eerder mislukte, is nu bezorgd.',
    blockedText: 'De run was gepland en is niet uitgevoerd. Er werd niets geschreven of verzonden.',
    sendAgain: 'Om het meteen opnieuw te proberen: paytally send {runId}',
    perhaps: 'Misschien aangekomen; alleen na navraag bij de ontvanger: paytally send {runId} --again {name}',
    found: 'Wat werd gevonden',
    problems: 'Leveringen',
    arrived: 'Bezorgd',
    toDo: '{employer} {period}: eerst moet er iets worden verbeterd',
    toDoText:
      'De staten van deze periode kunnen nog niet worden gemaakt. Laat dit in de planning verbeteren; daarna komen ze vanzelf.',
    askForList: 'Om wie en welke dagen het gaat, weten zij die deze levering beheren.',
    footer: 'paytally stuurde dit naar de eigenaar van de configuratie.',
  },
  fr: {
    failed: '{employer} {period} : tout n’a pas été remis',
    works: '{employer} {period} : remis à présent',
    blocked: '{employer} {period} : les données empêchent le traitement',
    notMade: '{employer} {period} : le traitement n’a pas pu avoir lieu',
    made: '{employer} {period} : le traitement a eu lieu',
    madeText: 'Le traitement qui n’avait pas pu se faire a eu lieu.',
    nextTry: 'Il sera retenté le {at}.',
    noMoreTries: 'Il ne sera plus retenté de lui-même : le délai est passé.',
    listIt: '"{command}" montre chaque personne et chaque jour.',
    failedText: 'Ces envois n’ont pas abouti. Les destinataires n’ont rien reçu.',
    worksText: 'Ce qui avait échoué a été remis.',
    blockedText: 'Le traitement était prévu et n’a pas eu lieu. Rien n’a été écrit ni envoyé.',
    sendAgain: 'Pour réessayer tout de suite : paytally send {runId}',
    perhaps:
      'Peut-être arrivé ; seulement après avoir demandé au destinataire : paytally send {runId} --again {name}',
    found: 'Ce qui a été trouvé',
    problems: 'Envois',
    arrived: 'Remis',
    toDo: '{employer} {period} : quelque chose est à corriger d’abord',
    toDoText:
      'Les relevés de cette période ne peuvent pas encore être établis. Merci de faire corriger ceci dans le planning ; ils viendront alors d’eux-mêmes.',
    askForList: 'Les personnes et les jours concernés sont connus de ceux qui gèrent cet envoi.',
    footer: 'paytally a envoyé ceci au responsable de la configuration.',
  },
  de: {
    failed: '{employer} {period}: Nicht alles wurde zugestellt',
    works: '{employer} {period}: jetzt zugestellt',
    blocked: '{employer} {period}: Die Daten verhindern den Lauf',
    notMade: '{employer} {period}: Der Lauf war nicht möglich',
    made: '{employer} {period}: Der Lauf ist erfolgt',
    madeText: 'Der Lauf, der nicht möglich war, ist jetzt erfolgt.',
    nextTry: 'Er wird am {at} noch einmal versucht.',
    noMoreTries: 'Er wird nicht mehr von selbst versucht: Die Frist ist abgelaufen.',
    listIt: '"{command}" zeigt jede Person und jeden Tag.',
    failedText: 'Diese Zustellungen sind nicht gelungen. Die Empfänger haben nichts bekommen.',
    worksText: 'Was vorher scheiterte, ist zugestellt.',
    blockedText: 'Der Lauf war fällig und ist nicht erfolgt. Nichts wurde geschrieben oder gesendet.',
    sendAgain: 'Um es sofort noch einmal zu versuchen: paytally send {runId}',
    perhaps:
      'Vielleicht angekommen; erst nach Rückfrage beim Empfänger: paytally send {runId} --again {name}',
    found: 'Was gefunden wurde',
    problems: 'Zustellungen',
    arrived: 'Zugestellt',
    toDo: '{employer} {period}: Zuerst ist etwas zu berichtigen',
    toDoText:
      'Die Blätter dieses Zeitraums können noch nicht erstellt werden. Bitte lassen Sie dies in der Planung berichtigen; danach kommen sie von selbst.',
    askForList: 'Um wen und welche Tage es geht, wissen die Verantwortlichen dieser Zustellung.',
    footer: 'paytally hat dies dem Verantwortlichen der Konfiguration gesendet.',
  },
};

export function noticeTexts(language: Language): NoticeTexts {
  return sectionOf(language, 'notices', NOTICE_TEXTS);
}
