import { type BuiltInLanguage, type Language, sectionOf } from '../language.js';

/** Liquid texts of a mail to a recipient, and the words around them. */
export interface MailTexts {
  readonly subject: string;
  readonly text: string;
  /** The same of a correction: whoever takes it for the period once more pays it twice. */
  readonly correctionSubject: string;
  readonly correctionText: string;
  readonly draft: string;
  readonly attached: string;
  /** Files that are not attached, and where they are. */
  readonly elsewhere: string;
  /** Of the run's link in the ledger. */
  readonly digest: string;
  readonly footer: string;
}

/** What a mail says where the configuration has no words of its own. */
export const MAIL_TEXTS: Readonly<Record<BuiltInLanguage, MailTexts>> = {
  en: {
    subject: '{{ employer }}: hours {{ period }}',
    text: 'The working hours of {{ employer }} from {{ from }} to {{ to }} are ready.',
    correctionSubject: '{{ employer }}: corrections {{ period }}',
    correctionText:
      'Working hours of {{ employer }} from {{ from }} to {{ to }} have changed since they were exported. What is to be corrected stands in the file.',
    draft: 'This is a draft: the figures can still change.',
    attached: 'Attached',
    elsewhere: 'Not attached; the file is here',
    digest: 'Digest in the ledger',
    footer: 'This message was sent automatically.',
  },
  nl: {
    subject: '{{ employer }}: uren {{ period }}',
    text: 'De gewerkte uren van {{ employer }} van {{ from }} tot en met {{ to }} staan klaar.',
    correctionSubject: '{{ employer }}: correcties {{ period }}',
    correctionText:
      'Gewerkte uren van {{ employer }} van {{ from }} tot en met {{ to }} zijn gewijzigd sinds ze werden geëxporteerd. Wat te corrigeren is, staat in het bestand.',
    draft: 'Dit is een concept: de cijfers kunnen nog veranderen.',
    attached: 'Bijgevoegd',
    elsewhere: 'Niet bijgevoegd; het bestand staat hier',
    digest: 'Controlegetal in het register',
    footer: 'Dit bericht is automatisch verzonden.',
  },
  fr: {
    subject: '{{ employer }} : heures {{ period }}',
    text: 'Les heures de travail de {{ employer }} du {{ from }} au {{ to }} sont prêtes.',
    correctionSubject: '{{ employer }} : corrections {{ period }}',
    correctionText:
      'Des heures de travail de {{ employer }} du {{ from }} au {{ to }} ont changé depuis leur exportation. Le fichier contient ce qui est à corriger.',
    draft: 'Ces chiffres sont provisoires : ils peuvent encore changer.',
    attached: 'Pièces jointes',
    elsewhere: 'Non joint ; le fichier se trouve ici',
    digest: 'Empreinte dans le registre',
    footer: 'Ce message a été envoyé automatiquement.',
  },
  de: {
    subject: '{{ employer }}: Stunden {{ period }}',
    text: 'Die Arbeitsstunden von {{ employer }} vom {{ from }} bis {{ to }} liegen vor.',
    correctionSubject: '{{ employer }}: Korrekturen {{ period }}',
    correctionText:
      'Arbeitsstunden von {{ employer }} vom {{ from }} bis {{ to }} haben sich seit dem Export geändert. Was zu korrigieren ist, steht in der Datei.',
    draft: 'Dies ist ein Entwurf: Die Zahlen können sich noch ändern.',
    attached: 'Im Anhang',
    elsewhere: 'Nicht angehängt; die Datei liegt hier',
    digest: 'Prüfwert im Journal',
    footer: 'Diese Nachricht wurde automatisch gesendet.',
  },
};

export function mailTexts(language: Language): MailTexts {
  return sectionOf(language, 'mail', MAIL_TEXTS);
}
