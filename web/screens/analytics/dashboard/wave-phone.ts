import type { Wave } from '../../../../contract/schemas/waves.ts';
import {
  phoneOfWave,
  type TesterStore,
  testerStoreOf,
} from '../../../../contract/team-waitlist.ts';

const stores = Object.values(testerStoreOf);

/** The stores of which some of the wave can use the file. */
export function storesOfWave(wave: Wave): readonly TesterStore[] {
  const phone = phoneOfWave(wave);
  return phone ? [testerStoreOf[phone]] : stores;
}
