import type { App, AppParts } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { createEmbedded } from './embedded.ts';
import type { PhoneProvider } from './phone-provider.ts';

/** Makes the provider that the settings choose. */
export async function openProvider(
  app: App,
  parts: AppParts,
  botCheck: BotCheck,
): Promise<PhoneProvider> {
  const { identity } = parts;
  if (identity.provider === 'embedded') return createEmbedded(app, parts, identity, botCheck);
  // Imported only if needed: loading the token library takes 20 ms, and a start must take at most 600 ms.
  const { createFirebase } = await import('./firebase.ts');
  return createFirebase(parts, identity);
}
