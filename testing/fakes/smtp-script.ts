import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** `CONTENT_BEGUN` is the first line of the content, which has no reply. `CONTENT` is the dot that ends the content. */
const USUAL_REPLIES = {
  CONNECT: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-PIPELINING\r\n250-SMTPUTF8\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 2.0.0 Go ahead',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Sender accepted',
  RCPT: '250 2.1.5 Recipient accepted',
  DATA: '354 Go on',
  CONTENT_BEGUN: '',
  CONTENT: '250 2.0.0 Accepted',
  QUIT: '221 2.0.0 Bye',
};
export type Step = keyof typeof USUAL_REPLIES;

/** What happens at a step. */
export interface Act {
  /** Another reply than usual; an empty one is not sent. */
  reply?: string;
  /** The act happens only for a command that contains this text. */
  onlyFor?: string;
  delayMs?: number;
  /** After this reply there is no other. */
  afterwards?: keyof typeof ends;
  /** At `CONTENT`: the letter is accepted, whatever the reply is. */
  accepts?: boolean;
}
export type Acts = Partial<Record<Step, Act>>;

const ends = {
  silence() {},
  close: (socket: Socket) => socket.end(),
  reset: (socket: Socket) => socket.resetAndDestroy(),
  /** Sends a byte now and then. */
  drip(socket: Socket) {
    const drip = setInterval(() => socket.write('2'), 10);
    socket.once('close', () => clearInterval(drip));
  },
};

/** A conversation by a raw socket, for what a library cannot play. Each step is an event, before its reply. */
export async function playScript(socket: Socket, acts: Acts, events: EventEmitter): Promise<void> {
  let isMute = false;
  let contentLines: number | undefined;
  let to: string[] = [];
  // Otherwise Node would end the connection when the client does, before the last reply.
  socket.allowHalfOpen = true;
  await answer('CONNECT');
  for await (const line of createInterface({ input: socket })) {
    if (!isMute) await (contentLines === undefined ? obey(line) : hear(line, contentLines));
  }
  socket.end();

  async function obey(line: string): Promise<void> {
    const step = line.split(/\W/, 1)[0] as Step;
    if (step === 'DATA' && to.length === 0) {
      socket.write('503 5.5.1 No recipient\r\n');
      return;
    }
    const isPositive = await answer(step, line);
    if (step === 'MAIL') to = [];
    if (step === 'RCPT' && isPositive) to.push(/<(.*)>/.exec(line)?.[1] ?? '');
    if (step === 'DATA' && isPositive) contentLines = 0;
  }

  async function hear(line: string, earlier: number): Promise<void> {
    contentLines = line === '.' ? undefined : earlier + 1;
    if (earlier === 0) await answer('CONTENT_BEGUN');
    if (line === '.') await answer('CONTENT');
  }

  /** @returns whether the reply is positive */
  async function answer(step: Step, line = ''): Promise<boolean> {
    events.emit(step);
    const found = acts[step] ?? {};
    const act = line.includes(found.onlyFor ?? '') ? found : {};
    const reply = act.reply ?? USUAL_REPLIES[step] ?? '500 5.5.1 Unknown command';
    const isPositive = /^[23]/.test(reply);
    const isAccepted = step === 'CONTENT' && (isPositive || act.accepts);
    if (isAccepted) events.emit('letter', { from: '', to, content: '' });
    if (act.delayMs) await delay(act.delayMs);
    if (reply) socket.write(`${reply}\r\n`);
    isMute = act.afterwards !== undefined;
    if (act.afterwards) ends[act.afterwards](socket);
    return isPositive;
  }
}
