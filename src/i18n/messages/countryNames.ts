import type { Said } from './said.js';

/** Countries that `init` offers. */
export const countryNames: Said = {
  Belgium: {
    nl: 'België',
    fr: 'Belgique',
    de: 'Belgien',
  },
  Netherlands: {
    nl: 'Nederland',
    fr: 'Pays-Bas',
    de: 'Niederlande',
  },
  Germany: {
    nl: 'Duitsland',
    fr: 'Allemagne',
    de: 'Deutschland',
  },
  France: {
    nl: 'Frankrijk',
    fr: 'France',
    de: 'Frankreich',
  },
  Austria: {
    nl: 'Oostenrijk',
    fr: 'Autriche',
    de: 'Österreich',
  },
  Luxembourg: {
    nl: 'Luxemburg',
    fr: 'Luxembourg',
    de: 'Luxemburg',
  },
  Switzerland: {
    nl: 'Zwitserland',
    fr: 'Suisse',
    de: 'Schweiz',
  },
  'United Kingdom': {
    nl: 'Verenigd Koninkrijk',
    fr: 'Royaume-Uni',
    de: 'Vereinigtes Königreich',
  },
  Ireland: {
    nl: 'Ierland',
    fr: 'Irlande',
    de: 'Irland',
  },
  Italy: {
    nl: 'Italië',
    fr: 'Italie',
    de: 'Italien',
  },
  Sweden: {
    nl: 'Zweden',
    fr: 'Suède',
    de: 'Schweden',
  },
  Denmark: {
    nl: 'Denemarken',
    fr: 'Danemark',
    de: 'Dänemark',
  },
  Australia: {
    nl: 'Australië',
    fr: 'Australie',
    de: 'Australien',
  },
  'New Zealand': {
    nl: 'Nieuw-Zeeland',
    fr: 'Nouvelle-Zélande',
    de: 'Neuseeland',
  },
  'United States': {
    nl: 'Verenigde Staten',
    fr: 'États-Unis',
    de: 'Vereinigte Staaten',
  },
  'Another country': {
    nl: 'Een ander land',
    fr: 'Un autre pays',
    de: 'Ein anderes Land',
  },
};
