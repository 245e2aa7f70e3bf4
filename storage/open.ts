import { createAnalytics } from './analytics/analytics.ts';
import { createAudit } from './audit.ts';
import { createAvailability } from './availability.ts';
import type { Engine, Role } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { nameOfDatabase } from './errors.ts';
import { createAdmins } from './identity/admins.ts';
import { createBudgets, createSpentProofs } from './identity/budgets.ts';
import { createSessions, rotateKeys } from './identity/sessions.ts';
import { createSignInCodes } from './identity/sign-in-codes.ts';
import { createAppInvites } from './invites/app-invites.ts';
import { createInviters } from './invites/inviters.ts';
import { createVisits } from './invites/visits.ts';
import { createLaunch } from './launch/launch.ts';
import { createLetters } from './letters/letters.ts';
import { createReturnedLetters } from './letters/returned-letters.ts';
import { createMailings } from './mailings/mailings.ts';
import { createMarks } from './marks.ts';
import {
  migrate,
  migrations,
  missingMigrations,
  refuseForeign,
  requireMigrated,
} from './migrations/migrate.ts';
import { createNotices } from './notices.ts';
import { createPersonStates } from './people/person-states.ts';
import { recount } from './recount.ts';
import { createRetention } from './retention/retention.ts';
import { readSecret } from './secret.ts';
import { createSignUps } from './waitlist/join.ts';
import { createMembers } from './waitlist/members.ts';
import { createTeamWaitlist } from './waitlist/team-waitlist.ts';
import { createWaitlist } from './waitlist/waitlist.ts';
import { createWaves } from './waitlist/waves.ts';

/**
 * All stored data, in the product's terms. Times are milliseconds since 1970 UTC, phone numbers E.164, and addresses
 * canonical (`canonicalEmail`). A write resolves once it is on disk, and rejects with StorageUnavailable if this is not
 * certain.
 */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

/**
 * Opens the database of the product. A second `close` does nothing.
 *
 * @param url the value of `DATABASE_URL`; its scheme chooses the engine
 * @param patience multiplies the time limits of a connected database, for tests that must pass on a slow machine
 * @throws StorageRefusal with a sentence for the operator
 */
export async function openStorage(url: string, role: Role, patience = 1) {
  let isNew = false;
  const engine = await openEngine(
    url,
    role,
    async (opened) => {
      if (role === 'server') isNew = await bringUpToDate(opened, url);
      else await requireMigrated(opened.db, nameOfDatabase(url));
    },
    patience,
  );
  const { broken, sharedLimits, figures } = engine;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= engine.close();
    return closed;
  };
  return {
    /** Whether the database had no tables of this program before it was opened. */
    isNew,
    waitlist: { ...createSignUps(engine), ...createWaitlist(engine) },
    teamWaitlist: createTeamWaitlist(engine),
    letters: createLetters(engine),
    members: createMembers(engine),
    personStates: createPersonStates(engine),
    waves: createWaves(engine),
    mailings: createMailings(engine),
    returnedLetters: createReturnedLetters(engine),
    launch: createLaunch(engine),
    inviters: createInviters(engine),
    visits: createVisits(engine),
    appInvites: createAppInvites(engine),
    analytics: createAnalytics(engine),
    marks: createMarks(engine),
    retention: createRetention(engine),
    /** Counts the whole log again, and compares the result with the counters, on one state of the database. */
    recount: () => recount(engine),
    availability: createAvailability(engine),
    audit: createAudit(engine),
    notices: createNotices(engine),
    admins: createAdmins(engine),
    sessions: createSessions(engine),
    signInCodes: createSignInCodes(engine),
    budgets: createBudgets(engine),
    spentProofs: createSpentProofs(engine),
    /**
     * 256 random bits, from which the keys of codes, limits and proofs of work are derived. They are read from the
     * database each time, so that every instance of the program uses the same bits, also after `rotateKeys`.
     */
    keySecret: () => readSecret(engine, 'sign_in_secret'),
    rotateKeys: () => rotateKeys(engine),
    broken,
    figures,
    sharedLimits,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @returns whether the database had no tables */
async function bringUpToDate(engine: Engine, url: string): Promise<boolean> {
  const name = nameOfDatabase(url);
  const missing = await missingMigrations(engine.db, name);
  const isNew = missing.length === Object.keys(migrations).length;
  // A mistyped DATABASE_URL must not add our tables to the database of another program.
  if (isNew) await refuseForeign(engine.db, name);
  if (missing.length > 0) await engine.migrate(migrate);
  return isNew;
}
