import { once } from 'node:events';
import { connect } from 'node:net';

/** Number of pipelined requests. */
const AT_ONCE = 50;
const STATUS = /HTTP\/1\.1 (\d{3}) /g;
const STATUS_CHARACTERS = 'HTTP/1.1 200 '.length;

/**
 * Sends requests over one connection, faster than a client that parses the answers could send them.
 *
 * @param requestText the n-th request, as raw HTTP
 * @param localAddress an address of this machine, from which the client connects
 * @returns how many answers had each status
 * @throws if the connection ends before all requests are answered
 */
export async function flood(
  port: number,
  requests: number,
  requestText: (n: number) => string,
  localAddress = '127.0.0.1',
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  socket.on('error', ended.reject);
  socket.on('close', () => ended.reject(new Error('The server has closed the connection.')));
  let answered = 0;
  let unread = '';
  let reached = () => {};
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    let end = 0;
    for (const { 0: start, 1: status, index } of unread.matchAll(STATUS)) {
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
      answered++;
      end = index + start.length;
    }
    // Keep the start of a status line that has arrived only in part.
    unread = unread.slice(end).slice(-STATUS_CHARACTERS);
    reached();
  });
  for (let sent = 0; sent < requests; ) {
    const goal = Math.min(requests, sent + AT_ONCE);
    let bytes = '';
    for (; sent < goal; sent++) bytes += requestText(sent);
    const enough = new Promise<void>((resolve) => {
      reached = () => {
        if (answered >= goal) resolve();
      };
    });
    socket.write(bytes);
    await Promise.race([enough, ended.promise]);
  }
  socket.destroy();
  return statuses;
}
