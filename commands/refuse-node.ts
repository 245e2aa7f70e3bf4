import { CommandRefusal } from './command.ts';

/** The oldest Node with which the site may run on each platform, and why: `minimumNode` of package.json. */
type MinimumNode = Readonly<Record<string, { version: string; reason: string }>>;

/**
 * A Node of an older security release, or of another major version, with which nothing was tested.
 *
 * @param found such as 26.10.0
 * @throws CommandRefusal if the site may not run with it
 */
export function refuseOtherNode(minimums: MinimumNode, platform: string, found: string): void {
  const { version, reason } = minimums[platform] ??
    minimums['linux'] ?? { version: '', reason: '' };
  const [major = ''] = version.split('.');
  if (found.startsWith(`${major}.`) && isAtLeast(found, version)) return;
  throw new CommandRefusal(
    `Node ${major} from ${version} on is needed (${reason}), and this is Node ${found}. Run "node tools/prepare.mjs", which installs it, or install it yourself.`,
  );
}

function isAtLeast(found: string, version: string): boolean {
  return found.localeCompare(version, 'en', { numeric: true }) >= 0;
}
