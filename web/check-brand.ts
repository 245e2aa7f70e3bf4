/** Refuses a brand.ts that the pages cannot show, before anything is built or drawn. */
import { brand, palette } from '../brand.ts';
import { brandFaults } from './brand-faults.ts';
import { drawnLogo } from './design/drawn-logo.ts';

const faults = brandFaults(brand, palette, drawnLogo.text === brand.product);
for (const fault of faults) process.stderr.write(`brand.ts: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
