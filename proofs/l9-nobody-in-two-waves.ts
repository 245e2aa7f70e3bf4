import { Agent } from 'node:http';
import { calls, type ResponseOf } from '../contract/calls.ts';
import { personStates } from '../contract/team-waitlist.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { query, testEngines } from '../testing/databases/test-databases.ts';
import { signUp, startSignUps } from '../testing/load/site-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ROUNDS = 200;
const FEW_ROUNDS = 20;
const PEOPLE = 2;
const PHONE = '+15550001111';

interface Taken {
  people: string[];
  /** Whether the admin has their whole file. */
  hasFile: boolean;
}
/** Lets the next people in. @returns undefined if the press was refused, because somebody has moved on */
type Press = (round: number) => Promise<Taken | undefined>;
type Admins = (servers: readonly ServerProcess[], storage: Storage) => Promise<Press[]>;

export const nobodyInTwoWaves: Proof = {
  id: 'L9',
  promise:
    'However often two admins let people in at once, nobody is in two waves, and nobody reads that they are in before the file with their address was downloaded whole.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => pressAtOnce(engine, ROUNDS, inBrowser),
  control: {
    without: 'a second look at the people who were read as the next',
    run: (engine) =>
      expectFailure(/^\d+ people are in two waves/, () =>
        pressAtOnce(engine, FEW_ROUNDS, withoutLook),
      ),
  },
};

/** Whether two instances can use one database. */
function allowsTwo(engine: string): boolean {
  return testEngines.some(({ name, hasServer }) => name === engine && hasServer);
}

/** On a site without mail, with people who sign up and leave meanwhile. */
async function pressAtOnce(engine: string, rounds: number, admins: Admins): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const env = { RATE_LIMITS: 'off' };
  const one = ends.use(await startServer({ engine, env }));
  const there = { env: { ...env, DATABASE_URL: one.databaseUrl } };
  const two = allowsTwo(engine) ? ends.use(await startServer(there)) : one;
  const storage = ends.use(await openStorage(one.databaseUrl, 'command'));
  const joining = startSignUps(one.url);
  await joining.reaches(rounds * (2 * PEOPLE + 1));
  await joining.stop();
  const agent = new Agent({ keepAlive: true });
  ends.defer(async () => agent.destroy());
  const presses = await admins([one, two], storage);
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round++) {
    const others = async () => {
      const [next] = await readNext(one, 1);
      await signUp(one.url, agent, `meanwhile-${round}@example.com`);
      if (round % 2 === 0) await storage.waitlist.remove(next ?? '', byAdmin());
    };
    const [, ...pressed] = await Promise.all([others(), ...presses.map((press) => press(round))]);
    taken.push(...pressed.filter((one) => one !== undefined));
  }
  const all = taken.flatMap(({ people }) => people);
  const twice = all.length - new Set(all).size;
  require(twice === 0, `${twice} people are in two waves.`);
  const reached = new Set(taken.flatMap(({ people, hasFile }) => (hasFile ? people : [])));
  let invited = 0;
  for await (const { email } of storage.waitlist.entries()) {
    if ((await storage.members.position(email))?.state !== 'invited') continue;
    invited++;
    require(reached.has(email), `${email} is in, but is in no file.`);
  }
  return `${rounds} rounds, ${taken.length} waves, ${2 * rounds - taken.length} presses refused, ${all.length} people, nobody twice; ${reached.size} in files, ${invited} of them are in, the others have left`;
}

async function readNext({ databaseUrl }: ServerProcess, people: number): Promise<string[]> {
  const waiting = `SELECT email FROM waitlist WHERE state = ${personStates.indexOf('waiting')} ORDER BY joined_at, email`;
  const rows = await query(databaseUrl, `${waiting} LIMIT ${people}`);
  return rows.map(({ email }) => String(email));
}

function byAdmin() {
  return { who: PHONE, at: Date.now() };
}

/** Each in another instance, if the engine allows two. Some downloads are cut, after which a browser invites nobody. */
async function inBrowser(servers: readonly ServerProcess[], storage: Storage): Promise<Press[]> {
  await storage.admins.add(PHONE, Date.now());
  await storage.admins.setRight(PHONE, true, byAdmin());
  const { headers } = await signIn({ storage, clock: Date.now, https: false }, PHONE);
  return servers.map(({ url }) => async (round) => {
    const get = (path: string) => fetch(url + path, { headers });
    const post = ({ path }: { path: string }, body: object) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      });
    const listed = await get(calls.listWaves.path);
    const { waves } = (await listed.json()) as ResponseOf<'listWaves'>;
    const answer = await post(calls.takePeople, { people: PEOPLE, seen: waves[0]?.id ?? 0 });
    if (answer.status === 409) return undefined;
    const { id } = (await answer.json()) as ResponseOf<'takePeople'>;
    const file = await get(`${calls.downloadTesters.path}?wave=${id}&store=play`);
    const people = (await file.text()).trim().split('\n');
    const hasFile = round % 5 > 0;
    if (hasFile) await post(calls.inviteWave, { wave: id });
    return { people, hasFile };
  });
}

/** A double of the rule. */
async function withoutLook(servers: readonly ServerProcess[]): Promise<Press[]> {
  return servers.map((server) => async () => {
    const people = await readNext(server, PEOPLE);
    const emails = people.map((email) => `'${email}'`).join(', ');
    await query(
      server.databaseUrl,
      `UPDATE waitlist SET state = ${personStates.indexOf('invited')} WHERE email IN (${emails})`,
    );
    return { people, hasFile: true };
  });
}
