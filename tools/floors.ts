/**
 * The floors of `server/` and `storage/`, the highest first. Each entry is a folder or file of the room. A file may
 * import from a lower floor or from its own folder; entries of the same floor do not import one another.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['main.ts'],
    ['app.ts'],
    ['operations'],
    ['waitlist', 'analytics'],
    ['invites', 'app-feed', 'identity'],
    ['pages', 'bot-check'],
    ['http'],
    ['app-parts.ts'],
    ['log.ts', 'metric.ts'],
    ['settings'],
  ],
  storage: [
    ['open.ts'],
    ['moving'],
    ['analytics'],
    ['invites'],
    ['waitlist', 'identity'],
    ['erasures.ts'],
    ['engines', 'migrations', 'secret.ts'],
    ['engine.ts'],
    ['tables.ts', 'one-state.ts'],
    ['storage.ts', 'database.ts'],
    ['errors.ts', 'counters.ts', 'identity-storage.ts', 'search-text.ts'],
  ],
};

/** @param path from the project's root @returns its floor, 0 for the highest; undefined if it has none */
export function floorOf(path: string): number | undefined {
  const [room = ''] = path.split('/', 1);
  const floor = floors[room]?.findIndex((names) => names.includes(placeOf(path))) ?? -1;
  return floor < 0 ? undefined : floor;
}

/** @returns the first folder or file of a path inside its room */
export function placeOf(path: string): string {
  return path.split('/', 2)[1] ?? path;
}
