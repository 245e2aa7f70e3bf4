import { createAnalytics } from './analytics/analytics.ts';
import { nameOfDatabase } from './database-name.ts';
import type { Engine, Role } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { createAdmins } from './identity/admins.ts';
import { createBudgets } from './identity/budgets.ts';
import { rotateKeys } from './identity/rotate-keys.ts';
import { createSessions } from './identity/sessions.ts';
import { createSignInCodes } from './identity/sign-in-codes.ts';
import { createSpentProofs } from './identity/spent-proofs.ts';
import { createInviteEvents } from './invites/invite-events.ts';
import { createInviters } from './invites/inviters.ts';
import { createLetters } from './letters/letters.ts';
import { createMembers } from './letters/members.ts';
import {
  migrate,
  migrations,
  missingMigrations,
  refuseForeign,
  requireMigrated,
} from './migrations/migrate.ts';
import { createRetention } from './retention/retention.ts';
import { readSecret } from './secret.ts';
import type { Storage } from './storage.ts';
import { createWaitlist } from './waitlist/waitlist.ts';

/**
 * Opens the database of the product. A second `close` does nothing.
 *
 * @param url the value of `DATABASE_URL`; its scheme chooses the engine
 * @param patience multiplies the time limits of a server on PostgreSQL, for tests that must pass on a slow machine
 * @throws StorageRefusal with a sentence for the operator
 */
export async function openStorage(url: string, role: Role, patience = 1): Promise<Storage> {
  let isNew = false;
  const engine = await openEngine(
    url,
    role,
    async (opened) => {
      if (role === 'server') isNew = await bringUpToDate(opened, url);
      else await requireMigrated(opened.db);
    },
    patience,
  );
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= engine.close();
    return closed;
  };
  return {
    isNew,
    waitlist: createWaitlist(engine),
    letters: createLetters(engine),
    members: createMembers(engine),
    inviters: createInviters(engine),
    inviteEvents: createInviteEvents(engine),
    analytics: createAnalytics(engine),
    retention: createRetention(engine),
    admins: createAdmins(engine),
    sessions: createSessions(engine),
    signInCodes: createSignInCodes(engine),
    budgets: createBudgets(engine),
    spentProofs: createSpentProofs(engine),
    sharedLimits: engine.sharedLimits,
    keySecret: () => readSecret(engine, 'sign_in_secret'),
    rotateKeys: () => rotateKeys(engine),
    broken: engine.broken,
    figures: () => engine.figures(),
    hasRoomFor: (write) => engine.hasRoomFor(write),
    check: () => engine.check(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @returns whether the database had no tables */
async function bringUpToDate(engine: Engine, url: string): Promise<boolean> {
  const missing = await missingMigrations(engine.db);
  const isNew = missing.length === Object.keys(migrations).length;
  // A mistyped DATABASE_URL must not add our tables to the database of another program.
  if (isNew) await refuseForeign(engine.db, nameOfDatabase(url));
  if (missing.length > 0) await engine.migrate(migrate);
  return isNew;
}
