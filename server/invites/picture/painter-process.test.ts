import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { PainterProcess } from './painter-process.ts';

const EMPTY_SCENE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';

test('a picture that cannot be drawn rejects its promise, and the next one is tried', async () => {
  const painter = new PainterProcess('no drawing');
  await assert.rejects(painter.paint('Ana'));
  await assert.rejects(painter.paint('Bo'));
  assert.equal(await painter.paint('🎉'), undefined);
  await painter.close();
});

test('waiting pictures are rejected when the painter is closed', async () => {
  const painter = new PainterProcess(EMPTY_SCENE);
  const waiting = assert.rejects(painter.paint('Ana'), /was ended/);
  await new Promise(setImmediate);
  await painter.close();
  await waiting;
  await assert.rejects(painter.paint('Ana'), /was ended/);
});

test('if the process crashes, only its current picture fails, and the next one starts a new process', async () => {
  const children: ChildProcess[] = [];
  const meet = (message: unknown) => children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', meet);
  const painter = new PainterProcess(EMPTY_SCENE);
  const broken = assert.rejects(painter.paint('Ana'), /ended with SIGKILL/);
  const next = painter.paint('Bo');
  await new Promise(setImmediate);
  children[0]?.kill('SIGKILL');
  await broken;
  assert.ok(await next);
  assert.equal(children.length, 2);
  unsubscribe('child_process', meet);
  await painter.close();
});
