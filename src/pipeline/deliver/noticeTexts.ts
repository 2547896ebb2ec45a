import type { Language } from '../../language/language.js';

/** Words of the notices to the owner. */
export interface NoticeTexts {
  readonly failed: (employer: string, period: string) => string;
  readonly works: (employer: string, period: string) => string;
  readonly blocked: (employer: string, period: string) => string;
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
    failedText: 'These deliveries did not succeed. The recipients were told nothing.',
    worksText: 'What had failed before has been delivered.',
    blockedText:
      'The run was due and was not made. It is tried again as configured; nothing was written or sent.',
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
    failedText: 'Deze leveringen zijn niet gelukt. De ontvangers hebben niets gekregen.',
    worksText: 'Wat eerder mislukte, is nu bezorgd.',
    blockedText:
      'De run was gepland en werd niet gemaakt. Er wordt opnieuw geprobeerd zoals ingesteld; niets werd geschreven of verzonden.',
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
    failedText: 'Ces envois n’ont pas abouti. Les destinataires n’ont rien reçu.',
    worksText: 'Ce qui avait échoué a été remis.',
    blockedText:
      'Le traitement était prévu et n’a pas eu lieu. Il sera retenté comme configuré ; rien n’a été écrit ni envoyé.',
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
    failedText: 'Diese Zustellungen sind nicht gelungen. Die Empfänger haben nichts bekommen.',
    worksText: 'Was vorher scheiterte, ist zugestellt.',
    blockedText:
      'Der Lauf war fällig und wurde nicht gemacht. Er wird wie eingestellt wiederholt; nichts wurde geschrieben oder gesendet.',
    sendAgain: (runId) => `Um es sofort noch einmal zu versuchen: paytally send ${runId}`,
    perhaps: (runId, name) =>
      `Vielleicht angekommen; erst nach Rückfrage beim Empfänger: paytally send ${runId} --again ${name}`,
    found: 'Was gefunden wurde',
    problems: 'Zustellungen',
    arrived: 'Zugestellt',
    footer: 'paytally hat dies dem Verantwortlichen der Konfiguration gesendet.',
  },
};
