import type { App } from '../app-parts.ts';
import { answerFromMemory } from './memory-answers.ts';
import type { PlainParts } from './plain-answer.ts';
import { answerPlainCalls } from './plain-calls.ts';

/** Answers the most frequent requests before Fastify. Call this function before the routes are registered. */
export function answerPlainRequests(app: App, parts: PlainParts): void {
  // The last one sees a request first. Answers from memory are more frequent.
  answerPlainCalls(app, parts);
  answerFromMemory(app, parts);
}
