import { payrollFormat } from '../../test/templates/payrollFormat.js';
import { must, type Reader } from '../../test/templates/readLine.js';
import { attributeOf, childrenOf, textOf, withRoot } from '../../test/templates/readXml.js';

/** Whole hours and minutes per day; with or without the clock's code next to the official one. */
function readZucchettiWith(clockCode: 'clock code' | 'official code only'): Reader {
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

const readZucchetti = readZucchettiWith('official code only');

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readZucchetti },
    { reader: readZucchettiWith('clock code'), variables: { clockCode: 'yes' } },
  ],
  refused: [
    { what: 'a short employee', from: '"0000012"', to: '"12"' },
    { what: 'sixty minutes', from: '>20</NumMinuti>', to: '>60</NumMinuti>' },
  ],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  offices: [{ codes: ['01', 'ST', 'NT'], digits: 7, unitsPerHour: 60, variables: { company: '000145' } }],
});
