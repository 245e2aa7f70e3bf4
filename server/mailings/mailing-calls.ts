import { brand } from '../../brand.ts';
import { isoOrNull } from '../../contract/durations.ts';
import { FRESH_CODE_MS } from '../../contract/identity.ts';
import { HELD, LAUNCH_FOR_ALL, lackOfLaunch, nameOfDay } from '../../contract/launch.ts';
import { describeDays } from '../../contract/mail.ts';
import {
  type LetterState,
  MAILINGS_SHOWN,
  type MailingKind,
  type MailingText,
  RECIPIENTS_SHOWN,
  troubleOfMailing,
} from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import type { Mailing as PresentedMailing } from '../../contract/schemas/mailings.ts';
import { describeFriends } from '../../contract/team-waitlist.ts';
import type { Session } from '../../storage/identity/sessions.ts';
import type { Mailing } from '../../storage/mailings/read-mailings.ts';
import type { AppParts } from '../app-parts.ts';
import { asCsv, sendCsv } from '../csv.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { type BrowserSessions, createAuthors, whileRight } from '../identity/sessions.ts';
import { requireEmail } from '../ingest/canonical-email.ts';
import type { LetterTemplates } from '../letters/compose-letter.ts';
import { createSampleComposer } from '../letters/compose-letter.ts';
import { planLaunch } from '../letters/launch-paragraphs.ts';
import { lackForMailings, mailingErrors } from './mailing-errors.ts';

/** Shorter than `CALL_TIMEOUT_MS` of the browser, so that the admin sees the result of the letter. */
const TEST_WITHIN_MS = 12_000;
const CSV_COLUMNS = ['letter', 'email', 'since', 'answer'] as const;
const ANY_ADDRESS = 'ana@example.com';

/**
 * The policy of the frame of a preview. Unlike the dashboard it shows the styles of letters, which are inline, and loads
 * nothing. The content has the address of the frame itself, so a link in it opens a new window.
 */
const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * The calls with which admins write to many people. What an admin does or sees is in the audit before the answer is
 * sent.
 */
