/** Refuses a brand.ts that the pages cannot show, before anything is built or drawn. */
import { ownFaults } from './brand-faults.ts';

const faults = ownFaults();
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
