import type { Language } from '../../language/language.js';

/** Words of the notices to the owner. */
export interface NoticeTexts {
  readonly failed: (employer: string, period: string) => string;
  readonly works: (employer: string, period: string) => string;
  readonly blocked: (employer: string, period: string) => string;
  readonly made: (employer: string, period: string) => string;
  readonly madeText: string;
  readonly nextTry: (at: string) => string;
  readonly noMoreTries: string;
  readonly listIt: string;
  readonly failedText: string;
  readonly worksText: string;
  readonly blockedText: string;
  readonly sendAgain: (runId: string) => string;
  readonly perhaps: (runId: string, name: string) => string;
  readonly found: string;
  readonly problems: string;
  readonly arrived: string;
  readonly footer: string;
}

export const NOTICE_TEXTS: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    failed: (employer, period) => `${employer} ${period}: not everything was delivered`,
    works: (employer, period) => `${employer} ${period}: delivered now`,
    blocked: (employer, period) => `${employer} ${period}: the data stops the run`,
    made: (employer, period) => `${employer} ${period}: the run has been made`,
    madeText: 'The run that could not be made has been made now.',
    nextTry: (at) => `It is tried again at ${at}.`,
    noMoreTries: 'It is not tried again by itself: the deadline is over.',
    listIt: '"paytally check" lists every person and day.',
    failedText: 'These deliveries did not succeed. The recipients were told nothing.',
    worksText: 'What had failed before has been delivered.',
    blockedText: 'The run was due and was not made. Nothing was written or sent.',
    sendAgain: (runId) => `To try again at once: paytally send ${runId}`,
    perhaps: (runId, name) =>
      `May have arrived; only after asking the recipient: paytally send ${runId} --again ${name}`,
    found: 'What was found',
    problems: 'Deliveries',
    arrived: 'Delivered',
    footer: 'paytally sent this to the owner of the configuration.',
  },
  nl: {
    failed: (employer, period) => `${employer} ${period}: niet alles werd bezorgd`,
    works: (employer, period) => `${employer} ${period}: nu bezorgd`,
    blocked: (employer, period) => `${employer} ${period}: de gegevens houden de run tegen`,
    made: (employer, period) => `${employer} ${period}: de run is gemaakt`,
    madeText: 'De run die niet kon worden gemaakt, is nu gemaakt.',
    nextTry: (at) => `Er wordt opnieuw geprobeerd om ${at}.`,
    noMoreTries: 'Er wordt niet meer vanzelf geprobeerd: de termijn is voorbij.',
    listIt: '"paytally check" toont elke persoon en dag.',
    failedText: 'Deze leveringen zijn niet gelukt. De ontvangers hebben niets gekregen.',
    worksText: 'Wat eerder mislukte, is nu bezorgd.',
    blockedText: 'De run was gepland en werd niet gemaakt. Er werd niets geschreven of verzonden.',
    sendAgain: (runId) => `Om het meteen opnieuw te proberen: paytally send ${runId}`,
    perhaps: (runId, name) =>
      `Misschien aangekomen; alleen na navraag bij de ontvanger: paytally send ${runId} --again ${name}`,
    found: 'Wat werd gevonden',
    problems: 'Leveringen',
    arrived: 'Bezorgd',
    footer: 'paytally stuurde dit naar de eigenaar van de configuratie.',
  },
  fr: {
    failed: (employer, period) => `${employer} ${period} : tout n’a pas été remis`,
    works: (employer, period) => `${employer} ${period} : remis à présent`,
    blocked: (employer, period) => `${employer} ${period} : les données empêchent le traitement`,
    made: (employer, period) => `${employer} ${period} : le traitement a eu lieu`,
    madeText: 'Le traitement qui n’avait pas pu se faire a eu lieu.',
    nextTry: (at) => `Il sera retenté à ${at}.`,
    noMoreTries: 'Il ne sera plus retenté de lui-même : le délai est passé.',
    listIt: '"paytally check" montre chaque personne et chaque jour.',
    failedText: 'Ces envois n’ont pas abouti. Les destinataires n’ont rien reçu.',
    worksText: 'Ce qui avait échoué a été remis.',
    blockedText: 'Le traitement était prévu et n’a pas eu lieu. Rien n’a été écrit ni envoyé.',
    sendAgain: (runId) => `Pour réessayer tout de suite : paytally send ${runId}`,
    perhaps: (runId, name) =>
      `Peut-être arrivé ; seulement après avoir demandé au destinataire : paytally send ${runId} --again ${name}`,
    found: 'Ce qui a été trouvé',
    problems: 'Envois',
    arrived: 'Remis',
    footer: 'paytally a envoyé ceci au responsable de la configuration.',
  },
  de: {
    failed: (employer, period) => `${employer} ${period}: nicht alles wurde zugestellt`,
    works: (employer, period) => `${employer} ${period}: jetzt zugestellt`,
    blocked: (employer, period) => `${employer} ${period}: die Daten halten den Lauf auf`,
    made: (employer, period) => `${employer} ${period}: der Lauf ist gemacht`,
    madeText: 'Der Lauf, der nicht gemacht werden konnte, ist jetzt gemacht.',
    nextTry: (at) => `Er wird um ${at} wieder versucht.`,
    noMoreTries: 'Er wird nicht mehr von selbst versucht: Die Frist ist vorbei.',
    listIt: '"paytally check" zeigt jede Person und jeden Tag.',
    failedText: 'Diese Zustellungen sind nicht gelungen. Die Empfänger haben nichts bekommen.',
    worksText: 'Was vorher scheiterte, ist zugestellt.',
    blockedText: 'Der Lauf war fällig und wurde nicht gemacht. Nichts wurde geschrieben oder gesendet.',
    sendAgain: (runId) => `Um es sofort noch einmal zu versuchen: paytally send ${runId}`,
    perhaps: (runId, name) =>
      `Vielleicht angekommen; erst nach Rückfrage beim Empfänger: paytally send ${runId} --again ${name}`,
    found: 'Was gefunden wurde',
    problems: 'Zustellungen',
    arrived: 'Zugestellt',
    footer: 'paytally hat dies dem Verantwortlichen der Konfiguration gesendet.',
  },
};
