import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayName } from '../../contract/inviters.ts';
import type { Inviter } from '../../storage/storage.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { compress } from '../http/compress.ts';
import {
  chooseEncoding,
  createVariants,
  type Encoding,
  sendVariant,
  VARIES,
  type Variant,
} from '../http/resource.ts';
import type { Page } from '../pages/page.ts';
import { inviteSlots } from './invite-slots.ts';

/** The middle of the scale: a thirtieth of the time of the best for a tenth more bytes. */
const EFFORT = { brotli: 5, gzip: 6 };

/** For some hundreds of links that are shared just now. */
const BOUNDS = { entries: 2_000, bytes: 8 * 1024 * 1024, underWay: 16 };

/**
 * The invite page of whoever has sent the link: its head says so to chats. Each inviter's is compressed
 * when it is first asked for, away from the event loop, and kept while it is asked for often.
 */
export class PersonalInvite {
  /** The page between its slots, which are every second part. */
  readonly #parts: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pictureVersionOf: (name: string) => string;
  readonly #variants = new BoundedCache<Variant>(BOUNDS, ({ body }) => body.length);

  constructor(page: Page, pictureVersionOf: (name: string) => string) {
    this.#parts = page.html.split(/\{\{(invite\w+)\}\}/);
    this.#headers = { ...page.headers, ...VARIES };
    this.#pictureVersionOf = pictureVersionOf;
  }

  async send(
    inviter: Inviter,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const encoding = chooseEncoding(request);
    const key = JSON.stringify([encoding, inviter.id, displayName(inviter)]);
    const variant =
      (await this.#variants.get(key, () => this.#make(inviter, encoding))) ??
      // Too many are being compressed: this one is not worth waiting for.
      (await this.#make(inviter, 'identity'));
    return sendVariant(variant, request, reply.headers(this.#headers));
  }

  async #make(inviter: Inviter, encoding: Encoding): Promise<Variant> {
    const html = Buffer.from(this.#fill(inviter));
    const body = encoding === 'identity' ? html : await compress(html, encoding, EFFORT);
    return createVariants(html)(encoding, body);
  }

  /** What is filled in is never looked at again: a name may hold what looks like a slot. */
  #fill(inviter: Inviter): string {
    const slots = inviteSlots(inviter, this.#pictureVersionOf);
    return this.#parts
      .map((part, index) => (index % 2 === 0 ? part : escapeHtml(slots[part] ?? '')))
      .join('');
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
