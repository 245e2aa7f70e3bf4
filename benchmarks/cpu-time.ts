import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Seconds of processor time that a process has used, all of its threads together. Steadier than
 * requests per second where other programs share the machine.
 *
 * @returns undefined on systems that do not tell in /proc
 */
export function cpuSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
