// Long because each condition under which a batch begins or a write is refused has a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroupCommit, type Outcome, queueShare } from './group-commit.ts';

/** Commits that end only when the test ends them, so that the test sees which writes wait meanwhile. */
function heldCommits(weigh?: (write: string) => number, maxWeight?: number) {
  const begun: { batch: string[]; end: PromiseWithResolvers<Outcome<string>[]> }[] = [];
  const commits = new GroupCommit<string, string>(
    (batch) => {
      const end = Promise.withResolvers<Outcome<string>[]>();
      begun.push({ batch, end });
      return end.promise;
    },
    weigh,
    maxWeight,
  );
  const done = (batch: string[]) => batch.map((write) => ({ result: `${write} done` }));
  return { commits, begun, done };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/**
 * Waits for three turns. The next batch begins within three turns if the last batch has ended and no more writes are
 * added.
 */
async function gathered(): Promise<void> {
  for (let n = 0; n < 3; n++) await turn();
}

test('a single write is committed in the same turn of the event loop', async () => {
  const { commits, begun } = heldCommits();
  commits.add('a');
  await turn();
  assert.deepEqual(
    begun.map(({ batch }) => batch),
    [['a']],
  );
});

test('a batch waits while each turn of the event loop adds writes, for 0.3 ms at most', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { commits, begun, done } = heldCommits();
  /** Adds a write in this turn, and one in each of the next turns. */
  function addInTurns([write, ...others]: string[]): void {
    if (!write) return;
    setImmediate(() => addInTurns(others));
    now += 0.09;
    commits.add(write);
  }
  addInTurns(['a', 'b', 'c']);
  for (let n = 0; n < 2; n++) await turn();
  assert.equal(begun.length, 0);
  await turn();
  assert.deepEqual(begun[0]?.batch, ['a', 'b', 'c']);

  begun[0]?.end.resolve(done(['a', 'b', 'c']));
  await turn();
  addInTurns(['d', 'e', 'f', 'g', 'h', 'i']);
  for (let n = 0; n < 6; n++) await turn();
  assert.deepEqual(begun[1]?.batch, ['d', 'e', 'f', 'g', 'h']);
});

test('within a long turn of the event loop a batch starts when it is full, or after 0.3 ms', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { commits, begun, done } = heldCommits(undefined, 3);
  const sameTurn = () => new Promise((resolve) => process.nextTick(resolve));
  for (const write of ['a', 'b', 'c', 'd', 'e']) commits.add(write);
  await sameTurn();
  assert.deepEqual(begun[0]?.batch, ['a', 'b', 'c']);
  begun[0]?.end.resolve(done(['a', 'b', 'c']));
  await sameTurn();
  assert.equal(begun.length, 1);
  now += 0.33;
  commits.add('f');
  await sameTurn();
  assert.deepEqual(begun[1]?.batch, ['d', 'e', 'f']);
});

test('writes that arrive during a commit share the next commit, in order', async () => {
  const { commits, begun, done } = heldCommits();
  const first = commits.add('a');
  await turn();
  const others = [commits.add('b'), commits.add('c')];
  begun[0]?.end.resolve(done(['a']));
  assert.equal(await first, 'a done');
  await gathered();
  assert.deepEqual(begun[1]?.batch, ['b', 'c']);
  begun[1]?.end.resolve(done(['b', 'c']));
  assert.deepEqual(await Promise.all(others), ['b done', 'c done']);
});

test('writes that arrive in the turn after a commit join the writes that waited for that commit', async () => {
  const { commits, begun, done } = heldCommits();
  const first = commits.add('a');
  await turn();
  commits.add('b');
  begun[0]?.end.resolve(done(['a']));
  await first;
  await turn();
  await turn();
  commits.add('c');
  await gathered();
  assert.deepEqual(begun[1]?.batch, ['b', 'c']);
});

test('a batch does not exceed the maximum weight, and a heavier write is a separate batch', async () => {
  const { commits, begun, done } = heldCommits((write) => write.length, 3);
  const all = [commits.add('a')];
  await turn();
  all.push(...['bb', 'c', 'dd', 'eeee', 'f'].map((write) => commits.add(write)));
  const batches = [['a'], ['bb', 'c'], ['dd'], ['eeee'], ['f']];
  for (const [index, batch] of batches.entries()) {
    await gathered();
    assert.deepEqual(begun[index]?.batch, batch);
    begun[index]?.end.resolve(done(batch));
  }
  await Promise.all(all);
});

