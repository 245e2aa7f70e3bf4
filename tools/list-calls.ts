/** Prints every call of the contract, as a table. */
import { type Call, type CallName, callSchemas, calls } from '../contract/calls.ts';

const rows = Object.entries<Call<unknown, unknown>>(calls).map(
  ([name, { method, path, access }]) =>
    [`${method} ${path}`, access, callSchemas[name as CallName].summary] as const,
);
const [widthOfCall, widthOfAccess] = [0, 1].map((column) =>
  Math.max(...rows.map((row) => row[column]?.length ?? 0)),
);
const lines = rows.map(
  ([call, access, summary]) =>
    `${call.padEnd(widthOfCall ?? 0)}  ${access.padEnd(widthOfAccess ?? 0)}  ${summary}\n`,
);
process.stdout.write(lines.join(''));
