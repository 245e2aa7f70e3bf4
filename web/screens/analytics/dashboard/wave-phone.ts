import { type Phone, phones } from '../../../../contract/phones.ts';
import type { Wave } from '../../../../contract/schemas/waves.ts';
import { type TesterStore, testerStoreOf } from '../../../../contract/team-waitlist.ts';

/** The phone that all who still belong to a wave have. */
export function phoneOfWave(wave: Wave): Phone | undefined {
  const people = wave.reserved + wave.invited + wave.in;
  return phones.find((phone) => people > 0 && wave[phone] === people);
}

const stores = Object.values(testerStoreOf);

/** The stores of which some of the wave can use the file. */
export function storesOfWave(wave: Wave): readonly TesterStore[] {
  const phone = phoneOfWave(wave);
  return phone ? [testerStoreOf[phone]] : stores;
}
