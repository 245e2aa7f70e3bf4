import { calls } from '../contract/calls.ts';
import { limits } from '../server/limits.ts';
import { startServer } from '../server/testing/server-process.ts';
import { TWILIO_SETTINGS } from '../server/testing/twilio-settings.ts';
import { A_PERSON } from '../server/testing/user-agents.ts';
import { addInviter, INVITER, readCounters } from '../server/testing/visit-load.ts';
import { flood } from './flood.ts';
import { type Proof, require } from './proof.ts';

const FORGED_CLICKS = 100_000;
const ADDRESSES = 10;
const HONEST_VIEWS = 200;

export const boundedForgery: Proof = {
  id: 'O12',
  promise: 'Forged clicks are bounded by the limit, and no rate exceeds 100 %.',
  async run() {
    const server = await startServer({
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        PUBLIC_URL: 'https://impromptu.example',
        ...TWILIO_SETTINGS,
      },
    });
    await addInviter(server.databaseUrl);
    const port = Number(new URL(server.url).port);
    const start = performance.now();
    const each = FORGED_CLICKS / ADDRESSES;
    const forgers = Array.from({ length: ADDRESSES }, (_, forger) =>
      // Half of the clicks name page loads that never were; the other half name none.
      flood(port, each, (n) =>
        event(`10.0.0.${forger}`, 'download_clicked', n % 2 ? `forged-${forger}-${n}` : undefined),
      ),
    );
    const honest = await flood(port, HONEST_VIEWS, (n) =>
      event('10.0.1.1', 'page_view', `honest-${n}`),
    );
    const statuses = await Promise.all(forgers);
    const { timeWindow, max } = limits.trackInvite;
    const windows = Math.floor((performance.now() - start) / timeWindow) + 1;
    const { total, differences } = await readCounters(server.databaseUrl);
    await server.stop();

    const most = ADDRESSES * max * windows;
    const refused = statuses.reduce((sum, counts) => sum + (counts.get(429) ?? 0), 0);
    require(total.downloads + refused ===
      FORGED_CLICKS, `${total.downloads} clicks count and ${refused} were refused.`);
    require(total.downloads <= most, `${total.downloads} clicks count; the limit allows ${most}.`);
    require(total.downloads <=
      total.pageViews, `${total.downloads} clicks of ${total.pageViews} views count.`);
    require(honest.get(200) === HONEST_VIEWS, 'Somebody else was refused meanwhile.');
    require(differences.length === 0, differences.join(' '));
    const rate = (100 * total.downloads) / total.pageViews;
    return `${FORGED_CLICKS} forged clicks from ${ADDRESSES} addresses: ${total.downloads} count (the limit allows ${most}), ${refused} refused with 429, rate ${rate.toFixed(1)} %; ${HONEST_VIEWS} views of others, none refused`;
  },
};

function event(address: string, action: string, eventId?: string): string {
  const body = JSON.stringify({ refUserId: INVITER, action, eventId });
  const { method, path } = calls.trackInvite;
  return `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\nuser-agent: ${A_PERSON}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