test('a write that fails does not fail the other writes of its batch', async () => {
  const { commits, begun } = heldCommits();
  commits.add('a');
  await turn();
  const [bad, good] = [commits.add('bad'), commits.add('good')];
  begun[0]?.end.resolve([{ result: 'a done' }]);
  const rejected = assert.rejects(bad, /broken/);
  await gathered();
  begun[1]?.end.resolve([{ error: new Error('broken') }, { result: 'good done' }]);
  await rejected;
  assert.equal(await good, 'good done');
});

test('a batch that is not committed rejects each of its writes, and the next batch is committed', async () => {
  const { commits, begun, done } = heldCommits();
  const lost = commits.add('a');
  await turn();
  const next = commits.add('b');
  begun[0]?.end.reject(new Error('disk full'));
  await assert.rejects(lost, { name: 'StorageUnavailable' });
  await gathered();
  begun[1]?.end.resolve(done(['b']));
  assert.equal(await next, 'b done');
});

test('drain resolves when each write that was added has succeeded or failed', async () => {
  const { commits, begun, done } = heldCommits();
  let drained = false;
  commits.add('a');
  await turn();
  commits.add('b');
  const drain = commits.drain().then(() => {
    drained = true;
  });
  begun[0]?.end.resolve(done(['a']));
  await gathered();
  assert.equal(drained, false);
  begun[1]?.end.resolve(done(['b']));
  await drain;
  assert.equal(drained, true);
});

test('visits are refused when the queue is half full, and sign-ups when it is full', async () => {
  const { commits } = heldCommits();
  const room = () => [commits.hasRoom(queueShare.visit), commits.hasRoom(queueShare['sign-up'])];
  commits.add('under way');
  await turn();
  for (let n = 0; n < 4_999; n++) commits.add('a');
  assert.deepEqual(room(), [true, true]);
  commits.add('a');
  assert.deepEqual(room(), [false, true]);
  for (let n = 0; n < 5_000; n++) commits.add('a');
  assert.deepEqual(room(), [false, false]);
  await assert.rejects(commits.add('a'), /^StorageUnavailable: 10000 writes wait/);
});

test('the length of the queue is the weight of its writes, and a write heavier than a batch is accepted', async () => {
  const { commits } = heldCommits((write) => write.length, 3);
  const room = () => [commits.hasRoom(queueShare.appInvites), commits.hasRoom(1)];
  commits.add('under way');
  await turn();
  for (let n = 0; n < 4; n++) commits.add('four');
  assert.deepEqual(room(), [false, true], 'the maximum length is 30');
  for (let n = 0; n < 4; n++) commits.add('four');
  assert.deepEqual(room(), [false, false]);
  await assert.rejects(commits.add('a'), /^StorageUnavailable: 8 writes wait/);
});

test('the queue is full when it has more writes than the last batches could commit in a quarter of a second', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { commits, begun, done } = heldCommits();
  async function endBatch(milliseconds: number): Promise<void> {
    now += milliseconds;
    const last = begun.at(-1);
    last?.end.resolve(done(last.batch));
    await gathered();
  }
  const addMany = (count: number) => {
    for (let n = 0; n < count; n++) commits.add('a');
  };
  /** Expects that during a commit the queue accepts `waiting` writes and no more. */
  async function expectLongest(waiting: number): Promise<void> {
    addMany(1);
    await turn();
    addMany(waiting - 1);
    assert.equal(commits.hasRoom(queueShare['sign-up']), true);
    addMany(1);
    assert.equal(commits.hasRoom(queueShare['sign-up']), false);
  }

  addMany(1_000);
  await gathered();
  assert.equal(begun.at(-1)?.batch.length, 1_000);
  await endBatch(50);
  await expectLongest(5_000);
  while (commits.figures().writesWaiting > 0) await endBatch(1_000);
  await endBatch(1_000);
  // Each full batch took a second, so only 250 writes fit into 250 ms: the queue has its minimum length.
  await expectLongest(2_000);
  while (commits.figures().writesWaiting > 0) await endBatch(1_000);
  await endBatch(1_000);

  // Even a batch that is not full shows that the disk is faster again.
  addMany(500);
  await gathered();
  await endBatch(12);
  await expectLongest(10_000);
});

test('the figures count committed writes, and writes that wait for their batch', async () => {
  const { commits, begun, done } = heldCommits();
  const first = commits.add('a');
  await turn();
  const lost = [commits.add('b'), commits.add('c')];
  assert.deepEqual(commits.figures(), {
    writesWaiting: 2,
    writes: 0,
    batches: 0,
    commitSeconds: 0,
  });
  begun[0]?.end.resolve(done(['a']));
  await first;
  await gathered();
  begun[1]?.end.reject(new Error('disk full'));
  await Promise.allSettled(lost);
  const { commitSeconds, ...figures } = commits.figures();
  assert.deepEqual(figures, { writesWaiting: 0, writes: 1, batches: 1 });
  assert.ok(commitSeconds > 0);
});
