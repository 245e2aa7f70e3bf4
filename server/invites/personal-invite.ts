import type { IncomingHttpHeaders } from 'node:http';
import { displayName } from '../../contract/inviters.ts';
import type { Inviter } from '../../storage/interface/invites.ts';
import type { Answer } from '../http/answer.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { compress } from '../http/compress.ts';
import { chooseEncoding, type Encoding } from '../http/encoding.ts';
import { answerWith, createVariants, VARIES, type Variant } from '../http/resource.ts';
import type { FilledPage } from '../pages/page.ts';
import { SlottedHtml } from '../pages/slotted-html.ts';
import { inviteSlots } from './invite-slots.ts';

/** Middle compression levels: compared with the best, they take a thirtieth of the time and make a tenth more bytes. */
const EFFORT = { brotli: 5, gzip: 6 };

/** `bytes` is enough for about 600 compressed pages. Fewer links than that are popular at the same time. */
const BOUNDS = { entries: 2_000, bytes: 8 * 1024 * 1024, underWay: 16 };

/**
 * Makes the invite pages of known inviters, with the name in the head, which chat apps show. A page is compressed on
 * its first request, outside of the event loop, and cached while it is requested often.
 */
export class PersonalInvite {
  readonly #html: SlottedHtml;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pictureVersionOf: (name: string) => string;
  readonly #variants = new BoundedCache<Variant>(BOUNDS, ({ body }) => body.length);

  constructor(page: FilledPage, pictureVersionOf: (name: string) => string) {
    this.#html = new SlottedHtml(page.html, /\{\{(invite\w+)\}\}/);
    this.#headers = { ...page.headers, ...VARIES };
    this.#pictureVersionOf = pictureVersionOf;
  }

  /** @param asked the headers of the request */
  async make(inviter: Inviter, asked: IncomingHttpHeaders): Promise<Answer> {
    const encoding = chooseEncoding(asked);
    const variant =
      (await this.#variants.get(keyOf(inviter, encoding), () => this.#make(inviter, encoding))) ??
      // Too many pages are being compressed: send this one uncompressed.
      (await this.#make(inviter, 'identity'));
    return answerWith(variant, this.#headers, asked);
  }

  async #make(inviter: Inviter, encoding: Encoding): Promise<Variant> {
    const html = Buffer.from(this.#html.fill(inviteSlots(inviter, this.#pictureVersionOf)));
    const body = encoding === 'identity' ? html : await compress(html, encoding, EFFORT);
    return createVariants(html)(encoding, body);
  }
}

/** With the length of the id, two keys are equal only if their ids are. */
function keyOf(inviter: Inviter, encoding: Encoding): string {
  return `${encoding} ${inviter.id.length} ${inviter.id}${displayName(inviter)}`;
}
