import { must, type Reader } from './readLine.js';
import { attributeOf, childrenOf, textOf, withRoot } from './readXml.js';

/** Whole hours and minutes per day; with or without the clock's code next to the official one. */
export function readZucchettiWith(clockCode: 'clock code' | 'official code only'): Reader {
  const own = clockCode === 'clock code' ? ['CodGiustificativoRilPres'] : [];
  return (bytes) =>
    withRoot(bytes, (root) => {
      must(root.name === 'Fornitura', `the root ${root.name}`);
      const lines = childrenOf(root, 'Dipendente*').flatMap((employee) => {
        must(/^\d{6}$/.test(attributeOf(employee, 'CodAziendaUfficiale')), 'the company');
        const number = attributeOf(employee, 'CodDipendenteUfficiale');
        must(/^\d{7}$/.test(number), `the employee ${number}`);
        const [movements] = childrenOf(employee, 'Movimenti');
        must(movements?.attr('GenerazioneAutomaticaDaTeorico')?.value === 'N', 'hours made from the plan');
        return childrenOf(movements, 'Movimento*').map((movement) => {
          childrenOf(movement, ...own, 'CodGiustificativoUfficiale', 'Data', 'NumOre', 'NumMinuti');
          must(/^\d{4}-\d\d-\d\d$/.test(textOf(movement, 'Data')), 'the date');
          const code = textOf(movement, 'CodGiustificativoUfficiale');
          must(/^[0-9A-Za-z]{2,3}$/.test(code), `the giustificativo ${code}`);
          const [hours, minutes] = [textOf(movement, 'NumOre'), textOf(movement, 'NumMinuti')];
          must(
            /^\d{1,2}$/.test(hours) && /^[0-5]?\d$/.test(minutes),
            `${hours} hours and ${minutes} minutes`,
          );
          return { employee: number, code, units: Number(hours) * 60 + Number(minutes) };
        });
      });
      return { unitsPerHour: 60, lines };
    });
}

export const readZucchetti = readZucchettiWith('official code only');
