/**
 * The packages that `bench/` uses. The files in `bench/` import them from this module, so that they get the
 * versions in the package.json of this workspace.
 */
export { default as Fastify } from 'fastify'
export { default as sharp } from 'sharp'
export { Pool } from 'undici'