export function mailingCalls(
  { storage, clock, mail, origin }: AppParts,
  sessions: Pick<BrowserSessions, 'find'>,
  templates: LetterTemplates,
) {
  const { audit, mailings, letters } = storage;
  const authorOf = createAuthors(clock);

  /** @throws CallError if the mailing cannot be sent; the sentence says why */
  async function check(
    asked: MailingText & { kind?: MailingKind | undefined; phone?: Phone | undefined },
  ) {
    const { kind, phone } = asked;
    const text = { subject: asked.subject.trim(), words: asked.words.trim() };
    const app = kind === 'launch' ? (await storage.availability.read()).state : undefined;
    const lack = app && (phone ? LAUNCH_FOR_ALL : lackOfLaunch(app));
    const refusal = troubleOfMailing(text, origin) ?? lackForMailings(mail) ?? lack;
    if (refusal || !mail) throw mailingErrors.refusedMailing(refusal ?? '');
    const at = clock();
    const launch = app && (await planLaunch(storage, app, mail.budget, at));
    const facts = { ...text, id: 1, at, launch, phone: phone ?? null };
    const composer = createSampleComposer(templates, origin);
    const sampleTo = (email: string) => composer.composeMailing({ ...facts, email });
    return { text, mail, launch, sampleTo };
  }

  async function find(id: number): Promise<Mailing> {
    const mailing = await mailings.find(id);
    if (!mailing) throw mailingErrors.unknownMailing();
    return mailing;
  }

  /** @returns the mailing and the state whose letters the admin sees, after the audit has it */
  async function seePart(request: {
    query: { mailing: string; state: LetterState };
    session: Session;
  }) {
    const { mailing, state } = request.query;
    const { id } = await find(Number(mailing));
    await audit.record(authorOf(request), 'see-mailing', `${state} of mailing ${id}`);
    return { mailing: id, state };
  }

  async function changeLetter(
    request: { body: { mailing: number; letter: number }; session: Session },
    act: 'assumeDelivered' | 'sendAgain',
  ): Promise<PresentedMailing> {
    const { mailing, letter } = request.body;
    const { id } = await find(mailing);
    const author = authorOf(request);
    const why = await letters[act](letter, author);
    if (!why) return present(await find(id));
    // It may show that a person has left.
    await audit.record(author, 'try-letter', `letter ${letter}`);
    throw mailingErrors.unchangedLetter(why);
  }

  async function change(
    request: { body: { mailing: number; waiting?: number }; session: Session },
    act: 'resume' | 'end',
  ): Promise<PresentedMailing> {
    const { mailing, waiting } = request.body;
    const { id, endedAt, letters } = await find(mailing);
    const hasChanged = waiting !== undefined && letters.waiting !== waiting;
    if (hasChanged && endedAt === null) throw errors.changedPeople();
    const changed = await mailings[act](authorOf(request), id);
    if (!changed) throw mailingErrors.endedMailing();
    if (changed === 'restored') throw mailingErrors.notSentMailing(changed);
    return present(changed);
  }

  return {
    async listMailings(request) {
      const author = authorOf(request);
      await audit.record(author, 'see-mailings');
      return {
        mailings: (await mailings.list(MAILINGS_SHOWN)).map(present),
        trouble: lackForMailings(mail) ?? ((await mailings.isHeld()) ? HELD : null),
        needsTest: await mailings.needsTest(author.at),
      };
    },

    /** An open page makes this call every few seconds, so only the first one of each code is recorded. */
    async getMailing(request) {
      const author = authorOf(request);
      await audit.recordLook(author, 'see-mailings', author.at - FRESH_CODE_MS);
      return present(await find(Number(request.query.mailing)));
    },

    async previewMailing(request) {
      const { kind, most, phone, withFriends } = request.body;
      const { mail, launch, sampleTo } = await check(request.body);
      const next = { people: most, phone, withFriends };
      await audit.record(authorOf(request), 'preview-mailing', kind);
      const { people, friends, crowded } = await mailings.figures(kind, next, launch?.platforms);
      const days = describeDays(people, mail.budget, crowded);
      const howLong = launch
        ? `${days} It names ${nameOfDay(launch.day)} as the day of deletion.`
        : days;
      const { subject, html, text } = sampleTo(ANY_ADDRESS);
      const said = friends && { friends: describeFriends(people, friends) };
      return { subject, html, text, people, howLong, ...said };
    },

    async getLetterFrame(_request, reply) {
      return reply
        .headers(FRAME_HEADERS)
        .send(`<!doctype html><html lang="en"><title>${brand.product}</title></html>`);
    },

    async testMailing(request) {
      const { mail, sampleTo } = await check(request.body);
      const email = requireEmail(request.body.email);
      const tooLate = AbortSignal.timeout(TEST_WITHIN_MS);
      // It loads Nodemailer, which a site without letters does not need.
      const { sendAsTest } = await import('../letters/mail-transport.ts');
      const { outcome, reply } = await sendAsTest(mail, sampleTo(email), tooLate);
      const isSent = outcome === 'accepted';
      await audit.record(authorOf(request), isSent ? 'test-mailing' : 'try-mailing');
      if (outcome === 'uncertain') throw mailingErrors.uncertainTest(reply);
      if (!isSent) throw mailingErrors.failedTest(reply);
      return { reply };
    },

    async sendMailing(request) {
      const { kind } = request.body;
      const { text, launch } = await check(request.body);
      const author = authorOf(request);
      const sent = await mailings.send({ ...request.body, ...text, launch }, author);
      if (typeof sent === 'object') return present(sent);
      // The refusal shows that the number of recipients has changed.
      await audit.record(author, 'preview-mailing', kind);
      throw mailingErrors.notSentMailing(sent);
    },

    async pauseMailing(request) {
      const paused = await mailings.pause(authorOf(request), request.body.mailing);
      if (!paused) throw mailingErrors.endedMailing();
      return { paused: true };
    },
    resumeMailing: (request) => change(request, 'resume'),
    endMailing: (request) => change(request, 'end'),

    async listRecipients(request) {
      const { mailing, state } = await seePart(request);
      const { value: rows = [] } = await mailings.recipients(mailing, state).next();
      return { rows: rows.slice(0, RECIPIENTS_SHOWN) };
    },

    async downloadRecipients(request, reply) {
      const { mailing, state } = await seePart(request);
      const found = whileRight(sessions, request, mailings.recipients(mailing, state));
      return sendCsv(reply, `mailing-${mailing}-${state}`, asCsv(CSV_COLUMNS, found));
    },

    assumeDelivered: (request) => changeLetter(request, 'assumeDelivered'),
    sendLetterAgain: (request) => changeLetter(request, 'sendAgain'),
  } satisfies Partial<Handlers>;
}

function present({ at, startsAt, endedAt, lastAt, waits, ...mailing }: Mailing): PresentedMailing {
  return {
    ...mailing,
    at: new Date(at).toISOString(),
    startsAt: new Date(startsAt).toISOString(),
    endedAt: isoOrNull(endedAt),
    lastAt: isoOrNull(lastAt),
    waits: waits && { why: waits.why, since: new Date(waits.since).toISOString() },
  };
}
