import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { App } from '../server/app-parts.ts';

interface Compilers {
  validator: FastifySchemaCompiler<unknown>;
  serializer: FastifySerializerCompiler<unknown>;
}

let shared: Compilers | undefined;

/**
 * Lets all apps of a test process use the compilers that Fastify makes for the first one, so that each schema is
 * compiled once instead of once for each app. `createApp` gives Fastify the same options for every app, so the compiled
 * code would be the same.
 *
 * @param app an app that is not ready yet
 */
export function shareCompilers(app: App): void {
  if (shared) {
    app.setValidatorCompiler(shared.validator);
    app.setSerializerCompiler(shared.serializer);
    return;
  }
  app.addHook('onReady', async () => {
    const { validatorCompiler, serializerCompiler } = app;
    if (!validatorCompiler || !serializerCompiler) throw new Error('The app has no compilers.');
    // Only the serializers need a cache. The validators have one: Ajv compiles each schema once.
    shared ??= { validator: validatorCompiler, serializer: remember(serializerCompiler) };
  });
}

/** @returns a compiler that compiles each schema once */
function remember(compile: Compilers['serializer']): Compilers['serializer'] {
  const compiled = new WeakMap<object, ReturnType<Compilers['serializer']>>();
  return (route) => {
    const schema = route.schema as object;
    const serialize = compiled.get(schema) ?? compile(route);
    compiled.set(schema, serialize);
    return serialize;
  };
}
